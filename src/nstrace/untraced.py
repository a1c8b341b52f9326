"""Texts on what a trace lacks, in a separate module that doesn't import DuckDB."""

from collections.abc import Sequence
from typing import Final

EMPTY: Final = "the trace is empty"
"""The note on an empty trace, which ns writes for a network without events, or which is the rest of
a damaged one."""

_MOST_NODES: Final = 5


def not_traced(direction: str, nodes: Sequence[int]) -> str:
    """Return a text saying that no link ``into`` or ``out of`` these nodes is traced."""
    named = ", ".join(map(str, nodes[:_MOST_NODES]))
    more = f" and {len(nodes) - _MOST_NODES:,} more" if len(nodes) > _MOST_NODES else ""
    return f"no link {direction} node{'s' * (len(nodes) > 1)} {named}{more} is traced"
