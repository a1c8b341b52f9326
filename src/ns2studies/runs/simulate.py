"""Run ns-2 for one run and check that it finished."""

import errno
import os
import re
import shlex
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.errors import SimulationError
from ns2studies.basics.processes import ASKING
from ns2studies.runs.identity import Run
from ns2studies.runs.launcher import LOG, Launcher
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.tcl_scripts import MAIN, error_place
from nstrace.files import disk_full, no_room_left

COMPLETE = "complete"
"""File that a scenario writes last; if it is missing, the run has not finished."""

PARAMETERS = "parameters.tsv"
"""File with the run's parameters."""

_SHOWN_LINES = 8

_TOLD_WITHIN_S = 1.0
"""Seconds within which a signal to a process group has reached all of its processes."""

_ERROR_STARTS = ("scenario error: ", "ns: ")
"""Beginnings of the line with the error message; a call stack follows."""


@dataclass(frozen=True)
class Usage:
    """The cost of a simulation.

    Attributes:
        cpu_s: user and system CPU seconds of ns, without those for loading its library.
        peak_memory_bytes: its largest resident set.
    """

    cpu_s: float
    peak_memory_bytes: int


_HINTS: Final = {
    "parameter seed has no effect": "The script must read the seed, even where nothing is random: "
    "simulation::replicate [parameters::integer seed].",
    "has no effect in this study's script": "The script must read each parameter that assemble in "
    "study.py gives.",
}
"""Remedies for some errors, by words in the output of ns."""


def simulate(launcher: Launcher, run: Run, folder: Path) -> Usage:
    """Run ns in ``folder``, which then contains its traces.

    Raises:
        BuildError: if the library of an agent is missing.
        SimulationError: if ns reports an error, is killed, or stops before its end; the
            message ends with the output of ns. Also if a bound variable has no default.
        StudyError: if the file system is full.
    """
    identity = run.identity
    parameters = {**identity.parameters, **_agents(launcher.ns, identity.agents)}
    text = parameter_text(run.study, parameters, identity.seed)
    (folder / PARAMETERS).write_text(text, encoding="utf-8")
    folder = folder.resolve()
    ended = launcher.run(folder)
    if -ended.returncode in ASKING:
        # A signal to the whole process group, such as from a terminal, also reaches this program,
        # maybe a moment later: wait for it, so that this program ends here.
        time.sleep(_TOLD_WITHIN_S)
    facts = _facts(folder / COMPLETE)
    if ended.returncode != 0 or "peak_memory_kib" not in facts:
        raise _failure(run, ended.returncode, folder / LOG)
    check_defaults(run, _printed(folder / LOG))
    return Usage(ended.cpu_s, int(facts["peak_memory_kib"]) * 1024)


def _agents(ns: Path, needed: Mapping[str, str]) -> dict[str, Any]:
    """Return the parameters of agents; their models, which load slowly, are imported if needed."""
    if not needed:
        return {}
    from ns2studies.simulator.agents import parameters_of

    return parameters_of(ns, needed)


def by_hand(ns: Path, folder: Path) -> str:
    """Return the shell command that repeats a run whose folder was kept."""
    folder = folder.resolve()
    return shlex.join(map(str, (ns.resolve(), MAIN, folder / PARAMETERS, folder)))


def _facts(complete: Path) -> dict[str, str]:
    """Read the facts that the scenario writes last; empty if it did not finish."""
    if not complete.is_file():
        return {}
    lines = complete.read_text(encoding="utf-8", errors="replace").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if " " in line)


def _printed(log: Path) -> str:
    # A launcher that ended before it got the request has written to the log of an earlier run.
    return log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""


def _failure(run: Run, code: int, log: Path) -> Exception:
    printed = _printed(log).strip().splitlines()
    no_room = os.strerror(errno.ENOSPC).lower()
    if any(no_room in line.lower() for line in printed) or no_room_left(log.parent):
        return disk_full(log.parent)
    if code < 0:
        ending = f"was killed by signal {-code}"
    elif code == 0:
        ending = "stopped before the scenario's end"
    else:
        ending = f"failed with status {code}"
    place = error_place(run.study, "\n".join(printed))
    at = f" at {place}" if place else ""
    shown = "\n".join(f"    {line}" for line in _telling(printed)) or "    (nothing)"
    hint = next((hint for words, hint in _HINTS.items() if words in "\n".join(printed)), "")
    if code == 0:
        hint = "The script must call tracing::end_at FOLDER TIME, which ends the run."
    return SimulationError(f"{run.study}: {run.label}: ns {ending}{at}. It printed:\n{shown}", hint)


def _telling(printed: list[str]) -> list[str]:
    """Return the lines from the error on, or the last ones."""
    for number, line in enumerate(printed):
        if line.startswith(_ERROR_STARTS):
            return printed[number : number + _SHOWN_LINES]
    return printed[-_SHOWN_LINES:]


_WARNING: Final = re.compile(r"^warning: no class variable (\S+)::(\S+)$", re.MULTILINE)


def check_defaults(run: Run, printed: str) -> None:
    """Raise ``SimulationError`` if a bound variable had no default in a run.

    Args:
        run: the run.
        printed: the output of ns.

    Raises:
        SimulationError: naming the variables, and the user's agent that they belong to.
    """
    missing = sorted(set(_WARNING.findall(printed)))
    if missing:
        whose = _whose({owner for owner, _ in missing}, run.identity.agents)
        names = ", ".join(sorted({variable for _, variable in missing}))
        lines = "; ".join(f"{owner} set {variable} VALUE" for owner, variable in missing)
        raise SimulationError(
            f"{run.study}: {run.label}: {whose} gives no default for {names}, "
            "so that ns would use uninitialized memory",
            f"Add to it: {lines}",
        )


def _whose(classes: set[str], needed: Iterable[str]) -> str:
    """Return the Tcl file that should set a default: that of the class's agent, or of ns."""
    if needed:
        # The models of agents take long to load, and few runs have any.
        from ns2studies.simulator.agents import known_agents

        for agent in (known_agents()[name] for name in needed):
            if any(protocol.sender in classes for protocol in agent.protocols.values()):
                scripts = sorted(path.name for path in agent.folder.glob("*.tcl"))
                return f"ns2-patches/agents/{agent.name}/{[*scripts, f'{agent.name}.tcl'][0]}"
    return "ns' ns-default.tcl"
