"""The reference: results of a study at full scale, small enough for the repository.

``data/reference/NAME.json`` has the provenance, and the size and digest of each file in
``data/reference/NAME/``: the rows of the tables ``runs`` (with a fingerprint of each),
``estimates``, ``comparison`` and ``claims``, and of derived tables with ``reference: yes``. A
study's database has them as ``reference_runs`` and so on, with the columns of the corresponding
tables; without rows if the study has no reference.
See docs/reference.md.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics import paths
from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from ns2studies.basics.digests import SHORT, digest_file, digest_text
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import columns_of, identifier, plain_name, quoted
from ns2studies.database import SQL
from ns2studies.database.derived import derived_of
from ns2studies.database.metadata import opened, require_size
from ns2studies.metrics.fingerprints import DEFINITION
from nstrace.files import whole_file, write_text_whole

if TYPE_CHECKING:
    import duckdb


QUERIES: Final[Mapping[str, str]] = {
    "runs": f"({SQL['reference_runs']})",
    "estimates": "estimates",
    "comparison": "comparison",
    "claims": "claims",
}
"""Contents of each reference by table: the name of a table, or a query in parentheses."""

_DEFINED: Final = digest_text(DEFINITION)[:SHORT]

_DESCRIBED: Final = ".description.json"
"""Temporary name of the metadata until all tables are written."""


def all_in(data: Path | None = None) -> Path:
    """Return the folder with the references of all studies.

    Args:
        data: replaces the checkout's ``data``.
    """
    return (data or paths.DATA) / "reference"


def studies_in(data: Path | None = None) -> list[str]:
    """Return the studies that have a reference, even an incomplete one."""
    return sorted({path.stem for path in all_in(data).glob("[!.]*")})


def reference_folder(study: str, data: Path | None = None) -> Path:
    """Return the folder with a study's reference."""
    return all_in(data) / study


def reference_description(study: str, data: Path | None = None) -> Path:
    """Return the metadata file of a study's reference."""
    return reference_folder(study, data).with_name(f"{study}.json")


def contents_of(study: str) -> dict[str, str]:
    """Return the contents of a study's reference by table, as in :data:`QUERIES`."""
    own = (entry.table for entry in derived_of(study) if entry.in_reference)
    return {**QUERIES, **{table: identifier(table) for table in own}}


def files_of(study: str, data: Path | None = None) -> list[Path]:
    """Return the files of a study's reference, whether they exist or not."""
    folder = reference_folder(study, data)
    tables = (folder / f"{table}.parquet" for table in contents_of(study))
    return [reference_description(study, data), *tables]


def read_reference_description(study: str, data: Path | None = None) -> dict[str, Any] | None:
    """Return the metadata of a study's reference; None if it has none.

    Raises:
        ResultError: if a file is missing or damaged.
    """
    is_there = reference_description(study, data).exists() or reference_folder(study, data).exists()
    return whole_description(study, data) if is_there else None


def whole_description(study: str, data: Path | None = None) -> dict[str, Any]:
    """Return the metadata of a study's reference, after a check of its files.

    Raises:
        ResultError: if a file is missing or damaged.
    """
    path = reference_description(study, data)
    try:
        described = read_checksummed_json(path)
    except FileNotFoundError as error:
        raise ResultError(f"{path} is missing", _mend(study)) from error
    except (OSError, ValueError) as error:
        raise ResultError(f"{path} is damaged: {error}", _mend(study)) from error
    for table, written in described["tables"].items():
        _require_whole(study, reference_folder(study, data) / f"{table}.parquet", written["sha256"])
    return described


def _require_whole(study: str, file: Path, sha256: str) -> None:
    if not file.is_file():
        raise ResultError(f"{file} is missing", _mend(study))
    if digest_file(file) != sha256:
        raise ResultError(
            f"{file} is damaged: its contents have changed since it was written", _mend(study)
        )


def _mend(study: str) -> str:
    return (
        "git checkout data/reference brings it back. To do without it, remove "
        f"data/reference/{study} and data/reference/{study}.json."
    )


# reading


def add_reference(
    connection: "duckdb.DuckDBPyConnection", study: str, data: Path | None = None
) -> None:
    """Create the tables ``reference_…`` beside the corresponding tables of results.

    Columns that the reference lacks are NULL; columns that are not known any more are left out.

    Raises:
        ResultError: if a file of the reference is missing or damaged.
    """
    described = read_reference_description(study, data)
    for table, query in contents_of(study).items():
        own = f"reference_{table}"
        connection.execute(f"CREATE TABLE {own} AS FROM {query} LIMIT 0")
        if described and table in described["tables"]:
            file = reference_folder(study, data) / f"{table}.parquet"
            _insert(connection, own, f"read_parquet({quoted(plain_name(file))})")
    # Fingerprints of another definition can't be compared; NULL marks that there are none.
    if described and described["fingerprints"] != _DEFINED:
        connection.execute("UPDATE reference_runs SET fingerprint = NULL")


def _insert(connection: "duckdb.DuckDBPyConnection", table: str, stored: str) -> None:
    there = columns_of(connection, stored)
    common = ", ".join(identifier(name) for name in columns_of(connection, table) if name in there)
    connection.execute(f"INSERT INTO {table} BY NAME SELECT {common} FROM {stored}")


# writing


def write_reference(database: Path, study: str, data: Path | None = None) -> bool:
    """Make the results in a study's database its reference.

    Equal results give equal files. Files that already hold these results remain unchanged,
    including their provenance.

    Returns:
        Whether anything was written.

    Raises:
        ResultError: if the database is missing or damaged.
        NstraceError: if a file can't be written.
    """
    folder = reference_folder(study, data)
    new = folder.with_name(f".{study}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        tables = _write_tables(database, contents_of(study), new)
        if _holds(study, tables, data):
            return False
        description = {**_provenance(database), "fingerprints": _DEFINED, "tables": tables}
        described = new / _DESCRIBED
        write_text_whole(described, checksummed_json(description))
        # The rest needs no further disk space. If the command is killed in between, the files are
        # reported as damaged.
        shutil.rmtree(folder, ignore_errors=True)
        described.rename(reference_description(study, data))
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return True


def _holds(study: str, tables: Mapping[str, Any], data: Path | None) -> bool:
    """Return whether a study's reference is intact and has these tables."""
    try:
        described = read_reference_description(study, data)
    except ResultError:
        return False
    return described is not None and (
        (described["tables"], described["fingerprints"]) == (tables, _DEFINED)
    )


def _write_tables(database: Path, contents: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Write the tables of a reference; return rows, bytes and digest of each."""
    tables = {}
    with opened(database, threads=1) as connection:
        for table, query in contents.items():
            file = folder / f"{table}.parquet"
            with whole_file(file) as temporary:
                connection.execute(
                    f"COPY (FROM {query} ORDER BY ALL) TO $file "
                    "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 19)",
                    {"file": str(temporary)},
                )
            ((rows,),) = connection.sql(f"FROM {query}").count("*").fetchall()
            size = file.stat().st_size
            tables[table] = {"rows": rows, "bytes": size, "sha256": digest_file(file)}
    return tables


def _provenance(database: Path) -> dict[str, Any]:
    """Return the provenance and the costs of a study's results, from its database and metadata."""
    described = require_size(database)
    (study,) = described["studies"]
    with opened(database) as connection:
        runs, simulated_s, cpu_hours, lines = connection.execute(SQL["reference_costs"]).fetchall()[
            0
        ]
    return {
        "study": study["study"],
        "scale": study["scale"],
        "command": f"./reproduce {study['scale']} {study['study']}",
        "made_at": described["made_at"],
        "runs": runs,
        "simulated_hours": round(simulated_s / 3600, 2),
        "ns_cpu_hours": round(cpu_hours, 3),
        "trace_lines": int(lines),
        "simulator": study["simulator"],
        "configuration_sha256": study["config_sha256"],
        "published_sha256": study["published_sha256"],
        **{key: described[key] for key in ("package", "machine", "libraries")},
    }
