"""Commands disturbed at a random moment, and a check that the next command recovers."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.commands import COMMAND, Outcome, ask_for_all_again, restored, saved, shown
from bench.victims import of_session
from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError

ENDED_S: Final = 15.0
"""Seconds within which all processes of a killed command must have ended; a quiet machine takes
less than five."""

_AT_FIRST_S: Final = 5.0
_FREED: Final = "16g"
_JUMP_H: Final = 30.0
_JUMPS_S: Final = 0.5
_FOR_EVER_S: Final = "1000000"
_YEARS_S: Final = 5 * 365 * 86_400.0


@dataclass
class _Probe:
    """One command and its disturbance.

    Attributes:
        usual_s: how long an undisturbed command takes, as measured so far.
        faults: what went wrong.
    """

    chance: random.Random
    usual_s: float
    faults: list[str] = field(default_factory=list)

    def later(self) -> None:
        """Wait for a random part of the command's usual time."""
        time.sleep(self.chance.uniform(0, self.usual_s))

    def judge(self, done: "subprocess.Popen[str]", statuses: tuple[int, ...]) -> str:
        """Wait for a command to end and return its output.

        Another exit status than one of ``statuses``, or a traceback, is recorded as a fault.
        """
        said = done.communicate()[0]
        if done.returncode not in statuses:
            self.faults.append(f"status {done.returncode}: {said[-600:]}")
        if "Traceback" in said:
            self.faults.append(f"a traceback: {said[-600:]}")
        return said


def start(words: Sequence[str], **variables: str) -> "subprocess.Popen[str]":
    """Start a command of this checkout in a new session."""
    return subprocess.Popen(
        words, cwd=paths.ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip


def _started(**variables: str) -> "subprocess.Popen[str]":
    return start(COMMAND, **variables)


def _kill(probe: _Probe) -> None:
    """Kill a random process of a command, or all of them at once."""
    command = _started()
    probe.later()
    victims = [process.number for process in of_session(command.pid)]
    if probe.chance.random() < 0.8:
        victims = victims and [probe.chance.choice(victims)]
    for victim in victims:
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            continue
    if command.pid in victims:
        end_s = time.monotonic() + ENDED_S
        while (left := of_session(command.pid)) and time.monotonic() < end_s:
            time.sleep(0.05)
        if left:
            probe.faults.append(f"{len(left)} processes go on")
    # The command may still succeed: a killed run is retried, or the process had already ended.
    probe.judge(command, (0, 1, -signal.SIGKILL))


def _two(probe: _Probe) -> None:
    """Start the same command a second time while the first is still running."""
    first = _started()
    probe.later()
    second = _started()
    said = probe.judge(second, (0, 1))
    if second.returncode == 1 and "another ./reproduce or snakemake" not in said:
        probe.faults.append(f"the second one says: {said[-600:]}")
    probe.judge(first, (0,) if second.returncode else (0, 1))


def _clock(probe: _Probe) -> None:
    """Simulate a clock jump: set times of files years away while a command is running."""
    command = _started()
    probe.later()
    for file in sorted(paths.RESULTS.rglob("*")):
        away_s = time.time() + probe.chance.uniform(-_YEARS_S, _YEARS_S)
        if probe.chance.random() < 0.5:
            try:
                os.utime(file, (away_s, away_s))
            except FileNotFoundError:
                continue
    probe.judge(command, (0, 1))


def _jumping_clock(probe: _Probe) -> None:
    """Make the time of day jump by hours, forward and back, between processes of a command.

    Within a process the time of day runs steadily: libfaketime can't shift it without also
    shifting the clock that timeouts use. Files keep the times that the kernel gives them, which
    processes then see as past or future.
    """
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        raise StudyError("faketime is not installed", "Install the package, or leave it out.")
    with tempfile.NamedTemporaryFile("w") as said:
        _let_it_be(Path(said.name), probe)
        command = _started(
            LD_PRELOAD=str(library), FAKETIME_TIMESTAMP_FILE=said.name,
            FAKETIME_CACHE_DURATION=_FOR_EVER_S, NO_FAKE_STAT="1",
        )  # fmt: skip
        while command.poll() is None:
            time.sleep(probe.chance.uniform(0, _JUMPS_S))
            _let_it_be(Path(said.name), probe)
        probe.judge(command, (0,))


def _let_it_be(said: Path, probe: _Probe) -> None:
    """Set the fake time of day to a random offset of some hours, atomically."""
    new = said.with_suffix(".new")
    new.write_text(f"{probe.chance.uniform(-_JUMP_H, _JUMP_H):+.2f}h\n", encoding="ascii")
    new.replace(said)


@contextmanager
def _small_disk(size: int) -> Iterator[None]:
    """Move the results to a file system with ``size`` free bytes, and back afterwards.

    Raises:
        StudyError: if no file system can be mounted.
    """
    place, aside = paths.RESULTS, paths.RESULTS.with_name("results-aside")
    used = sum(file.stat().st_size + 4096 for file in place.rglob("*"))
    place.rename(aside)
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={used + size}", "tmpfs", str(place)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            raise StudyError(
                f"{place}: no file system can be mounted",
                "Leave out the full disk: --kinds names the others.",
            )
        shutil.copytree(aside, place, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)
        place.rmdir()
        aside.rename(place)


def _full_disk(probe: _Probe) -> None:
    """Run a command on the small file system, which fills up, then enlarge it."""
    command = _started()
    said = probe.judge(command, (0, 1))
    if command.returncode and not any(
        words in said for words in ("no room left", "No space left", "MB are free")
    ):
        probe.faults.append(f"nothing of a full disk: {said[-600:]}")
    subprocess.run(["mount", "-o", f"remount,size={_FREED}", str(paths.RESULTS)], check=True)


KINDS: Final[dict[str, Callable[[_Probe], None]]] = {
    "kill": _kill,
    "two commands": _two,
    "clock": _clock,
    "jumping clock": _jumping_clock,
    "full disk": _full_disk,
}


def disturb(number: int, seed: int, folder: Path, kinds: list[str]) -> Outcome:
    """Run commands of this checkout with disturbances, and each again undisturbed.

    Args:
        folder: an empty folder, which holds the state that each probe starts from.
        kinds: kinds of disturbances, used in turn.
    """
    chance, outcome = random.Random(seed), Outcome()
    if not number:
        return outcome
    wanted = shown(paths.ROOT)
    saved(folder)
    usual_s = _AT_FIRST_S
    for turn in range(number):
        restored(folder)
        kind = kinds[turn % len(kinds)]
        forget_some(chance)
        probe = _Probe(chance, usual_s)
        if kind == "full disk":
            with _small_disk(chance.randrange(8 << 20)):
                _once(kind, probe, wanted)
        else:
            _once(kind, probe, wanted)
        usual_s = max(usual_s, probe.usual_s)
        outcome.done[kind] += 1
        outcome.wrong += [f"{kind} {turn}: {fault}" for fault in probe.faults]
    restored(folder)
    return outcome


def forget_some(chance: random.Random) -> None:
    """Delete some runs, measures, databases and pages, so that each stage has work to do."""
    runs = sorted((paths.RESULTS / "runs").glob("study=*/run_id=*"))
    for run in chance.sample(runs, min(len(runs), chance.randrange(1, 4))):
        shutil.rmtree(run)
    ask_for_all_again(paths.ROOT, chance)


def _once(kind: str, probe: _Probe, wanted: dict[str, list[str]]) -> None:
    KINDS[kind](probe)
    began_s = time.monotonic()
    probe.judge(_started(), (0,))
    probe.usual_s = time.monotonic() - began_s
    if shown(paths.ROOT) != wanted:
        probe.faults.append("other values")
    probe.faults += [f"left behind: {path}" for path in left_behind()]


def left_behind() -> list[str]:
    """Return temporary files and folders that ended commands left among the results."""
    results = paths.RESULTS
    return [str(path) for path in (*results.glob("runs/.working/*"), *results.rglob("*.tmp"))]
