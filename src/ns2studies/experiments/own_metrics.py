"""The user's own metrics: numbers printed by a script, computed by awk from its files, or in SQL.

They are computed from the stored files of a run, so a changed metric requires no new run. Metrics
of traces are nstrace's, and computed for many runs at once (:mod:`ns2studies.metrics.measure`).
"""

import math
import re
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.digests import digest_file, digest_text
from ns2studies.basics.errors import ResultError
from ns2studies.basics.processes import run_within
from ns2studies.basics.sql import connect, error_in, identifier, quoted
from ns2studies.experiments.collect import OTHER_FILES, PRINTED, TRACES
from ns2studies.experiments.model import ExperimentFile
from nstrace.converting import export_text, open_stored
from nstrace.metrics.catalogue import VALUES, Metric, catalogue, read_header, required
from nstrace.metrics.compute import queries
from nstrace.schemas import SCHEMAS

if TYPE_CHECKING:
    import duckdb

_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_AWK_S: Final = 600.0
_HEADER: Final = ("title", "unit", "definition", "source", "needs", "range", "subject", "table")


@dataclass(frozen=True)
class RunValue:
    """A value of a metric for one run.

    Attributes:
        subject: the part of the run that it describes, such as a flow; empty for the whole run.
    """

    metric: str
    subject: str
    value: float
    unit: str = ""


def own_metric_digests(file: ExperimentFile) -> dict[str, str]:
    """Return the digest of the definition of each of the user's own metrics.

    Raises:
        OSError: if a file can't be read.
    """
    experiment = file.experiment
    digests = {name: digest_text(f"printed {text}") for name, text in experiment.printed.items()}
    for name, command in experiment.awk.items():
        program = digest_file(file.folder / shlex.split(command)[0])
        digests[name] = digest_text(f"awk {command} {program}")
    for name, path in experiment.sql.items():
        digests[name] = digest_text(f"sql {digest_file(file.folder / path)}")
    return digests


def own_values(file: ExperimentFile, tables: Path, facts: Mapping[str, Any]) -> list[RunValue]:
    """Return the values of the user's own metrics for a run.

    Args:
        tables: the run's folder in the store.
        facts: the run's facts.

    Raises:
        ResultError: naming metric, file and line, if there is no number.
    """
    return [
        *_printed(file, tables),
        *_by_awk(file, tables, facts),
        *_by_sql(file, tables, facts["run_id"]),
    ]


def printed_text(tables: Path) -> str:
    """Return the printed output of a run."""
    with zipfile.ZipFile(tables / OTHER_FILES) as kept:
        return kept.read(PRINTED).decode("utf-8", errors="replace")


def _printed(file: ExperimentFile, tables: Path) -> Iterator[RunValue]:
    """Yield the last number that each pattern finds."""
    if not file.experiment.printed:
        return
    text = printed_text(tables)
    for name, pattern in file.experiment.printed.items():
        found: list[str] = re.findall(pattern, text, re.MULTILINE)
        if not found:
            message = f"the script printed nothing that fits {pattern!r}"
            raise _error(file, ["printed", name], message)
        yield RunValue(name, "", _number(file, ["printed", name], found[-1]))


def _number(file: ExperimentFile, key: list[str], text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise _error(file, key, f"{text!r} is no number")
    return value


def _error(file: ExperimentFile, key: list[str], message: str) -> ResultError:
    return ResultError(str(file.yaml.error(key, message)))


def _by_awk(file: ExperimentFile, tables: Path, facts: Mapping[str, Any]) -> Iterator[RunValue]:
    """Yield the last number that each awk program prints."""
    if not file.experiment.awk:
        return
    awk = shutil.which("awk")
    if not awk:
        raise ResultError("awk is not installed", "Install it, for example the package mawk.")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in file.experiment.awk.items():
            program, *words = shlex.split(command)
            restore_files(tables, facts, Path(folder), words)
            # After "--", no word is taken for an option of awk.
            asked = [awk, "-f", str((file.folder / program).resolve()), "--", *words]
            try:
                done = run_within(asked, _AWK_S, Path(folder))
            except subprocess.TimeoutExpired:
                raise _error(file, ["awk", name], f"awk ran for more than {_AWK_S:g} s") from None
            numbers = _NUMBER.findall(done.stdout)
            if done.returncode or not numbers:
                complaint = done.stderr.strip() or "it printed no number"
                raise _error(file, ["awk", name], f"{facts['scenario']}: {complaint}")
            yield RunValue(name, "", float(numbers[-1]))


def restore_files(tables: Path, facts: Mapping[str, Any], folder: Path, names: list[str]) -> None:
    """Write files of a run as the script wrote them.

    Args:
        folder: target folder; files that exist in it are left as they are.
        names: names of the files; those that the run does not have are ignored.
    """
    files = facts["files"]
    for index, file in enumerate(files):
        target = folder / file["name"]
        if file["name"] not in names or target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if not file["rows"]:
            with zipfile.ZipFile(tables / OTHER_FILES) as kept:
                target.write_bytes(kept.read(file["name"]))
            continue
        home = tables if index == 0 else tables / TRACES / file["name"]
        with tempfile.TemporaryDirectory() as stored:
            # The main trace shares its folder with tables of others.
            for table in file["rows"]:
                name = f"{table}.parquet"
                (Path(stored) / name).symlink_to((home / name).resolve())
            with target.open("wb") as stream:
                export_text(open_stored(stored), stream)


def _by_sql(file: ExperimentFile, tables: Path, run_id: str) -> Iterator[RunValue]:
    """Yield the rows of each query: ``value``, and ``subject`` if it has such a column."""
    metrics = [metric_of(name, file.folder / path) for name, path in file.experiment.sql.items()]
    if not metrics:
        return
    with run_tables(tables, run_id) as connection, closing(queries(connection, metrics)) as asked:
        for metric, query in asked:
            yield from _rows(connection, metric, query)


@contextmanager
def run_tables(tables: Path, run_id: str) -> Iterator["duckdb.DuckDBPyConnection"]:
    """Open a connection with the tables of a run that metrics query.

    Args:
        tables: the run's folder in the store.
    """
    with closing(connect(threads=1)) as connection:
        for table, schema in SCHEMAS.items():
            # Tables lack the columns without any value, which an empty table of the schema adds.
            nothing, path = f"no_{table}", tables / f"{table}.parquet"
            connection.register(nothing, schema.empty_table())
            stored = f"read_parquet({quoted(path)}, hive_partitioning = false)"
            source = stored if path.exists() else identifier(nothing)
            connection.execute(
                f"CREATE TEMP VIEW {identifier(table)} AS SELECT {quoted(run_id)} AS run_id, * "
                f"FROM (FROM {source} UNION ALL BY NAME FROM {identifier(nothing)})"
            )
        yield connection


def metric_of(name: str, path: Path) -> Metric:
    """Return the metric that an SQL file describes; its header may have unit, needs and range."""
    header = read_header(path, (), _HEADER)
    common = catalogue().common
    needs = tuple(word.strip() for word in header.get("needs", "").split(",") if word.strip())
    unknown = [need for need in needs if need not in common]
    if unknown:
        raise ResultError(f"{path}: needs {', '.join(unknown)}, which nstrace does not have")
    return Metric(
        name=name,
        title=header.get("title", name),
        table=VALUES,
        unit=header.get("unit", ""),
        definition=header.get("definition", ""),
        source=header.get("source", path.name),
        needs=needs,
        sql=path.read_text(encoding="utf-8"),
        relations=tuple(common[each] for each in required(needs, common)),
        range=header.get("range", "any"),
        path=path,
    )


def _rows(connection: Any, metric: Metric, query: str) -> Iterator[RunValue]:
    import duckdb

    try:
        rows = connection.execute(query)
        columns = [str(name) for name, *_ in rows.description]
        found = rows.fetchall()
    except duckdb.Error as error:
        raise ResultError(error_in(metric.path, metric.sql, error)) from error
    if "value" not in columns:
        raise ResultError(f"{metric.path}: expected a column value, found {', '.join(columns)}")
    for row in found:
        named = dict(zip(columns, row, strict=True))
        if named["value"] is not None:
            subject = str(named.get("subject") or "")
            yield RunValue(metric.name, subject, float(named["value"]), metric.unit)
