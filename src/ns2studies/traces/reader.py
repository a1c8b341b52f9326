"""The interface between runs and whatever reads their traces."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ns2studies.traces.formats import Format


@dataclass(frozen=True)
class Ingested:
    """A trace that became a Parquet file.

    Attributes:
        table: name of the table.
        lines: lines of the trace; each became one row.
    """

    table: str
    lines: int


class TraceReader(Protocol):
    """Reads a trace of a given format into a Parquet file."""

    def ingest(
        self, trace: Path, form: Format, output: Path, metadata: Mapping[str, str]
    ) -> Ingested:
        """Turn every line of ``trace`` into a row of ``output``.

        Args:
            metadata: goes into the Parquet file's key-value metadata.

        Raises:
            TraceError: at the first line that is not what the format says, naming file,
                line and what was expected. No output is left then.
        """
        ...
