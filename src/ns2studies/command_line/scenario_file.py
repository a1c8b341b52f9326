"""``./reproduce scenario``: one scenario as a Tcl script that ns runs by itself."""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.command_parser import CommandParser
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ConfigError, StudyError
from ns2studies.basics.nearest import nearest
from ns2studies.basics.scales import FULL, QUICK
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study import LARGEST
from ns2studies.runs.standalone import AgentFiles, StandaloneRun, script_text
from ns2studies.simulator import agents
from ns2studies.simulator.identity import home_of, source_digest
from ns2studies.studies.registry import Study, load_study
from ns2studies.studies.rooms import available
from nstrace.files import require_place, write_text_whole

_SHOWN: Final = 8
"""Scenarios that a message names at most."""

_HELP: Final = """\
Write one scenario of a study as a Tcl script that ns runs by itself: the parameters as data, the
files of the scenario library that the study uses, and its procedure. The script's head says which
ns it needs and how to run it; the trace is that of the study's own run, byte for byte."""

_EXAMPLES: Final = """\
examples:
  ./reproduce scenario mpls/losses/newreno/2
  ./reproduce scenario ceas/failure/false/reno/20 --seed 3 -o my.tcl
  ./reproduce ns my.tcl traces"""


def _seed(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(
            f"expected a number from 1 to {LARGEST}, found {text[:20]!r}"
        )
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser("scenario", _HELP, _EXAMPLES)
    parser.add_argument(
        "name",
        metavar="STUDY/SCENARIO",
        help="as ./reproduce plan STUDY --runs and the column scenario of the results name it",
    )
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="N", help="the replication (default: 1)"
    )
    parser.add_argument(
        "-o", dest="file", type=Path, metavar="FILE",
        help="the script's file, which must not exist yet (default: the standard output)",
    )  # fmt: skip
    return parser


def write(arguments: Sequence[str]) -> int:
    """Write or print the script of a scenario.

    Raises:
        StudyError: if there is no such scenario, or the file exists.
    """
    options = _parser().parse_args(arguments)
    scenario = find(options.name, options.seed)
    text = script_text(scenario)
    if options.file is None:
        _print(text)
    else:
        if os.path.lexists(options.file):
            raise StudyError(
                f"{options.file} exists already, and was left as it is",
                "Remove it, or name another file.",
            )
        write_text_whole(require_place(options.file), text)
    for line in _missing_libraries(scenario):
        print(line, file=sys.stderr)
    return 0


def _print(text: str) -> None:
    """In UTF-8 whatever the terminal's encoding; a reader that stops early is no error."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _missing_libraries(scenario: StandaloneRun) -> list[str]:
    entries = scenario.parameters.get("agents", [])
    return [
        f"note: the library of the agent {agent.name} is not compiled yet: "
        f"./reproduce agents {agent.name}"
        for agent, entry in zip(scenario.agents, entries, strict=True)
        if not Path(entry["file"]).is_file()
    ]


def find(name: str, seed: int) -> StandaloneRun:
    """A scenario by its name, ``STUDY/SCENARIO``, at whatever scale it is.

    Raises:
        ConfigError: if there is none of this name.
    """
    study_name, _, label = name.partition("/")
    if study_name not in available():
        raise ConfigError(f"there is no study {study_name!r}", nearest(study_name, available()))
    study, scenario = _find(study_name, label)
    return described_run(study, scenario, seed)


def described_run(study: Study, scenario: Scenario, seed: int) -> StandaloneRun:
    """A scenario of a study with all that its script says."""
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
    """The study at the scale that has the scenario, and the scenario."""
    labels: list[str] = []
    # Full scale first, which has most of them, as a rule all.
    for scale in (FULL, QUICK):
        study = load_study(study_name, scale)
        for scenario in study.scenarios:
            if scenario.label == label:
                return study, scenario
            labels.append(scenario.label)
    raise ConfigError(f"{study_name} has no scenario {label!r}", _hint(study_name, label, labels))


def _hint(study: str, label: str, labels: Sequence[str]) -> str:
    """The scenario that was probably meant, those that begin the same, or the existing sets."""
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
