"""Running the starter in a process of its own, beside the program whose processes will ask it."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from ns2studies.basics import paths
from ns2studies.basics.processes import bound
from ns2studies.starting.ask import STARTER

_PROGRAM: Final = ("-m", "ns2studies.starting.starter")


@contextmanager
def starter(
    scratch: Path,
    stream: IO[bytes],
    environment: Mapping[str, str],
    kept: Sequence[int] = (),
    program: Sequence[str] = _PROGRAM,
) -> Iterator[dict[str, str]]:
    """A process that starts what ask.py asks for, until this context ends.

    Args:
        scratch: a private folder, for its socket.
        stream: where it writes what goes wrong with itself.
        environment: that in which it loads what programs need.
        kept: descriptors that it and what it starts keep open, such as those of locks.
        program: what Python is called with, before the number of the socket.

    Yields:
        the variables by which ask.py finds it; none if the folder's name is too long for a socket,
            or this system too old.
    """
    address = str(scratch / "starter")
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            listener.bind(address)
            os.close(os.pidfd_open(os.getpid()))  # it waits for processes by such descriptors
        except OSError:
            yield {}
            return
        listener.listen(os.cpu_count() or 1)
        process = subprocess.Popen(
            bound([sys.executable, *program, str(listener.fileno())]),
            cwd=paths.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            # Pages are made by processes whose sets have an order that is always the same.
            env={**environment, "PYTHONHASHSEED": "0"},
            pass_fds=(*kept, listener.fileno()),
        )
    # No other process holds the socket: connecting fails once the starter has ended.
    with process:
        try:
            yield {STARTER: address}
        finally:
            process.terminate()
