"""Escapes for untrusted text of traces that is printed on a terminal."""

import re
from typing import Final

_OBEYED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters except tab and line feed."""


def harmless(text: str) -> str:
    """Escape terminal control characters, as in Python's string literals."""
    return _OBEYED.sub(lambda found: repr(found.group())[1:-1], text)
