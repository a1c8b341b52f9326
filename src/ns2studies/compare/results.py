"""Sets of results: paths of the results of each study, and their tables for a comparison.

The tables of both sets are copied into two databases in memory, ``set_a`` and ``set_b``, with the
columns of ``sql/tables.sql``. So the queries work on results in any form and of any version:
columns that a set lacks are NULL.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import attach, columns_of, connect, identifier, paths_list, tables_of
from ns2studies.database.former_verdicts import translate_verdicts
from ns2studies.database.metadata import description_path, require_size, require_whole
from ns2studies.database.reference import all_in, reference_folder, studies_in, whole_description
from nstrace.sql_files import SqlFiles

if TYPE_CHECKING:
    import duckdb

SQL: Final = SqlFiles.beside(__file__)

_REQUIRED: Final[Mapping[str, Sequence[str]]] = MappingProxyType({
    "estimates": ("scenario", "metric", "subject", "n", "mean", "is_exact", "ci_low", "ci_high"),
    "comparison": ("item", "row", "column", "verdict"),
    "claims": ("claim", "verdict"),
})  # fmt: skip
"""Columns that a comparison requires."""

_EXPERIMENT: Final = "experiment"
"""A table that only results of experiments have."""


@dataclass(frozen=True)
class Facts:
    """Facts about how a study's results were made, as far as they are known.

    Attributes:
        made_at: in ISO 8601.
        is_edited: whether files differed from the commit.
        published_sha256: digest of the published values.
    """

    scale: str = ""
    made_at: str = ""
    commit: str = ""
    is_edited: bool = False
    published_sha256: str = ""

    @property
    def text(self) -> str:
        """Scale, time and commit as a display text."""
        commit = f"commit {self.commit[:10]}{' with edits' if self.is_edited else ''}"
        return ", ".join(filter(None, [self.scale, self.made_at, self.commit and commit]))


@dataclass(frozen=True)
class StudyResults:
    """The location of the results of a study.

    Attributes:
        source: a database, or a folder with a Parquet file for each table.
        remedy: what to do if they are damaged.
    """

    source: Path
    facts: Facts = Facts()
    remedy: str = "./reproduce makes it."


@dataclass(frozen=True)
class ResultSet:
    """The results of several studies under a name.

    Attributes:
        notes: sentences about the set that a comparison repeats.
    """

    name: str
    studies: Mapping[str, StudyResults]
    notes: Sequence[str] = ()


def read_databases(name: str, folder: Path, remedy: str = StudyResults.remedy) -> ResultSet:
    """Find the databases in a folder whose size agrees with their metadata."""
    databases = {database.stem: database for database in sorted(folder.glob("*.duckdb"))}
    return read_results(name, databases, remedy)


def read_results(
    name: str, databases: Mapping[str, Path], remedy: str = StudyResults.remedy
) -> ResultSet:
    """Select the databases whose size agrees with their metadata.

    Args:
        databases: of each study or experiment, by name.
    """
    studies = {}
    for study, database in databases.items():
        with suppress(ResultError):
            facts = facts_of(require_size(database), study)
            studies[study] = StudyResults(database, facts, remedy)
    return ResultSet(name, studies)


def read_reference(data: Path | None = None) -> ResultSet:
    """Find the reference of every study that has one.

    Args:
        data: replaces the checkout's ``data``.

    Raises:
        ResultError: if there is none, or a file is missing or damaged.
    """
    studies = {
        study: StudyResults(
            reference_folder(study, data), facts_of(whole_description(study, data), study)
        )
        for study in studies_in(data)
    }
    if not studies:
        raise ResultError(f"{all_in(data)}: there is no reference", "Compare with something else.")
    return ResultSet("the reference", studies)


def facts_of(provenance: Mapping[str, Any], study: str) -> Facts:
    """Extract the facts about a study from provenance of any version."""
    package = _mapping(provenance.get("package"))
    studies = provenance.get("studies")
    entries = map(_mapping, studies if isinstance(studies, list) else [])
    own = next((entry for entry in entries if entry.get("study") == study), provenance)
    return Facts(
        str(own.get("scale") or ""),
        str(provenance.get("made_at") or ""),
        str(package.get("commit") or ""),
        bool(package.get("changed_since")),
        str(own.get("published_sha256") or ""),
    )


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def studies_stored(source: Path) -> list[str]:
    """List the studies or experiments that have rows in a database or a folder of Parquet files.

    Raises:
        duckdb.Error: if it can't be read.
        KeyError: naming a table that is missing.
    """
    with connect() as connection:
        found = _relations(connection, source, "source")
        tables = ["studies"] if _EXPERIMENT in found else _REQUIRED
        queries = [f"SELECT study FROM {found[table]}" for table in tables]
        rows = connection.execute(f"{' UNION '.join(queries)} ORDER BY study").fetchall()
    return [str(study) for (study,) in rows]


def load_tables(
    connection: "duckdb.DuckDBPyConnection", alias: str, given: ResultSet, study: str
) -> None:
    """Copy the rows of a study into a new database in memory.

    Raises:
        ResultError: if the results are damaged, or lack a required column.
    """
    import duckdb

    results, place = given.studies[study], f"{given.name}, {study}"
    try:
        _require_whole(results)
        relations = _relations(connection, results.source, f"{alias}_source")
        connection.execute(f"ATTACH ':memory:' AS {alias}; USE {alias}")
        connection.execute(SQL["tables"])
        for table, columns in tables_of(connection, alias).items():
            found = columns_of(connection, relations[table]) if table in relations else {}
            # Of an experiment, only estimates are compared.
            if table == "estimates" or _EXPERIMENT not in relations:
                _require_columns(table, found, place)
            if shared := ", ".join(identifier(name) for name in columns if name in found):
                # Definitions of metrics, which studies share, have no study column.
                chosen = "study = $study" if "study" in found else "$study IS NOT NULL"
                connection.execute(
                    f"INSERT INTO {table} BY NAME SELECT {shared} FROM {relations[table]} "
                    f"WHERE {chosen}",
                    {"study": study},
                )
        translate_verdicts(connection)
        connection.execute(SQL["scenarios_of_runs"])
        connection.execute("USE memory")
    except duckdb.Error as error:
        raise ResultError(f"{place}: {str(error).splitlines()[0]}", results.remedy) from error


def _require_whole(results: StudyResults) -> None:
    # The files of the reference and of an archive have already been checked.
    if results.source.suffix == ".duckdb" and description_path(results.source).is_file():
        try:
            require_whole(results.source)
        except ResultError as error:
            raise ResultError(error.message, results.remedy) from error


def _require_columns(table: str, found: Collection[str], place: str) -> None:
    for column in _REQUIRED.get(table, ()):
        if column not in found:
            raise ResultError(
                f"{place}: its table {table} has no column {column}",
                "It was made by another version of this program, or isn't a set of results.",
            )


def _relations(connection: "duckdb.DuckDBPyConnection", source: Path, alias: str) -> dict[str, str]:
    """Return the SQL name of each table of a source, which is attached if it is a database."""
    if source.is_dir():
        files = {file.stem: paths_list([file]) for file in sorted(source.glob("*.parquet"))}
        return {
            table: f"read_parquet({file}, hive_partitioning = false)"
            for table, file in files.items()
        }
    attach(connection, source, alias)
    return {table: f"{alias}.{identifier(table)}" for table in tables_of(connection, alias)}
