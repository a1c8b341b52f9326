"""What an archive is made of."""

from dataclasses import dataclass
from pathlib import Path

DATABASE = "data/results.duckdb"
"""The name of the database in an archive."""

CONFIGURATION = "configuration"
"""The folder of the checkout's files in an archive."""

PROVENANCE = "provenance.json"
"""The name of the database's description in an archive."""

RUN_FACTS = "data/run-facts.jsonl"
"""The name of what each run was, in an archive."""

RUNS = "runs"
"""The folder of the runs' tables in an archive."""


@dataclass(frozen=True)
class Member:
    """A file and its name in the archive.

    Attributes:
        sha256: the digest it must have; empty if nothing says so.
        remedy: what to do if it has another.
    """

    name: str
    path: Path
    sha256: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes above which something is left out."""

    database_bytes: int = 50_000_000
    runs_bytes: int = 200_000_000


@dataclass(frozen=True)
class LeftOut:
    """Something that was too large.

    Attributes:
        name: of the file or folder in the archive.
    """

    name: str
    size_bytes: int
    limit_bytes: int

    @property
    def sentence(self) -> str:
        """What is missing, and why, for people."""
        return (
            f"{self.name} is NOT INCLUDED: it takes {self.size_bytes / 1e6:.0f} MB, and archives "
            f"hold it up to {self.limit_bytes / 1e6:.0f} MB."
        )
