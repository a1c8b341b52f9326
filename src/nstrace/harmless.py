"""Words of a trace, which anybody may have written, on a terminal."""

import re
from typing import Final

_OBEYED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but tab and line feed."""


def harmless(text: str) -> str:
    """The same with what a terminal would obey written out, as Python writes it."""
    return _OBEYED.sub(lambda found: repr(found.group())[1:-1], text)
