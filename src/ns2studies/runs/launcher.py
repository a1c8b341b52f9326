"""Start runs from an ns that has loaded its library, which takes longer than many a run."""

import os
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from ns2studies.basics.processes import bound
from ns2studies.runs.tcl_scripts import RUNS

LOG = "ns.log"
"""File in a run's folder with the printed output of ns."""


@dataclass(frozen=True)
class Ended:
    """The end of a run's process.

    Attributes:
        returncode: as in :mod:`subprocess`: negative for the number of a signal that killed it.
        cpu_s: its user and system CPU seconds.
    """

    returncode: int
    cpu_s: float


class Launcher:
    """An ns that starts runs, one after the other, each in a process of its own.

    The output of a run is the same as that of ``ns tcl/main.tcl``. Used as a context manager; ns is
    started when it is first needed, and again if it was killed.

    Args:
        ns: the simulator.
    """

    def __init__(self, ns: Path) -> None:
        self.ns = ns.resolve()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process:
            _stream(self._process.stdin).close()
            self._forget(self._process)

    def run(self, folder: Path) -> Ended:
        """Run the scenario whose parameter file is in a folder, and wait for its end.

        Args:
            folder: an absolute path.
        """
        process = self._ready(folder)
        try:
            answer = _asked(process, folder)
        except BaseException:
            # Nothing may be written any more to a folder that is about to be removed.
            process.kill()
            self._forget(process)
            raise
        if not answer.endswith(b"\n"):
            return Ended(self._forget(process), 0.0)
        status, cpu_s = answer.split()
        return Ended(os.waitstatus_to_exitcode(int(status)), float(cpu_s))

    def _ready(self, folder: Path) -> "subprocess.Popen[bytes]":
        if self._process and self._process.poll() is not None:
            self._forget(self._process)
        if not self._process:
            with (folder / LOG).open("wb") as log:
                self._process = subprocess.Popen(
                    # ns must not outlive the program that waits for it.
                    bound([str(self.ns), str(RUNS)]),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                )
        return self._process

    def _forget(self, process: "subprocess.Popen[bytes]") -> int:
        """Wait until a process and its run have ended; return its exit code."""
        self._process = None
        # Closing this end writes again what the process has not read.
        with suppress(BrokenPipeError):
            _stream(process.stdin).close()
        with process:
            # The process and its run both hold the other end.
            _stream(process.stdout).read()
        return process.returncode


def _asked(process: "subprocess.Popen[bytes]", folder: Path) -> bytes:
    """Return the reply of ns; it is incomplete or empty if ns ends meanwhile."""
    asking, answering = _stream(process.stdin), _stream(process.stdout)
    try:
        asking.write(os.fsencode(folder) + b"\n")
        asking.flush()
    except BrokenPipeError:
        return b""
    return answering.readline()


def _stream(end: IO[bytes] | None) -> IO[bytes]:
    return cast(IO[bytes], end)
