"""Find a scenario by its name, with everything that its script needs."""

import difflib
from collections.abc import Sequence
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import FULL, QUICK, Scenario
from ns2studies.config.study_files import available
from ns2studies.runs.standalone import AgentFiles, StandaloneRun
from ns2studies.simulator import agents
from ns2studies.simulator.identity import home_of, source_digest

_SHOWN: Final = 8
"""Maximum number of scenarios in a message."""


def find(name: str, seed: int) -> StandaloneRun:
    """Return the scenario ``STUDY/SCENARIO``, at a scale that has it.

    Raises:
        ConfigError: if there is no such scenario.
    """
    study_name, _, label = name.partition("/")
    if study_name not in available():
        raise ConfigError(f"unknown study {study_name!r}", nearest(study_name, available()))
    study, scenario = _find(study_name, label)
    return described_run(study, scenario, seed)


def described_run(study: Study, scenario: Scenario, seed: int) -> StandaloneRun:
    """Combine a scenario with the other contents of its script."""
    needed = agents.agents_of(scenario.parameters)
    parameters = dict(scenario.parameters)
    if needed:
        ns = home_of(paths.BUILD) / source_digest()[:SHORT] / "ns"
        parameters |= agents.expected_parameters(ns, needed)
    folders = [agents.known_agents()[agent].folder for agent in sorted(needed)]
    return StandaloneRun(
        study=study.name,
        title=study.config.title,
        source=study.config.source,
        label=scenario.label,
        seed=seed,
        parameters=parameters,
        agents=[AgentFiles(folder.name, sorted(folder.glob("*.tcl"))) for folder in folders],
    )


def _find(study_name: str, label: str) -> tuple[Study, Scenario]:
    """Return a scenario with its study at a scale that has it."""
    labels: list[str] = []
    # Full scale has most of them, usually all.
    for scale in (FULL, QUICK):
        study = load_study(study_name, scale)
        for scenario in study.scenarios:
            if scenario.label == label:
                return study, scenario
            labels.append(scenario.label)
    raise ConfigError(f"{study_name} has no scenario {label!r}", _hint(study_name, label, labels))


def _hint(study: str, label: str, labels: Sequence[str]) -> str:
    """Suggest the nearest scenario, those of the same set, or one of each set."""
    close = difflib.get_close_matches(label, labels, n=1, cutoff=0.75)
    if close:
        return f"Did you mean {study}/{close[0]}?"
    first = label.partition("/")[0]
    there = [known for known in dict.fromkeys(labels) if known.partition("/")[0] == first]
    if there:
        shown = ", ".join(f"{study}/{known}" for known in there[:_SHOWN])
        more = f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else ""
        return f"There are {shown}{more}."
    sets = {known.partition("/")[0]: known for known in sorted(labels, reverse=True)}
    one_each = ", ".join(f"{study}/{known}" for known in sorted(sets.values()))
    return f"One of each of its sets: {one_each}."
