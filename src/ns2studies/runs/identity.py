"""What identifies a run: everything that can change its bytes, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import nstrace
from ns2studies.digests import SHORT, canonical_json, digest_files, digest_text
from ns2studies.runs.tcl_scripts import tcl_digest
from ns2studies.scenarios import Scenario
from ns2studies.simulator.agents import agents_of
from ns2studies.studies.registry import Study

_PACKAGE = Path(__file__).resolve().parents[1]

_INGEST = (
    "native/*",
    "converting.py",
    "parquet_encoding.py",
    "parquet_file.py",
    "parquet_footer.py",
    "scanning.py",
    "schemas.py",
    "sources.py",
    "stored.py",
)
"""Files of the trace engine that decide what it stores."""

_RUN_CODE = ("csv_tables.py", "parameter_file.py", "traces.py")
"""Files beside this one that do."""


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


@cache
def code_digest() -> str:
    """Digest of the code that decides what a run's Parquet files hold."""
    engine = Path(nstrace.__file__).parent
    files = [path for name in _INGEST for path in engine.glob(name)]
    files += [_PACKAGE / "runs" / name for name in _RUN_CODE]
    return digest_files(_PACKAGE.parent, sorted(files))


def runs_of(study: Study, ns_sha256: str) -> list[Run]:
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
