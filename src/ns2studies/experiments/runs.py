"""The runs of an experiment, each named by the digest of everything that determines its results."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ns2studies.basics.digests import SHORT, canonical_json, digest_files, digest_text, digest_value
from ns2studies.basics.errors import StudyError
from ns2studies.basics.inputs import reached_from
from ns2studies.basics.paths import SOURCES, TCL
from ns2studies.experiments.grid import Point, arguments_of, points
from ns2studies.experiments.inputs import Inputs, find_inputs
from ns2studies.experiments.model import (
    SCRIPT,
    SUBSTREAM,
    ExperimentFile,
    read_experiment,
    value_text,
)

DRIVER = TCL / "experiments" / "driver.tcl"
"""Tcl program that runs a script."""

_DECIDING = ("settings.py", "collect.py")
"""Modules that, with all their imports, determine the contents of a run's files."""


@dataclass(frozen=True)
class ExperimentRun:
    """A point of an experiment, and the number of the replication.

    Attributes:
        experiment: the experiment's name.
        point: the point.
        inputs: the script and the files that it reads.
        variables: the values of Tcl variables, as they are passed to Tcl.
        arguments: the script's command line.
        passed: the variables whose values are in the command line.
        seed: the number of the replication, from 1.
        seeding: ``substream`` if each replication continues in a substream after the script's own
            seeds.
        trace_all: whether links are traced that the script does not trace.
        identity_text: everything that determines the run's results, as canonical JSON.
    """

    experiment: str
    point: Point
    inputs: Inputs
    variables: Mapping[str, str]
    arguments: tuple[str, ...]
    passed: frozenset[str]
    seed: int
    seeding: str
    trace_all: bool
    identity_text: str

    @property
    def study(self) -> str:
        """The name under which the store keeps the run."""
        return self.experiment

    @property
    def run_id(self) -> str:
        """Short digest of the identity."""
        return digest_text(self.identity_text)[:SHORT]

    @property
    def label(self) -> str:
        """The display name of the run: ``0.01/RED seed 3``."""
        return f"{self.point.label} seed {self.seed}".strip()

    @property
    def described(self) -> str:
        """Parameters and seed, for messages."""
        values = [f"{name} = {value}" for name, value in self.variables.items()]
        return ", ".join([*values, f"seed {self.seed}"])

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that determines the run's results."""
        identity: dict[str, Any] = json.loads(self.identity_text)
        return identity


@cache
def code_digest() -> str:
    """Return the digest of the Python and Tcl code that determines the files of runs."""
    starts = [SOURCES / "ns2studies" / "experiments" / name for name in _DECIDING]
    python = digest_files(SOURCES, reached_from(starts, SOURCES))
    return digest_value([python, digest_files(TCL, sorted(DRIVER.parent.glob("*.tcl")))])


def runs_of(file: ExperimentFile, ns_sha256: str) -> Iterator[ExperimentRun]:
    """Yield the runs of an experiment, point by point with all replications.

    Args:
        ns_sha256: the digest of the simulator.

    Raises:
        ConfigError: if a listed file does not exist.
    """
    experiment = file.experiment
    scripts = {name: find_inputs(file, name) for name in experiment.all_scripts}
    digests = {name: inputs.digests for name, inputs in scripts.items()}
    substream = experiment.seed == SUBSTREAM
    seeding = SUBSTREAM if substream else SCRIPT
    trace_all = experiment.trace == "all"
    words = " ".join(map(str, experiment.arguments))
    for point in points(experiment):
        inputs = scripts[point.script]
        made_of = {
            "code": code_digest(),
            "inputs": digests[point.script],
            "ns": ns_sha256,
            "script": inputs.script.name,
            "seeding": seeding,
            "trace_all": trace_all,
        }
        before_seed = canonical_json(made_of)[:-1]
        fixed = {name: value_text(value) for name, value in point.variables.items()}
        for seed in range(1, experiment.most_seeds + 1):
            variables = dict(fixed)
            if experiment.seed and not substream:
                variables[experiment.seed] = str(seed)
            arguments = arguments_of(experiment, point, seed)
            rest = canonical_json({"arguments": arguments, "seed": seed, "variables": variables})
            yield ExperimentRun(
                experiment=file.name,
                point=point,
                inputs=inputs,
                variables=variables,
                arguments=tuple(arguments),
                passed=frozenset(name for name in variables if f"{{{name}}}" in words),
                seed=seed,
                seeding=seeding,
                trace_all=trace_all,
                identity_text=f"{before_seed},{rest[1:]}",
            )


def uses_seed(file: ExperimentFile) -> bool:
    """Return whether the script gets the number of the replication."""
    experiment = file.experiment
    by_variable = bool(experiment.seed) and experiment.seed != SUBSTREAM
    return by_variable or any("{seed}" in str(each) for each in experiment.arguments)


def planned_runs(path: Path, ns_sha256: str, run_ids: Sequence[str]) -> list[ExperimentRun]:
    """Return some runs of an experiment as they were planned.

    Args:
        path: the experiment's file.

    Raises:
        StudyError: if anything that determines them has changed since.
    """
    wanted = set(run_ids)
    runs = runs_of(read_experiment(path), ns_sha256)
    found = {run.run_id: run for run in runs if run.run_id in wanted}
    if len(found) < len(wanted):
        raise StudyError(
            f"{path}: the experiment, its script or a file that it reads changed after the runs "
            "were planned",
            "Run the same command again.",
        )
    return [found[run_id] for run_id in run_ids]
