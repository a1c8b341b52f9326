"""The traces of runs, and the tables into which they are converted."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nstrace.converting import convert_to_folder
from nstrace.errors import TraceError
from nstrace.parquet_file import FolderOutput, folder_member
from nstrace.schemas import SCHEMAS
from nstrace.stored import Contents
from nstrace.workers import Workers


@dataclass(frozen=True)
class TraceFile:
    """A kind of trace that runs write.

    Attributes:
        name: of the file in a run's folder.
        tables: possible tables of its lines; see :data:`nstrace.SCHEMAS`.
    """

    name: str
    tables: tuple[str, ...]


TRACE_FILES: Final = (
    TraceFile("packets.tr", ("packets", "links", "annotations")),
    TraceFile("cwnd.tr", ("variables",)),
    TraceFile("labels.tr", ("labels",)),
    TraceFile("senders.rec", ("variables",)),
)


def ingest_trace(
    traces: Path, file: TraceFile, tables: Path, metadata: Mapping[str, str]
) -> dict[str, int]:
    """Convert every line of a trace to a row of ``tables/TABLE.parquet``.

    Args:
        traces: the folder that contains the trace.
        metadata: key-value metadata for the Parquet files.

    Returns:
        Number of rows by table. A trace without lines has its first table without rows.

    Raises:
        TraceError: if a line is of no known format, or of one that this trace should not have.
    """
    trace = traces / file.name
    folder = tables / f".{file.name}"
    contents = convert_to_folder(
        trace, folder, strict=True, lossless=False, durable=False, metadata=metadata
    )
    foreign = sorted(set(contents.rows) - set(file.tables))
    if foreign:
        raise TraceError(
            f"{trace}: holds lines for {', '.join(foreign)}, not only for {', '.join(file.tables)}"
        )
    rows = contents.rows or _nothing(folder, file.tables[0], metadata)
    for table in rows:
        folder_member(folder, table).rename(folder_member(tables, table))
    shutil.rmtree(folder)
    return rows


def _nothing(folder: Path, table: str, metadata: Mapping[str, str]) -> dict[str, int]:
    """Write a table without rows, which records that there was nothing to trace."""
    output = FolderOutput(folder, metadata, Workers())
    output.add(table, SCHEMAS[table].empty_table())
    output.finish(Contents(main=table))
    return {table: 0}
