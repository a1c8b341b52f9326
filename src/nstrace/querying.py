"""SQL over traces: a DuckDB connection with a view for each of their tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa

from nstrace.any_names import name_as_text
from nstrace.converting import convert_to_folder, open_stored
from nstrace.duckdb_file import parquet_rows, quoted
from nstrace.errors import QueryError
from nstrace.names import REJECTS
from nstrace.parquet_file import FolderInput, ParquetInput, folder_member
from nstrace.plain_names import plain_name
from nstrace.reading import is_stored
from nstrace.rejected import how_many
from nstrace.scanning import Progress
from nstrace.schemas import SCHEMAS, as_declared
from nstrace.scratch import private_folder
from nstrace.sql_files import SqlFiles
from nstrace.stored import Contents
from nstrace.untraced import EMPTY
from nstrace.views import make_views, view_queries
from nstrace.workers import require_threads

FILE: Final = "file"
"""The column with the trace that a row comes from."""

MEMORY: Final = "1GB"
"""The memory limit of metrics and reports; DuckDB spills larger data to the disk."""

_ROWS_AT_A_TIME: Final = 65_536

_SQL = SqlFiles.beside(__file__)

Window = tuple[int | None, int | None]
"""The first and the last moment of a window of time in ns; None if unlimited."""

EVER: Final[Window] = (None, None)


@contextmanager
def database(
    traces: Sequence[Path | str],
    *,
    threads: int = 1,
    strict: bool = False,
    allow_rejects: bool = True,
    file_column: str | None = None,
    window: Window = EVER,
    types: Sequence[str] = (),
    progress: Progress = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a connection with a view for each table, which concatenates the traces.

    Text traces are first stored as Parquet in a temporary folder, so that all queries need little
    memory.

    Args:
        traces: files, see :func:`nstrace.scan`, or stored traces.
        threads, strict, progress: see :func:`nstrace.scan`.
        allow_rejects: continue if fewer than a tenth of a trace's lines are of a known format.
        file_column: the name of a column with the trace that a row comes from; by default
            ``file`` if there are several traces, else no column.
        window: a window of time; lines outside it are excluded.
        types: types of packets that metrics count as data, instead of the usual ones.
        tell: called with a note on each trace that is empty or has rejects.

    Raises:
        NstraceError: if a trace can't be read, or is given twice.
    """
    column = file_column or (FILE if len(traces) > 1 else None)
    _require_different(traces)
    require_threads(threads)
    start_ns, end_ns = window
    if start_ns is not None and end_ns is not None and start_ns > end_ns:
        raise QueryError("the time window ends before it starts", "Pass a --from before --to.")
    with ExitStack() as stack:
        folder = stack.enter_context(private_folder("nstrace-"))[0]
        # For spilled data, since DuckDB's default folder remains if the process is killed.
        settings = {"threads": threads, "temp_directory": str(folder / "spilled"), **_ALONE}
        connection = stack.enter_context(duckdb.connect(config=settings))
        # It would be mixed with the rows on standard output.
        connection.execute("SET enable_progress_bar = false")
        sources: dict[str, list[str]] = {name: [] for name in SCHEMAS}
        for number, trace in enumerate(traces):
            found = _Tables(connection, number, stack)
            stored = Path(trace)
            if not is_stored(stored):
                stored = folder / f"tables-{number}"
                convert_to_folder(
                    trace, stored, threads=threads, strict=strict, durable=False, progress=progress
                )
            _tell_of_lines(trace, found.add_stored(stored), allow_rejects, tell)
            label = f", {_name_in_sql(trace)} AS {column}" if column else ""
            for table, relation in found.relations.items():
                kept = _within(table, window)
                sources[table].append(f"SELECT *{label} FROM {relation}{kept}")
        try:
            _make_views(connection, sources, column)
            _choose(connection, traces, window, types)
            yield connection
        except (duckdb.Error, QueryError) as error:
            if isinstance(error.__cause__ or error, _OF_QUERIES):
                raise
            raise _damage(traces, error) from error


def _tell_of_lines(
    trace: Path | str, contents: Contents, allow_rejects: bool, tell: Callable[[str], None]
) -> None:
    """Report that a trace is empty, or how many of its lines are rejects.

    Raises:
        NstraceError: if too few lines are known, unless ``allow_rejects`` is set.
    """
    if not contents.lines:
        tell(f"{trace}: {EMPTY}")
    if not allow_rejects:
        contents.require_known(trace)
    if rejected := contents.rows.get(REJECTS):
        tell(f"{trace}: {how_many(trace, rejected, contents.lines)}")


def _require_different(traces: Sequence[Path | str]) -> None:
    """Check that names of traces differ, as rows of both would count as those of one run.

    Raises:
        QueryError: naming a trace that is given twice.
    """
    names = Counter(_name_in_sql(trace) for trace in traces)
    for trace in traces:
        if names[_name_in_sql(trace)] > 1:
            raise QueryError(
                f"{trace}: given twice, but rows are identified by the name of their trace",
                "Pass each trace once.",
            )


def _name_in_sql(trace: Path | str) -> str:
    """Return a trace's name, which may be any bytes, as an SQL string in UTF-8."""
    return quoted(name_as_text(trace))


_ALONE: Final[dict[str, Any]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
"""Settings that prevent DuckDB from downloading or loading extensions for a file."""

_OF_QUERIES: Final = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.InterruptException,
    duckdb.ParserException,
    duckdb.SyntaxException,
)
"""Exceptions of DuckDB about queries only; others may come from a damaged file, too."""


_OF_NUMBERS: Final = (duckdb.ConversionException, duckdb.OutOfRangeException)
"""Exceptions of DuckDB about times, ids or values that no real trace has."""


def _damage(traces: Sequence[Path | str], error: Exception) -> QueryError:
    """Return the error of a query that may be caused by a damaged file.

    Raises:
        StoredTraceError: if a file is indeed damaged.
    """
    _read_all(Path(trace) for trace in traces if is_stored(Path(trace)))
    named = ", ".join(map(str, traces))
    if isinstance(error.__cause__ or error, _OF_NUMBERS):
        reason = str(error).splitlines()[0]
        return QueryError(f"{named}: a number is too large to compute with: {reason}")
    # DuckDB may reject files that pyarrow accepts.
    return QueryError(f"{error}\n  while reading {named}")


def _read_all(stored: Iterable[Path]) -> None:
    """Read all rows of stored traces, which validates them.

    Raises:
        StoredTraceError: if one is damaged.
    """
    for path in stored:
        opened = open_stored(path)
        for table, rows in opened.contents.rows.items():
            if rows:
                for _ in opened.batches(table):
                    pass


class _Tables:
    """SQL expressions for the tables of one stored trace."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, number: int, held: ExitStack) -> None:
        self._connection = connection
        self._number = number
        self._held = held
        self.relations: dict[str, str] = {}

    def add_stored(self, path: Path) -> Contents:
        stored = open_stored(path)
        present = [table for table, rows in stored.contents.rows.items() if rows]
        for table in present:
            if isinstance(stored, FolderInput):
                self._add_file(table, stored, folder_member(path, table))
            elif isinstance(stored, ParquetInput) and table == stored.contents.main:
                self._add_file(table, stored, path)
            else:
                # DuckDB sees only the main table of such a file; the others are usually small.
                batches = [as_declared(batch, table) for batch in stored.batches(table)]
                self._register(table, pa.Table.from_batches(batches).unify_dictionaries())
        return stored.contents

    def _add_file(self, table: str, stored: FolderInput | ParquetInput, file: Path) -> None:
        stored.open_table(table)  # which checks its columns
        self.relations[table] = parquet_rows(plain_name(file, self._held))

    def _register(self, table: str, rows: pa.Table) -> None:
        name = f"{table}_of_{self._number}"
        self._connection.register(name, rows)
        self.relations[table] = name


def _make_views(
    connection: duckdb.DuckDBPyConnection, sources: dict[str, list[str]], column: str | None
) -> None:
    for table, schema in SCHEMAS.items():
        connection.register(f"no_{table}", schema.empty_table())
        label = f", CAST(NULL AS VARCHAR) AS {column}" if column else ""
        nothing = f"SELECT *{label} FROM no_{table}"
        # By name, since stored tables lack empty columns.
        rows = " UNION ALL BY NAME ".join([nothing, *sources[table]])
        make_views(connection, [(table, rows)])
    make_views(connection, view_queries("main", column))


def _within(table: str, window: Window) -> str:
    """Return a WHERE clause for a window of time; earlier link events are kept for link states."""
    start_ns, end_ns = (None, window[1]) if table == "links" else window
    time = "x * 1000000000" if table == "series" else "time_ns"
    if table not in SCHEMAS or not {"time_ns", "x"} & set(SCHEMAS[table].names):
        return ""
    limits = [f"{time} >= {start_ns}"] if start_ns is not None else []
    limits += [f"{time} <= {end_ns}"] if end_ns is not None else []
    # Permanent facts, such as nam's nodes, have no time.
    return f" WHERE {time} IS NULL OR {' AND '.join(limits)}" if limits else ""


def _choose(
    connection: duckdb.DuckDBPyConnection,
    traces: Sequence[Path | str],
    window: Window,
    types: Sequence[str],
) -> None:
    """Create the metric inputs for the given types and window; see metrics/sql/common."""
    if types:
        connection.execute(_SQL["chosen_types"], {"types": list(types)})
    if window != EVER:
        names = [name_as_text(trace) for trace in traces]
        values = {"runs": names, "start_ns": window[0], "end_ns": window[1]}
        connection.execute(_SQL["chosen_periods"], values)


def bound_memory(connection: duckdb.DuckDBPyConnection) -> None:
    """Limit the memory of a connection; it spills larger data to its temporary folder."""
    connection.execute("SET memory_limit = $value", {"value": MEMORY})


def statements(text: str) -> list[duckdb.Statement]:
    """Parse SQL into its statements, before any trace is read.

    Raises:
        QueryError: if there is no statement, or the text is not valid SQL.
    """
    try:
        with duckdb.connect() as connection:
            found = connection.extract_statements(text)
    except duckdb.Error as error:
        raise QueryError(str(error)) from error
    if not found:
        raise QueryError("the query has no statement")
    return found


def stream(connection: duckdb.DuckDBPyConnection, query: str) -> pa.RecordBatchReader:
    """Run a query and return a reader of its rows, in bounded memory.

    The connection can run the next query once all rows are read.

    Raises:
        QueryError: if it can't be run, with DuckDB's reason; also while rows are read.
    """
    try:
        relation = connection.sql(query)
        # Only a query returns a relation. Compare with None, since an empty relation is falsy.
        if relation is None:
            return pa.table({}).to_reader()
        rows = relation.to_arrow_reader(_ROWS_AT_A_TIME)
    except duckdb.Error as error:
        raise QueryError(str(error)) from error
    return pa.RecordBatchReader.from_batches(rows.schema, _batches(rows))


def _batches(rows: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    try:
        yield from rows
    except OSError as error:  # Arrow's conversion of DuckDB's errors
        raise QueryError(str(error)) from error


def ask(connection: duckdb.DuckDBPyConnection, query: str) -> pa.Table:
    """Run a query and return all rows.

    Raises:
        QueryError: if it can't be run, with DuckDB's reason.
    """
    return stream(connection, query).read_all()
