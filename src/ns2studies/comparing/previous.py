"""What results were before the last command that made anything of them, kept for comparison.

A job that makes a study's database keeps of the one that it replaces what a comparison reads
(``results/previous/STUDY.duckdb``). Beside it stands which command replaced it, and in
``results/previous/last_command`` which command was the last to make a database or a page: what that
command left alone is unchanged.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.basics.locking import command_name
from ns2studies.basics.sealed import sealed_json
from ns2studies.basics.sql import attach, identifier, tables_of
from ns2studies.comparing.last_command import folder, note_command, noted_command
from ns2studies.comparing.sets import Databases, Facts, ResultSet
from ns2studies.comparing.tables import COLUMNS
from ns2studies.database.building import new_database
from ns2studies.database.metadata import describe, description_path, read_description, require_whole
from nstrace.files import write_text_whole

_REPLACED_BY: Final = "replaced_by"
_REMEDY: Final = (
    "./reproduce check --repair discards it. Name a revision or an archive instead: "
    "./reproduce compare HEAD"
)
_WITH_CHANCE: Final = "WHERE scenario IN (SELECT scenario FROM part.scenarios WHERE is_random)"

if TYPE_CHECKING:
    import duckdb


def _kept_database(results: Path, study: str) -> Path:
    return folder(results) / f"{study}.duckdb"


@contextmanager
def kept(results: Path, study: str) -> Iterator[None]:
    """Keep of a study's database what a comparison reads, if the block replaces it.

    If the block fails, what was kept before stays. Of a database that is missing or damaged
    nothing is kept, and what was kept before is of no use any more.
    """
    target = _kept_database(results, study)
    name, replaced_by = command_name(), ""
    with suppress(ResultError):
        replaced_by = _replaced_by(results, study)
    if replaced_by == name:
        # Made twice by one command; what was there before it is kept already.
        yield
    else:
        with _copied(paths.study_database(results, study), target) as described:
            yield
        if described is None:
            target.unlink(missing_ok=True)
            write_text_whole(description_path(target), sealed_json({_REPLACED_BY: name}))
        else:
            own = {key: it for key, it in described.items() if not key.startswith("database_")}
            describe(description_path(target), target, {**own, _REPLACED_BY: name})
    note_command(results, name)


@contextmanager
def _copied(database: Path, target: Path) -> Iterator[dict[str, Any] | None]:
    """Copy what comparisons read of a database; yields what stood beside it, if it is whole."""
    try:
        described = require_whole(database)
    except ResultError:
        yield None
        return
    with new_database(target) as connection:
        attach(connection, database, "part")
        _copy_what_is_read(connection)
        connection.execute("DETACH part")
        yield described


def _copy_what_is_read(connection: "duckdb.DuckDBPyConnection") -> None:
    """Copy what comparisons read of the attached database, of this version or an earlier one."""
    there = tables_of(connection, "part")
    for table, columns in COLUMNS.items():
        names = [name for name in ("study", *columns) if name in there.get(table, ())]
        if not names:
            continue
        listed = ", ".join(map(identifier, names))
        # Of a scenario without chance the estimates say all.
        with_chance = table == "metrics" and "is_random" in there.get("scenarios", ())
        chosen = _WITH_CHANCE if with_chance else ""
        connection.execute(f"CREATE TABLE {table} AS SELECT {listed} FROM part.{table} {chosen}")


def _replaced_by(results: Path, study: str) -> str:
    """The command that replaced what is kept of a study; empty if nothing is kept of it.

    Raises:
        ResultError: if that is damaged.
    """
    database = _kept_database(results, study)
    description = description_path(database)
    if not (database.exists() or description.exists()):
        return ""
    try:
        return str(read_description(description).get(_REPLACED_BY, ""))
    except ResultError as error:
        raise ResultError(error.message, _REMEDY) from error


@dataclass(frozen=True)
class Previous:
    """The results of a checkout before the last command that made anything.

    Attributes:
        named: studies that are asked for by name: of them what was kept last, whenever that was.
    """

    results: Path
    named: Sequence[str] = ()
    name: str = "previous results"

    @cached_property
    def _sources(self) -> dict[str, ResultSet]:
        kept_sets = Databases(self.name, folder(self.results), remedy=_REMEDY)
        current = Databases(self.name, self.results / "database")
        there = kept_sets.studies()
        found: dict[str, ResultSet] = {}
        for study in current.studies():
            replaced_by = _replaced_by(self.results, study)
            if study in there and (study in self.named or replaced_by == self.last):
                found[study] = kept_sets
            elif self.last and replaced_by != self.last and study not in self.named:
                found[study] = current
        return found

    @cached_property
    def last(self) -> str:
        """The last command that made a database or a page; empty if none is known of."""
        try:
            return noted_command(self.results)
        except (OSError, ValueError):
            return ""

    def studies(self) -> Sequence[str]:
        """The studies of which it is known what they were."""
        return sorted(self._sources)

    def untouched(self) -> list[str]:
        """The studies that the last command left as they were."""
        current = self.results / "database"
        return [
            study
            for study, source in sorted(self._sources.items())
            if isinstance(source, Databases) and source.folder == current
        ]

    def facts(self, study: str) -> Facts:
        """How the kept results came about."""
        return self._sources[study].facts(study)

    def relations(self, connection: Any, study: str) -> Any:
        """The tables of the kept results."""
        return self._sources[study].relations(connection, study)
