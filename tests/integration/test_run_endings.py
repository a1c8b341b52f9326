"""However a run ends early, it is never taken for complete. ``test_failures`` has the messages."""

import shutil
from pathlib import Path

import pytest
from own_checkout import SHORTER

from ns2studies.basics import paths
from ns2studies.basics.errors import SimulationError
from ns2studies.config.registry import load_study
from ns2studies.runs import launcher
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator
from nstrace.errors import TraceError


@pytest.fixture
def run(ns: Simulator, tmp_path: Path) -> Run:
    """A run of a second or so."""
    text = (paths.CONFIG / "mpls.yaml").read_text(encoding="utf-8")
    for old, new in SHORTER.items():
        text = text.replace(old, new)
    (tmp_path / "mpls.yaml").write_text(text, encoding="utf-8")
    return runs_of(load_study("mpls", "quick", tmp_path / "mpls.yaml"), ns.ns_sha256)[0]


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the Tcl scripts, which runs use."""
    copy = tmp_path / "tcl"
    shutil.copytree(paths.TCL, copy)
    monkeypatch.setattr(launcher, "RUNS", copy / "runs.tcl")
    return copy


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def message_of(run: Run, ns: Path, results: Path) -> str:
    """What is said of a run that must fail; nothing of it is in the store."""
    store = RunStore(results)
    with pytest.raises(SimulationError) as caught, Launcher(ns) as starting:
        store.add(run, starting)
    assert not list((results / "runs").glob("study=*/run_id=*"))
    assert list((results / "failed-runs").glob("*/packets.tr")), "its traces are kept"
    return caught.value.message


def test_unedited_run_completes(ns: Simulator, run: Run, scripts: Path, tmp_path: Path) -> None:
    with Launcher(ns.ns) as starting:
        RunStore(tmp_path).add(run, starting)
    assert list((tmp_path / "runs").glob("study=*/run_id=*"))


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("exit 0", "stopped before the scenario's end"),
        ("$ns halt", "stopped before the scenario's end"),
        ("exec sh -c {kill -9 $PPID}", "was killed by signal 9"),
    ],
)
def test_early_endings_fail_run(
    ns: Simulator, run: Run, scripts: Path, tmp_path: Path, ending: str, said: str
) -> None:
    """However it ends, and although traces are there that could be read."""
    edit(
        scripts / "studies" / "mpls.tcl",
        "    [simulation::ns] run\n",
        f"    set ::ns [simulation::ns]\n    $::ns at 5.0 {{{ending}}}\n    $::ns run\n",
    )
    assert said in message_of(run, ns.ns, tmp_path)


@pytest.mark.parametrize("text", ["", "end_s 12\n"])
def test_truncated_end_marker_fails_run(
    ns: Simulator, run: Run, scripts: Path, tmp_path: Path, text: str
) -> None:
    edit(
        scripts / "library" / "tracing.tcl",
        '    puts $marker "end_s [$ns now]"\n    puts $marker "peak_memory_kib '
        '[peak_memory_kib]"\n',
        f"    puts -nonewline $marker {{{text}}}\n",
    )
    assert "stopped before the scenario's end" in message_of(run, ns.ns, tmp_path)


def test_trace_under_another_name_is_refused(
    ns: Simulator, run: Run, scripts: Path, tmp_path: Path
) -> None:
    edit(
        scripts / "studies" / "mpls.tcl",
        "    [simulation::ns] run\n",
        "    close [open $output_folder/out.tr w]\n    [simulation::ns] run\n",
    )
    with pytest.raises(TraceError) as caught, Launcher(ns.ns) as starting:
        RunStore(tmp_path).add(run, starting)
    kept = tmp_path / "failed-runs" / run.run_id / "out.tr"
    words = f"mpls: {run.label}: {kept}: no table is made of a file of this name"
    assert caught.value.message == words
    assert "writes packets.tr, cwnd.tr" in caught.value.hint
