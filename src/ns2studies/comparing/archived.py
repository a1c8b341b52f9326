"""An archive as a set of results: its tables, after the whole archive has been checked."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ns2studies.archive.checking import check
from ns2studies.basics.checksums import read_checksummed_json
from ns2studies.basics.errors import ArchiveError, ResultError
from ns2studies.basics.sql import connect, plain_names
from ns2studies.comparing.queries import SQL
from ns2studies.comparing.sets import ParquetFolder, ResultSet, facts_of
from ns2studies.comparing.tables import COLUMNS
from nstrace.scratch import private_folder

_PROVENANCE: Final = "provenance.json"
_LARGEST: Final = 10_000_000_000
"""Bytes that the tables of an archive may take; those of all studies take a hundredth of it."""


@contextmanager
def opened_archive(archive: Path) -> Iterator[ResultSet]:
    """The results in an archive.

    Raises:
        ArchiveError: if it is not what its manifest says, or holds no results.
    """
    check(archive)
    with private_folder("ns2studies-compare-") as (folder, _):
        _unpack(archive, folder)
        yield _set_in(folder, archive)


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the tables that comparisons read, each under its own plain name."""
    wanted = {f"data/{table}.parquet": f"{table}.parquet" for table in COLUMNS}
    wanted[_PROVENANCE] = _PROVENANCE
    with zipfile.ZipFile(archive) as members:
        there = [name for name in wanted if name in members.namelist()]
        if sum(members.getinfo(name).file_size for name in there) > _LARGEST:
            raise ArchiveError(f"{archive}: its tables are too large to compare")
        for name in there:
            with members.open(name) as source, (folder / wanted[name]).open("wb") as sink:
                while piece := source.read(1 << 20):
                    sink.write(piece)
    for name in ("estimates", "comparison", "claims"):
        if not (folder / f"{name}.parquet").is_file():
            raise ArchiveError(
                f"{archive}: it holds no data/{name}.parquet",
                "Archives that ./reproduce archive makes do.",
            )


def _set_in(folder: Path, archive: Path) -> ResultSet:
    name = f"archive {archive.name}"
    try:
        provenance = read_checksummed_json(folder / _PROVENANCE)
    except (OSError, ValueError) as error:
        raise ArchiveError(f"{archive}: its {_PROVENANCE} can't be read: {error}") from error
    studies = _studies_in(folder, archive)
    return ParquetFolder(
        name,
        dict.fromkeys(studies, folder),
        {study: facts_of(provenance, study) for study in studies},
    )


def _studies_in(folder: Path, archive: Path) -> list[str]:
    import duckdb

    files = [folder / f"{table}.parquet" for table in ("estimates", "claims")]
    try:
        with connect() as connection:
            parameters = {"files": plain_names(files)}
            rows = connection.execute(SQL["studies_in"], parameters).fetchall()
    except duckdb.Error as error:
        raise ResultError(f"{archive}: {str(error).splitlines()[0]}") from error
    return [str(study) for (study,) in rows]
