"""Runs that start from an ns which has loaded its library leave what runs by themselves leave."""

import filecmp
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from example_runs import example, run_of

from ns2studies.config.study_files import available
from ns2studies.runs.identity import Run
from ns2studies.runs.launcher import LOG, Launcher
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.simulate import COMPLETE, PARAMETERS, simulate
from ns2studies.runs.tcl_scripts import MAIN
from ns2studies.simulator.build import Simulator

PATIENCE_S = 60.0


@pytest.fixture
def launcher(ns: Simulator) -> Iterator[Launcher]:
    with Launcher(ns.ns) as started:
        yield started


def folder_for(root: Path, name: str) -> Path:
    folder = root / name
    folder.mkdir()
    return folder


@cache
def runs() -> Mapping[str, Run]:
    """A run of each study that needs no agent."""
    found = {study: run_of(example(study)) for study in available()}
    return {study: run for study, run in found.items() if not run.identity.agents}


def by_hand(ns: Path, run: Run, folder: Path) -> None:
    identity = run.identity
    text = parameter_text(run.study, identity.parameters, identity.seed)
    (folder / PARAMETERS).write_text(text, encoding="utf-8")
    with (folder / LOG).open("wb") as log:
        words = [ns, MAIN, folder / PARAMETERS, folder]
        subprocess.run(words, cwd=folder, stdout=log, stderr=log, check=True)


def endless(run: Run, folder: Path) -> None:
    """A run that goes on for longer than anybody waits, as far as its parameter file."""
    parameters = {**run.identity.parameters, "end_s": 1e5}
    parameters["traffic"] = {**parameters["traffic"], "stop_s": 1e5 - 1}
    text = parameter_text(run.study, parameters, run.identity.seed)
    (folder / PARAMETERS).write_text(text, encoding="utf-8")


def children_of(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(number) for number in text.split()]


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_launched_run_does_not_depend_on_earlier_ones(
    ns: Simulator, launcher: Launcher, tmp_path: Path
) -> None:
    """One after the other, and again in the opposite order: none leaves a trace in the next."""
    alone = folder_for(tmp_path, "alone")
    chosen = runs()
    assert len(chosen) >= 4
    for study, run in chosen.items():
        by_hand(ns.ns, run, folder_for(alone, study))
    for name, order in (("first", list(chosen)), ("again", list(chosen)[::-1])):
        made = folder_for(tmp_path, name)
        for study in order:
            simulate(launcher, chosen[study], folder_for(made, study))
            names = sorted(path.name for path in (alone / study).iterdir())
            assert sorted(path.name for path in (made / study).iterdir()) == names
            names.remove(COMPLETE)  # it says how much memory was taken
            equal, *other = filecmp.cmpfiles(alone / study, made / study, names, shallow=False)
            assert (equal, other) == (names, [[], []]), study


def test_cpu_time_and_memory_are_per_run(launcher: Launcher, tmp_path: Path) -> None:
    run = runs()["mpls"]
    first, second = (simulate(launcher, run, folder_for(tmp_path, name)) for name in "ab")
    assert 0 < second.cpu_s < 1.5 * (first.cpu_s + 0.1), "of one run, not of all so far"
    assert second.peak_memory_bytes > 5e6


@pytest.mark.parametrize("victim", ["the run", "the launcher"])
def test_killing_run_or_launcher_ends_run(launcher: Launcher, tmp_path: Path, victim: str) -> None:
    starter = starter_of(launcher, folder_for(tmp_path, "before"))
    killed = folder_for(tmp_path, "killed")
    endless(runs()["mpls"], killed)

    def kill(run: int) -> None:
        os.kill(run if victim == "the run" else starter, signal.SIGKILL)

    with when_it_runs(starter, kill) as seen:
        assert launcher.run(killed).returncode == -signal.SIGKILL
    assert not any(map(is_ns, seen))
    simulate(launcher, runs()["mpls"], folder_for(tmp_path, "after"))
    assert (tmp_path / "after" / COMPLETE).is_file()


def test_interrupt_ends_launcher_and_run(launcher: Launcher, tmp_path: Path) -> None:
    starter = starter_of(launcher, folder_for(tmp_path, "before"))
    stopped = folder_for(tmp_path, "stopped")
    endless(runs()["mpls"], stopped)

    def interrupt(_: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    # A process of several that share the tests may not hear it otherwise.
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with when_it_runs(starter, interrupt) as seen, pytest.raises(KeyboardInterrupt):
            launcher.run(stopped)
    finally:
        signal.signal(signal.SIGINT, heard)
    assert not any(map(is_ns, (starter, *seen)))


def test_log_that_cannot_be_written_ends_run(launcher: Launcher, tmp_path: Path) -> None:
    starter_of(launcher, folder_for(tmp_path, "before"))
    assert launcher.run(tmp_path / "not there").returncode == 1


def starter_of(launcher: Launcher, folder: Path) -> int:
    """The launcher's process: it is there when it has made a run."""
    simulate(launcher, runs()["mpls"], folder)
    (starter,) = (number for number in children_of(os.getpid()) if is_ns(number))
    return starter


@contextmanager
def when_it_runs(starter: int, act: Callable[[int], None]) -> Iterator[list[int]]:
    """Act on the next run's process as soon as it is there; in the end, the list has it."""
    seen: list[int] = []

    def watch() -> None:
        until(lambda: children_of(starter))
        seen.extend(children_of(starter))
        act(seen[0])

    watching = threading.Thread(target=watch)
    watching.start()
    yield seen
    watching.join()
    assert seen


def is_ns(process: int) -> bool:
    """Is it an ns that has not ended?"""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].endswith(b"/ns"))
    except OSError:
        return False
