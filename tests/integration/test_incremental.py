"""An edit runs what depends on it, and nothing else; going back runs nothing.

The tests share one checkout, and leave its sources as they found them.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from own_checkout import CHOICE_RUNS, RUNS, Checkout

from ns2studies.basics.paths import PAGES_OF_ALL


@contextmanager
def edited(checkout: Checkout, name: str, old: str, new: str) -> Iterator[None]:
    checkout.edit(name, old, new)
    try:
        yield
    finally:
        checkout.edit(name, new, old)


def planned(checkout: Checkout) -> int:
    """How many runs a command would make."""
    (row,) = re.findall(r"│ mpls .*│ +(\d+) │[^│]*│[^│]*│$", checkout.run("plan").stdout, re.M)
    return int(row)


def test_first_command_runs_everything(checkout: Checkout) -> None:
    assert len(checkout.finished()) == RUNS
    pages = [f"reports/{page}.html" for page in (*PAGES_OF_ALL, "mpls")]
    for name in ("results.duckdb", "provenance.json", *pages):
        assert (checkout.results / name).stat().st_size > 0


def test_second_command_has_nothing_to_do(checkout: Checkout) -> None:
    before = checkout.finished()
    database = (checkout.results / "results.duckdb").stat().st_mtime_ns
    page = (checkout.results / "reports" / "mpls.html").stat().st_mtime_ns
    said = checkout.run().stdout
    assert not checkout.new_runs(before)
    # The study is cut down: an edit, which the command names.
    assert "0 of 10 runs equal the reference, row by row." in said
    assert re.search(
        r"mpls: \d+ runs, first .*end_s is 12.0, in the reference 100.0.*your edit", said
    )
    assert (checkout.results / "results.duckdb").stat().st_mtime_ns == database
    assert (checkout.results / "reports" / "mpls.html").stat().st_mtime_ns == page


def test_one_scenarios_parameter_runs_that_scenario(checkout: Checkout) -> None:
    before = checkout.finished()
    override = """
  - where: {set: losses, variant: vegas}
    change: {network.delay_s: 0.006}
    because: a test
"""
    with edited(checkout, "config/mpls.yaml", "\nexpected_cost:", override + "\nexpected_cost:"):
        listed = checkout.run("plan").stdout
        assert "mpls: 2 runs: changed: network.delay_s 0.005 -> 0.006 (losses 2)" in listed
        checkout.run()
        assert len(checkout.new_runs(before)) == 2
        rows = checkout.rows(
            "SELECT scenario, count(*) FROM runs JOIN scenarios USING (study, scenario) "
            "WHERE (parameters->>'$.network.delay_s') = '0.006' GROUP BY scenario"
        )
        assert rows == [("losses/vegas/3", 2)]
    assert "to run" in checkout.run("plan").stdout


def test_equivalent_inputs_run_nothing(checkout: Checkout) -> None:
    """Results are those of the parameter that the test above has tried."""
    before = checkout.finished()
    now = time.time()
    for pattern in ("tcl/**/*.tcl", "config/*.yaml", "ns2-patches/*", "data/**/*.*"):
        for path in checkout.root.glob(pattern):
            os.utime(path, (now, now))
    path = checkout.root / "config" / "mpls.yaml"
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if "bandwidth_bps" in line)
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    path.write_text("".join(lines), encoding="utf-8")
    try:
        checkout.run()
        assert not checkout.new_runs(before)
    finally:
        path.write_text(text, encoding="utf-8")


def test_only_used_tcl_files_cause_reruns(checkout: Checkout) -> None:
    before = checkout.finished()
    unused = checkout.root / "tcl" / "library" / "unused.tcl"
    unused.write_text("# nobody uses this\n", encoding="utf-8")
    assert planned(checkout) == 0
    unused.unlink()
    with edited(checkout, "tcl/library/losses.tcl", "# Packets lost", "# Packets  lost"):
        listed = checkout.run("plan").stdout
        assert f"mpls: {RUNS} runs: changed: its Tcl" in listed
        checkout.run()
        assert len(checkout.new_runs(before)) == RUNS
    assert planned(checkout) == 0


def test_measure_is_computed_again_without_run(checkout: Checkout) -> None:
    """And published values are compared again."""
    before = checkout.finished()
    name = "src/nstrace/metrics/sql/packets_sent.sql"
    cell = "Table 4.6 (a),TCP New Reno,Delay(millisecc),202.551"

    def value() -> float:
        rows = checkout.rows("SELECT sum(value) FROM metrics WHERE metric = 'packets_sent'")
        return float(rows[0][0])

    earlier = value()
    others = {
        path: path.stat().st_mtime_ns for path in (checkout.results / "measures").rglob("*.parquet")
    }
    with (
        edited(checkout, name, "CAST(count(*) AS DOUBLE)", "CAST(2 * count(*) AS DOUBLE)"),
        edited(checkout, "data/published/mpls.csv", cell, cell.replace("202.551", "999.5")),
    ):
        checkout.run()
        assert value() == 2 * earlier
        rows = checkout.rows("SELECT item FROM comparison WHERE published = 999.5")
        assert rows == [("Table 4.6 (a)",)]
    assert not checkout.new_runs(before)
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in others.items())
    checkout.run()
    assert value() == earlier
    assert not checkout.new_runs(before)


def test_more_replications_run_only_new_ones(checkout: Checkout) -> None:
    before = checkout.finished()
    checkout.run("full")
    assert len(checkout.new_runs(before)) == 2 + CHOICE_RUNS
