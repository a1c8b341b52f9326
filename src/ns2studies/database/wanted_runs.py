"""Determine the runs that a study needs, from its possible runs and their measured values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.sql import connect, plain_names
from ns2studies.config.registry import Study
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study_metrics import metrics_of
from ns2studies.config.yaml_file import read_yaml
from ns2studies.database.stopping import Key, Values, Wanted, expected, keys, wanted
from ns2studies.metrics.measure_files import covered_runs
from ns2studies.runs.identity import Run
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


@dataclass(frozen=True)
class Outlook:
    """The estimated number of further runs of a scenario after the present ones.

    Attributes:
        expected: if its variance stays; None if nothing has been measured.
    """

    scenario: Scenario
    expected: int | None
    at_most: int


@dataclass(frozen=True)
class Decision:
    """The runs that are needed now.

    Attributes:
        study: the study, whose scenarios have the seeds of these runs.
        undecided: the scenarios that may need more once these runs are measured.
    """

    study: Study
    runs: Sequence[Run]
    undecided: Sequence[Outlook] = ()


def decide(study: Study, runs: Sequence[Run], results: Path) -> Decision:
    """Select the runs that a study needs among its possible ones; all of them for a fixed number.

    Raises:
        ConfigError: if no result has a subject that the configuration names.
    """
    if all(scenario.rule is None for scenario in study.scenarios):
        return Decision(study, runs)
    possible: dict[str, list[Run]] = {scenario.label: [] for scenario in study.scenarios}
    for run in runs:
        possible[run.scenario.label].append(run)
    values = _values(study, results)
    answers = {
        scenario.label: wanted(scenario.rule, _by_seed(possible[scenario.label], values))
        for scenario in study.scenarios
        if scenario.rule is not None
    }
    _require_subjects(study, answers, possible, results)
    scenarios = [_with_seeds(scenario, answers.get(scenario.label)) for scenario in study.scenarios]
    kept = [
        replace(run, scenario=scenario)
        for scenario in scenarios
        for run in possible[scenario.label][: len(scenario.seeds)]
    ]
    undecided = [
        _outlook(scenario, answers[scenario.label])
        for scenario in scenarios
        if scenario.rule is not None and not answers[scenario.label].ended
    ]
    return Decision(replace(study, scenarios=tuple(scenarios)), kept, undecided)


def _with_seeds(scenario: Scenario, answer: Wanted | None) -> Scenario:
    return replace(scenario, seeds=scenario.seeds[: answer.seeds]) if answer else scenario


def _by_seed(runs: Sequence[Run], values: Mapping[str, Values]) -> Callable[[int], Values | None]:
    return lambda seed: values.get(runs[seed - 1].run_id)


def _outlook(scenario: Scenario, answer: Wanted) -> Outlook:
    assert scenario.rule is not None
    total = expected(scenario.rule, answer.measured)
    more = None if total is None else max(total - answer.seeds, 0)
    return Outlook(scenario, more, scenario.rule.at_most - answer.seeds)


def _values(study: Study, results: Path) -> dict[str, dict[Key, float]]:
    """Return the measured values by run; the entry of a run without any of the values is empty.

    A run is included once each metric that a rule names has been computed.
    """
    named: dict[str, set[str]] = {}
    for scenario in study.scenarios:
        for metric, subject in keys(scenario.rule) if scenario.rule else ():
            named.setdefault(metric, set()).add(subject)
    chosen = [metric for metric in metrics_of(study.name) if metric.name in named]
    covered = [covered_runs(results, metric) for metric in chosen]
    everywhere = set.intersection(*(set(runs) for runs in covered))
    values: dict[str, dict[Key, float]] = {run_id: {} for run_id in everywhere}
    if not everywhere:
        return values
    with connect() as connection:
        for it, runs in zip(chosen, covered, strict=True):
            files = plain_names(sorted(set(runs.values())))
            parameters = {"files": files, "subjects": sorted(named[it.name])}
            for run_id, subject, value in connection.execute(
                _SQL["values_of"], parameters
            ).fetchall():
                if run_id in values:
                    values[run_id][it.name, subject] = value
    return values


def _require_subjects(
    study: Study,
    answers: Mapping[str, Wanted],
    possible: Mapping[str, Sequence[Run]],
    results: Path,
) -> None:
    """Raise ``ConfigError`` for a subject without values, once a set's scenarios are measured."""
    by_set: dict[str, list[Scenario]] = {}
    for scenario in study.scenarios:
        if scenario.label in answers:
            by_set.setdefault(scenario.point.scenario_set, []).append(scenario)
    for name, scenarios in by_set.items():
        rule = scenarios[0].rule
        found = [answers[scenario.label].measured for scenario in scenarios]
        if rule is None or any(len(runs) < rule.at_least for runs in found):
            continue
        seen = {key for runs in found for run in runs for key in run}
        for key in keys(rule):
            if key not in seen:
                ids = [run.run_id for scenario in scenarios for run in possible[scenario.label]]
                raise _unknown_subject(study, name, key, _subjects(study, key[0], ids, results))


def _unknown_subject(study: Study, scenario_set: str, key: Key, known: list[str]) -> ConfigError:
    metric, subject = key
    rule = ("replications", study.scale, "until", "metrics", metric)
    return read_yaml(study.path).error(
        ["scenario_sets", scenario_set, *rule],
        f"no result of this set has {metric} of {subject!r}",
        f"It has {metric} of {', '.join(known)}." if known else f"It has no {metric} at all.",
    )


def _subjects(study: Study, metric: str, run_ids: Sequence[str], results: Path) -> list[str]:
    """Return the subjects that a metric has in some runs."""
    (chosen,) = (entry for entry in metrics_of(study.name) if entry.name == metric)
    files = sorted(set(covered_runs(results, chosen).values()))
    parameters = {"files": plain_names(files), "runs": list(run_ids)}
    rows = connect().execute(_SQL["subjects"], parameters)
    return [str(row[0]) for row in rows.fetchall()]
