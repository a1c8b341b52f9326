"""The database of an experiment: its runs, metrics, estimates, and differences to the baseline."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from ns2studies.basics.digests import digest_value
from ns2studies.basics.errors import StudyError
from ns2studies.basics.sql import plain_names
from ns2studies.config.study import AxisValue
from ns2studies.database import SQL
from ns2studies.database.building import add_table, new_database, run_sql, trace_views
from ns2studies.database.intervals import student_t
from ns2studies.experiments.chance import one_run_is_enough, why_equal
from ns2studies.experiments.courses import time_courses
from ns2studies.experiments.grid import Point, baseline_of, points
from ns2studies.experiments.measures import OwnMetrics, experiment_measures
from ns2studies.experiments.model import (
    EXPERIMENT,
    Experiment,
    ExperimentFile,
    read_experiment,
    value_text,
)
from ns2studies.experiments.own_metrics import metric_of
from ns2studies.experiments.runs import uses_seed
from ns2studies.metrics.measure_files import covered_runs
from ns2studies.runs.finished import FinishedRuns
from nstrace.metrics.catalogue import Metric
from nstrace.schemas import SCHEMAS

RESERVED: Final = frozenset(
    (
        *("study", "scenario", "point", "script", "seed", "run_id", "metric", "subject", "value"),
        *("unit", "n", "mean", "deviation", "ci_low", "ci_high", "baseline", "simulated_s"),
        *("events", "cpu_s", "peak_memory_bytes", "fingerprint", "line", "time_ns", "is_exact"),
        *("parameters", "trace_lines", "result_bytes", "ns_sha256", "tcl_digest", "code_digest"),
    )
)
"""Names of columns that no axis may have."""

_INTEGERS: Final = range(-(2**63), 2**63)

_NUMBER: Final = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*"
_SUFFIXES: Final = {
    "": re.compile(rf"{_NUMBER}()()"),
    "bit/s": re.compile(rf"{_NUMBER}([kKMG]?)(b|B|bps)?"),
    "s": re.compile(rf"{_NUMBER}([munp]?)(s)?"),
}
_POWERS: Final = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "m": -3, "u": -6, "n": -9, "p": -12}


def axis_columns(experiment: Experiment) -> dict[str, str]:
    """Return the column of each axis: its name, unless another column has that name."""
    taken, found = set(RESERVED), {}
    for axis in experiment.axes:
        column = axis
        while column.lower() in taken and axis != "script":
            column += "_"
        taken.add(column.lower())
        found[axis] = column
    return found


def build_experiment_database(results: Path, index: Path, database: Path) -> None:
    """Build the database of the runs that an index lists.

    Its tables are those of studies, as far as they apply to experiments.

    Args:
        results: the folder of experiments.

    Raises:
        ResultError: if a run or its measures are missing or damaged.
        StudyError: if the experiment's file has changed since the index was written.
    """
    content = json.loads(index.read_text(encoding="utf-8"))
    file = read_experiment(Path(content["experiment"]))
    if file.yaml.sha256 != content["config_sha256"]:
        raise StudyError(f"{file.path} changed after its results were planned", "Run it again.")
    by_id = {point.point_id: point for point in points(file.experiment)}
    finished = FinishedRuns(results)
    facts = {run["run_id"]: finished.facts(file.name, run["run_id"]) for run in content["runs"]}
    with new_database(database) as connection:
        add_table(connection, "runs", _runs(file, content["runs"], by_id, facts))
        add_table(connection, "scenarios", _scenarios(file, by_id))
        add_table(connection, "studies", _study(file))
        _add_metrics(connection, file, results)
        _add_estimates(connection, file, by_id, _without_chance(file, content["runs"], facts))
        add_table(connection, "files", _files(facts))
        add_table(connection, "time_courses", _courses(file, content["runs"], finished, facts))
        add_table(connection, "notes", _notes(file, content["runs"], by_id, facts))
        add_table(connection, "experiment", _facts_of(file, content))
        trace_views(connection, results, sorted(SCHEMAS))


def scenario_name(point: Point) -> str:
    """Return the name of a point in the results."""
    return point.label or point.script


def _quantity(value: AxisValue) -> tuple[float, str] | None:
    """Return a value and its unit; suffixes are those of ns, as in ``10Mb`` and ``5ms``."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value, ""
    for unit, pattern in _SUFFIXES.items():
        if match := pattern.fullmatch(value):
            number = Decimal(match[1]).scaleb(_POWERS[match[2]])
            return float(number * 8 if match[3] == "B" else number), unit
    return None


def quantities(values: Sequence[AxisValue]) -> tuple[pl.Series, str]:
    """Return the values of an axis as integers or numbers with their unit, or as text."""
    found = [quantity for value in values if (quantity := _quantity(value))]
    units = {unit for _, unit in found if unit}
    if len(found) < len(values) or len(units) > 1:
        return pl.Series([value_text(it) for it in values], dtype=pl.String), ""
    numbers = [number for number, _ in found]
    as_given = all(isinstance(it, int) for it in values)
    whole = as_given or (units and all(float(it).is_integer() for it in numbers))
    if whole and all(int(it) in _INTEGERS for it in numbers):
        return pl.Series([int(it) for it in numbers], dtype=pl.Int64), "".join(units)
    return pl.Series([float(it) for it in numbers], dtype=pl.Float64), "".join(units)


def _axes(file: ExperimentFile, rows: Sequence[Point]) -> dict[str, pl.Series]:
    found = {}
    for axis, column in axis_columns(file.experiment).items():
        values = file.experiment.axes[axis]
        series, _ = quantities(values)
        typed = dict(zip(map(value_text, values), series, strict=True))
        texts = [value_text(point.values[axis]) for point in rows]
        found[column] = pl.Series([typed[text] for text in texts], dtype=series.dtype)
    return found


def _runs(
    file: ExperimentFile,
    runs: Sequence[Mapping[str, Any]],
    by_id: Mapping[str, Point],
    facts: Mapping[str, Mapping[str, Any]],
) -> pl.DataFrame:
    rows = [by_id[run["point"]] for run in runs]
    known = [facts[run["run_id"]] for run in runs]
    axes = _axes(file, rows)
    script = {} if "script" in axes else {"script": [point.script for point in rows]}
    return pl.DataFrame(
        {
            "study": [file.name] * len(rows),
            "scenario": [scenario_name(point) for point in rows],
            "point": [run["point"] for run in runs],
            **script,
            **axes,
            "seed": [run["seed"] for run in runs],
            "run_id": [run["run_id"] for run in runs],
            "simulated_s": pl.Series([it["simulated_s"] for it in known], dtype=pl.Float64),
            "events": pl.Series([it["events"] for it in known], dtype=pl.Int64),
            "cpu_s": [it["usage"]["cpu_s"] for it in known],
            "peak_memory_bytes": [it["usage"]["peak_memory_bytes"] for it in known],
            "trace_lines": [sum(sum(it["rows"].values()) for it in run["files"]) for run in known],
            "result_bytes": [sum(it["bytes"] for it in run["tables"].values()) for run in known],
            "fingerprint": [it["fingerprint"] for it in known],
            "ns_sha256": [it["identity"]["ns"] for it in known],
            "tcl_digest": [digest_value(it["identity"]["inputs"]) for it in known],
            "code_digest": [it["identity"]["code"] for it in known],
        }
    )


def _scenarios(file: ExperimentFile, by_id: Mapping[str, Point]) -> pl.DataFrame:
    rows = list(by_id.values())
    axes = _axes(file, rows)
    script = {} if "script" in axes else {"script": [point.script for point in rows]}
    names = [scenario_name(point) for point in rows]
    parameters = [json.dumps({"script": it.script, **it.variables}) for it in rows]
    columns = {"point": list(by_id), "scenario": names, "parameters": parameters}
    return pl.DataFrame({**columns, **script, **axes})


def _study(file: ExperimentFile) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "study": [file.name],
            "title": [file.experiment.title or file.path.parent.name],
            "scale": [EXPERIMENT],
            "source": [str(file.path)],
            "configuration": [file.experiment.model_dump_json(exclude_defaults=True)],
        }
    )


def _without_chance(
    file: ExperimentFile,
    runs: Sequence[Mapping[str, Any]],
    facts: Mapping[str, Mapping[str, Any]],
) -> list[str]:
    """Return the points whose replications are necessarily equal."""
    given = uses_seed(file)
    return [run["point"] for run in runs if one_run_is_enough(facts[run["run_id"]], given)]


def _add_metrics(
    connection: duckdb.DuckDBPyConnection, file: ExperimentFile, results: Path
) -> None:
    connection.execute(SQL["experiment_metrics"])
    definitions: list[tuple[str, ...]] = []
    for measure in experiment_measures(file):
        files = plain_names(sorted(set(covered_runs(results, measure).values())))
        if isinstance(measure, OwnMetrics):
            if files:
                connection.execute(SQL["experiment_own_rows"], {"files": files})
            continue
        assert isinstance(measure, Metric)
        told = (measure.title, measure.unit, measure.definition, measure.range, measure.sql)
        definitions.append((measure.name, *told))
        if files:
            values = {"files": files, "metric": measure.name, "unit": measure.unit}
            connection.execute(SQL["experiment_rows"], values)
    definitions += _own_definitions(file)
    names = ("metric", "title", "unit", "definition", "range", "sql")
    columns = dict.fromkeys(names, pl.String)
    frame = pl.DataFrame(definitions, schema=columns, orient="row")
    add_table(connection, "metric_definitions", frame)


def _own_definitions(file: ExperimentFile) -> Iterator[tuple[str, ...]]:
    experiment = file.experiment
    for name, pattern in experiment.printed.items():
        words = f"The last number that the script prints as {pattern}"
        yield name, name, "", words, "any", pattern
    for name, command in experiment.awk.items():
        program = (file.folder / shlex.split(command)[0]).read_text(encoding="utf-8")
        yield name, name, "", f"The last number that awk -f {command} prints", "any", program
    for name, path in experiment.sql.items():
        metric = metric_of(name, file.folder / path)
        words = metric.definition or f"The query of {path}"
        yield name, metric.title, metric.unit, words, metric.range, metric.sql


def _add_estimates(
    connection: duckdb.DuckDBPyConnection,
    file: ExperimentFile,
    by_id: Mapping[str, Point],
    without_chance: Sequence[str],
) -> None:
    most = file.experiment.most_seeds
    add_table(connection, "student_t", student_t(range(2, most + 1)), temporary=True)
    pairs = [
        (point.point_id, other.point_id)
        for point in by_id.values()
        if file.experiment.baseline and (other := baseline_of(file.experiment, point))
    ]
    frame = pl.DataFrame(pairs, schema={"point": pl.String, "baseline": pl.String}, orient="row")
    add_table(connection, "baselines", frame)
    exact = pl.DataFrame({"point": without_chance}, schema={"point": pl.String})
    add_table(connection, "without_chance", exact, temporary=True)
    for name in ("experiment_estimates", "experiment_points", "experiment_differences"):
        run_sql(connection, name)


def _courses(
    file: ExperimentFile,
    runs: Sequence[Mapping[str, Any]],
    finished: FinishedRuns,
    facts: Mapping[str, Mapping[str, Any]],
) -> pl.DataFrame:
    """Return the time courses of the first runs of a few points."""
    first = [run["run_id"] for run in runs if run["seed"] == 1]
    return time_courses({it: finished.folder(file.name, it) for it in first}, first, facts)


def _files(facts: Mapping[str, Mapping[str, Any]]) -> pl.DataFrame:
    """Return the files that each run wrote, with the tables into which they were ingested."""
    rows = [
        (
            run_id,
            file["name"],
            file["bytes"],
            max(file["rows"], key=lambda it: file["rows"][it]) if file["rows"] else None,
            sum(file["rows"].values()),
            bool(file["rows"]) and number == 0,
        )
        for run_id, run in facts.items()
        for number, file in enumerate(run["files"])
    ]
    schema = {
        **dict.fromkeys(("run_id", "file"), pl.String),
        "bytes": pl.Int64,
        "ingested_as": pl.String,
        "rows": pl.Int64,
        "is_main": pl.Boolean,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _notes(
    file: ExperimentFile,
    runs: Sequence[Mapping[str, Any]],
    by_id: Mapping[str, Point],
    facts: Mapping[str, Mapping[str, Any]],
) -> pl.DataFrame:
    """Return the notes for the user, each once with its number of runs."""
    counts: dict[str, int] = {}
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for run in runs:
        groups.setdefault(run["point"], []).append(facts[run["run_id"]])
        for remark in facts[run["run_id"]]["remarks"]:
            counts[remark] = counts.get(remark, 0) + 1
    given = uses_seed(file)
    for group in groups.values():
        if file.experiment.most_seeds > 1 and (why := why_equal(group, given)):
            counts[why] = counts.get(why, 0) + len(group)
    for name, others in _equal_points(groups, by_id).items():
        counts[name] = others
    schema = {"note": pl.String, "runs": pl.Int64}
    return pl.DataFrame(list(counts.items()), schema=schema, orient="row")


def _equal_points(
    groups: Mapping[str, Sequence[Mapping[str, Any]]], by_id: Mapping[str, Point]
) -> dict[str, int]:
    """Return notes on axes whose values give the same traces at all compared points."""
    prints = {key: [run["fingerprint"] for run in group] for key, group in groups.items()}
    found: dict[str, int] = {}
    some = next(iter(by_id.values()))
    for axis in some.values:
        by_rest: dict[str, set[tuple[str, ...]]] = {}
        for key, point in by_id.items():
            rest = json.dumps([value for name, value in point.values.items() if name != axis])
            by_rest.setdefault(rest, set()).add(tuple(prints.get(key, ())))
        values = {value_text(point.values[axis]) for point in by_id.values()}
        if len(values) > 1 and all(len(each) == 1 for each in by_rest.values()):
            found[f"All values of {axis} give the same traces: it changes nothing."] = len(
                [run for group in groups.values() for run in group]
            )
    return found


def _facts_of(file: ExperimentFile, content: Mapping[str, Any]) -> pl.DataFrame:
    """Return facts about the experiment as keys and values."""
    experiment = file.experiment
    rows = {
        "title": experiment.title or file.path.parent.name,
        "file": str(file.path),
        "name": content["name"],
        "text": file.yaml.text,
        "ns_sha256": content["simulator"]["ns_sha256"],
        "compiler": content["simulator"]["compiler"],
        "axes": json.dumps(axis_columns(experiment)),
        "units": json.dumps({axis: quantities(it)[1] for axis, it in experiment.axes.items()}),
        "baseline": json.dumps(experiment.baseline),
        "chosen_metrics": json.dumps(_chosen(experiment)),
    }
    return pl.DataFrame(list(rows.items()), schema=["key", "value"], orient="row")


def _chosen(experiment: Experiment) -> list[str] | None:
    """Return the metrics that the experiment names, its own last; None if it names none."""
    if experiment.metrics is None and not experiment.own_metrics:
        return None
    named = [experiment.metric(name) for name in experiment.metrics or []]
    return list(dict.fromkeys([*named, *experiment.own_metrics]))
