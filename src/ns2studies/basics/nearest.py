"""Hints for words that are not known: what was probably meant."""

import difflib
from collections.abc import Collection


def nearest(word: str, known: Collection[str]) -> str:
    """A hint that names the known key most like ``word``, or all of them."""
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"Did you mean {close[0]}?"
    return f"Known here: {', '.join(sorted(set(known)))}." if known else ""
