"""Series of commands of which processes are killed, one after the other, and what is lost by it."""

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
"""Kills after which a command is left alone and everything is compared."""

_MEAN_CPU_S: Final = 2.5
"""CPU seconds that a command has used on average when its first process is killed. By CPU time, the
moments are spread over its work as evenly on a busy machine."""

_MOST_AT_ONCE: Final = 5
_APART_S: Final = 0.15
"""What is left of the command is hit again within such a time: while it ends, too."""

ALL_AT_ONCE: Final = "all at once"
_ALL: Final = 0.15
"""Share of kills that hit all processes at the same moment."""

_LOOKED_S: Final = 2.0
_PACKED: Final = 0.5
"""Share of commands that pack an archive, of those that find all made."""

_FORGOTTEN: Final = 0.5
"""Share of the others before which something is made to be missing."""

_POLL_S: Final = 0.05
_GIVEN_UP_S: Final = 600.0


@dataclass
class Kills:
    """What was killed and what came of it.

    Attributes:
        hit: how often, by phase and role.
        commands: how many commands were disturbed.
        series: how many times everything was compared.
        lost: runs that had been finished and were gone or made again.
        repairs: how often ``./reproduce check --repair`` was needed for all to be right again.
        wrong: all that should not be.
    """

    hit: Counter[tuple[str, str]] = field(default_factory=Counter)
    commands: int = 0
    series: int = 0
    lost: int = 0
    repairs: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Torture:
    """What a series needs.

    Attributes:
        options: of each command, such as a profile.
        look: the processes of a command.
    """

    chance: random.Random
    options: Sequence[str]
    look: Callable[[int], list[Process]]
    kills: Kills


def kill(
    number: int, seed: int, options: Sequence[str], folder: Path, say: Callable[[str], None]
) -> Kills:
    """Kill so many processes of commands in this checkout.

    Args:
        options: of each command.
        folder: an empty one, for temporary files.
        say: told how far it is.
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
    """All values that pages show, and each table of each run."""
    tables = sorted((paths.RESULTS / "runs").rglob("run_id=*/*.parquet"))
    runs = [f"{path.relative_to(paths.RESULTS)} {digest_file(path)}" for path in tables]
    return {**shown(paths.ROOT), "tables of runs": runs}


def _finished() -> dict[str, int]:
    """When each run was finished (ns)."""
    facts = (paths.RESULTS / "runs").glob("study=*/run_id=*/run.json")
    return {str(path.parent): path.stat().st_mtime_ns for path in facts}


def _series(torture: _Torture, until: int) -> None:
    """Commands one after the other, each as soon as nothing is left of the one before it."""
    everything_made = True
    while torture.kills.hit.total() < until:
        # Packing comes last: it is only reached if there is little else to do.
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
    """Let something be missing: all runs of a study, some runs, or only what is made of runs."""
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
    """Wait until a command and its processes have used so much CPU time, or it has ended."""
    began_s, used_s = time.monotonic(), 0.0
    while command.poll() is None and used_s < wanted_s:
        # As long as half of what lacks takes at the speed so far: to look costs time, too.
        pace = used_s / (time.monotonic() - began_s) or 1.0
        time.sleep(min(max((wanted_s - used_s) / pace / 2, _POLL_S), _LOOKED_S))
        # Who has waited for a process has its time added to its own.
        used_s = sum(process.used_s for process in torture.look(command.pid))


def _hit(torture: _Torture, found: list[Process]) -> None:
    """Kill one process, whichever, or all at once."""
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
    """A job of a cluster ends as Slurm sees to it; anything else, soon."""
    end_s = time.monotonic() + (_GIVEN_UP_S if torture.options else ENDED_S)
    while (left := torture.look(session)) and time.monotonic() < end_s:
        time.sleep(_POLL_S)
    if left:
        words = b" ".join(left[0].words)
        torture.kills.wrong.append(f"{len(left)} processes go on: {words.decode()}")


def _refused(words: Sequence[str]) -> str:
    """What a command says that fails, and nothing if it ends well."""
    command = start([*COMMAND, *words])
    said = command.communicate(timeout=_GIVEN_UP_S)[0]
    return f"{words}: status {command.returncode}: {said[-1500:]}" if command.returncode else ""


def _compare(torture: _Torture, wanted: dict[str, list[str]], folder: Path) -> None:
    """Nobody disturbs this command: then all must be as if nobody ever had."""
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
