"""The libraries that only reports need."""

from importlib.util import find_spec
from typing import Final

from nstrace.errors import PageError

_NEEDED: Final = ("altair", "jinja2", "markupsafe", "polars", "vl_convert")


def require_libraries() -> None:
    """Check that all libraries are installed, before a large trace is read.

    Raises:
        PageError: naming the missing libraries, and how to install them.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise PageError(
            f"a report needs {', '.join(missing)}, which is not installed",
            "In the checkout: pip install '.[report]'",
        )
