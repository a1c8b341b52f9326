"""The errors a user can act on.

Everything that can go wrong through bad input or a bad environment is raised as an
:class:`NstraceError`; the command line prints its text and ends with status 1.
"""

from pathlib import Path


class NstraceError(Exception):
    """A problem that the user can mend.

    Args:
        message: what is wrong, naming the file, line or key.
        hint: what to do about it; empty if the message says it all.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class DiskFullError(NstraceError):
    """A file system has no room left."""


class TraceError(NstraceError):
    """A trace could not be read, or a line of it is not what it must be."""

    @classmethod
    def at(cls, trace: Path | str, line: int, reason: str) -> "TraceError":
        """The error for line ``line`` (counted from 1) of ``trace``."""
        return cls(f"{trace}, line {line}: {reason}")


class NoKnownLineError(TraceError):
    """A trace has lines, and none or hardly any is of a known kind."""

    def __init__(self, trace: Path | str, known: int, lines: int) -> None:
        found = f"only {known:,} line{'s' * (known > 1)}" if known else "no line"
        super().__init__(
            f"{trace}: {found} of a known kind among {lines:,}",
            "nstrace validate tells what is wrong with them; --allow-rejects goes on all the same.",
        )


class StoredTraceError(NstraceError):
    """A converted trace is damaged, incomplete, or not one of ours."""


class QueryError(NstraceError):
    """An SQL query could not be run."""


class PageError(NstraceError):
    """A page could not be made: a chart or table lacks something, or a library is missing."""
