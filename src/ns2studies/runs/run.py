"""A run: a scenario, a seed, and what identifies it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from ns2studies.basics.digests import SHORT, canonical_json, digest_text
from ns2studies.config.scenarios import Scenario


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

    def by_name(self) -> dict[str, Any]:
        """Its fields; ``dataclasses.asdict`` would copy the parameters of each replication."""
        return {it.name: getattr(self, it.name) for it in fields(self)}

    def to_json(self) -> str:
        """The identity as canonical JSON, as it stands in every Parquet file's metadata."""
        behind = canonical_json({"seed": self.seed, "study": self.study, "tcl": self.tcl})
        return f"{self._before_seed},{behind[1:]}"

    @cached_property
    def _before_seed(self) -> str:
        """That JSON up to the seed: keys are sorted."""
        keys = ("agents", "code", "ns", "parameters")
        return canonical_json({key: getattr(self, key) for key in keys})[:-1]

    def with_seed(self, seed: int) -> "RunIdentity":
        """Another replication; the parameters, which it shares, become JSON once for all."""
        other = replace(self, seed=seed)
        vars(other)["_before_seed"] = self._before_seed
        return other

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
