"""Processes that end with the one that started them, and how a command stops them all.

Two things can end a command. Asked to stop, by a signal, it raises :class:`Stopped`, and what it
started is ended before it goes itself. Killed, it can do nothing any more: then the kernel ends
what :func:`bound` has started, and what that has started in turn.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

ASKING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that ask a program to stop: Ctrl-C, ``kill``, and a terminal that is closed."""

PATIENCE_S: Final = 3.0
"""Seconds from a signal that asks to stop to the one that does not ask."""

LAST_PATIENCE_S: Final = 1.0
"""The same for what is left when a command ends, after all that Snakemake had started. With the
other one and a look after each, nothing is waited for longer than 5 s."""

_POLL_S: Final = 0.05

_STEP_S: Final = 1.0
"""What a wait that was interrupted for longer counts as."""


class Stopped(KeyboardInterrupt):
    """A signal asks this program to stop.

    Attributes:
        status: what the program ends with, as a shell says it: 128 and the signal's number.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


_asked: list[Stopped] = []
"""The signal that has asked this program to stop, if one has."""


def heed_signals() -> None:
    """Let each of :data:`ASKING` raise :class:`Stopped`, once; later signals are ignored.

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
    """Let the signal that asked to stop end the block, whatever a library made of it.

    Of a query that is interrupted DuckDB makes an error of its own.

    Raises:
        Stopped: in the place of any error after such a signal.
    """
    try:
        yield
    except Exception:
        if _asked:
            raise _asked[-1] from None
        raise


def end_at_once(status: int) -> NoReturn:
    """End this program without taking apart all that it has loaded, which takes 0.1 s.

    Nothing may be left to be done at its end but to write what was printed.
    """
    with suppress(OSError):  # nobody hears it any more
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def last_line(said: str) -> str:
    """The last line of what a program wrote to its standard error; empty if it wrote nothing.

    Programs that end early say behind it which objects of native modules they leave.
    """
    lines = re.split(r"^nanobind: ", said, maxsplit=1, flags=re.MULTILINE)[0].strip().splitlines()
    return lines[-1] if lines else ""


def bound(command: Sequence[str], number: str = "KILL") -> list[str]:
    """A command that ends when the thread that starts it ends, for whatever reason.

    Args:
        number: the signal that it gets then, as setpriv names it.
    """
    # The kernel says nothing of a parent that has gone before it was asked to: another process is
    # the parent then.
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
    """Run a program that ends with this one, and keep what it writes.

    Time counts while this program runs: not while a shell (Ctrl-Z) or a container stopped both.

    Args:
        seconds: after which it is killed.
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
    """A process; its number alone may be reused by another one.

    Attributes:
        started: when, in clock ticks after the machine's start.
    """

    number: int
    started: int


def end_descendants(patience_s: float = PATIENCE_S) -> None:
    """End all processes that this one has started, and all that these have.

    Args:
        patience_s: seconds that they have to end by themselves.
    """
    found = _descendants()
    _send(found, signal.SIGTERM)
    end_s = time.monotonic() + patience_s
    while _alive(found) and time.monotonic() < end_s:
        time.sleep(_POLL_S)
    # A process that has lost its parent can't be found any more; new ones can.
    _send(_alive(found + _descendants()), signal.SIGKILL)


def _descendants() -> list[_Process]:
    """Children of this process, then theirs, and so on: parents before their children."""
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
    """A process, its parent's number and its state (proc(5)); None if there is none."""
    try:
        text = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field is a name in parentheses, in which anything may stand.
    fields = text.rpartition(")")[2].split()
    return _Process(number, int(fields[19])), int(fields[1]), fields[0]


def _alive(processes: Sequence[_Process]) -> list[_Process]:
    """Those that are there and have not ended."""
    found = ((process, _status(process.number)) for process in processes)
    return [
        process for process, seen in found if seen and seen[0] == process and seen[2] not in "ZX"
    ]


def _send(processes: Sequence[_Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process.number, number)
