"""Calling Snakemake, and saying in the user's words what came of it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from ns2studies.basics import paths
from ns2studies.basics.checkout import lock_descriptors
from ns2studies.basics.errors import StudyError
from ns2studies.basics.processes import bound, end_descendants
from ns2studies.cluster import slurm
from ns2studies.execution import steps
from ns2studies.execution.profiles import Profile, load_profile
from ns2studies.starting.job_logs import PROGRESS_MARK, errors_in
from ns2studies.starting.starter_process import starter
from nstrace.errors import NstraceError
from nstrace.files import disk_full, no_room_left, write_text_whole
from nstrace.scratch import private_folder, sweep_folders, sweep_unfinished

LOGS = paths.RESULTS / "logs"
_LOG = LOGS / "snakemake.log"
CONFIG = paths.RESULTS / "plan" / "snakemake.json"
_CACHE = paths.BUILD / "cache"
_PROFILE = "SNAKEMAKE_PROFILE"
_POLL_S = 1.0
_CLUSTER_POLL_S = 5.0
_CANCEL_S = 2.0 * slurm.ANSWER_S
_SHOWN_MESSAGES = 5


class WaitingSnakemake:
    """A Snakemake that loads its code, then waits to be told what to do.

    Args:
        process: it hears its standard input.
        loading: ends when its code is loaded, or it has ended itself.
    """

    def __init__(self, process: subprocess.Popen[bytes], loading: IO[bytes]) -> None:
        self.process = process
        self._loading = loading

    def until_loaded(self) -> None:
        """Wait while it loads its code, so that it is not taken for another program's work."""
        if not self._loading.closed:
            with self._loading:
                self._loading.read()

    @property
    def has_been_told(self) -> bool:
        """Was it told something before?"""
        return self.process.stdin is None or self.process.stdin.closed

    def tell(self, what: str) -> None:
        """Send it what it waits for, unless it was told something before, or has ended."""
        if self.process.stdin is None or self.has_been_told:
            return
        # How it ended is seen by its status.
        with suppress(BrokenPipeError), self.process.stdin as ear:
            ear.write(what.encode())


@contextmanager
def started(profile: Profile) -> Iterator[WaitingSnakemake]:
    """A Snakemake that loads its code and waits to be told what to do; meanwhile one can plan.

    It ends with this context at the latest, and so do its jobs.

    Args:
        profile: where jobs will run.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    forget_messages()
    with (
        _LOG.open("wb") as stream,
        private_folder("ns2studies-work-") as (scratch, lock),
        # Jobs of a cluster start elsewhere.
        nullcontext(dict[str, str]())
        if profile.on_cluster
        else starter(scratch, stream, _environment(scratch), (*lock_descriptors(), lock)) as told,
    ):
        loading, loaded = os.pipe()
        process = subprocess.Popen(
            # If this program is killed, Snakemake must not go on alone, nor its jobs, which end
            # with it (Snakefile). Jobs of a cluster, which may wait in a queue for hours, it
            # cancels after INT.
            bound(
                [
                    sys.executable,
                    "-m",
                    "ns2studies.execution.snakemake_cli",
                    "--await",
                    str(loaded),
                ],
                "INT" if profile.on_cluster else "KILL",
            ),
            cwd=paths.ROOT,
            stdin=subprocess.PIPE,
            stdout=stream,
            stderr=stream,
            env={**_environment(scratch), **told},
            pass_fds=(*lock_descriptors(), lock, loaded),
        )
        os.close(loaded)
        with os.fdopen(loading, "rb") as still_loading:
            waiting = WaitingSnakemake(process, still_loading)
            try:
                yield waiting
                waiting.tell("")
                process.wait()
            except BaseException:
                _stop(process, profile)
                raise


def snakemake(
    targets: Sequence[str],
    config: dict[str, str],
    cores: int,
    watch: Callable[[], None] = lambda: None,
    profile: Profile | None = None,
    waiting: WaitingSnakemake | None = None,
) -> None:
    """Run the workflow until ``targets`` are made.

    Args:
        config: values for the Snakefile.
        cores: cores of this machine to use.
        watch: called repeatedly while it runs.
        profile: where jobs run; on this machine if not given.
        waiting: one that was :func:`started`; another one if that has been told something before.

    Raises:
        StudyError: with the messages of the jobs that failed.
    """
    profile = profile or load_profile()
    usable = waiting if waiting and not waiting.has_been_told else None
    with nullcontext(usable) if usable else started(profile) as it:
        # In a file, since Snakemake would take a value of its command line apart as YAML.
        write_text_whole(CONFIG, json.dumps(config))
        it.tell(json.dumps(_arguments(targets, cores, profile)))
        _wait(it.process, watch, _CLUSTER_POLL_S if profile.on_cluster else _POLL_S)
    if it.process.returncode != 0:
        raise _failure(_LOG)


def _environment(scratch: Path) -> dict[str, str]:
    """Snakemake keeps its caches inside the checkout, and does what this command says alone.

    A profile that its user has chosen is for calls of Snakemake by itself: its options would change
    what is made here (a dry run makes nothing), and nobody would see it.

    Whatever it and its jobs put into the temporary folder goes with the command: what they leave
    when they are killed has names of all kinds.
    """
    environment = {name: value for name, value in os.environ.items() if name != _PROFILE}
    return {
        **environment,
        "XDG_CACHE_HOME": str(_CACHE),
        "TMPDIR": str(scratch),
        slurm.TMPDIR_OF_USER: os.environ.get("TMPDIR", ""),
    }


def reset_future_times(files: Iterable[Path]) -> None:
    """Set files dated in the future, left by a clock that ran ahead, back to now.

    Snakemake ends with an error if what a job makes is older than what it is made from.
    """
    now_s = time.time()
    for file in files:
        with suppress(FileNotFoundError):
            if file.stat().st_mtime > now_s:
                os.utime(file, (now_s, now_s))


def remove_unfinished() -> None:
    """Remove unfinished files of killed commands; only while no other command is at work."""
    for name in ("", *paths.WRITTEN):
        sweep_unfinished(paths.RESULTS / name)
    # Packing, comparing and drawing have such folders besides those of jobs.
    sweep_folders("ns2studies-")
    for folder in (paths.RESULTS / "measures").glob("*"):
        sweep_unfinished(folder)
    for cache in _CACHE.glob("snakemake/*/*/snakemake-runtime-cache"):
        shutil.rmtree(cache, ignore_errors=True)


def _arguments(targets: Sequence[str], cores: int, profile: Profile) -> list[str]:
    return [
        *("--snakefile", str(paths.ROOT / "Snakefile")),
        *("--directory", str(paths.ROOT)),
        # On top of profiles/default, which Snakemake finds by itself.
        *(["--profile", str(profile.folder)] if profile.folder else []),
        # On a cluster the first are those that the rules know of, the others what is used here.
        *("--cores", str(cores), "--local-cores", str(cores)),
        *("--configfile", str(CONFIG.relative_to(paths.ROOT))),
        *("--", *targets),
    ]


def _wait(process: subprocess.Popen[bytes], watch: Callable[[], None], poll_s: float) -> None:
    while process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(poll_s)
        watch()


def _stop(process: subprocess.Popen[bytes], profile: Profile) -> None:
    """End Snakemake and its jobs; on a cluster give it the time to cancel them."""
    if profile.on_cluster:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_CANCEL_S)
    end_descendants()
    process.wait()


def progress_in(log: Path) -> tuple[int, int, str] | None:
    """How far the job that writes ``log`` is: done, total, what."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        words = line.split(maxsplit=3)
        if len(words) == 4 and words[0] == PROGRESS_MARK:
            return int(words[1]), int(words[2]), words[3]
    return None


def forget_messages() -> None:
    """Remove what jobs of earlier calls have said."""
    for log in (*LOGS.rglob("*.log"), steps.LOG):
        log.unlink(missing_ok=True)


def _failure(log: Path) -> NstraceError:
    """The error that the logs of this call hold."""
    messages: list[str] = []
    for path in sorted({*LOGS.rglob("*.log")} - {_LOG}):
        for message in errors_in(path):
            if message not in messages:
                messages.append(message)
    if messages:
        more = len(messages) - _SHOWN_MESSAGES
        shown = messages[:_SHOWN_MESSAGES] + ([f"and {more} more in {LOGS}"] if more > 0 else [])
        return StudyError("\n".join(shown))
    if no_room_left(log.parent):
        # There was no room for a message either.
        return disk_full(log.parent)
    tail = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-12:]
    ending = "\n".join(f"    {line}" for line in tail)
    return StudyError(
        f"the workflow failed; {log} ends with:\n{ending}",
        f"If it does so again, delete {paths.ROOT / '.snakemake'}: what Snakemake remembers may "
        "be damaged, and nothing else is lost with it.",
    )
