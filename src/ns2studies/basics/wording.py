"""Words of messages: counts of things, and hints at what was probably meant."""

import difflib
from collections.abc import Collection


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: ``1 run``, or ``2,813 runs``.

    Args:
        thing: a noun whose plural ends in s.
    """
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"


def nearest(word: str, known: Collection[str]) -> str:
    """Return a hint that names the known key most like ``word``, or all of them."""
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"Did you mean {close[0]}?"
    return f"Known here: {', '.join(sorted(set(known)))}." if known else ""
