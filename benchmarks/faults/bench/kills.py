"""Series of commands whose processes are killed, and what is lost by it."""

import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.commands import COMMAND, ask_for_all_again, shown
from bench.disturbances import ENDED_S, forget_some, left_behind, start
from bench.victims import Process, of_cluster_too, of_session, place_of
from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file
from ns2studies.benchmarking import BenchmarkError

SERIES: Final = 25
"""Kills after which a command runs undisturbed and everything is compared."""

_MEAN_CPU_S: Final = 2.5
"""CPU seconds that a command has used on average when its first process is killed. CPU time spreads
the kills over the work as evenly on a busy machine as on a quiet one."""

_MOST_AT_ONCE: Final = 5
_APART_S: Final = 0.15
"""Seconds within which remaining processes of the command are hit again, even as it ends."""

ALL_AT_ONCE: Final = "all at once"
_ALL: Final = 0.15
"""Share of kills that hit all processes at the same moment."""

_LOOKED_S: Final = 2.0
_PACKED: Final = 0.5
"""Share of commands that pack an archive, among those with all results up to date."""

_FORGOTTEN: Final = 0.5
"""Share of the other commands before which some results are deleted."""

_POLL_S: Final = 0.05
_GIVEN_UP_S: Final = 600.0


@dataclass
class Kills:
    """The kills and their outcome.

    Attributes:
        hit: number of kills, by phase and role.
        commands: how many commands were disturbed.
        series: how many times everything was compared.
        lost: finished runs that were gone or made again.
        repairs: how often ``./reproduce check --repair`` was needed.
        wrong: descriptions of all faults.
    """

    hit: Counter[tuple[str, str]] = field(default_factory=Counter)
    commands: int = 0
    series: int = 0
    lost: int = 0
    repairs: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Torture:
    """The settings and results shared by all series.

    Attributes:
        options: options of each command, such as a profile.
        look: returns the processes of a command, given its session.
    """

    chance: random.Random
    options: Sequence[str]
    look: Callable[[int], list[Process]]
    kills: Kills


def kill(
    number: int, seed: int, options: Sequence[str], folder: Path, say: Callable[[str], None]
) -> Kills:
    """Kill ``number`` processes of commands in this checkout.

    Args:
        options: options of each command.
        folder: an empty folder for temporary files.
        say: called with a line of progress after each series.
    """
    kills = Kills()
    if not number:
        return kills
    if refused := _refused(options):
        raise BenchmarkError(f"nothing to compare with: {refused}")
    wanted = _everything()
    torture = _Torture(
        random.Random(seed), options, of_cluster_too if options else of_session, kills
    )
    with _temporary(folder):
        while (done := kills.hit.total()) < number:
            _series(torture, min(number, done + SERIES))
            _compare(torture, wanted, folder)
            say(f"{kills.hit.total()} kills, {len(kills.wrong)} wrong")
    return kills


@contextmanager
def _temporary(folder: Path) -> Iterator[None]:
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def _everything() -> dict[str, list[str]]:
    """Return all values that pages show, and the digest of each table of each run."""
    tables = sorted((paths.RESULTS / "runs").rglob("run_id=*/*.parquet"))
    runs = [f"{path.relative_to(paths.RESULTS)} {digest_file(path)}" for path in tables]
    return {**shown(paths.ROOT), "tables of runs": runs}


def _finished() -> dict[str, int]:
    """Return the time at which each run was finished, in ns, by its folder."""
    facts = (paths.RESULTS / "runs").glob("study=*/run_id=*/run.json")
    return {str(path.parent): path.stat().st_mtime_ns for path in facts}


def _series(torture: _Torture, until: int) -> None:
    """Kill processes of consecutive commands until there were ``until`` kills in all."""
    everything_made = True
    while torture.kills.hit.total() < until:
        # Packing is the last stage: a command reaches it only if little else is left to do.
        packed = everything_made and torture.chance.random() < _PACKED
        words = ["archive"] if packed else []
        if not packed and (everything_made or torture.chance.random() < _FORGOTTEN):
            _forget(torture.chance)
        before = _finished()
        status = _killed_command(torture, words, until)
        everything_made = status == 0
        after = _finished()
        gone = [run for run, made in before.items() if after.get(run) != made]
        torture.kills.lost += len(gone)
        torture.kills.wrong += [f"a finished run was lost: {run}" for run in gone]


def _forget(chance: random.Random) -> None:
    """Delete all runs of a study, some runs, or only files derived from runs."""
    studies = sorted((paths.RESULTS / "runs").glob("study=*"))
    match chance.randrange(4):
        case 0:
            ask_for_all_again(paths.ROOT, chance)
        case 1:
            forget_some(chance)
        case _ if studies:
            shutil.rmtree(chance.choice(studies))


def _killed_command(torture: _Torture, words: Sequence[str], until: int) -> int:
    kills, chance = torture.kills, torture.chance
    command = start([*COMMAND, *words, *torture.options])
    kills.commands += 1
    _let_it_use(command, torture, chance.expovariate(1 / _MEAN_CPU_S))
    for _ in range(min(chance.randint(1, _MOST_AT_ONCE), until - kills.hit.total())):
        if command.poll() is not None:
            break
        _hit(torture, torture.look(command.pid))
        time.sleep(chance.uniform(0, _APART_S))
    if command.poll() == -signal.SIGKILL:
        _require_end(torture, command.pid)
    said = command.communicate(timeout=_GIVEN_UP_S)[0]
    if command.returncode not in (0, 1, -signal.SIGKILL):
        kills.wrong.append(f"status {command.returncode}: {said[-600:]}")
    if "Traceback" in said:
        kills.wrong.append(f"a traceback: {said[-1500:]}")
    return command.returncode


def _let_it_use(command: "subprocess.Popen[str]", torture: _Torture, wanted_s: float) -> None:
    """Wait until a command and its processes have used ``wanted_s`` of CPU time, or it ends."""
    began_s, used_s = time.monotonic(), 0.0
    while command.poll() is None and used_s < wanted_s:
        # Sleep for half of the expected rest, since polling takes CPU time as well.
        pace = used_s / (time.monotonic() - began_s) or 1.0
        time.sleep(min(max((wanted_s - used_s) / pace / 2, _POLL_S), _LOOKED_S))
        # The time of an ended process is added to that of the parent that waited for it.
        used_s = sum(process.used_s for process in torture.look(command.pid))


def _hit(torture: _Torture, found: list[Process]) -> None:
    """Kill one random process, or all at once."""
    if not found:
        return
    victim = torture.chance.choice(found)
    phase, role = place_of(victim, found)
    every = torture.chance.random() < _ALL
    for process in found if every else [victim]:
        try:
            os.kill(process.number, signal.SIGKILL)
        except ProcessLookupError:
            continue
    torture.kills.hit[phase, ALL_AT_ONCE if every else role] += 1


def _require_end(torture: _Torture, session: int) -> None:
    """Record a fault if processes survive the kill; on Slurm, after a longer grace period."""
    end_s = time.monotonic() + (_GIVEN_UP_S if torture.options else ENDED_S)
    while (left := torture.look(session)) and time.monotonic() < end_s:
        time.sleep(_POLL_S)
    if left:
        words = b" ".join(left[0].words)
        torture.kills.wrong.append(f"{len(left)} processes go on: {words.decode()}")


def _refused(words: Sequence[str]) -> str:
    """Run a command; return its status and output if it fails, else an empty string."""
    command = start([*COMMAND, *words])
    said = command.communicate(timeout=_GIVEN_UP_S)[0]
    return f"{words}: status {command.returncode}: {said[-1500:]}" if command.returncode else ""


def _compare(torture: _Torture, wanted: dict[str, list[str]], folder: Path) -> None:
    """Run a command undisturbed, and record every difference from the original results."""
    kills = torture.kills
    kills.series += 1
    refused = _refused(torture.options) or _refused(["check"])
    if refused:
        kills.wrong.append(f"afterwards: {refused}")
        kills.repairs += 1
        kills.wrong += filter(None, [_refused(["check", "--repair"])])
    found = _everything()
    kills.wrong += [f"other values: {name}" for name in wanted if found.get(name) != wanted[name]]
    left = [*left_behind(), *map(str, folder.iterdir())]
    kills.wrong += [f"left behind: {path}" for path in left]
