"""Names of files, which may be any bytes, where only text will do."""

from pathlib import Path


def name_as_text(name: Path | str) -> str:
    """A name as text that can be stored: bytes that are no UTF-8 stand there as numbers."""
    return str(name).encode(errors="backslashreplace").decode()


def is_text(name: Path | str) -> bool:
    """Is a name UTF-8?"""
    return name_as_text(name) == str(name)
