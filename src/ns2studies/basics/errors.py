"""Errors that the user can act on.

Everything that can go wrong through bad input or a bad environment is raised as a
:class:`StudyError`, or as one of the trace engine's errors, from whose base class it derives. The
command line prints its text, without a traceback, and exits with a status other than zero; any
other exception is a defect of this program.
"""

from nstrace.errors import NstraceError


class StudyError(NstraceError):
    """A problem that the user can solve; see :class:`nstrace.errors.NstraceError`."""


class ConfigError(StudyError):
    """A configuration, topology or published-values file is invalid."""


class SourceError(StudyError):
    """The ns-2 source is missing, damaged or not the one the patches are made for."""


class BuildError(StudyError):
    """ns-2 could not be built."""


class SimulationError(StudyError):
    """ns-2 ended with an error, was killed, or a script rejected its parameters."""


class ResultError(StudyError):
    """A result file is missing, stale, damaged, or belongs to other results."""


class ReportError(StudyError):
    """A report could not be rendered, or the page breaks a rule (dead link, outside URL)."""


class ArchiveError(StudyError):
    """An archive could not be written, or does not hold what its metadata describe."""
