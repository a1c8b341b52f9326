"""What goes wrong: one clear message, a status other than zero, and nothing lost."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from checkout_processes import (
    held_job,
    hold,
    hold_no_more,
    simulations,
    start,
    started_by,
    tables,
    wait_for,
)
from own_checkout import RUNS, Checkout

from ns2studies.basics.digests import digest_file
from nstrace.files import unfinished

STOPPED_S = 60
"""Seconds after which nothing is left of a command that was stopped or killed, on a machine that
may be too busy to give each of its processes a turn in the 5 s that are promised.

That the promise holds does not hang on the machine. After a signal, what is waited for adds up to
less than 5 s (``test_ending_descendants_takes_under_5_s``); the rest is work of
milliseconds. After ``kill -9`` nothing of ours is waited for at all: a job, its simulator and
Snakemake each have asked the kernel to kill them with their parent (``processes.bound``)."""


TWICE = """\
-- title: Two values
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Two values of a flow.
-- source: ours
SELECT run_id, 'flow1' AS subject, ascii(event) AS value FROM packets
WHERE event IN ('+', 'r') GROUP BY run_id, event
"""


def slow_down(checkout: Checkout, end_s: float = 120_000.0) -> None:
    """Let runs last longer than :data:`STOPPED_S`, unless they are to end at ``end_s``."""
    checkout.edit("config/mpls.yaml", "end_s: 12.0", f"end_s: {end_s}")
    checkout.edit("config/mpls.yaml", "stop_s: 11.0", f"stop_s: {end_s - 1}")


def test_killed_simulator_is_reported_and_rerun(
    checkout: Checkout, empty_checkout: Checkout
) -> None:
    """By one core, with the results that several give."""
    slow_down(empty_checkout, 1200.0)  # some seconds, since the others go on to their end
    process = start(empty_checkout)
    wait_for(lambda: simulations(empty_checkout))
    os.kill(simulations(empty_checkout)[0], signal.SIGKILL)
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 1
    assert "was killed by signal 9" in output
    assert "Traceback" not in output
    kept = empty_checkout.finished()
    assert len(kept) < RUNS
    empty_checkout.edit("config/mpls.yaml", "end_s: 1200.0", "end_s: 12.0")
    empty_checkout.edit("config/mpls.yaml", "stop_s: 1199.0", "stop_s: 11.0")
    long = tables(empty_checkout).keys()
    empty_checkout.run("--cores", "1")
    made = tables(empty_checkout)
    assert {name: made[name] for name in made.keys() - long} == tables(checkout)
    index = "plan/mpls-quick.json"
    assert (empty_checkout.results / index).read_bytes() == (checkout.results / index).read_bytes()


def test_killed_command_can_be_resumed(
    checkout: Checkout,
    empty_checkout: Checkout,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And sweeps what it left, but nothing of who is alive."""
    scratch, measures = tmp_path / "scratch", empty_checkout.results / "measures" / "other"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    hold(empty_checkout, finished=2)
    process = start(empty_checkout)
    held_job(empty_checkout)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=STOPPED_S)
    wait_for(lambda: not simulations(empty_checkout))
    hold_no_more(empty_checkout)
    assert list(scratch.iterdir())
    measures.mkdir(parents=True)
    for number in (process.pid, os.getpid()):
        unfinished(measures / "a.parquet", number).touch()
    kept = empty_checkout.finished()
    empty_checkout.run()
    assert list(measures.iterdir()) == [unfinished(measures / "a.parquet")]
    assert not list(scratch.iterdir())
    assert kept.items() <= empty_checkout.finished().items(), "finished runs were made again"
    assert tables(empty_checkout) == tables(checkout)
    assert not list((empty_checkout.results / "runs").glob(".working/*"))


@pytest.mark.parametrize(
    "words",
    [
        r"-m ns2studies ",
        r"-m snakemake ",
        r"-m ns2studies\.workflow\.jobs simulate",
    ],
)
def test_killing_one_process_ends_all(empty_checkout: Checkout, words: str) -> None:
    """The command line, Snakemake, or a job; a run would go on for longer than is waited."""
    slow_down(empty_checkout)
    process = start(empty_checkout, "--cores", "1")
    wait_for(lambda: simulations(empty_checkout))
    found = started_by(process)
    (victim,) = (number for number, said in found.items() if re.search(words, said))
    os.kill(victim, signal.SIGKILL)
    # Whoever is left after a job's end tells of it, and ends.
    wait_for(lambda: not started_by(process), seconds=STOPPED_S)
    output, _ = process.communicate(timeout=STOPPED_S)
    assert "Traceback" not in output
    assert process.returncode == (-signal.SIGKILL if victim == process.pid else 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stop_signal_ends_all_processes(empty_checkout: Checkout, number: signal.Signals) -> None:
    """By a terminal, which asks the whole group, or by whoever asks the command alone."""
    slow_down(empty_checkout)
    process = start(empty_checkout)
    wait_for(lambda: simulations(empty_checkout))
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    wait_for(lambda: not started_by(process), seconds=STOPPED_S)
    output, _ = process.communicate(timeout=STOPPED_S)
    assert process.returncode == 128 + number
    assert output.count("Finished runs are kept") == 1
    assert "Traceback" not in output
    assert not (empty_checkout.results / "failed-runs").exists()


def test_two_commands_at_once(empty_checkout: Checkout) -> None:
    slow_down(empty_checkout)
    first = start(empty_checkout)
    wait_for(lambda: simulations(empty_checkout))
    second = empty_checkout.run(check=False)
    assert second.returncode == 1
    assert re.search(r"another \./reproduce or snakemake \(process \d+\) is running", second.stderr)
    assert empty_checkout.run("plan").returncode == 0, "looking is allowed meanwhile"
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate(timeout=STOPPED_S)


@pytest.mark.parametrize("size_kib", [300, 1500])
def test_full_disk_is_reported_and_keeps_results(empty_checkout: Checkout, size_kib: int) -> None:
    """A file system that is full sooner or later, mounted where the results go."""
    empty_checkout.edit("config/mpls.yaml", "disk_bytes: 180_000", "disk_bytes: 1")
    empty_checkout.results.mkdir()
    size, place = f"size={size_kib}k", str(empty_checkout.results)
    if os.geteuid() == 0:
        # Without a namespace, which a chroot does not allow.
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
        try:
            result = empty_checkout.run(check=False)
        finally:
            subprocess.run(["umount", "--lazy", place], check=True)
    else:
        mount = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'
        result = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", mount, "sh", size, place,
             *empty_checkout.command()],
            env=empty_checkout.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    output = result.stdout + result.stderr
    assert result.returncode == 1
    assert "no room left on the file system" in output or "No space left" in output, output
    assert "Traceback" not in output


def test_too_little_disk_is_refused_before_runs(empty_checkout: Checkout) -> None:
    empty_checkout.edit("config/mpls.yaml", "disk_bytes: 180_000", f"disk_bytes: {10**15}")
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    assert "MB are free" in result.stderr
    assert not empty_checkout.finished()


def test_bad_configuration_runs_nothing(checkout: Checkout) -> None:
    page = checkout.results / "reports" / "mpls.html"
    before = page.read_bytes()
    checkout.edit("config/mpls.yaml", "  delay_s: 0.005", "  delay_ms: 5")
    try:
        result = checkout.run(check=False)
    finally:
        checkout.edit("config/mpls.yaml", "  delay_ms: 5", "  delay_s: 0.005")
    assert result.returncode == 1
    assert "network.delay_ms: unknown key" in result.stderr
    assert page.read_bytes() == before


def test_damaged_result_is_reported_and_repaired(checkout: Checkout) -> None:
    """A single bit is enough, though what is read may look right."""
    before = tables(checkout)
    folder = next((checkout.results / "runs").rglob("run_id=*"))
    file = folder / "packets.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    shutil.rmtree(checkout.results / "measures")
    page = checkout.results / "reports" / "mpls.html"
    page.write_bytes(page.read_bytes()[:-1])
    result = checkout.run(check=False)
    assert result.returncode == 1
    assert f"note: {page} is damaged; it is made again" in result.stdout
    assert f"{file} is damaged" in result.stderr
    assert f"Delete {folder} to run it again." in result.stderr
    found = checkout.run("check", check=False)
    assert found.returncode == 1
    assert f"{file} is damaged" in found.stdout
    assert " problem" in found.stderr
    archive = checkout.results / "archives" / "mpls-quick-0123456789abcdef.zip"
    archive.parent.mkdir(exist_ok=True)
    archive.write_bytes(b"none")
    repaired = checkout.run("check", "--repair", check=False)
    assert (repaired.returncode, repaired.stdout.count("Not repaired: ")) == (1, 1)
    assert archive.name in repaired.stdout.partition("Not repaired: ")[2].partition("\n")[0]
    archive.unlink()
    assert checkout.run("check").stdout.endswith("All results match their stored digests.\n")
    assert page.is_file()
    assert tables(checkout) == before


def test_failed_database_keeps_earlier_one(checkout: Checkout) -> None:
    database = checkout.results / "results.duckdb"
    before = digest_file(database)
    claim = "reports/mpls/claims/01-vegas-delay-cbr-1.sql"
    checkout.edit(claim, "FROM vegas_delay_claim", "FROM no_claim")
    try:
        results = [checkout.run(check=False) for _ in range(2)]
    finally:
        checkout.edit(claim, "FROM no_claim", "FROM vegas_delay_claim")
    for result in results:
        assert result.returncode == 1
        place = f"{checkout.root / claim}, line 3, column 6: Table Function with name no_claim"
        assert place in result.stderr
    assert digest_file(database) == before


def test_plan_refuses_wrong_published_value(checkout: Checkout) -> None:
    before = digest_file(checkout.results / "results.duckdb")
    right, wrong = "TCP New Reno,Delay(millisecc),202.551", "TCP,x,fast"
    checkout.edit("data/published/mpls.csv", right, wrong)
    try:
        results = [checkout.run("plan", check=False), checkout.run(check=False)]
    finally:
        checkout.edit("data/published/mpls.csv", wrong, right)
    for result in results:
        assert result.returncode == 1
        assert "published: 'fast' is not a number" in result.stderr
        assert "What will run" not in result.stdout
    assert digest_file(checkout.results / "results.duckdb") == before


def test_metric_with_two_values_per_run_is_refused(checkout: Checkout) -> None:
    """Each would count as a replication, and make intervals narrow."""
    before = digest_file(checkout.results / "results.duckdb")
    metrics = checkout.root / "reports" / "mpls" / "metrics"
    metrics.mkdir(exist_ok=True)
    (metrics / "twice.sql").write_text(TWICE, encoding="utf-8")
    listed = checkout.root / "reports" / "mpls" / "metrics.txt"
    names = listed.read_text(encoding="utf-8")
    listed.write_text(f"{names.rstrip()}\ntwice\n", encoding="utf-8")
    result = checkout.run(check=False)
    listed.write_text(names, encoding="utf-8")
    (metrics / "twice.sql").unlink()
    assert result.returncode == 1
    assert (
        "metric twice: 2 values of flow1 in the run of losses-replayed/newreno/3 " in result.stderr
    )
    assert "A metric returns one row for each run and subject" in result.stderr
    assert digest_file(checkout.results / "results.duckdb") == before


def test_deleted_results_are_remade(checkout: Checkout) -> None:
    (checkout.results / "results.duckdb").unlink()
    (checkout.results / "reports" / "mpls.html").unlink()
    shutil.rmtree(checkout.root / ".snakemake" / "metadata")
    deleted = next((checkout.results / "runs").rglob("run_id=*"))
    shutil.rmtree(deleted)
    before = checkout.finished()
    checkout.run()
    assert (checkout.results / "results.duckdb").is_file()
    assert (checkout.results / "reports" / "mpls.html").is_file()
    assert checkout.new_runs(before) == {deleted.name}


def test_failed_page_keeps_earlier_one(
    checkout: Checkout,
) -> None:
    page = checkout.results / "reports" / "mpls.html"
    document = checkout.root / "reports" / "mpls.qmd"
    before, text = page.read_bytes(), document.read_text(encoding="utf-8")
    broken = "\n```{python}\n#| label: broken\nraise ValueError('no')\n```\n"
    document.write_text(text + broken, encoding="utf-8")
    try:
        results = [checkout.run(check=False) for _ in range(2)]
    finally:
        document.write_text(text + "\nMended.\n", encoding="utf-8")
    for result in results:
        assert result.returncode == 1
        named = r"reports/mpls\.qmd, line \d+, cell broken: ValueError: no$"
        assert re.search(named, result.stderr, re.M)
    assert page.read_bytes() == before
    checkout.run()
    assert "Mended." in page.read_text(encoding="utf-8")
    made_ns = page.stat().st_mtime_ns
    checkout.run()
    assert page.stat().st_mtime_ns == made_ns


def test_scenario_script_that_fails_is_named(empty_checkout: Checkout) -> None:
    """With its file and line, the log, and a command that repeats the run by hand."""
    before, wrong = "losses::from_parameters", "losses::from_parameter"
    empty_checkout.edit("tcl/studies/mpls.tcl", before, wrong)
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    assert f'invalid command name "{wrong}"' in result.stderr
    script = empty_checkout.root / "tcl" / "studies" / "mpls.tcl"
    line = 1 + script.read_text().splitlines().index(f"    {wrong}")
    assert f"failed with status 1 at {script}, line {line}. It printed:" in result.stderr
    logs = list((empty_checkout.results / "failed-runs").glob("*/ns.log"))
    assert logs
    assert str(logs[0].parent) in result.stderr
    assert wrong in logs[0].read_text()
    assert "Traceback" not in result.stderr
    command = re.search("To repeat it by hand: (.*)", result.stderr)
    assert command
    again = subprocess.run(command[1], shell=True, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert f'invalid command name "{wrong}"' in again.stderr
    empty_checkout.edit("tcl/studies/mpls.tcl", wrong, before)
    assert subprocess.run(command[1], shell=True, check=False).returncode == 0


def test_scheduler_error_names_file_and_line(empty_checkout: Checkout) -> None:
    """ns calls the scenario's procedures from its scheduler."""
    empty_checkout.edit("tcl/library/tracing.tcl", "    $ns flush-trace\n", "    $ns flush\n")
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    script = empty_checkout.root / "tcl" / "library" / "tracing.tcl"
    line = 1 + script.read_text().splitlines().index("    $ns flush")
    assert f"status 1 at {script}, line {line}. It printed:" in result.stderr


def test_early_ended_run_is_not_stored(empty_checkout: Checkout) -> None:
    """``test_run_endings`` tries other ways to end."""
    empty_checkout.edit(
        "tcl/studies/mpls.tcl",
        "    [simulation::ns] run\n",
        "    set ::ns [simulation::ns]\n    $::ns at 5.0 {exit 7}\n    $::ns run\n",
    )
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    assert "failed with status 7" in result.stderr
    assert not empty_checkout.finished()
    traces = list((empty_checkout.results / "failed-runs").glob("*/packets.tr"))
    assert traces, "its traces are kept"


def test_truncated_end_marker_fails_run(empty_checkout: Checkout) -> None:
    empty_checkout.edit(
        "tcl/library/tracing.tcl",
        '    puts $marker "end_s [$ns now]"\n    puts $marker "peak_memory_kib '
        '[peak_memory_kib]"\n',
        "    puts -nonewline $marker {end_s 12\npeak_memory_kib}\n",
    )
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    assert "stopped before the scenario's end" in result.stderr
    assert "Traceback" not in result.stderr
    assert not empty_checkout.finished()


def test_missing_source_file_is_named(empty_checkout: Checkout) -> None:
    shutil.rmtree(empty_checkout.root / "build")
    result = empty_checkout.run("--ns2-source", "/nowhere/ns.tar.gz", check=False)
    assert result.returncode == 1
    assert "/nowhere/ns.tar.gz: no such file" in result.stderr


def test_corrupted_source_file_is_named(empty_checkout: Checkout, tmp_path: Path) -> None:
    shutil.rmtree(empty_checkout.root / "build")
    tarball = tmp_path / "ns-allinone-2.35.tar.gz"
    tarball.write_bytes(os.urandom(5000))
    result = empty_checkout.run("--ns2-source", str(tarball), check=False)
    assert result.returncode == 1
    assert str(tarball) in result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr


def test_trace_that_cannot_be_read_is_kept_and_named(empty_checkout: Checkout) -> None:
    empty_checkout.edit(
        "tcl/library/tracing.tcl",
        "    $ns flush-trace\n",
        '    $ns flush-trace\n    puts [lindex $channels 0] "half a li"\n',
    )
    result = empty_checkout.run(check=False)
    assert result.returncode == 1
    assert "packets.tr, line" in result.stderr
    assert "'half a li'" in result.stderr
    traces = list((empty_checkout.results / "failed-runs").glob("*/packets.tr"))
    assert traces
    assert str(traces[0].parent) in result.stderr
    assert not empty_checkout.finished()
