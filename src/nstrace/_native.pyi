"""The native core: lines of text to rows of tables, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

class _TakesArrow(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Rows:
    """Rows of one table, for anything that knows Arrow."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Block:
    """A piece of a trace as tables."""

    @property
    def lines(self) -> int: ...
    @property
    def bytes(self) -> int:
        """Of the lines' text; less than was given if these are very many lines."""

    def start_at(self, first_line: int) -> None: ...
    def count(self, bins: FlowBins) -> None: ...
    def tables(self) -> dict[str, Rows]: ...

class Writer:
    """Writes a trace from its first line on."""

    def __init__(self) -> None: ...
    def write(self, tables: Mapping[str, _TakesArrow], first_line: int, lines: int) -> bytes: ...

class FlowBins:
    """What each flow did in each piece of time, from blocks in the order of the trace."""

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
    """Records of ns as the text they stand for."""

    def __init__(self) -> None: ...
    def feed(self, data: Any) -> None: ...
    def read(self, buffer: Any) -> int: ...
    def finish(self) -> None: ...

class Page:
    """Bytes that go into a file, for anything that takes bytes."""

    def __buffer__(self, flags: int, /) -> memoryview: ...

class RowKinds:
    """Rows of a table by kind: those of the same kind are alike in some columns."""

    def __init__(self, rows: int) -> None: ...
    def split_by(self, pieces: Sequence[Any]) -> None:
        """Rows of a kind that differ in this column, given as buffers, become different kinds."""

    def rows(self) -> Page:
        """The rows, one kind after the other, as 32-bit numbers."""

class PageValues:
    """Values of a column without gaps, as the bodies of Parquet's pages.

    Args:
        pieces: the values, in buffers one after the other.
        width: of a value, in bytes: 4 or 8.
        levels: what goes in front of the values in every page.
    """

    def __init__(self, pieces: Sequence[Any], width: int, levels: bytes) -> None: ...
    def reorder(self, rows: Page) -> None: ...
    def plain(self) -> Page: ...
    def bytes_apart(self) -> Page: ...
    def differences(self) -> Page:
        """For values of 8 bytes."""

    def indices(self, count: int) -> Page:
        """If the values are indices of a dictionary with ``count`` entries."""

    def dictionary(self) -> tuple[Page, Page, int] | None:
        """Indices, distinct values and how many; none if there are too many."""

    def range(self) -> tuple[int, int]:
        """The least and the greatest value."""

def plain_texts(offsets: Any, characters: Any) -> Page:
    """Texts of Arrow as a page of Parquet."""

RECORD_MAGIC: bytes
"""What a file of records starts with."""

def read(data: Any, first_byte: int) -> Block:
    """Read whole lines of a trace; ``data`` is anything that offers its bytes."""

def empty_tables() -> dict[str, Rows]:
    """Each table without rows, for its columns."""
