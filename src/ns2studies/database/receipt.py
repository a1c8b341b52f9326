"""Receipts: how each number and each verdict was computed, and the commands that reproduce it.

A number is an estimate, the mean of one metric's values over the runs of one scenario. Its receipt
names these runs, the parameters that distinguish their scenario, and the queries in between.
"""

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.nested import flatten
from ns2studies.basics.sql import quoted
from ns2studies.database import SQL
from nstrace.sql_files import SqlFiles

if TYPE_CHECKING:
    import duckdb

_QUERIES: Final = SqlFiles(Path(__file__).with_name("receipts"))

ABSENT: Final = "none"
"""Value shown for a parameter that a scenario does not have."""


MOST_OF_A_GROUP: Final = 12
"""Maximum number of parameters of a group that are listed one by one."""


@dataclass(frozen=True)
class ReceiptRun:
    """A replication of a scenario."""

    seed: int
    run_id: str


@dataclass(frozen=True)
class ParameterDifference:
    """A parameter whose value differs from that of most scenarios of the study."""

    parameter: str
    value: str
    usual: str


@dataclass(frozen=True)
class ScenarioFacts:
    """The unusual parameters of a scenario, and its runs."""

    differences: tuple[ParameterDifference, ...] = ()
    runs: tuple[ReceiptRun, ...] = ()


@dataclass(frozen=True)
class MetricFacts:
    """The definition of a metric."""

    title: str
    unit: str
    definition: str
    source: str
    sql: str


@dataclass(frozen=True)
class StudyFacts:
    """Facts that all receipts of a study share.

    Attributes:
        scale: of its results.
        digests: of ns, of its Tcl files and of the code that stores traces; more than one of a
            kind only if the runs were made with several.
        scenarios: by label.
        metrics: by name.
    """

    study: str
    scale: str
    digests: Mapping[str, tuple[str, ...]]
    scenarios: Mapping[str, ScenarioFacts] = field(default_factory=dict)
    metrics: Mapping[str, MetricFacts] = field(default_factory=dict)

    @property
    def remake(self) -> str:
        """The command that makes all results of the study, at their scale."""
        return f"./reproduce {self.scale} {self.study}"


def study_facts(connection: "duckdb.DuckDBPyConnection", study: str) -> StudyFacts:
    """Return the facts that all receipts of a study share.

    Args:
        connection: to a results database that includes the study.
    """
    runs = [row for row in rows_of(connection, "runs") if row["study"] == study]
    scenarios = [row for row in rows_of(connection, "scenarios") if row["study"] == study]
    scale = connection.execute(SQL["scale"], {"study": study}).fetchall()
    kinds = {"ns": "ns_sha256", "Tcl": "tcl_digest", "trace code": "code_digest"}
    return StudyFacts(
        study,
        str(scale[0][0]),
        {kind: tuple(sorted({run[name] for run in runs})) for kind, name in kinds.items()},
        _scenario_facts(scenarios, runs),
        {row.pop("metric"): MetricFacts(**row) for row in rows_of(connection, "metrics")},
    )


def rows_of(connection: "duckdb.DuckDBPyConnection", name: str) -> list[dict[str, Any]]:
    """Return the rows of a query for receipts: ``cells``, ``claims``, ``runs`` and others."""
    found = connection.execute(_QUERIES[name])
    names = [column[0] for column in found.description or []]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _scenario_facts(
    scenarios: Iterable[Mapping[str, Any]], runs: Iterable[Mapping[str, Any]]
) -> dict[str, ScenarioFacts]:
    parameters = {row["scenario"]: _texts(row["parameters"]) for row in scenarios}
    usual = usual_values(parameters.values())
    of_scenario: dict[str, list[ReceiptRun]] = {label: [] for label in parameters}
    for run in runs:
        of_scenario.setdefault(run["scenario"], []).append(ReceiptRun(run["seed"], run["run_id"]))
    return {
        label: ScenarioFacts(differences(values, usual), tuple(of_scenario[label]))
        for label, values in parameters.items()
    }


def _texts(parameters: str) -> dict[str, str]:
    return {key: _text(value) for key, value in flatten(json.loads(parameters)).items()}


def _text(value: object) -> str:
    """Return a value as YAML spells it."""
    return value if isinstance(value, str) else json.dumps(value)


def usual_values(scenarios: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the most frequent value of each parameter, which may be :data:`ABSENT`.

    Of equally frequent values, the first in alphabetical order is returned.
    """
    every = list(scenarios)
    keys = sorted({key for values in every for key in values})
    usual = {}
    for key in keys:
        counts = Counter(values.get(key, ABSENT) for values in every)
        usual[key] = min(counts, key=lambda value: (-counts[value], value))
    return usual


def differences(
    values: Mapping[str, str], usual: Mapping[str, str]
) -> tuple[ParameterDifference, ...]:
    """Return the parameters with unusual values, sorted by name.

    In another network or another mixture of flows, all values differ. A group with many differences
    is summarized in one entry.
    """
    found = [
        ParameterDifference(key, values.get(key, ABSENT), usual[key])
        for key in sorted(usual)
        if values.get(key, ABSENT) != usual[key]
    ]
    sizes = Counter(_group(entry) for entry in found)
    large = {group: size for group, size in sizes.items() if size > MOST_OF_A_GROUP}
    single = [entry for entry in found if _group(entry) not in large]
    groups = [
        ParameterDifference(f"{group}.*", f"{size} values of its own", "others")
        for group, size in large.items()
    ]
    return tuple(sorted([*single, *groups], key=lambda entry: entry.parameter))


def _group(entry: ParameterDifference) -> str:
    return entry.parameter.partition(".")[0]


def value_query(study: str, scenario: str, metric: str, subject: str) -> str:
    """Return the SQL query for a number."""
    named = {"study": study, "scenario": scenario, "metric": metric, "subject": subject}
    return _query("n, mean, ci_low, ci_high, unit", "estimates", named)


def query_command(sql: str) -> str:
    """Return the command that runs a query on the results."""
    # SQL contains many single quotes.
    plain = not set('$`\\"!') & set(sql)
    return f'./reproduce sql "{sql}"' if plain else f"./reproduce sql {shlex.quote(sql)}"


def run_commands(study: str, scenario: str, seed: int) -> tuple[str, str]:
    """Return the commands that reproduce a run's trace: write its script, run it."""
    name = shlex.quote(f"{study}/{scenario}")
    return f"./reproduce scenario {name} --seed {seed} -o run.tcl", "./reproduce ns run.tcl traces"


def claim_query(study: str, claim: str) -> str:
    """Return the SQL query for a claim's verdict, its evidence and its own query."""
    return _query("verdict, evidence, sql", "claims", {"study": study, "claim": claim})


def _query(columns: str, table: str, named: Mapping[str, str]) -> str:
    """Return a query that users can run unchanged, with its values as literals."""
    conditions = (f"{name} = {quoted(value)}" for name, value in named.items())
    return f"SELECT {columns} FROM {table} WHERE {' AND '.join(conditions)}"
