"""Sets of results: what a comparison asks of one, and the two ways in which they are stored."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import attach, columns_of, paths_list, tables_of
from ns2studies.comparing.tables import COLUMNS
from ns2studies.database.metadata import require_size, require_whole

if TYPE_CHECKING:
    import duckdb

_PARAMETERS: Final = "parameters"


@dataclass(frozen=True)
class Facts:
    """How a study's results in a set came about, as far as that is recorded.

    Attributes:
        made_at: as ISO 8601.
        digests: of programs and inputs, by what they are called.
    """

    scale: str = ""
    made_at: str = ""
    commit: str = ""
    changed_since: bool = False
    digests: Mapping[str, str] | None = None

    @property
    def words(self) -> str:
        """Scale, time and commit for people."""
        commit = f"commit {self.commit[:10]}{' and edits' if self.changed_since else ''}"
        parts = [self.scale, self.made_at, commit if self.commit else ""]
        return ", ".join(part for part in parts if part)


class ResultSet(Protocol):
    """What a comparison asks of a set of results."""

    @property
    def name(self) -> str:
        """What it is called, for people."""

    def studies(self) -> Sequence[str]:
        """The studies that it has results of, sorted."""

    def facts(self, study: str) -> Facts:
        """How the results of one of its studies came about."""

    def relations(self, connection: "duckdb.DuckDBPyConnection", study: str) -> Mapping[str, str]:
        """What gives the rows of each of its tables: names or calls of SQL.

        Raises:
            ResultError: if the set is damaged.
        """


@dataclass(frozen=True)
class Databases:
    """A folder with a database of each study, and a description beside each.

    Attributes:
        remedy: what makes them again; for messages.
    """

    name: str
    folder: Path
    remedy: str = "./reproduce makes it."

    def database(self, study: str) -> Path:
        """The database of a study."""
        return self.folder / f"{study}.duckdb"

    def studies(self) -> Sequence[str]:
        """Studies whose database has the size that its description says."""
        found = []
        for database in sorted(self.folder.glob("*.duckdb")):
            with suppress(ResultError):
                require_size(database)
                found.append(database.stem)
        return found

    def facts(self, study: str) -> Facts:
        """What the description beside the database says."""
        return facts_of(require_size(self.database(study)), study)

    def relations(self, connection: "duckdb.DuckDBPyConnection", study: str) -> Mapping[str, str]:
        """The tables of the database, which is attached to the connection.

        Raises:
            ResultError: if it is damaged.
        """
        import duckdb

        database = self.database(study)
        try:
            require_whole(database)
            alias = f"part{len(connection.execute('SHOW DATABASES').fetchall())}"
            attach(connection, database, alias)
            found = tables_of(connection, alias)
        except (duckdb.Error, ResultError) as error:
            raise ResultError(str(error).splitlines()[0], self.remedy) from error
        return {table: f"{alias}.{table}" for table in found if table in COLUMNS}


@dataclass(frozen=True)
class ParquetFolder:
    """Folders of Parquet files, one for each table, with the rows of one study or of several.

    Without a file of scenarios, their parameters may stand beside the runs.

    Attributes:
        folders: where the files of each study are.
        described: how each of the studies came about.
    """

    name: str
    folders: Mapping[str, Path]
    described: Mapping[str, Facts]

    def studies(self) -> Sequence[str]:
        """The studies that have a folder."""
        return sorted(self.folders)

    def facts(self, study: str) -> Facts:
        """What the set says of itself."""
        return self.described.get(study, Facts())

    def relations(self, connection: "duckdb.DuckDBPyConnection", study: str) -> Mapping[str, str]:
        """Calls that read the files.

        Raises:
            ResultError: naming a file that can't be read.
        """
        import duckdb

        found = {}
        for table in COLUMNS:
            file = self.folders[study] / f"{table}.parquet"
            if not file.is_file():
                continue
            found[table] = f"read_parquet({paths_list([file])}, hive_partitioning = false)"
            try:
                columns = columns_of(connection, found[table])
            except duckdb.Error as error:
                reason = str(error).splitlines()[0]
                raise ResultError(f"{self.name}: {file.name} can't be read: {reason}") from error
            beside = table == "runs" and _PARAMETERS in columns
            if beside and "scenarios" not in found:
                chosen = f"SELECT DISTINCT study, scenario, {_PARAMETERS} FROM {found[table]}"
                found["scenarios"] = f"({chosen})"
        return found


def facts_of(provenance: Mapping[str, Any], study: str) -> Facts:
    """The facts on a study in a provenance file, whatever its form."""
    package = _mapping(provenance.get("package"))
    studies = provenance.get("studies")
    entries = [_mapping(entry) for entry in studies] if isinstance(studies, list) else []
    own = next((entry for entry in entries if entry.get("study") == study), provenance)
    simulator = _mapping(own.get("simulator"))
    digests = {
        "simulator": simulator.get("source_digest"),
        "configuration file": own.get("config_sha256") or own.get("configuration_sha256"),
        "printed values": own.get("published_sha256"),
    }
    return Facts(
        str(own.get("scale") or ""),
        str(provenance.get("made_at") or ""),
        str(package.get("commit") or ""),
        bool(package.get("changed_since")),
        {name: str(digest) for name, digest in digests.items() if digest},
    )


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
