"""Group missing runs into batches, each of which one job simulates, ingests and measures."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, canonical_json, digest_value
from ns2studies.config.scenarios import GridPoint, Scenario
from ns2studies.experiments.runs import ExperimentRun, planned_runs
from ns2studies.runs.identity import Run, RunIdentity
from ns2studies.simulator.agents import needed_files
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.experiment_plan import ExperimentPlan
from ns2studies.workflow.plan import StudyPlan
from nstrace.files import write_text_whole

BATCH_CPU_S: Final = 45.0
"""CPU seconds of the runs in a job: much longer than its start (0.7 s), short enough to be lost."""

JOBS_PER_CORE: Final = 40
"""Maximum number of jobs of a study: whenever a job ends, Snakemake checks each that waits."""

LAST_BATCH_CPU_S: Final = 8.0
"""Minimum CPU seconds of a job, so that the last jobs of a study end at about the same time."""

WORTH_A_JOB_CPU_S: Final = 3.5
"""Below this, each core gets one job rather than two: starting and measuring take 1.5 s per job."""


@dataclass(frozen=True)
class Batch:
    """Missing runs that one job makes.

    Attributes:
        study: the name of the study or experiment.
        cpu_s: expected CPU seconds of the runs, on the machine on which costs were measured.
        experiment: the experiment's file; None for a study.
    """

    study: str
    simulator: Simulator
    runs: Sequence[Run | ExperimentRun]
    cpu_s: float
    experiment: Path | None = None

    @cached_property
    def name(self) -> str:
        """The digest of the runs' identifiers."""
        return digest_value([run.run_id for run in self.runs])[:SHORT]

    @cached_property
    def libraries(self) -> list[str]:
        """Libraries of agents that the runs load, relative to the checkout if they are in it."""
        agents: Mapping[str, str] = dict(
            sorted(
                {
                    item
                    for run in self.runs
                    if isinstance(run, Run)
                    for item in run.identity.agents.items()
                }
            )
        )
        return [
            str(file.relative_to(paths.ROOT) if file.is_relative_to(paths.ROOT) else file)
            for file in needed_files(self.simulator.ns, agents)
        ]

    def write(self, path: Path) -> None:
        """Write the file that the batch's job reads."""
        content = {
            "expected_cpu_s": self.cpu_s,
            "ns": str(self.simulator.ns),
            "ns_sha256": self.simulator.ns_sha256,
            "experiment": str(self.experiment) if self.experiment else None,
            "runs": [_entry(run) for run in self.runs],
        }
        write_text_whole(path, canonical_json(content) + "\n")


def _entry(run: Run | ExperimentRun) -> dict[str, Any]:
    """Return the entry of a run in a batch's file; experiments' runs need only identifiers."""
    if isinstance(run, ExperimentRun):
        return {"run_id": run.run_id}
    return {"scenario": run.scenario.label, "identity": run.identity.by_name()}


@dataclass(frozen=True)
class BatchFile:
    """The input of a batch's job: the simulator, the runs and their expected CPU seconds.

    Attributes:
        experiment: the experiment's file, whose runs are in ``runs_of_experiment``.
    """

    ns: Path
    runs: Sequence[Run]
    expected_cpu_s: float
    experiment: Path | None = None
    runs_of_experiment: Sequence[ExperimentRun] = ()


def read_batch(path: Path) -> BatchFile:
    """Read a file that :meth:`Batch.write` wrote.

    Raises:
        StudyError: if anything that determines an experiment's runs has changed since.
    """
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    ns, cpu_s = Path(content["ns"]), content["expected_cpu_s"]
    if content["experiment"]:
        file = Path(content["experiment"])
        run_ids = [entry["run_id"] for entry in content["runs"]]
        return BatchFile(ns, (), cpu_s, file, planned_runs(file, content["ns_sha256"], run_ids))
    runs = []
    for entry in content["runs"]:
        identity, label = RunIdentity(**entry["identity"]), entry["scenario"]
        point = GridPoint(label.partition("/")[0], {}, {})
        scenario = Scenario(identity.study, label, point, identity.parameters, (identity.seed,))
        runs.append(Run(scenario, identity))
    return BatchFile(ns, runs, cpu_s)


def batches_of(
    plan: StudyPlan | ExperimentPlan, simulator: Simulator, cores: int, job_cpu_s: float | None
) -> list[Batch]:
    """Group the missing runs of a study or an experiment.

    Args:
        cores: cores of this machine that jobs share.
        job_cpu_s: CPU seconds that a job on a cluster should take; None on one machine.
    """
    groups: list[list[Any]] = []
    cost_of: Callable[[Any], float] = plan.cost_of
    room_s, left_s = 0.0, plan.cpu_s
    for run, _ in plan.missing:
        cpu_s = cost_of(run)
        if room_s < cpu_s / 2:
            groups.append([])
            # What the last group has too much or too little, up to half a run, goes into this one.
            room_s = max(room_s, -cpu_s / 2) + _batch_cpu_s(plan.cpu_s, left_s, cores, job_cpu_s)
        groups[-1].append(run)
        room_s -= cpu_s
        left_s -= cpu_s
    file = plan.file.path if isinstance(plan, ExperimentPlan) else None
    return [Batch(plan.name, simulator, runs, sum(map(cost_of, runs)), file) for runs in groups]


def _batch_cpu_s(all_s: float, left_s: float, cores: int, job_cpu_s: float | None) -> float:
    """Return the CPU seconds of the next batch.

    A job of a cluster waits in a queue and starts slowly, so it gets its minutes even if other
    nodes idle. On one machine the last batches are smaller, so that all cores are busy to the end.

    Args:
        all_s: CPU seconds of all missing runs of the study.
        left_s: those of the runs that are in no batch yet.
    """
    if job_cpu_s is not None:
        return job_cpu_s
    jobs_per_core = 2 if all_s >= 2 * cores * WORTH_A_JOB_CPU_S else 1
    least_s = min(LAST_BATCH_CPU_S, all_s / (jobs_per_core * cores))
    most_s = max(BATCH_CPU_S, all_s / (JOBS_PER_CORE * cores))
    return max(least_s, min(most_s, left_s / (2 * cores)))
