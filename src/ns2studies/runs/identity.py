"""The runs of a study, each identified by everything that determines its bytes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, canonical_json, digest_file, digest_files, digest_text
from ns2studies.basics.inputs import FileStates, Planned, reached_from, require_planned
from ns2studies.basics.paths import SOURCES
from ns2studies.config.scenarios import Scenario
from ns2studies.runs.tcl_scripts import scripts_of, tcl_digest

if TYPE_CHECKING:
    from ns2studies.config.registry import Study


@dataclass(frozen=True)
class RunIdentity:
    """A scenario, a seed, and the programs that compute results from them.

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
        """Return the fields by name; ``dataclasses.asdict`` would copy parameters for each seed."""
        return {it.name: getattr(self, it.name) for it in fields(self)}

    def to_json(self) -> str:
        """Return the identity as canonical JSON, as in every Parquet file's metadata."""
        behind = canonical_json({"seed": self.seed, "study": self.study, "tcl": self.tcl})
        return f"{self._before_seed},{behind[1:]}"

    @cached_property
    def _before_seed(self) -> str:
        """The beginning of that JSON, whose keys are sorted, up to the seed."""
        keys = ("agents", "code", "ns", "parameters")
        return canonical_json({key: getattr(self, key) for key in keys})[:-1]

    def with_seed(self, seed: int) -> "RunIdentity":
        """Return another replication; the parameters, which it shares, become JSON only once."""
        other = replace(self, seed=seed)
        vars(other)["_before_seed"] = self._before_seed
        return other

    @cached_property
    def run_id(self) -> str:
        """Short digest of the identity."""
        return digest_text(self.to_json())[:SHORT]


@dataclass(frozen=True)
class Run:
    """A run that a study requires."""

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
        """The display name of the run: ``SCENARIO seed N``."""
        return f"{self.scenario.label} seed {self.identity.seed}"


_DECIDING = ("parameter_file.py", "ingest.py")
"""Files beside this one that, with all their imports, determine the contents of a run's files: how
parameters are passed to ns, and how its output is converted to Parquet.
"""


def deciding_files(sources: Path = SOURCES) -> list[Path]:
    """Return the source files that determine the contents of a run's Parquet files, sorted."""
    return reached_from([sources / "ns2studies" / "runs" / name for name in _DECIDING], sources)


@cache
def code_digest(sources: Path = SOURCES) -> str:
    """Return the digest of the code that determines the contents of a run's Parquet files."""
    return digest_files(sources, deciding_files(sources))


def runs_of(study: "Study", ns_sha256: str) -> list[Run]:
    """Return every run of a study at its scale, in the order of the configuration."""
    # Jobs that make runs only need digests, and the models of agents take long to load.
    from ns2studies.simulator.agents import agents_of

    tcl = tcl_digest(study.name)
    code = code_digest()
    runs: list[Run] = []
    for scenario in study.scenarios:
        parameters, agents = scenario.parameters, agents_of(scenario.parameters)
        any_run = RunIdentity(study.name, parameters, 0, ns_sha256, tcl, code, agents)
        runs += [Run(scenario, any_run.with_seed(seed)) for seed in scenario.seeds]
    return runs


_Key = tuple[str, str, str, str, tuple[tuple[str, str], ...]]


class Makers:
    """The files that make runs: ns, its Tcl, agents, and the code that stores the results.

    ns reads its Tcl again for each run, maybe hours after the runs were planned. Contents are
    compared once. After that, the state of each file, 0.2 ms in all, shows whether it may have
    changed.

    Args:
        ns: the simulator.
        tcl: the folder of the Tcl files.
    """

    def __init__(self, ns: Path, tcl: Path = paths.TCL) -> None:
        self._ns = ns.resolve()
        self._tcl = tcl
        self._compared: dict[_Key, FileStates] = {}

    @contextmanager
    def unchanged(self, run: Run) -> Iterator[None]:
        """Raise ``StudyError`` if a file that makes a run differs from the run's identity.

        Raises:
            StudyError: naming a file that changed after the run was planned, or within the block.
        """
        before = self._as_planned(run.identity)
        yield
        before.require_same("runs")

    def _as_planned(self, identity: RunIdentity) -> FileStates:
        agents = tuple(sorted(identity.agents.items()))
        key = (identity.study, identity.ns, identity.tcl, identity.code, agents)
        known = self._compared.get(key)
        if known is None or known.changed:
            scripts = scripts_of(identity.study, self._tcl)
            planned = (
                Planned(scripts, identity.tcl, partial(digest_files, self._tcl)),
                Planned(deciding_files(), identity.code, partial(digest_files, paths.SOURCES)),
                Planned([self._ns], identity.ns, lambda files: digest_file(files[0])),
            )
            known = require_planned(planned, "runs", self._loaded(identity.agents))
            self._compared[key] = known
        return known

    def _loaded(self, agents: Mapping[str, str]) -> list[Path]:
        """Return the files that a run loads of its agents, in folders named after their digests."""
        if not agents:
            return []
        # The models of agents take long to load.
        from ns2studies.simulator.agents import needed_files

        libraries = needed_files(self._ns, agents)
        return [file for library in libraries for file in sorted(library.parent.glob("*"))]
