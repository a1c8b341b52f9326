"""Calling Snakemake, and saying in the user's words what came of it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ns2studies import layout, steps
from ns2studies.errors import StudyError
from ns2studies.jobs import ERROR_MARK, PROGRESS_MARK
from ns2studies.profiles import LOCAL, Profile, load_profile
from nstrace.errors import NstraceError
from nstrace.files import disk_full, no_room_left, write_text_whole

LOGS = layout.RESULTS / "logs"
CONFIG = layout.RESULTS / "plan" / "snakemake.json"
_POLL_S = 1.0
_CLUSTER_POLL_S = 5.0
_SHOWN_MESSAGES = 5


def snakemake(
    targets: Sequence[str],
    config: dict[str, str],
    cores: int,
    watch: Callable[[], None] = lambda: None,
    forced: Sequence[str] = (),
    profile: Profile | None = None,
) -> None:
    """Run the workflow until ``targets`` are made.

    Args:
        config: values for the Snakefile.
        cores: cores of this machine to use.
        watch: called again and again meanwhile.
        forced: files to make again, with what hangs on them, though they are there.
        profile: where jobs run; on this machine if not given.

    Raises:
        StudyError: with the messages of the jobs that failed.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    _forget_messages()
    # In a file, since Snakemake would take a value of its command line apart as YAML.
    write_text_whole(CONFIG, json.dumps(config))
    log = LOGS / "snakemake.log"
    profile = profile or load_profile(LOCAL)
    with log.open("wb") as stream:
        process = subprocess.Popen(
            _command(targets, cores, forced, profile),
            cwd=layout.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            env=_environment(),
            pass_fds=tuple(_inherited),
        )
        _wait(process, watch, _CLUSTER_POLL_S if profile.on_cluster else _POLL_S)
    if process.returncode != 0:
        raise _failure(log)


def _environment() -> dict[str, str]:
    """The rules' "python" is this one; Snakemake keeps its caches inside the checkout."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**os.environ, "PATH": programs, "XDG_CACHE_HOME": str(layout.BUILD / "cache")}


_inherited: set[int] = set()


@contextmanager
def inheriting(lock: int) -> Iterator[None]:
    """Let Snakemake inherit a lock, which then stays locked while an orphan is at work.

    Args:
        lock: the descriptor of the locked file.
    """
    _inherited.add(lock)
    try:
        yield
    finally:
        _inherited.discard(lock)


def _command(
    targets: Sequence[str], cores: int, forced: Sequence[str], profile: Profile
) -> list[str]:
    # If this program is killed, Snakemake must not go on alone. TERM lets it wait for the jobs
    # at hand; jobs of a cluster, which may wait in a queue for hours, it cancels after INT.
    return [
        *("setpriv", "--pdeathsig", "INT" if profile.on_cluster else "TERM"),
        *(sys.executable, "-m", "ns2studies.snakemake_cli"),
        *("--snakefile", str(layout.ROOT / "Snakefile")),
        *("--directory", str(layout.ROOT)),
        *("--profile", str(profile.folder)),
        # On a cluster the first are those that the rules know of, the others what is used here.
        *("--cores", str(cores), "--local-cores", str(cores)),
        *(["--forcerun", *forced] if forced else []),
        *("--configfile", str(CONFIG.relative_to(layout.ROOT))),
        *("--", *targets),
    ]


def _wait(process: subprocess.Popen[bytes], watch: Callable[[], None], poll_s: float) -> None:
    """Wait for Snakemake; after Ctrl-C give it the time to stop its jobs."""
    try:
        while process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(poll_s)
            watch()
    except KeyboardInterrupt:
        process.wait()
        raise


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


def _forget_messages() -> None:
    for log in (*LOGS.rglob("*.log"), steps.LOG):
        log.unlink(missing_ok=True)


def _failure(log: Path) -> NstraceError:
    """The error out of the logs of this call."""
    messages: list[str] = []
    for path in sorted(LOGS.rglob("*.log")):
        for message in _messages(path):
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
    return StudyError(f"the workflow failed; {log} ends with:\n{ending}")


def _messages(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.name == "snakemake.log":
        return []
    if "Traceback (most recent call last)" in text:
        return [f"a job stopped unexpectedly ({text.strip().splitlines()[-1]}); see {path}"]
    parts = re.split(rf"^{ERROR_MARK}", text, flags=re.MULTILINE)
    return [part.strip() for part in parts[1:]]
