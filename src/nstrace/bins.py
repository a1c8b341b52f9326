"""Counts of each flow in bins of time, without a row in memory for each packet.

ns2-patches/records/README.md explains the counts and the trace lines that they come from; the
simulator counts in the same way while it runs (``$ns flow-bins FILE``).
"""

import io
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final

import pyarrow as pa
from pyarrow import compute, csv

from nstrace import _native
from nstrace.any_names import name_as_text
from nstrace.converting import open_stored, text_pieces
from nstrace.files import known_suffix, whole_file
from nstrace.names import REJECTS
from nstrace.reading import is_stored
from nstrace.rejected import how_many, of_first_line
from nstrace.scanning import Progress, scan_native
from nstrace.stored import require_known
from nstrace.untraced import EMPTY, not_traced

DEFAULT_WIDTH_US: Final = 100_000
"""The default width of a bin in microseconds."""

SUFFIXES: Final = (".csv", ".parquet")
"""Suffixes of the file formats for bins."""

_ROUNDED_NS: Final = 1_000_000
"""The tolerated fall of time in ns, since nam lines mixed with others have more decimals."""

_LEAST_NS: Final = -(1 << 62)

_TEXT: Final = ("type", "file")
_DECIMAL: Final = ("cwnd", "ssthresh")
_MANY_BYTES: Final = 1 << 20

_NOTHING_COUNTED: Final = (
    "no packets of wired links were counted; nstrace metrics --metric rate_series also supports "
    "nam and wireless traces"
)

_TWICE: Final = (
    "some links have every line twice, as when trace-all and trace-queue write to the same file: "
    "packets that arrive over these links or are dropped there count twice (to count them once: "
    "uniq FILE | nstrace bins -)"
)

_TELLING: Final = ("event", "time_ns", "from_node", "to_node", "uid")
"""Columns of which at least one differs between two lines about the same packet."""


class FlowBins:
    """The bins of one trace (text, records or stored), computed as it is read.

    The sent columns of a flow are empty, not 0, until a line shows its packets leaving their
    source, since that link may not be traced.

    Attributes:
        notes: limits of what the trace shows, and why; complete after the last of the rows.
    """

    def __init__(
        self,
        trace: Path | str,
        *,
        width_us: int = DEFAULT_WIDTH_US,
        threads: int = 1,
        allow_rejects: bool = True,
        progress: Progress = lambda _: None,
    ) -> None:
        self.notes: list[str] = []
        self._trace = trace
        self._allow_rejects = allow_rejects
        self._bins = _native.FlowBins(width_us)
        if is_stored(Path(trace)):
            self._blocks = _stored_blocks(Path(trace))
        else:
            self._blocks = scan_native(trace, threads=threads, progress=progress)

    def rows(self) -> Iterator[bytes]:
        """Yield the bins as CSV, some rows at a time; the first piece starts with a header.

        Raises:
            TraceError: if the trace can't be read; if fewer than a tenth of the lines are known,
                unless ``allow_rejects`` is set.
            StoredTraceError: if it is a stored trace that is damaged.
        """
        lines = ends = 0
        rejects, times, twice = _Rejects(), _Times(), False
        for block in self._blocks:
            block.count(self._bins)
            tables = block.tables()  # moves the rows out of the block
            rejects.take(tables, lines)
            times.take(tables, lines)
            twice = twice or (not lines and _stand_twice(tables))
            lines += block.lines
            if rows := self._bins.take_rows():
                ends += rows.count(b"\n")
                yield rows
        if not self._allow_rejects:
            require_known(self._trace, lines, rejects.count)
        self._bins.finish()
        rows = self._bins.take_rows()
        without_rows = ends + rows.count(b"\n") <= 1  # the header
        self.notes = [
            *([] if lines else [EMPTY]),
            *rejects.notes(self._trace, lines),
            *([_NOTHING_COUNTED] if lines and without_rows else []),
            *times.notes(),
            *([_TWICE] if twice else []),
            *_notes(self._bins),
        ]
        yield rows


class _Rejects:
    """The number of rejects, and the text of the trace's first line if it is one."""

    def __init__(self) -> None:
        self.count = 0
        self._first = ""

    def take(self, tables: Mapping[str, _native.Rows], lines_before: int) -> None:
        """Count the rejects of the next block."""
        rows = tables.get(REJECTS)
        if rows is None:
            return
        batch = pa.record_batch(rows)
        self.count += len(batch)
        if not lines_before and batch.column("line")[0].as_py() == 0:
            self._first = batch.column("text")[0].as_py()

    def notes(self, trace: Path | str, lines: int) -> Iterator[str]:
        if self.count:
            yield how_many(trace, self.count, lines)
        yield from of_first_line(self._first)


class _Times:
    """Lines at which time falls back; bins count such a line at the latest time before it."""

    def __init__(self) -> None:
        self._count = 0
        self._first = 0
        self._last_ns = _LEAST_NS

    def take(self, tables: Mapping[str, _native.Rows], lines_before: int) -> None:
        """Check the times of packets in the next block."""
        rows = tables.get("packets")
        if rows is None:
            return
        batch = pa.record_batch(rows)
        times = batch.column("time_ns")
        before = pa.concat_arrays([pa.array([self._last_ns]), times.slice(0, len(times) - 1)])
        falls = compute.less(times, compute.subtract(before, _ROUNDED_NS))
        self._last_ns = times[-1].as_py()
        count = compute.sum(falls).as_py()
        if count and not self._count:
            place = compute.index(falls, True).as_py()
            self._first = lines_before + batch.column("line")[place].as_py() + 1
        self._count += count

    def notes(self) -> Iterator[str]:
        if self._count:
            more = f" and at {self._count - 1:,} more" if self._count > 1 else ""
            yield (
                f"time goes backwards at line {self._first:,}{more}: late lines count in the bin "
                "that had begun by then. Lines must be in order of time: pass the files of several "
                "runs one by one, and sort the file of a single run (sort -s -g -k2,2 FILE | "
                "nstrace bins -)"
            )


def _stand_twice(tables: Mapping[str, _native.Rows]) -> bool:
    """Return whether a line about a packet in a block is directly followed by its duplicate."""
    rows = tables.get("packets")
    if rows is None:
        return False
    batch = pa.record_batch(rows)
    # SCTP has a line for each chunk of a packet.
    same = compute.not_equal(batch.column("type"), "sctp").slice(1)
    for name in _TELLING:
        column = batch.column(name)
        same = compute.and_(same, compute.equal(column.slice(1), column.slice(0, len(column) - 1)))
    return bool(compute.any(same).as_py())


def _notes(bins: _native.FlowBins) -> Iterator[str]:
    if bins.ignored:
        yield (
            "some packets are not counted: their addresses are hierarchical and do not identify "
            "nodes"
        )
    if bins.left_out:
        yield (
            "some packets are not counted: bins support traces of wired links only, not nam, "
            "satellite or SCTP lines"
        )
    if sources := bins.nodes_not_seen_sending():
        yield f"{not_traced('out of', sources)}: the sent columns of flows from there are empty"
    if destinations := bins.nodes_not_seen_receiving():
        yield f"{not_traced('into', destinations)}: 0 delivered there means unknown"


def _stored_blocks(trace: Path) -> Iterator[_native.Block]:
    """Yield the lines of a stored trace in their order, as parsed blocks."""
    byte = 0
    for text in text_pieces(open_stored(trace)):
        yield _native.read(text, byte)
        byte += len(text)


def write_bins(rows: Iterator[bytes], target: Path | str) -> None:
    """Write rows of :meth:`FlowBins.rows` to a CSV or Parquet file, atomically.

    Raises:
        NstraceError: if the file name ends with neither suffix.
    """
    target = Path(target)
    suffix = known_suffix(target, SUFFIXES)
    with whole_file(target) as temporary, temporary.open("wb") as stream:
        if suffix == ".csv":
            stream.writelines(rows)
        else:
            _write_parquet(rows, stream)


def with_column(rows: Iterator[bytes], name: str, value: str, header: bool) -> Iterator[bytes]:
    """Add a first column with a constant value to CSV rows; drop the header unless it is wanted."""
    quoted = '"' + name_as_text(value).replace('"', '""') + '"'
    first = True
    for piece in rows:
        lines = piece.splitlines(keepends=True)
        if first and header:
            yield f"{name},".encode() + lines[0]
        yield b"".join(f"{quoted},".encode() + line for line in lines[first:])
        first = False


def _write_parquet(rows: Iterator[bytes], stream: BinaryIO) -> None:
    from pyarrow import parquet

    pieces = _pieces(rows)
    first = next(pieces)
    names = first.splitlines()[0].decode().split(",")
    schema = pa.schema((name, _type_of(name)) for name in names)
    with parquet.ParquetWriter(stream, schema) as writer:
        for piece in chain([first.partition(b"\n")[2]], pieces):
            if piece:
                writer.write_table(_table(piece, schema))


def _type_of(name: str) -> pa.DataType:
    if name in _TEXT:
        return pa.string()
    return pa.float64() if name.startswith(_DECIMAL) else pa.int64()


def _pieces(rows: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same rows in pieces of at least 1 MiB, each large enough for a row group."""
    gathered = bytearray()
    for piece in rows:
        gathered += piece
        if len(gathered) >= _MANY_BYTES:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


def _table(rows: bytes, schema: pa.Schema) -> pa.Table:
    return csv.read_csv(
        io.BytesIO(rows),
        read_options=csv.ReadOptions(column_names=schema.names),
        convert_options=csv.ConvertOptions(column_types=schema),
    )
