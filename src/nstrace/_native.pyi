"""The native core: lines of text to rows of tables, and back."""

from collections.abc import Mapping
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
    def start_at(self, first_line: int) -> None: ...
    def tables(self) -> dict[str, Rows]: ...

class Writer:
    """Writes a trace from its first line on."""

    def __init__(self) -> None: ...
    def write(self, tables: Mapping[str, _TakesArrow], first_line: int, lines: int) -> bytes: ...

def read(data: Any, first_byte: int) -> Block:
    """Read whole lines of a trace; ``data`` is anything that offers its bytes."""

def empty_tables() -> dict[str, Rows]:
    """Each table without rows, for its columns."""
