"""Errors that a user can act on.

All errors caused by bad input or a bad environment are raised as an :class:`NstraceError`; the
command line prints its text and exits with status 1.
"""

from pathlib import Path


class NstraceError(Exception):
    """A problem that the user can fix.

    Args:
        message: what is wrong, naming the file, line or key.
        hint: what to do about it; empty if the message is sufficient.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class DiskFullError(NstraceError):
    """A file system has no space left."""


class TraceError(NstraceError):
    """A trace could not be read, or one of its lines is invalid."""

    @classmethod
    def at(cls, trace: Path | str, line: int, reason: str) -> "TraceError":
        """Return the error for line ``line`` (counted from 1) of ``trace``."""
        return cls(f"{trace}, line {line}: {reason}")


class NoKnownLineError(TraceError):
    """No line, or fewer than a tenth of the lines, of a trace is of a known kind."""

    def __init__(self, trace: Path | str, known: int, lines: int) -> None:
        found = f"only {known:,} line{'s' * (known > 1)}" if known else "no line"
        super().__init__(
            f"{trace}: {found} of a known kind among {lines:,}",
            "nstrace validate tells what is wrong with them; --allow-rejects goes on all the same.",
        )


class StoredTraceError(NstraceError):
    """A stored trace is damaged, incomplete, or not made by nstrace."""


class QueryError(NstraceError):
    """An SQL query could not be run."""


class PageError(NstraceError):
    """A page could not be made: data of a chart or table, or a library, is missing."""
