"""The errors a user can act on.

Everything that can go wrong through bad input or a bad environment is raised as a
:class:`StudyError`. The command line prints its text, without a traceback, and exits
with a status other than zero; any other exception is a defect of this program.
"""

from pathlib import Path


class StudyError(Exception):
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


class DiskFullError(StudyError):
    """A file system has no room left."""


class ConfigError(StudyError):
    """A configuration, topology or published-values file is not what it must be."""


class SourceError(StudyError):
    """The ns-2 source is missing, damaged or not the one the patches are made for."""


class BuildError(StudyError):
    """ns-2 could not be built."""


class SimulationError(StudyError):
    """ns-2 ended with an error, was killed, or a script refused its parameters."""


class TraceError(StudyError):
    """A trace line could not be read as what it claims to be."""

    @classmethod
    def at(cls, trace: Path, line: int, reason: str) -> "TraceError":
        """The error for line ``line`` (counted from 1) of ``trace``."""
        return cls(f"{trace}, line {line}: {reason}")


class ResultError(StudyError):
    """A result file is missing, foreign, stale or damaged."""


class ReportError(StudyError):
    """A report could not be rendered, or the page breaks a rule (dead link, outside URL)."""


class ArchiveError(StudyError):
    """An archive could not be written, or does not hold what its manifest says."""
