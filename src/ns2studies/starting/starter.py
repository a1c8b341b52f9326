"""The process that a command's jobs are copies of: ``python -m ns2studies.starting.starter FILE``.

It listens at a socket, its open file of the number FILE, for what ask.py asks. When a program is
asked for first, it imports what that needs; then it forks for each. A process with threads must not
fork, since what they hold is held for ever in the copy: so nothing is imported here that starts
one, such as Polars, and if there is one nevertheless, whoever asks is told to do without.

What ends one ends the other: a job whose asker has gone is killed, and the kernel kills jobs whose
starter has gone. Asked to stop, the starter waits for the jobs that are left.
"""

import ctypes
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from ns2studies.basics.garbage import nothing_to_collect
from ns2studies.basics.processes import ASKING, end_at_once
from ns2studies.starting.ask import PROGRAMS, REFUSED

_MEASURING: Final = (
    "ns2studies.planning.forecast",
    "ns2studies.measures.fingerprints",
    "ns2studies.measures.measure",
    "ns2studies.runs.finished",
    "ns2studies.studies.selection",
)
_RENDERING: Final = ("ns2studies.comparing.last_command", "ns2studies.report.render")

LOADED: Final = {
    "run-batch": ("ns2studies.runs.batches", "ns2studies.runs.launcher", *_MEASURING),
    "measure": _MEASURING,
    "study-database": ("duckdb", "pyarrow.parquet", "scipy.special", "ns2studies.execution.steps"),
    "database": ("duckdb", "pyarrow.parquet", "ns2studies.execution.steps"),
    "report": _RENDERING,
    "start-page-so-far": _RENDERING,
    "cells": ("altair", "duckdb", "pyarrow.parquet"),
}
"""What is imported before a job or a document's cells are run. None of it starts a thread."""

WITHOUT_THREADS: Final = {
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "OPENBLAS_NUM_THREADS": "1",
}
"""The environment in which that is so: Arrow's memory otherwise has a thread that tidies up, and
NumPy's algebra one for each processor."""

_SET_SIGNAL_OF_PARENTS_END: Final = 1
_SET_NAME: Final = 15
"""PR_SET_PDEATHSIG and PR_SET_NAME (prctl(2))."""


@dataclass(frozen=True)
class ProgramRequest:
    """What ask.py hands over of the process that it is.

    Attributes:
        words: a key of PROGRAMS, and the program's arguments.
        files: descriptors of its standard input, output and error.
    """

    words: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    files: Sequence[int]


@dataclass(frozen=True)
class _Job:
    """A process that runs a program, and the connection of who asked for it.

    Attributes:
        end: a descriptor that can be read when the process has ended.
    """

    process: int
    end: int
    asker: socket.socket


class Starter:
    """Forks a process for each program that is asked for, and tells how it ended.

    Args:
        listener: where requests arrive.
    """

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._watched = selectors.DefaultSelector()
        self._watched.register(listener, selectors.EVENT_READ, self._accept)
        self._is_open = True
        self._jobs: set[_Job] = set()
        self._ear, mouth = os.pipe()
        os.set_blocking(mouth, False)
        self._watched.register(self._ear, selectors.EVENT_READ, self._close)
        self._heeded = [each for each in ASKING if signal.getsignal(each) is not signal.SIG_IGN]
        for number in self._heeded:
            signal.signal(number, lambda *_: None)
        self._mouth = mouth
        signal.set_wakeup_fd(mouth)

    def serve(self) -> ProgramRequest | None:
        """Start programs until a signal asks to stop, and all have ended.

        Returns:
            None; but what it has to do, in each process that it has forked.
        """
        while self._is_open or self._jobs:
            for key, _ in self._watched.select():
                request: ProgramRequest | None = key.data()
                if request:
                    return request
        return None

    def _accept(self) -> ProgramRequest | None:
        if not self._is_open:  # the signal and the question came together
            return None
        connection, _ = self._listener.accept()
        try:
            request = _received(connection)
        except (OSError, ValueError):  # who asked has gone
            connection.close()
            return None
        process = self._forked(request)
        if process == 0:
            connection.close()
            return request
        for file in request.files:
            os.close(file)
        if process:
            self._watch(_Job(process, os.pidfd_open(process), connection))
        else:
            _tell(connection, REFUSED)
        return None

    def _forked(self, request: ProgramRequest) -> int | None:
        """The number of a new process, 0 in that process; None if there can't be one."""
        starter = os.getpid()
        try:
            _load(request.words)
            if len(list(Path("/proc/self/task").iterdir())) > 1:
                return None
            process = os.fork()
        # Whatever a module raises that a job imports: who asked becomes the job itself, imports it
        # again, and tells of it where it can be shown. Other jobs go on.
        except Exception:  # noqa: BLE001
            return None
        if process == 0:
            self._forget()
            ctypes.CDLL(None).prctl(_SET_SIGNAL_OF_PARENTS_END, signal.SIGKILL)
            if os.getppid() != starter:
                os.kill(os.getpid(), signal.SIGKILL)
        return process

    def _forget(self) -> None:
        """In a new process: be as one that nobody has prepared."""
        signal.set_wakeup_fd(-1)
        for number in self._heeded:
            signal.signal(number, signal.SIG_DFL)
        self._watched.close()
        self._listener.close()
        for file in (self._ear, self._mouth, *(job.end for job in self._jobs)):
            os.close(file)
        for job in self._jobs:
            job.asker.close()

    def _watch(self, job: _Job) -> None:
        self._jobs.add(job)
        self._watched.register(job.asker, selectors.EVENT_READ, partial(self._hear, job))
        self._watched.register(job.end, selectors.EVENT_READ, partial(self._tell_end, job))

    def _hear(self, job: _Job) -> None:
        """Pass on signals that who asked has got; kill the program if that has gone."""
        if job not in self._jobs:  # both ended together
            return
        try:
            numbers = job.asker.recv(64)
        except OSError:
            numbers = b""
        if not numbers:
            self._watched.unregister(job.asker)
        for number in numbers or [signal.SIGKILL]:
            os.kill(job.process, number)

    def _tell_end(self, job: _Job) -> None:
        _, status = os.waitpid(job.process, 0)
        self._jobs.remove(job)
        self._watched.unregister(job.end)
        os.close(job.end)
        with suppress(KeyError):  # it has gone
            self._watched.unregister(job.asker)
        _tell(job.asker, f"{os.waitstatus_to_exitcode(status)}\n")

    def _close(self) -> None:
        """Start nothing more: a signal has asked to stop."""
        self._watched.unregister(self._ear)
        self._watched.unregister(self._listener)
        self._listener.close()
        self._is_open = False


def _received(connection: socket.socket) -> ProgramRequest:
    """What ask.py sends.

    Raises:
        OSError, ValueError: if it ends before that is whole.
    """
    size, files, _, _ = socket.recv_fds(connection, 8, 3)
    with connection.makefile("rb") as stream:
        told = stream.read(int.from_bytes(size, "big"))
    words, folder, environment = json.loads(told)
    return ProgramRequest(words, folder, environment, files)


def _load(words: Sequence[str]) -> None:
    """Import what a program needs, before the process is forked that runs it."""
    wanted = words[1] if words[0] == "jobs" else words[0]
    with nothing_to_collect():
        for module in LOADED.get(wanted, ()):
            importlib.import_module(module)
        importlib.import_module(PROGRAMS[words[0]])


def _tell(connection: socket.socket, answer: str) -> None:
    with suppress(OSError), connection:
        connection.sendall(answer.encode("ascii"))


def _run(request: ProgramRequest) -> int:
    """Be the process that was asked for; returns its status."""
    # What is there by now is never garbage; to look at it would copy its memory.
    gc.freeze()
    for standard, file in enumerate(request.files):
        os.dup2(file, standard)
        os.close(file)
    os.environ.clear()
    os.environ.update(request.environment)
    os.chdir(request.folder)
    if request.folder not in sys.path:
        sys.path.insert(1, request.folder)  # after the checkout, as for a program called by itself
    sys.argv = [PROGRAMS[request.words[0]], *request.words[1:]]
    _take_name(request.words)
    return importlib.import_module(PROGRAMS[request.words[0]]).main() or 0


def _take_name(words: Sequence[str]) -> None:
    """Be called "report recovery", not as the starter is: by the job and what it is about."""
    name = words[0] if words[0] != "jobs" else " ".join(Path(word).stem for word in words[1:3])
    ctypes.CDLL(None).prctl(_SET_NAME, name.encode()[:15])


def main() -> int:
    """Serve; in each process that is forked, run what it is for."""
    os.environ.update(WITHOUT_THREADS)
    request = Starter(socket.socket(fileno=int(sys.argv[1]))).serve()
    if request:
        end_at_once(_run(request))
    return 0


if __name__ == "__main__":
    end_at_once(main())
