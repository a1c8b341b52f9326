"""Compare two sets of results: statistics, parameters, verdicts, text, page."""

import io
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from result_sets import CELLS, CLAIMS, SPREAD, MadeUp, write_database
from rich.console import Console

from ns2studies.basics.errors import ResultError
from ns2studies.compare.differences import StudyDifferences, common_studies, compare_study
from ns2studies.compare.page import write_page
from ns2studies.compare.results import ResultSet
from ns2studies.compare.text import change_text, measures_text, runs_text, show

EXPERIMENTS = 800


def compared(tmp_path: Path, one: MadeUp, other: MadeUp) -> StudyDifferences:
    sets = write_database(tmp_path / "a", one), write_database(tmp_path / "b", other)
    return compare_study(*sets, "toy")


def shown(found: StudyDifferences, tmp_path: Path) -> str:
    """What the terminal says of a comparison by :func:`compared`."""
    console = Console(file=io.StringIO(), highlight=False, soft_wrap=True, width=80)
    show(console, [ResultSet(name, {}) for name in "ab"], [found], [])
    return console.file.getvalue()


def values(numbers: list[float], **more: object) -> MadeUp:
    """One scenario with a run for each number."""
    return MadeUp({"s": numbers}, exact=(), **more)


def outcome(tmp_path: Path, one: MadeUp, other: MadeUp) -> tuple[str, dict[str, float]]:
    """What came out of the one measure of both sets."""
    totals = compared(tmp_path, one, other).totals
    names = ("equal", "moved", "within_chance", "too_few", "only_a", "only_b")
    (name,) = [name for name in names if totals[name]]
    return name, totals


# single measures


def test_equal_results_have_no_differences(tmp_path: Path) -> None:
    found = compared(tmp_path, MadeUp(), MadeUp())
    assert found.has_equal_results
    assert found.totals["measures"] == found.totals["equal"] == 2
    assert found.totals["shared"] == found.totals["runs_a"] == len(SPREAD) + 1
    assert not found.totals["intervals"]
    assert found.is_equal


def test_any_change_of_exact_value_is_move(tmp_path: Path) -> None:
    one = MadeUp({"s": [0.1]}, exact=("s",))
    other = replace(one, values={"s": [math.nextafter(0.1, 1)]})
    name, totals = outcome(tmp_path, one, other)
    assert (name, totals["moved_exactly"], totals["intervals"]) == ("moved", 1, 0)


def test_few_random_runs_are_too_few_to_compare(tmp_path: Path) -> None:
    assert outcome(tmp_path, values([1.0, 2.0]), values([1.5, 9.0]))[0] == "too_few"
    assert outcome(tmp_path, values([1.0, 2.0]), values([1.0, 2.0]))[0] == "equal"


def test_runs_of_equal_seeds_are_compared_in_pairs(tmp_path: Path) -> None:
    """A shift that is small beside the scatter between runs, and the same in all of them."""
    shifted = [value + 0.02 + 0.001 * number for number, value in enumerate(SPREAD)]
    found = compared(tmp_path, values(SPREAD), values(shifted))
    (row,) = found.measures.iter_rows(named=True)
    assert (row["outcome"], row["basis"]) == ("moved", "run by run")
    # By hand: differences 0.020 to 0.025, deviation 0.00187, Student's quantile for 5: 2.5706.
    assert row["difference"] == pytest.approx(0.0225)
    assert row["low"] == pytest.approx(0.0225 - 2.5706 * 0.0018708 / math.sqrt(6), rel=1e-4)
    # Of other seeds nothing is known but both means.
    name, _ = outcome(tmp_path, values(SPREAD), values(shifted, first_seed=16))
    assert name == "within_chance"


def test_means_are_compared_by_both_intervals(tmp_path: Path) -> None:
    far = [value + 1 for value in SPREAD]
    found = compared(tmp_path, values(SPREAD), values(far, first_seed=16))
    (row,) = found.measures.iter_rows(named=True)
    below = math.hypot(row["mean_b"] - row["low_b"], row["high_a"] - row["mean_a"])
    assert (row["outcome"], row["basis"]) == ("moved", "means")
    assert row["low"] == pytest.approx(1 - below)


def test_more_equal_runs_count_as_equal(tmp_path: Path) -> None:
    """Quick scale beside full scale: what both have made is equal."""
    assert outcome(tmp_path, values(SPREAD), values([*SPREAD, 2.0, 3.0]))[0] == "equal"


@pytest.mark.parametrize(("runs", "expected"), [(5, "within_chance"), (6, "moved")])
def test_binary_metrics_are_compared_exactly(tmp_path: Path, runs: int, expected: str) -> None:
    """Five heads in a row come with a probability of 1 in 16 (either side), six with 1 in 32."""
    one, other = (values([value] * runs, range="0 or 1") for value in (0.0, 1.0))
    assert outcome(tmp_path, one, other)[0] == expected


def test_measures_of_one_set_only_are_counted(tmp_path: Path) -> None:
    one, other = MadeUp({"a": SPREAD, "c": SPREAD}), MadeUp({"b": SPREAD, "c": SPREAD})
    found = compared(tmp_path, one, other)
    assert (found.totals["only_a"], found.totals["only_b"], found.totals["measures"]) == (1, 1, 1)
    assert (found.totals["gone"], found.totals["added"]) == (1, 1)
    assert not found.has_equal_results


# many measures


DRAWN = {
    "normal": lambda g, s: 10 + g.normal(0, 1, s),
    "skewed": lambda g, s: g.exponential(1, s),
}


@pytest.mark.parametrize(
    ("quantity", "runs", "paired"),
    [("normal", 5, True), ("skewed", 15, True), ("normal", 15, False), ("skewed", 5, False)],
)
def test_five_percent_of_intervals_differ_by_chance(
    tmp_path: Path, quantity: str, runs: int, paired: bool
) -> None:
    """By the very queries: nothing but the random numbers differs."""
    generator = np.random.default_rng(runs + 100 * paired)
    sets = []
    for first_seed in (1, 1 if paired else 16):
        drawn = DRAWN[quantity](generator, (EXPERIMENTS, runs))
        by_name = {f"s{number}": list(row) for number, row in enumerate(drawn)}
        sets.append(MadeUp(by_name, exact=(), first_seed=first_seed))
    totals = compared(tmp_path, *sets).totals
    assert totals["intervals"] == EXPERIMENTS
    assert totals["by_chance"] == pytest.approx(0.05 * EXPERIMENTS)
    assert 0.02 < totals["beyond"] / EXPERIMENTS < 0.07
    assert f"at most {totals['by_chance']:.1f} expected by chance" in _chance(totals)


def _chance(totals: dict[str, float]) -> str:
    empty = pl.DataFrame()
    return measures_text(
        StudyDifferences("toy", (None, None), empty, [], totals, empty, empty, empty, empty, empty)
    )


# parameters, programs, verdicts


def test_changed_parameters_are_listed_once(tmp_path: Path) -> None:
    other = MadeUp(
        configuration={"network": {"delay_s": 0.2}, "more": [1]},
        parameters={"links": [{"delay_s": 0.2}]},
    )
    found = compared(tmp_path, MadeUp(), other)
    assert found.parameters.drop("is_in_file").rows() == [
        ("more.0", "(none) -> 1", "configuration file"),
        ("network.delay_s", "0.1 -> 0.2", "configuration file"),
        ("links.0.delay_s", "0.1 -> 0.2", "2 scenarios, such as losses/reno"),
    ]
    assert found.has_equal_results, "no result is another one"


def test_changed_queries_are_named(tmp_path: Path) -> None:
    other = MadeUp(metric_sql="SELECT 2", claim_sql="SELECT 'no'", claims={"order": "confirmed"})
    found = compared(tmp_path, MadeUp(), other)
    assert found.programs == ["the metric delay", "the query of the claim order"]


def test_edited_macro_counts_as_edited_claim_query(tmp_path: Path) -> None:
    one, other = MadeUp(query_digest="a"), MadeUp(query_digest="b", claims={"order": "undecided"})
    found = compared(tmp_path, one, other)
    assert found.programs == ["the query of the claim order"]
    row = found.claims.row(by_predicate=pl.col("claim") == "order", named=True)
    assert row["has_other_query"]
    assert row["other_tables"] == []
    # Results of an earlier version lack the digest: their query itself is compared.
    assert compared(tmp_path / "more", MadeUp(), other).programs == []


def test_edited_table_query_is_named_at_its_claim(tmp_path: Path) -> None:
    """Whoever edits a file that claims share has edited no claim."""
    alike = {"query_digest": "q"}
    one = MadeUp(asked_tables={"points": "a", "runs_by_seed": "b"}, **alike)
    other = MadeUp(
        asked_tables={"points": "c", "runs_by_seed": "b"},
        claims={**CLAIMS, "order": "undecided"},
        **alike,
    )
    found = compared(tmp_path, one, other)
    assert found.programs == ["the query behind points (which claims ask)"]
    assert "order: confirmed -> undecided (the query behind points changed)" in shown(
        found, tmp_path
    )


def test_unknown_claim_tables_report_no_edit(tmp_path: Path) -> None:
    """Those of an earlier version, and references; nor does a claim that now asks other tables."""
    claims = {**CLAIMS, "order": "undecided"}
    old = MadeUp(claims=claims)
    of_one = MadeUp(asked_tables={"points": "a"})
    of_others = MadeUp(asked_tables={"sweeps": "b", "blocks": "c"}, claims=claims)
    for number, pair in enumerate([(of_one, old), (old, of_one), (old, old), (of_one, of_others)]):
        found = compared(tmp_path / str(number), *pair)
        assert found.programs == []
        assert "changed)" not in shown(found, tmp_path)


def test_edited_derived_value_is_reported_once(tmp_path: Path) -> None:
    """By its definition where both sets have it, as of any metric."""
    one = MadeUp(asked_tables={"delay": "a"}, metric_sql="SELECT 1")
    other = MadeUp(asked_tables={"delay": "b"}, metric_sql="SELECT 2")
    assert compared(tmp_path, one, other).programs == ["the metric delay"]


def test_many_changed_queries_are_summarized(tmp_path: Path) -> None:
    claims = dict.fromkeys(("first", "order", "third", "last"), "confirmed")
    one, other = MadeUp(query_digest="a", claims=claims), MadeUp(query_digest="b", claims=claims)
    assert compared(tmp_path, one, other).programs == ["the queries of 4 claims, such as first"]


def test_verdicts_that_changed_are_listed(tmp_path: Path) -> None:
    other = MadeUp(claims={**CLAIMS, "order": "refuted"}, cells={**CELLS, "Sack": "identical"})
    found = compared(tmp_path, MadeUp(), other)
    (claim,) = found.claims.iter_rows(named=True)
    (cell,) = found.cells.iter_rows(named=True)
    assert (claim["claim"], claim["verdict_a"], claim["verdict_b"]) == (
        "order", "confirmed", "refuted",
    )  # fmt: skip
    assert (cell["row"], cell["verdict_a"], cell["verdict_b"]) == ("Sack", "off", "identical")


def test_claim_of_one_set_is_absent_in_other(tmp_path: Path) -> None:
    found = compared(tmp_path, MadeUp(), MadeUp(claims={**CLAIMS, "new": "confirmed"}))
    assert found.claims.select("claim", "verdict_a", "verdict_b").rows() == [
        ("new", "absent", "confirmed")
    ]


def test_sets_without_common_study_are_refused(tmp_path: Path) -> None:
    one = write_database(tmp_path / "a", MadeUp())
    other = write_database(tmp_path / "b", MadeUp(study="bar"))
    with pytest.raises(ResultError, match="no study in common") as caught:
        common_studies(one, other)
    assert "results in a: toy; results in b: bar" in str(caught.value)
    with pytest.raises(ResultError, match="results in b: no results of toy"):
        common_studies(one, other, ["toy"])
    other = write_database(tmp_path / "b", MadeUp())
    assert common_studies(one, other) == (["toy"], ["bar: only in results in b"])


# words and page


def test_change_text_gives_percent_if_defined() -> None:
    assert change_text(20.0, 25.0) == "20 to 25 (+25 %)"
    assert change_text(0.0, 1.5) == "0 to 1.5"
    assert change_text(None, 1.5) == "– to 1.5"


HOSTILE = "losses/<script>alert(1)</script>[bold]{{ 7 }}"


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> tuple[list, list[StudyDifferences]]:
    """Two sets that differ in everything, with names that mean something to HTML and to Rich."""
    folder = tmp_path_factory.mktemp("sets")
    one = MadeUp({HOSTILE: SPREAD, "losses/sack": [3.0], "few": [1.0, 2.0]})
    other = MadeUp(
        {HOSTILE: [9 * value for value in SPREAD], "losses/sack": [4.0], "few": [1.0, 2.5]},
        claims={**CLAIMS, "order": "refuted"},
        cells={**CELLS, "Sack": "identical"},
        configuration={"network": {"delay_s": 0.2}},
        metric_sql="SELECT 2",
    )
    sets = [write_database(folder / "a", one), write_database(folder / "b", other)]
    return sets, [compare_study(*sets, "toy")]


def test_terminal_shows_all_differences(moved, capsys: pytest.CaptureFixture[str]) -> None:
    sets, found = moved
    show(Console(highlight=False, soft_wrap=True, width=80), sets, found, ["bar: only in A"])
    said = capsys.readouterr().out
    assert runs_text(found[0]) in said
    for line in (
        "A: results in a",
        "network.delay_s: 0.1 -> 0.2 (configuration file)",
        "made with other  the metric delay",
        "claim  order: confirmed -> refuted",
        "published value  Table 1 | Sack | Delay: off -> identical",
        "3 measures compared: 0 equal; 1 without chance moved; of 1 that differ and have",
        f"moved  Delay: 2 of 3, most in {HOSTILE}, flow1: 1.00833 to 9.075 (+800 %) s",
        "note: bar: only in A",
    ):
        assert line in said
    assert "Nothing moved" not in said
    table = said.split("What differs")[1].split("toy: ")[0]
    assert "…" not in table
    assert max(map(len, table.splitlines())) <= 80


def test_scenarios_of_one_set_only_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said only how many are in A alone, and how many in B."""
    one = MadeUp({"losses/0.2": SPREAD, "other/1": SPREAD})
    other = MadeUp({"losses/0.3": SPREAD, "other/1": SPREAD})
    sets = [write_database(tmp_path / name, it) for name, it in (("a", one), ("b", other))]
    same = replace(compare_study(sets[0], sets[0], "toy"), study="alike")
    show(
        Console(soft_wrap=True, width=80), sets, [compare_study(sets[0], sets[1], "toy"), same], []
    )
    said = capsys.readouterr().out
    assert "only in A  1 of losses: losses/0.2\n" in said
    assert "only in B  1 of losses: losses/0.3\n" in said
    assert "another value is another scenario" in said
    assert "The same in both: alike." in said
    assert "alike" not in said.split("What differs")[1].split("toy: ")[0]


LIBRARY = "(what draws charts)"


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that draws charts on the screen takes seconds to put together."""
    monkeypatch.setattr("ns2studies.compare.page.script_of_charts", lambda: LIBRARY)


@pytest.mark.usefixtures("no_library")
def test_page_shows_what_moved(moved, tmp_path: Path) -> None:
    """That it keeps the rules of pages is looked at by what writes it."""
    sets, found = moved
    write_page(tmp_path / "one.html", sets, found, ["bar: only in A"])
    write_page(tmp_path / "two.html", sets, found, ["bar: only in A"])
    html = (tmp_path / "one.html").read_text()
    assert html == (tmp_path / "two.html").read_text()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    assert "{{ 7 }}" in html
    for words in ("network.delay_s", "refuted", "Table 1", "run by run", "bar: only in A"):
        assert words in html
    assert html.count('<figure class="chart"') == html.count(LIBRARY) == 1


@pytest.mark.usefixtures("no_library")
def test_page_lists_scenarios_of_one_set_only(tmp_path: Path) -> None:
    one = MadeUp({"losses/0.2": SPREAD, "other/<1>": SPREAD})
    other = MadeUp({"losses/0.3": SPREAD})
    sets = [write_database(tmp_path / name, it) for name, it in (("a", one), ("b", other))]
    write_page(tmp_path / "page.html", sets, [compare_study(sets[0], sets[1], "toy")], [])
    html = (tmp_path / "page.html").read_text()
    table = html.split("that only one set has, so not compared")[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in table.split("<tr")[2:]]
    assert rows == [
        ["losses", "A", "1", "losses/0.2"],
        ["losses", "B", "1", "losses/0.3"],
        ["other", "A", "1", "other/&lt;1&gt;"],
    ]
    assert "another value is another scenario" in html


@pytest.mark.usefixtures("no_library")
def test_page_of_equal_results_says_nothing_moved(tmp_path: Path) -> None:
    sets = [write_database(tmp_path / name) for name in "ab"]
    write_page(tmp_path / "page.html", sets, [compare_study(*sets, "toy")], [])
    html = (tmp_path / "page.html").read_text()
    assert "Nothing moved" in html
    assert "<figure" not in html
    assert LIBRARY not in html


def test_old_verdict_names_equal_new_ones(tmp_path: Path) -> None:
    """An archive of a version before 1.0 calls a confirmed claim one that holds."""
    former = MadeUp(
        claims=dict(zip(CLAIMS, ("holds", "undecided"), strict=True)),
        cells={"Reno": "equal", "Sack": "differs"},
    )
    # Ours is the published value in these sets, and so at most close.
    present = MadeUp(
        claims=dict(zip(CLAIMS, ("confirmed", "undecided"), strict=True)),
        cells={"Reno": "identical", "Sack": "close"},
    )
    found = compared(tmp_path, former, present)
    assert found.claims.is_empty()
    assert found.cells.is_empty()
