"""Names of printed cells in headers of claims and reasons: ``item | row | column``; ``*``: any."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from ns2studies.basics.errors import ConfigError

Pattern = tuple[str, str, str]
"""Item, row and column, each as a name or a pattern."""


def patterns_in(path: Path, key: str, text: str) -> tuple[Pattern, ...]:
    """The patterns of a header's line, which semicolons separate.

    Raises:
        ConfigError: naming the file and the key, if one has not three parts.
    """
    return tuple(_pattern(path, key, part) for part in separated(text))


def separated(text: str) -> Iterator[str]:
    """The parts of a header's line between semicolons."""
    return (part.strip() for part in text.split(";") if part.strip())


def _pattern(path: Path, key: str, text: str) -> Pattern:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3:
        raise ConfigError(f"{path}: {key}: expected 'item | row | column', found {text!r}")
    return parts[0], parts[1], parts[2]


def is_named(patterns: tuple[Pattern, ...], item: str, row: str, column: str) -> bool:
    """Whether some patterns name a cell."""
    cell = (item, row, column)
    return any(all(map(fnmatchcase, cell, pattern)) for pattern in patterns)
