"""Parameter files for Tcl: one ``key<TAB>value`` per line, read as data."""

import math
from collections.abc import Mapping
from typing import Any

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.nested import flatten


def parameter_text(study: str, parameters: Mapping[str, Any], seed: int) -> str:
    """Return the content of a parameter file, sorted by key.

    Raises:
        ConfigError: for a value that the file can't represent.
    """
    flat = {"study": study, "seed": seed, **flatten(parameters)}
    return "".join(f"{key}\t{_text(key, flat[key])}\n" for key in sorted(flat))


def _text(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    if isinstance(value, str) and value.isprintable():
        return value
    raise ConfigError(f"parameter {key}: {value!r} is not a number, a flag or a line of text")
