"""Convert the output files of a run, and store them.

Every trace of ns-2, whatever its name, becomes Parquet, from which its text can be restored byte
for byte. If there are several, one is the main trace: that of ``trace-all``, else the one with the
most lines. Its tables are in the run's folder, for metrics. The tables of each other trace are in
``traces/NAME``; those that the main trace lacks are in the run's folder, too. All other files, and
the printed output, are stored in ``files.zip``.
"""

import os
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.digests import digest_file, digest_value
from nstrace.converting import convert_to_folder
from nstrace.errors import DiskFullError, NstraceError
from nstrace.names import REJECTS

OTHER_FILES: Final = "files.zip"
PRINTED: Final = "ns.log"
TRACES: Final = "traces"

_ROLES: Final = ("trace-all", "", "namtrace-all")
"""Roles of files, in the order of preference for the main trace."""

_DATE: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class WrittenFile:
    """A file that a run wrote.

    Attributes:
        name: relative to the run's folder.
        sha256: digest of its bytes.
        role: ``trace-all`` or ``namtrace-all`` if the script passed it to one of these.
        rows: of each table, if it is a trace.
    """

    name: str
    bytes: int
    sha256: str
    role: str = ""
    rows: Mapping[str, int] = field(default_factory=dict)

    @property
    def lines(self) -> int:
        """Number of rows of all tables."""
        return sum(self.rows.values())


def written_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a run by name, without links to files of the user."""
    for place, below, names in os.walk(root):
        below.sort()
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield os.path.relpath(path, root), path


def collect(
    root: Path, log: Path, tables: Path, roles: Mapping[str, str], metadata: Mapping[str, str]
) -> list[WrittenFile]:
    """Convert and store the output of a run.

    Args:
        root: the folder that the run wrote to.
        log: the printed output.
        tables: the folder for the results, which is empty.
        roles: of files, by name.
        metadata: key-value metadata for the Parquet files.

    Returns:
        The files that the run wrote, the main trace first.

    Raises:
        NstraceError: if the file system is full.
    """
    found: list[WrittenFile] = []
    for name, path in written_files(root):
        size = path.stat().st_size
        rows = _convert(path, tables / TRACES / name, metadata) if size else {}
        if size or name != "trace-all.tr":
            found.append(WrittenFile(name, size, digest_file(path), roles.get(name, ""), rows))
    found.sort(key=lambda file: (not file.rows, _ROLES.index(file.role), -file.lines))
    _place_main(found, tables)
    _keep_others(root, log, tables, {file.name for file in found if not file.rows})
    return found


def _convert(trace: Path, folder: Path, metadata: Mapping[str, str]) -> Mapping[str, int]:
    """Convert a trace; return its rows by table, or an empty map if it is not a trace."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        contents = convert_to_folder(
            trace, folder, allow_rejects=False, durable=False, metadata=metadata
        )
    except DiskFullError:
        raise
    except NstraceError:
        return {}
    if contents.rows.get(REJECTS, 0) * 2 > contents.lines:
        shutil.rmtree(folder)
        return {}
    return contents.rows


def _place_main(found: list[WrittenFile], tables: Path) -> None:
    """Place the tables of the main trace in the run's folder, and those that it lacks."""
    for index, file in enumerate(found):
        folder = tables / TRACES / file.name
        for table in file.rows:
            source, target = folder / f"{table}.parquet", tables / f"{table}.parquet"
            if index == 0:
                source.rename(target)
            elif not target.exists():
                target.hardlink_to(source)
        if index == 0 and file.rows:
            shutil.rmtree(folder)
    for place, _, _ in os.walk(tables / TRACES, topdown=False):
        if not any(Path(place).iterdir()):
            Path(place).rmdir()


def _keep_others(root: Path, log: Path, tables: Path, names: set[str]) -> None:
    with zipfile.ZipFile(tables / OTHER_FILES, "w", zipfile.ZIP_DEFLATED) as kept:
        for name, path in [(PRINTED, log), *((name, root / name) for name in sorted(names))]:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with path.open("rb") as stream, kept.open(entry, "w", force_zip64=True) as member:
                shutil.copyfileobj(stream, member)


def stored_tables(tables: Path) -> list[str]:
    """Return the names of all Parquet files of a run, without their suffix."""
    files = tables.rglob("*.parquet")
    return sorted(path.relative_to(tables).as_posix().removesuffix(".parquet") for path in files)


def as_facts(files: list[WrittenFile]) -> list[dict[str, Any]]:
    """Return the entries of ``run.json`` for the files that a run wrote."""
    return [asdict(file) for file in files]


def fingerprint_of_results(files: list[WrittenFile], log: Path) -> str:
    """Return a digest of a run's traces; without traces, of its other files and printed output."""
    traces = {file.name: file.sha256 for file in files if file.rows}
    others = {file.name: file.sha256 for file in files} | {PRINTED: digest_file(log)}
    return digest_value(traces or others)
