"""Plan an experiment: determine the runs that it needs, and which of them are missing.

The number of replications may depend on earlier runs. A script that neither uses the seed nor draws
a random number needs one run of each point, so the first run of each point is made before all
others. With ``precision``, the rule of studies (:mod:`ns2studies.database.stopping`) ends a point's
replications.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.digests import canonical_json
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, plain_names
from ns2studies.basics.wording import counted
from ns2studies.config.replications import Target, UntilPrecise
from ns2studies.database.stopping import Values, wanted
from ns2studies.experiments.chance import one_run_is_enough
from ns2studies.experiments.grid import point_count
from ns2studies.experiments.make import ExperimentStore
from ns2studies.experiments.measures import experiment_measures
from ns2studies.experiments.model import EXPERIMENT, ExperimentFile
from ns2studies.experiments.runs import ExperimentRun, runs_of, uses_seed
from ns2studies.metrics.measure_files import (
    covered_runs,
    note_of,
    noted_files_are_there,
    rows_folder,
)
from ns2studies.simulator.identity import Simulator
from ns2studies.workflow.plan import StudyPlan
from ns2studies.workflow.study_index import runs_in
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_UNKNOWN_CPU_S: Final = 1.0
_UNKNOWN_BYTES: Final = 1_000_000
_INGEST_CPU_S: Final = 0.3
_LOOKED_AT: Final = 20
"""Number of finished runs on whose costs a forecast is based."""


@dataclass(frozen=True)
class ExperimentPlan:
    """The runs that an experiment needs.

    Attributes:
        runs: those that are needed now, by point and seed.
        missing: those that are not in the store, each with the reason.
        undecided: number of points that may need more runs once these have been measured.
        run_cpu_s: estimated CPU seconds of a run.
        run_bytes: estimated bytes of a run.
    """

    file: ExperimentFile
    runs: Sequence[ExperimentRun]
    missing: Sequence[tuple[ExperimentRun, str]]
    undecided: int
    run_cpu_s: float
    run_bytes: float

    @property
    def name(self) -> str:
        """The name of the experiment in results and in the workflow."""
        return self.file.key

    @property
    def scale(self) -> str:
        """The scale that results of experiments have in place of a study's."""
        return EXPERIMENT

    @property
    def remarks(self) -> Sequence[str]:
        """Notes for the user before the first run: always empty."""
        return ()

    @property
    def cpu_s(self) -> float:
        """Estimated CPU seconds of the missing runs."""
        return self.run_cpu_s * len(self.missing)

    @property
    def disk_bytes(self) -> float:
        """Estimated bytes that the missing runs will take."""
        return self.run_bytes * len(self.missing)

    @cached_property
    def run_ids(self) -> list[str]:
        """The identifiers of the runs, sorted."""
        return sorted({run.run_id for run in self.runs})

    def cost_of(self, run: ExperimentRun) -> float:
        """Return the estimated CPU seconds of a run."""
        return self.run_cpu_s

    @staticmethod
    def group_of(run: ExperimentRun) -> str:
        """Return the group under which a run is listed: its point."""
        return run.point.label or run.point.script

    @property
    def outlook(self) -> str:
        """A sentence on the runs that may follow; empty if none will."""
        if not self.undecided:
            return ""
        points, most = point_count(self.file.experiment), self.file.experiment.most_seeds
        what = f"{self.undecided} of {counted(points, 'point')}"
        if self.file.experiment.precision:
            return f"{self.name}: {what} are run until they are precise, with at most {most} seeds"
        return (
            f"{self.name}: {what} are run once first; up to {most - 1} more seeds of each follow "
            "unless the script makes no use of chance"
        )


AnyPlan = StudyPlan | ExperimentPlan
"""The plan of a study or of an experiment."""


def plan_experiment(file: ExperimentFile, ns_sha256: str, results: Path) -> ExperimentPlan:
    """Determine the runs that an experiment needs now, and which of them are missing.

    Args:
        results: the folder of experiments.

    Raises:
        ConfigError: if a listed file does not exist, or no run has the metric to be precise.
    """
    store = ExperimentStore(results)
    seen = _Seen(file, store)
    more_wanted = _wanted_by(file, results, seen)
    runs: list[ExperimentRun] = []
    undecided = 0
    for _, group in groupby(runs_of(file, ns_sha256), key=attrgetter("point")):
        possible = list(group)
        number, ended = more_wanted(possible)
        runs += possible[:number]
        undecided += not ended
    absent = [run for run in runs if not seen.has(run)]
    earlier = _earlier_runs(file) if absent else {}
    missing = [(run, _reason(run, earlier.get(run.label), store)) for run in absent]
    # Each point's first run comes before second ones, so that errors of a point show up early.
    missing.sort(key=lambda it: it[0].seed)
    cpu_s, size = seen.costs()
    return ExperimentPlan(file, runs, missing, undecided, cpu_s, size)


class _Seen:
    """The facts of an experiment's finished runs, each read once."""

    def __init__(self, file: ExperimentFile, store: ExperimentStore) -> None:
        self._file, self._store = file, store
        self._finished = store.finished(file.name)
        self._facts: dict[str, dict[str, Any]] = {}

    def has(self, run: ExperimentRun) -> bool:
        return self.facts(run) is not None

    def facts(self, run: ExperimentRun) -> dict[str, Any] | None:
        run_id = run.run_id
        if run_id not in self._finished:
            return None
        if run_id not in self._facts:
            try:
                self._facts[run_id] = self._store.facts_of_whole(self._file.name, run_id)
            except ResultError:
                self._finished.discard(run_id)
                return None
        return self._facts[run_id]

    def costs(self) -> tuple[float, float]:
        """Return CPU seconds and bytes of a run, if they are known."""
        known = list(self._facts.values())[:_LOOKED_AT]
        if not known:
            return _UNKNOWN_CPU_S + _INGEST_CPU_S, _UNKNOWN_BYTES
        cpu_s = sum(facts["usage"]["cpu_s"] for facts in known) / len(known)
        sizes = [sum(it["bytes"] for it in facts["tables"].values()) for facts in known]
        return cpu_s + _INGEST_CPU_S, sum(sizes) / len(sizes)


_Answer = Callable[[Sequence[ExperimentRun]], tuple[int, bool]]


def _wanted_by(file: ExperimentFile, results: Path, seen: _Seen) -> _Answer:
    """Return a function that determines how many runs a point needs, and whether it ends."""
    experiment = file.experiment
    is_given = uses_seed(file)
    rule = _Precise(file, results) if experiment.precision else None

    def answer(runs: Sequence[ExperimentRun]) -> tuple[int, bool]:
        if len(runs) == 1:
            return 1, True
        if not is_given:
            facts = seen.facts(runs[0])
            if facts is None:
                return 1, False
            if one_run_is_enough(facts, uses_seed=False):
                return 1, True
        return rule.wanted(runs) if rule else (len(runs), True)

    return answer


class _Precise:
    """The rule that ends replications once the interval of a metric is narrow."""

    def __init__(self, file: ExperimentFile, results: Path) -> None:
        precision = file.experiment.precision
        assert precision is not None
        self._file = file
        self._metric = file.experiment.metric(precision.metric)
        self._values, subjects = _values_of(file, self._metric, results)
        named = sorted(subjects & {"", "all"})[:1] or sorted(subjects) or ["all"]
        self._has_some = bool(subjects)
        self._rule = UntilPrecise(
            at_least=precision.at_least,
            at_most=precision.at_most,
            batch=None,
            until=Target.model_construct(
                relative_half_width=precision.within,
                metrics={self._metric: named},
                absolute_half_width={},
            ),
        )

    def wanted(self, runs: Sequence[ExperimentRun]) -> tuple[int, bool]:
        found = wanted(self._rule, lambda seed: self._values.get(runs[seed - 1].run_id))
        if len(found.measured) >= self._rule.at_least and not self._has_some:
            raise self._file.yaml.error(
                ["precision", "metric"],
                f"no run gives {self._metric}",
                "The table of the page has the metrics that the traces give.",
            )
        return found.seeds, found.ended


def _values_of(
    file: ExperimentFile, name: str, results: Path
) -> tuple[Mapping[str, Values], set[str]]:
    """Return the measured values of a metric by run, and its subjects."""
    is_own = name in file.experiment.own_metrics
    measures = experiment_measures(file)
    (measure,) = (it for it in measures if it.name == ("own" if is_own else name))
    covered = covered_runs(results, measure)
    values: dict[str, dict[tuple[str, str], float]] = {run_id: {} for run_id in covered}
    subjects: set[str] = set()
    if covered:
        query = _SQL["own_values" if is_own else "trace_values"]
        parameters: dict[str, object] = {"files": plain_names(sorted(set(covered.values())))}
        if is_own:
            parameters["metric"] = name
        for run_id, subject, value in connect(threads=1).execute(query, parameters).fetchall():
            values.setdefault(run_id, {})[name, subject] = value
            subjects.add(subject)
    return values, subjects


# --- reasons ------------------------------------------------------------------------------------


def index_path(file: ExperimentFile) -> Path:
    """Return the file that lists the experiment's runs."""
    return paths.index(paths.RESULTS, file.key, EXPERIMENT)


def _earlier_runs(file: ExperimentFile) -> dict[str, str]:
    """Return run identifiers by label, from the last time the experiment was planned to run."""
    # A damaged file is replaced by the next plan; until then it counts as empty.
    with suppress(OSError, ValueError):
        runs = runs_in(index_path(file))
        return {f"{run['scenario']} seed {run['seed']}".strip(): run["run_id"] for run in runs}
    return {}


def _reason(run: ExperimentRun, earlier_id: str | None, store: ExperimentStore) -> str:
    if earlier_id is None:
        return "never run"
    if earlier_id == run.run_id:
        return "its results are gone, damaged, or were never finished"
    try:
        earlier = store.facts(run.study, earlier_id)["identity"]
    except Exception:  # noqa: BLE001 - if old files are invalid, the run is missing
        return "what it depends on has changed"
    return ", ".join(_changes(earlier, run.identity)) or "never run"


def _changes(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Describe the differences between two identities."""
    old, new = earlier.get("inputs", {}), now["inputs"]
    files = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    if files:
        yield f"changed: {', '.join(files)}"
    values, wanted_values = earlier.get("variables", {}), now["variables"]
    for name in sorted(values.keys() | wanted_values.keys()):
        if values.get(name) != wanted_values.get(name):
            was, becomes = values.get(name, "(none)"), wanted_values.get(name, "(none)")
            yield f"changed: {name} {was} -> {becomes}"
    words = {
        "ns": "the simulator",
        "code": "the code that runs scripts",
        "arguments": "the arguments",
        "seeding": "seed",
        "trace_all": "trace",
        "script": "the script's name",
    }
    yield from (f"changed: {text}" for key, text in words.items() if earlier.get(key) != now[key])


# --- index and measures -------------------------------------------------------------------------


def index_text_of_experiment(plan: ExperimentPlan, built: Simulator) -> str:
    """Return the text of an experiment's index: all inputs of its database except for run files."""
    content = {
        "experiment": str(plan.file.path),
        "study": plan.file.name,
        "scale": EXPERIMENT,
        "config_sha256": plan.file.yaml.sha256,
        "name": plan.name,
        "runs": [
            {
                "run_id": run.run_id,
                "scenario": run.point.label,
                "point": run.point.point_id,
                "seed": run.seed,
            }
            for run in plan.runs
        ],
        "simulator": {
            "ns_sha256": built.ns_sha256,
            "source_digest": built.source_digest,
            "compiler": built.compiler,
        },
    }
    return canonical_json(content) + "\n"


def experiment_needs_measuring(plan: ExperimentPlan, results: Path) -> bool:
    """Return whether runs of the experiment, or measures of its runs, are missing."""
    if plan.missing or plan.undecided:
        return True
    wanted_measures = experiment_measures(plan.file)
    note = note_of(index_path(plan.file))
    if not all(rows_folder(results, measure).is_dir() for measure in wanted_measures):
        return True
    return not noted_files_are_there(results, note, wanted_measures, set(plan.run_ids))
