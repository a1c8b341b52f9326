"""Run our ns, the patched ns-2.35, on a script of your own; build it first if necessary.

The arguments are the script's ($argv). Without a file, ns reads commands from standard input; on a
terminal it shows its prompt, %, which "exit" ends. ns itself has no options.

If ns ends early, its traces are complete up to that point, and known errors and crashes are
explained in a sentence. On a terminal, a line every 30 s shows the progress of a long run
(NS_PROGRESS_S sets other seconds).

tcl/README.md describes the library of topologies, traffic and traces, ns2-patches/README.md what
is new in this ns.
"""

import argparse
import os
from pathlib import Path
from typing import Final

from ns2studies.basics.checkout import alone
from ns2studies.basics.errors import StudyError
from ns2studies.cli.arguments import cores
from ns2studies.simulator.build import Simulator, build, simulator
from ns2studies.simulator.source import SOURCE_OPTION
from ns2studies.workflow.forecast import BUILD_CPU_S, Speed, duration, free_share
from ns2studies.workflow.progress import Progress
from nstrace.consoles import OutputConsole

EXAMPLES: Final = """\
examples:
  ./reproduce ns my-scenario.tcl
  ./reproduce ns my-scenario.tcl traces 20        with two arguments for the script
  ./reproduce scenario recovery/losses/reno/2 -o run.tcl && ./reproduce ns run.tcl traces
  ./reproduce nstrace summary out.tr              what the trace says"""

console = OutputConsole(highlight=False, soft_wrap=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the script and its arguments, which may look like options."""
    parser.add_argument("script", nargs=argparse.REMAINDER, metavar="FILE.tcl [ARGUMENT ...]")


def run(arguments: argparse.Namespace) -> int:
    """Replace this process by ns; build it first if necessary."""
    ns = str(ready_simulator().ns)
    os.execv(ns, [ns, *arguments.script])


def add_build_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that may have to build ns."""
    parser.add_argument(
        "--cores", type=cores, default=len(os.sched_getaffinity(0)), help="cores to use (all)"
    )
    parser.add_argument(
        SOURCE_OPTION, type=Path, dest="source", help="a tarball or folder of ns-2.35"
    )


def ready_simulator(source: Path | None = None, cores: int = 1) -> Simulator:
    """Return the simulator of the present sources; build it if a source or a tool has changed.

    Args:
        source: a tarball or folder of ns-2.35; None downloads Debian's.
        cores: number of cores that the forecast of a build assumes.

    Raises:
        StudyError: if ``source`` is missing, another command is at work, or the build fails.
    """
    if source and not source.exists():
        raise StudyError(
            f"{source}: no such file", f"{SOURCE_OPTION} takes a source tarball or folder."
        )
    if ready := simulator():
        return ready
    with alone():
        time = duration(Speed(free=free_share(cores)).wall_s(BUILD_CPU_S, cores))
        console.print(f"ns-2 has to be built from source: about {time}.")
        with Progress("building ns-2", console.file) as progress:
            return build(source, progress.at)
