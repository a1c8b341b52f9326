"""Check an archive against its metadata."""

import hashlib
import re
import tempfile
from pathlib import Path
from typing import Final

from ns2studies.archive.crate import DATABASE, METADATA, read_checksums
from ns2studies.archive.zipped import StrictZip
from ns2studies.basics.digests import SHORT, digest_bytes
from ns2studies.basics.errors import ArchiveError
from ns2studies.basics.sql import connect
from nstrace.files import full_disk_named
from nstrace.plain import open_plain
from nstrace.scratch import private_folder

_METADATA_BYTES: Final = 100_000_000
"""Largest accepted size of the metadata, which are read into memory."""

_MOST_SHOWN: Final = 10
"""Number of problems that a message lists."""

_NAMED: Final = re.compile(rf".*-([0-9a-f]{{{SHORT}}})\.zip")
_ASK_AGAIN: Final = "The archive is damaged or was changed; get another copy of it."


def check(archive: Path) -> int:
    """Check that an archive holds exactly the files that its metadata list.

    Files are read piece by piece; only the database is unpacked and opened.

    Returns:
        The number of files that were compared with the metadata.

    Raises:
        ArchiveError: if files are missing, unlisted or not as listed, naming the first of them, or
            if the archive can't be read at all.
    """
    try:
        with open_plain(archive) as stream:
            return _check(StrictZip(stream), archive.name)
    except OSError as error:
        raise ArchiveError(f"{archive}: {error.strerror}") from error
    except ArchiveError as error:
        raise ArchiveError(f"{archive}: {error.message}", _ASK_AGAIN) from error


def _check(members: StrictZip, archive_name: str) -> int:
    text = _metadata(members)
    named = _NAMED.fullmatch(archive_name)
    if named and named[1] != digest_bytes(text)[:SHORT]:
        raise ArchiveError(f"{METADATA}: its digest is not the one in the archive's name")
    listed = read_checksums(text)
    present = members.names - {METADATA}
    problems = dict.fromkeys(present - listed.keys(), f"not listed in {METADATA}")
    problems |= dict.fromkeys(listed.keys() - present, f"listed in {METADATA}, but missing")
    for name in listed.keys() & present:
        if problem := _problem_of(members, name, listed[name]):
            problems[name] = problem
    if problems:
        raise _all_wrong(problems)
    if DATABASE in present:
        _require_readable(members)
    return len(listed)


def _metadata(members: StrictZip) -> bytes:
    if METADATA not in members.names:
        raise ArchiveError(f"it has no {METADATA}")
    if members.size(METADATA) > _METADATA_BYTES:
        raise ArchiveError(f"{METADATA}: too large")
    try:
        return b"".join(members.pieces(METADATA))
    except ArchiveError as error:
        raise ArchiveError(f"{METADATA}: {error.message}") from error


def _problem_of(members: StrictZip, name: str, expected: str) -> str:
    digest = hashlib.sha256()
    try:
        for piece in members.pieces(name):
            digest.update(piece)
    except ArchiveError as error:
        return error.message
    return "" if digest.hexdigest() == expected else "its checksum is another one than listed"


def _all_wrong(problems: dict[str, str]) -> ArchiveError:
    """Report one problem in a line, several in a list."""
    lines = [f"{name}: {problem}" for name, problem in sorted(problems.items())]
    if len(lines) == 1:
        return ArchiveError(lines[0])
    more = len(lines) - _MOST_SHOWN
    shown = [*lines[:_MOST_SHOWN], *([f"and {more} more"] if more > 0 else [])]
    return ArchiveError(f"{len(lines)} files differ from the metadata\n  " + "\n  ".join(shown))


def _require_readable(members: StrictZip) -> None:
    import duckdb

    with (
        full_disk_named(Path(tempfile.gettempdir())),
        private_folder("ns2studies-archive-") as (folder, _),
    ):
        database = folder / "results.duckdb"
        with database.open("wb") as sink:
            sink.writelines(members.pieces(DATABASE))
        try:
            with connect(database, read_only=True) as connection:
                connection.table("studies").fetchall()
        except duckdb.Error as error:
            raise ArchiveError(f"{DATABASE}: {str(error).splitlines()[0]}") from error
