"""A process that has loaded what ``nstrace`` needs, and forks for each command: LISTENER.

Tests run some hundred commands, and each would load DuckDB and Arrow anew. It is the starter that
``./reproduce`` runs its jobs with, told of another program.
"""

import atexit
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from ns2studies.processes import bound
from ns2studies.starting import ask, starter

COMMAND = "nstrace"


@cache
def environment() -> dict[str, str]:
    """The variables by which ask.py finds the process, which this one starts when first asked."""
    # A test may have another folder for what is temporary, and a socket's name has to be short.
    folder = tempfile.TemporaryDirectory(prefix="loaded-", dir="/tmp")
    atexit.register(folder.cleanup)
    address = str(Path(folder.name) / "starter")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        process = subprocess.Popen(
            bound([sys.executable, __file__, str(listener.fileno())]),
            stdin=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
        )
    atexit.register(process.wait)
    atexit.register(process.terminate)
    return {ask.STARTER: address}


def main() -> int:
    """Be the command, in a process that was forked; returns its status."""
    from nstrace import cli

    try:
        return cli.main()
    except SystemExit as ended:  # argparse has said why
        return int(ended.code or 0)


def serve() -> None:
    """Load, listen, and fork for each command."""
    ask.PROGRAMS[COMMAND] = "loaded_nstrace"
    starter.LOADED[COMMAND] = ("duckdb", "pyarrow.parquet", "nstrace.cli", "nstrace.scanning")
    starter.main()


if __name__ == "__main__":
    serve()
