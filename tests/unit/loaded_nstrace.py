"""A process that has loaded what ``nstrace`` needs, and forks for each command: LISTENER.

Tests run some hundred commands, and each would load DuckDB and Arrow anew. It is the starter that
``./reproduce`` runs its jobs with, told of another program.
"""

import atexit
import os
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from ns2studies.starting import ask, starter, starter_process

COMMAND = "nstrace"


@cache
def environment() -> dict[str, str]:
    """The variables by which ask.py finds the process, which this one starts when first asked."""
    until_the_end = ExitStack()
    atexit.register(until_the_end.close)
    # A test may have another folder for what is temporary, and a socket's name has to be short.
    folder = tempfile.TemporaryDirectory(prefix="loaded-", dir="/tmp")
    scratch = Path(until_the_end.enter_context(folder))
    errors = until_the_end.enter_context(os.fdopen(2, "wb", closefd=False))
    return until_the_end.enter_context(
        starter_process.starter(scratch, errors, os.environ, program=[__file__])
    )


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
