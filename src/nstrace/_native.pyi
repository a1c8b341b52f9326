"""The native core: lines of text to rows of tables, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

class _TakesArrow(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Rows:
    """Rows of one table, for any library that supports Arrow's PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Block:
    """A piece of a trace as tables."""

    @property
    def lines(self) -> int: ...
    @property
    def bytes(self) -> int:
        """The size of the lines' text; less than the input if that has very many lines."""

    def start_at(self, first_line: int) -> None: ...
    def count(self, bins: FlowBins) -> None: ...
    def tables(self) -> dict[str, Rows]: ...

class Writer:
    """A writer of the text of a trace, from its first line on."""

    def __init__(self) -> None: ...
    def write(self, tables: Mapping[str, _TakesArrow], first_line: int, lines: int) -> bytes: ...

class FlowBins:
    """Counts of each flow in bins of time, from blocks in the order of the trace."""

    def __init__(self, width_us: int) -> None: ...
    def finish(self) -> None: ...
    def take_rows(self) -> bytes: ...
    @property
    def ignored(self) -> bool: ...
    @property
    def left_out(self) -> bool: ...
    def nodes_not_seen_sending(self) -> list[int]: ...
    def nodes_not_seen_receiving(self) -> list[int]: ...

class RecordReader:
    """A reader of binary records of ns that returns the text they stand for."""

    def __init__(self) -> None: ...
    def feed(self, data: Any) -> None: ...
    def read(self, buffer: Any) -> int: ...
    def finish(self) -> None: ...

class Page:
    """Bytes to write to a file, as a buffer."""

    def __buffer__(self, flags: int, /) -> memoryview: ...

class RowKinds:
    """Rows of a table by kind: rows of the same kind have equal values in some columns."""

    def __init__(self, rows: int) -> None: ...
    def split_by(self, pieces: Sequence[Any]) -> None:
        """Split kinds by the values of a column, given as buffers."""

    def rows(self) -> Page:
        """Return the row numbers, one kind after the other, as 32-bit integers."""

class PageValues:
    """Values of a column without nulls, encoded as bodies of Parquet pages.

    Args:
        pieces: the values, in consecutive buffers.
        width: the size of a value in bytes: 4 or 8.
        levels: the definition levels, which precede the values in every page.
    """

    def __init__(self, pieces: Sequence[Any], width: int, levels: bytes) -> None: ...
    def reorder(self, rows: Page) -> None: ...
    def plain(self) -> Page: ...
    def bytes_apart(self) -> Page: ...
    def differences(self) -> Page:
        """Encode values of 8 bytes as DELTA_BINARY_PACKED."""

    def indices(self, count: int) -> Page:
        """Encode the values as indices of a dictionary with ``count`` entries."""

    def dictionary(self) -> tuple[Page, Page, int] | None:
        """Return indices, distinct values and their number; None if there are too many."""

    def range(self) -> tuple[int, int]:
        """Return the least and the greatest value."""

def plain_texts(offsets: Any, characters: Any) -> Page:
    """Encode texts of Arrow as a Parquet page."""

RECORD_MAGIC: bytes
"""The magic number of a file of records."""

def read(data: Any, first_byte: int) -> Block:
    """Parse whole lines of a trace; ``data`` is any object that supports the buffer protocol."""

def empty_tables() -> dict[str, Rows]:
    """Return all tables without rows, for their columns."""
