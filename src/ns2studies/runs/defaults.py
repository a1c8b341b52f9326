"""Bound variables without a default: ns computes with whatever memory held, and only warns."""

import re
from collections.abc import Iterable
from typing import Final

from ns2studies.basics.errors import SimulationError
from ns2studies.runs.run import Run

_WARNING: Final = re.compile(r"^warning: no class variable (\S+)::(\S+)$", re.MULTILINE)


def check_defaults(run: Run, printed: str) -> None:
    """Refuse a run in which ns missed a default.

    Args:
        run: the run.
        printed: what ns printed.

    Raises:
        SimulationError: naming the variables, and the agent of yours that they belong to.
    """
    missing = sorted(set(_WARNING.findall(printed)))
    if missing:
        whose = _whose({owner for owner, _ in missing}, run.identity.agents)
        names = ", ".join(sorted({variable for _, variable in missing}))
        lines = "; ".join(f"{owner} set {variable} VALUE" for owner, variable in missing)
        raise SimulationError(
            f"{run.study}: {run.label}: {whose} gives no default for {names}, "
            "so that ns computes with whatever memory holds",
            f"Add to it: {lines}",
        )


def _whose(classes: set[str], needed: Iterable[str]) -> str:
    """The Tcl file that should have a default: of the agent that a class belongs to, or of ns."""
    if needed:
        # Agents' models take long to load, and few runs have any.
        from ns2studies.simulator.agents import known_agents

        for agent in (known_agents()[name] for name in needed):
            if any(protocol.sender in classes for protocol in agent.protocols.values()):
                scripts = sorted(path.name for path in agent.folder.glob("*.tcl"))
                return f"ns2-patches/agents/{agent.name}/{[*scripts, f'{agent.name}.tcl'][0]}"
    return "ns' ns-default.tcl"
