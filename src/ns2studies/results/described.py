"""The description beside a database: how it came to be, its size, and a digest of its contents."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect
from nstrace.files import synced_folder, write_text_whole

if TYPE_CHECKING:
    import duckdb

_BYTES: Final = "database_bytes"
_SHA256: Final = "database_sha256"

REMEDY: Final = "./reproduce check --repair makes it again."


def description_path(database: Path) -> Path:
    """Where a study's database, or that of all, is described."""
    results = database.with_name("provenance.json")
    return results if database.name == "results.duckdb" else database.with_suffix(".json")


def forget_description(database: Path) -> None:
    """Remove the description of a database that is being replaced.

    If the new one had the same size, it would pass for the described one until it is read.
    """
    description = description_path(database)
    if description.exists():
        description.unlink()
        synced_folder(description.parent)


def describe(target: Path, database: Path, facts: Mapping[str, Any]) -> None:
    """Write some facts of a database, its size and digest among them."""
    own = {_BYTES: database.stat().st_size, _SHA256: digest_file(database)}
    write_text_whole(target, checksummed_json(dict(sorted((own | dict(facts)).items()))))


def digest_said(described: Mapping[str, Any]) -> str:
    """The digest that a database was described with."""
    return str(described.get(_SHA256, ""))


def described_as(database: Path) -> str:
    """Return the digest of what a database was made of; empty if that is not known.

    A database that has another size than when it was made counts as not known.
    """
    with suppress(ResultError):
        return str(require_size(database).get("made_of", ""))
    return ""


def read_description(path: Path) -> dict[str, Any]:
    """What stands beside a database.

    Raises:
        ResultError: if it is missing or damaged.
    """
    try:
        return read_checksummed_json(path)
    except FileNotFoundError as error:
        raise ResultError(f"{path}: no such file", REMEDY) from error
    except (OSError, ValueError) as error:
        raise ResultError(f"{path} is damaged: {error}", REMEDY) from error


def require_size(database: Path, description: Path | None = None) -> dict[str, Any]:
    """The description of a database, after its size has been checked.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    if not database.is_file():
        raise ResultError(f"{database}: no such file", REMEDY)
    described = read_description(description or description_path(database))
    if database.stat().st_size != described.get(_BYTES):
        raise ResultError(
            f"{database} is damaged: it has another size than when it was made", REMEDY
        )
    return described


def require_whole(database: Path, description: Path | None = None) -> dict[str, Any]:
    """The description of a database, after its contents have been checked.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    described = require_size(database, description)
    if digest_file(database) != digest_said(described):
        raise ResultError(
            f"{database} is damaged: it holds something else than when it was made", REMEDY
        )
    return described


def whole_copies(databases: Iterable[Path], folder: Path) -> list[Path]:
    """Copies of those databases that are described beside them, as they were at one moment.

    Args:
        databases: others may be at work replacing some of them.
        folder: where the copies go; it must not exist.
    """
    folder.mkdir()
    copies = []
    for database in databases:
        copy = folder / database.name
        with suppress(ResultError, FileNotFoundError):
            shutil.copyfile(description_path(database), description_path(copy))
            shutil.copyfile(database, copy)
            require_whole(copy)
            copies.append(copy)
    return copies


@contextmanager
def opened(database: Path, threads: int | None = None) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A connection to a database that has its size; DuckDB checks each block that it reads.

    Args:
        threads: see :func:`ns2studies.basics.sql.connect`.

    Raises:
        ResultError: if it is missing or damaged.
    """
    require_size(database)
    # Plans read what is described here, and ask nothing.
    import duckdb

    try:
        with connect(database, read_only=True, threads=threads) as connection:
            yield connection
    except duckdb.Error as error:
        raise ResultError(f"{database}: {str(error).splitlines()[0]}", REMEDY) from error
