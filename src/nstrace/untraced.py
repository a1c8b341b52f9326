"""Saying what a trace lacks; apart from what finds that out, which needs DuckDB."""

from collections.abc import Sequence
from typing import Final

EMPTY: Final = "it is empty, without a single line"
"""What is said of such a trace: it may be what ns wrote of a network in which nothing happened, or
what is left of another one."""

_MOST_NODES: Final = 5


def not_traced(direction: str, nodes: Sequence[int]) -> str:
    """That no link ``into`` or ``out of`` these nodes is traced, in words."""
    named = ", ".join(map(str, nodes[:_MOST_NODES]))
    more = f" and {len(nodes) - _MOST_NODES:,} more" if len(nodes) > _MOST_NODES else ""
    return f"no link {direction} node{'s' * (len(nodes) > 1)} {named}{more} is traced"
