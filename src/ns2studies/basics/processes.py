"""Processes that end with their parent, and how a command stops all of its children.

A command can end in two ways. On a signal to stop, it raises :class:`Stopped`, and ends its
children before it exits. If it is killed, it can do nothing: then the kernel ends the processes
that were started with :func:`bound`, and their children in turn.
"""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

ASKING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals by which a program is asked to stop: Ctrl-C, ``kill``, and a closed terminal."""

PATIENCE_S: Final = 3.0
"""Seconds between a signal to stop, which a process may handle, and SIGKILL."""

LAST_PATIENCE_S: Final = 1.0
"""The same for processes that are left when a command ends, after Snakemake has stopped its own.
Together with :data:`PATIENCE_S` and a check after each, no wait is longer than 5 s.
"""

_POLL_S: Final = 0.05

_STEP_S: Final = 1.0
"""Seconds that a wait counts as if it took longer, because this program was suspended."""


class Stopped(KeyboardInterrupt):
    """Raised when a signal asks this program to stop.

    Attributes:
        status: the exit status of the program, as in a shell: 128 plus the signal's number.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


_asked: list[Stopped] = []
"""The signals to stop that this program has received."""


def heed_signals() -> None:
    """Raise :class:`Stopped` on the first signal of :data:`ASKING`; ignore later signals.

    Signals that are ignored stay ignored: with ``nohup``, a command outlives its terminal.
    """
    _asked.clear()
    for number in ASKING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, _: FrameType | None) -> None:
    for each in ASKING:
        # Not SIG_IGN, which programs that are started meanwhile would inherit.
        signal.signal(each, lambda *_: None)
    _asked.append(Stopped(number))
    raise _asked[-1]


@contextmanager
def signals_come_first() -> Iterator[None]:
    """Raise ``Stopped`` in place of any error that follows a signal to stop.

    DuckDB, for example, raises an error of its own when a query is interrupted.

    Raises:
        Stopped: instead of any error after such a signal.
    """
    try:
        yield
    except Exception:
        if _asked:
            raise _asked[-1] from None
        raise


def last_line(said: str) -> str:
    """Return the last line that a program wrote to its standard error; empty if there is none.

    Messages of nanobind about leaked objects, which follow it, are skipped.
    """
    lines = re.split(r"^nanobind: ", said, maxsplit=1, flags=re.MULTILINE)[0].strip().splitlines()
    return lines[-1] if lines else ""


def bound(command: Sequence[str], number: str = "KILL") -> list[str]:
    """Return a command line whose process dies with the thread that starts it, for any reason.

    Args:
        number: the signal that the process gets then, as setpriv names it.
    """
    # The kernel sends no signal if the parent ended before setpriv was called: then the process
    # already has another parent.
    still_there = '[ "$PPID" = "$0" ] && exec "$@"'
    own = str(os.getpid())
    return ["setpriv", "--pdeathsig", number, "sh", "-c", still_there, own, *command]


def plain_environment() -> dict[str, str]:
    """Return the environment with untranslated messages and no options for another make."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "MAKE", "MFLAGS"))}
    return kept | {"LC_ALL": "C", "LANGUAGE": "C"}


def run_plain(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a short command in the plain environment; return its status and output."""
    return subprocess.run(
        command,
        env=plain_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def run_within(
    command: Sequence[str],
    seconds: float,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    text: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run a program that dies with this one, and capture its output.

    Time counts only while this program runs, not while both were stopped by a shell (Ctrl-Z) or a
    container.

    Args:
        seconds: time limit after which it is killed.
        text: its standard input.

    Raises:
        subprocess.TimeoutExpired: if it was killed.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as given:
        given.write(text)
        given.seek(0)
        with subprocess.Popen(
            bound(command), cwd=folder, env=environment, text=True, errors="replace",
            stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            try:
                written, complaints = _communicated(process, seconds)
            finally:
                process.kill()
    return subprocess.CompletedProcess(command, process.returncode, written, complaints)


def _communicated(process: "subprocess.Popen[str]", seconds: float) -> tuple[str, str]:
    left = seconds
    while True:
        step = min(left, _STEP_S)
        try:
            return process.communicate(timeout=step)
        except subprocess.TimeoutExpired:
            left -= step
            if left <= 0:
                raise


@dataclass(frozen=True)
class _Process:
    """A process, identified by number and start time, since numbers are reused.

    Attributes:
        started: clock ticks from the start of the machine to that of the process.
    """

    number: int
    started: int


def end_descendants(patience_s: float = PATIENCE_S) -> None:
    """End all descendants of this process.

    Args:
        patience_s: seconds that they have to end by themselves.
    """
    found = _descendants()
    _send(found, signal.SIGTERM)
    end_s = time.monotonic() + patience_s
    while _alive(found) and time.monotonic() < end_s:
        time.sleep(_POLL_S)
    # Descendants of a process that has died can't be found any more; new children can.
    _send(_alive(found + _descendants()), signal.SIGKILL)


def _descendants() -> list[_Process]:
    """Return the descendants of this process, parents before their children."""
    children: dict[int, list[_Process]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        if seen := _status(int(entry.name)):
            process, parent, _ = seen
            children.setdefault(parent, []).append(process)
    found = list(children.get(os.getpid(), []))
    for process in found:
        found += children.get(process.number, [])
    return found


def _status(number: int) -> tuple[_Process, int, str] | None:
    """Return a process, its parent's number and its state (proc(5)); None if it does not exist."""
    try:
        text = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field is a name in parentheses, which may contain any characters.
    fields = text.rpartition(")")[2].split()
    return _Process(number, int(fields[19])), int(fields[1]), fields[0]


def _alive(processes: Sequence[_Process]) -> list[_Process]:
    """Return the processes that still exist and have not ended."""
    found = ((process, _status(process.number)) for process in processes)
    return [
        process for process, seen in found if seen and seen[0] == process and seen[2] not in "ZX"
    ]


def _send(processes: Sequence[_Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process.number, number)
