"""The traces given to a command, opened as a database."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import duckdb

from nstrace.harmless import harmless
from nstrace.progress import reading_bar
from nstrace.querying import database

RUN: Final = "run_id"
"""The column with the trace that a row comes from, used when metrics are computed."""


@contextmanager
def opened(
    arguments: argparse.Namespace, files: list[str], file_column: str | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the traces as a database, with a progress bar while they are read."""
    with ExitStack() as stack:
        with reading_bar() as progress:
            connection = stack.enter_context(
                database(
                    files,
                    threads=arguments.threads,
                    strict=arguments.strict,
                    allow_rejects=arguments.allow_rejects,
                    file_column=file_column,
                    window=(arguments.from_ns, arguments.to_ns),
                    types=getattr(arguments, "types", ()),
                    progress=progress,
                    tell=lambda note: print(f"nstrace: {harmless(note)}", file=sys.stderr),
                )
            )
        yield connection
