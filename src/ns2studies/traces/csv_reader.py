"""A strict trace reader on top of DuckDB's CSV scanner.

The scanner alone is too kind: it skips blank lines, rounds ``40.4`` to an integer and takes
any text for an event. So every line is matched against the format's pattern first and rows
are counted against lines; when anything is wrong the file is read again, slowly, to name the
first bad line.
"""

from collections.abc import Mapping
from pathlib import Path

import duckdb

from ns2studies.errors import TraceError
from ns2studies.files import disk_full, is_full, whole_file
from ns2studies.sql import quoted
from ns2studies.traces.formats import Format
from ns2studies.traces.reader import Ingested

_SHOWN = 120
_WHOLE_LINE = {"line": "VARCHAR"}


class CsvTraceReader:
    """Reads traces whose fields are separated by single blanks, or line by line."""

    def __init__(self) -> None:
        # One thread: rows stay in the order of the file, and bytes are the same everywhere.
        self._connection = duckdb.connect(config={"threads": 1})

    def ingest(
        self, trace: Path, form: Format, output: Path, metadata: Mapping[str, str]
    ) -> Ingested:
        """See :meth:`ns2studies.traces.reader.TraceReader.ingest`."""
        lines = count_lines(trace, form)
        if self._matching(trace, form) != lines:
            raise bad_line(trace, form, "a line is not of the format")
        with whole_file(output) as temporary:
            rows = self._copy(trace, form, temporary, metadata)
            if rows != lines:
                raise bad_line(trace, form, f"{lines} lines gave {rows} rows")
        return Ingested(form.table, lines)

    def _matching(self, trace: Path, form: Format) -> int:
        pattern = quoted(form.pattern.pattern)
        query = (
            f"SELECT count(*) FROM {_scan(trace, _WHOLE_LINE)} "
            f"WHERE regexp_full_match(line, {pattern})"
        )
        return self._run(query, trace, form)

    def _copy(self, trace: Path, form: Format, output: Path, metadata: Mapping[str, str]) -> int:
        rows = form.rows.replace("{scan}", _scan(trace, form.columns))
        query = (
            f"COPY (SELECT {form.select} FROM {rows}) "
            f"TO {quoted(output)} (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, "
            f"KV_METADATA {_struct(metadata)})"
        )
        return self._run(query, trace, form)

    def _run(self, query: str, trace: Path, form: Format) -> int:
        """Execute a query that returns one number."""
        try:
            row = self._connection.execute(query).fetchone()
        except duckdb.Error as error:
            if is_full(error, trace.parent):
                raise disk_full(trace.parent) from error
            # The first lines name the line, its text and the column.
            reason = "; ".join(str(error).splitlines()[:3])
            raise bad_line(trace, form, reason) from error
        return int(row[0]) if row else 0


def _scan(trace: Path, columns: Mapping[str, str]) -> str:
    # A byte that no text holds as separator makes a whole line one column.
    separator = "chr(1)" if columns == _WHOLE_LINE else "' '"
    return (
        f"read_csv({quoted(trace)}, auto_detect = false, header = false, delim = {separator}, "
        f"quote = '', escape = '', columns = {_struct(columns)})"
    )


def _struct(values: Mapping[str, str]) -> str:
    entries = ", ".join(f"{quoted(key)}: {quoted(value)}" for key, value in values.items())
    return f"{{{entries}}}"


def count_lines(trace: Path, form: Format) -> int:
    """Number of lines of a trace.

    Raises:
        TraceError: if the last line is cut, that is, does not end with a line feed.
    """
    lines, last = 0, b"\n"
    with trace.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    if last != b"\n":
        raise TraceError.at(trace, lines + 1, f"the last line is cut; expected {form.expected}")
    return lines


def bad_line(trace: Path, form: Format, reason: str) -> TraceError:
    """The error for the first line that does not look as it must, or else for ``reason``."""
    with trace.open(encoding="utf-8", errors="replace", newline="\n") as stream:
        for number, line in enumerate(stream, start=1):
            text = line.removesuffix("\n")
            if not form.pattern.fullmatch(text):
                return TraceError.at(
                    trace, number, f"expected {form.expected}, found {text[:_SHOWN]!r}"
                )
    return TraceError(f"{trace}: {reason}")
