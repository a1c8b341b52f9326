"""Compile the TCPs in ns2-patches/agents, or those you name.

Prints where their libraries are and which protocols they provide. If one does not compile, the
compiler's first message is shown. Studies compile what they need by themselves. docs/own-tcp.md
shows how to add a TCP of your own.
"""

import argparse
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone
from ns2studies.basics.errors import StudyError
from ns2studies.basics.wording import nearest
from ns2studies.cli.ns import add_build_options, console, ready_simulator
from ns2studies.simulator import agents

EXAMPLES: Final = """\
examples:
  ./reproduce agents
  ./reproduce agents sack-pr"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the names of agents and the options of a build."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="an agent (default: all)")
    add_build_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compile all agents, or those that are named.

    Raises:
        StudyError: if an agent does not exist.
        BuildError: if one can't be compiled.
    """
    known = agents.agents()
    for name in arguments.names:
        if name not in known:
            raise StudyError(
                f"{paths.PATCHES / agents.FOLDER / name}: not an agent (it has no "
                f"{agents.DEFINITION})", nearest(name, list(known)),
            )  # fmt: skip
    with alone():
        ns = ready_simulator(arguments.source, arguments.cores).ns
        for agent in known.values():
            if not arguments.names or agent.name in arguments.names:
                folder = agents.build_agent(agent, ns)
                names = ", ".join(agent.protocols)
                console.print(f"{agent.name}: {names}\n  {folder / agents.LIBRARY}", markup=False)
    return 0
