"""The runs of a study, each identified by everything that can change its bytes."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ns2studies.basics.digests import digest_files
from ns2studies.basics.imports import reached_from
from ns2studies.basics.paths import SOURCES
from ns2studies.runs.run import Run, RunIdentity
from ns2studies.runs.tcl_scripts import tcl_digest

if TYPE_CHECKING:
    from ns2studies.studies.registry import Study

_DECIDING = ("parameter_file.py", "ingest.py")
"""Files beside this one that, with all they import, decide what a run's files hold: how its
parameters reach ns, and how what it wrote becomes Parquet."""


def deciding_files(sources: Path = SOURCES) -> list[Path]:
    """The source files that decide what a run's Parquet files hold, sorted."""
    return reached_from([sources / "ns2studies" / "runs" / name for name in _DECIDING], sources)


@cache
def code_digest(sources: Path = SOURCES) -> str:
    """Digest of the code that decides what a run's Parquet files hold."""
    return digest_files(sources, deciding_files(sources))


def runs_of(study: "Study", ns_sha256: str) -> list[Run]:
    """Every run of a study at its scale, in the order of the configuration."""
    # Jobs that make runs ask for digests alone, and the models of agents take long to load.
    from ns2studies.simulator.agents import agents_of

    tcl = tcl_digest(study.name)
    code = code_digest()
    runs: list[Run] = []
    for scenario in study.scenarios:
        parameters, agents = scenario.parameters, agents_of(scenario.parameters)
        any_run = RunIdentity(study.name, parameters, 0, ns_sha256, tcl, code, agents)
        runs += [Run(scenario, any_run.with_seed(seed)) for seed in scenario.seeds]
    return runs
