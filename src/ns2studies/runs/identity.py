"""What identifies a run: everything that can change its bytes, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ns2studies.digests import SHORT, canonical_json, digest_files, digest_text
from ns2studies.imports import reached_from
from ns2studies.layout import SOURCES
from ns2studies.runs.tcl_scripts import tcl_digest
from ns2studies.scenarios import Scenario
from ns2studies.simulator.agents import agents_of

if TYPE_CHECKING:
    # Who only works on runs needs no study's models, which take long to load.
    from ns2studies.studies.registry import Study

_DECIDING = ("parameter_file.py", "ingest.py")
"""Files beside this one that, with all they import, decide what a run's files hold: how its
parameters reach ns, and how what it wrote becomes Parquet."""


@dataclass(frozen=True)
class RunIdentity:
    """A scenario, a seed, and the programs that turn them into results.

    Attributes:
        parameters: the scenario's parameters.
        seed: number of the replication, from 1.
        ns: SHA-256 of the simulator's binary.
        tcl: digest of the Tcl files the run reads.
        code: digest of the Python code between parameters and Parquet.
        agents: digests, by name, of the agents that the run loads into ns.
    """

    study: str
    parameters: Mapping[str, Any]
    seed: int
    ns: str
    tcl: str
    code: str
    agents: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The identity as it stands in every Parquet file's metadata."""
        # Not asdict, which would copy the parameters deeply for each of thousands of runs.
        return canonical_json({entry.name: getattr(self, entry.name) for entry in fields(self)})

    @cached_property
    def run_id(self) -> str:
        """Short digest of the identity."""
        return digest_text(self.to_json())[:SHORT]


@dataclass(frozen=True)
class Run:
    """A run that a study asks for."""

    scenario: Scenario
    identity: RunIdentity

    @property
    def study(self) -> str:
        """Name of the study."""
        return self.identity.study

    @property
    def run_id(self) -> str:
        """Short digest of the identity."""
        return self.identity.run_id

    @property
    def label(self) -> str:
        """The run's name for people: ``SCENARIO seed N``."""
        return f"{self.scenario.label} seed {self.identity.seed}"


def deciding_files(sources: Path = SOURCES) -> list[Path]:
    """The source files that decide what a run's Parquet files hold, sorted."""
    return reached_from([sources / "ns2studies" / "runs" / name for name in _DECIDING], sources)


@cache
def code_digest(sources: Path = SOURCES) -> str:
    """Digest of the code that decides what a run's Parquet files hold."""
    return digest_files(sources, deciding_files(sources))


def runs_of(study: "Study", ns_sha256: str) -> list[Run]:
    """Every run of a study at its scale, in the order of the configuration."""
    tcl = tcl_digest(study.name)
    code = code_digest()
    runs = []
    for scenario in study.scenarios:
        parameters, agents = scenario.parameters, agents_of(scenario.parameters)
        for seed in scenario.seeds:
            identity = RunIdentity(study.name, parameters, seed, ns_sha256, tcl, code, agents)
            runs.append(Run(scenario, identity))
    return runs
