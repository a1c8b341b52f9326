"""Print the installed version, commit, simulator, packages and system.

Paste it into a report of a problem.
"""

import argparse
from typing import Final

import ns2studies
from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_file

EXAMPLES: Final = """\
examples:
  ./reproduce --version
  ./reproduce version"""

LOCK: Final = paths.ROOT / "environment" / "run.txt"
"""File with the pinned packages."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command has none."""


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each fact; return the exit status."""
    for name, value in facts().items():
        print(f"{name:<10} {value}")
    return 0


def facts() -> dict[str, str]:
    """Return the installed version, commit, simulator, packages and system, as text."""
    from ns2studies.database.provenance import machine, revision
    from ns2studies.simulator.identity import simulator

    made_of, here, built = revision(), machine(), simulator()
    commit = made_of["commit"] or "unknown: no git repository"
    return {
        "ns2studies": ns2studies.__version__,
        "commit": f"{commit}, with edits" if made_of["changed_since"] else commit,
        "ns": f"SHA-256 {built.ns_sha256}" if built else "not built yet",
        "packages": f"{LOCK.relative_to(paths.ROOT)}, SHA-256 {digest_file(LOCK)[:SHORT]}",
        "python": here["python"],
        "system": f"{here['distribution']}, {here['system']}, {here['processors']} processors",
    }
