"""Calling Snakemake, and saying in the user's words what came of it."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ns2studies import layout
from ns2studies.errors import StudyError
from ns2studies.jobs import ERROR_MARK, PROGRESS_MARK
from nstrace.errors import NstraceError
from nstrace.files import disk_full, no_room_left, write_text_whole

LOGS = layout.RESULTS / "logs"
CONFIG = layout.RESULTS / "plan" / "snakemake.json"
_POLL_S = 0.5


def snakemake(
    targets: Sequence[str],
    config: dict[str, str],
    cores: int,
    watch: Callable[[], None] = lambda: None,
    forced: Sequence[str] = (),
) -> None:
    """Run the workflow until ``targets`` are made.

    Args:
        config: values for the Snakefile.
        watch: called twice a second meanwhile.
        forced: files to make again, with what hangs on them, though they are there.

    Raises:
        StudyError: with the messages of the jobs that failed.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    _forget_messages()
    # In a file, since Snakemake would take a value of its command line apart as YAML.
    write_text_whole(CONFIG, json.dumps(config))
    log = LOGS / "snakemake.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            _command(targets, cores, forced),
            cwd=layout.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            env=_environment(),
            pass_fds=tuple(_inherited),
        )
        _wait(process, watch)
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


def _command(targets: Sequence[str], cores: int, forced: Sequence[str]) -> list[str]:
    # If this program is killed, Snakemake must not go on alone.
    return [
        *("setpriv", "--pdeathsig", "TERM"),
        *(sys.executable, "-m", "snakemake"),
        *("--snakefile", str(layout.ROOT / "Snakefile")),
        *("--directory", str(layout.ROOT)),
        *("--profile", str(layout.ROOT / "workflow" / "profiles" / "local")),
        *("--cores", str(cores)),
        *(["--forcerun", *forced] if forced else []),
        *("--configfile", str(CONFIG.relative_to(layout.ROOT))),
        *("--", *targets),
    ]


def _wait(process: subprocess.Popen[bytes], watch: Callable[[], None]) -> None:
    """Wait for Snakemake; after Ctrl-C give it the time to stop its jobs."""
    stopped = threading.Event()
    try:
        while process.poll() is None:
            stopped.wait(_POLL_S)
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
    for log in LOGS.rglob("*.log"):
        log.unlink(missing_ok=True)


def _failure(log: Path) -> NstraceError:
    """The error out of the logs of this call."""
    messages: list[str] = []
    for path in sorted(LOGS.rglob("*.log")):
        for message in _messages(path):
            if message not in messages:
                messages.append(message)
    if messages:
        return StudyError("\n".join(messages))
    if no_room_left(log.parent):
        # There was no room for a message either.
        return disk_full(log.parent)
    tail = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-12:]
    shown = "\n".join(f"    {line}" for line in tail)
    return StudyError(f"the workflow failed; {log} ends with:\n{shown}")


def _messages(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.name == "snakemake.log":
        return []
    if "Traceback (most recent call last)" in text:
        return [f"a job stopped unexpectedly ({text.strip().splitlines()[-1]}); see {path}"]
    parts = re.split(rf"^{ERROR_MARK}", text, flags=re.MULTILINE)
    return [part.strip() for part in parts[1:]]
