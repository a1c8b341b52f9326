"""Names of files, which may be any bytes, as text."""

from pathlib import Path


def name_as_text(name: Path | str) -> str:
    """Return a name as UTF-8 text; bytes that are not UTF-8 are escaped with backslashes."""
    return str(name).encode(errors="backslashreplace").decode()


def is_text(name: Path | str) -> bool:
    """Return whether a name is valid UTF-8."""
    return name_as_text(name) == str(name)
