"""A simulator that was built before, and finding it.

A build lies in `build/simulator/<digest>/`: the program `ns`, the headers that agents are
compiled with, and `build.json`, which says what it was made of. The digest covers everything that
determines the program's bytes (:mod:`ns2studies.simulator.identity`): going back to earlier
patches finds their build.

This module imports little, since `./reproduce ns` waits for it.
"""

import json
from pathlib import Path
from typing import NamedTuple

from ns2studies.basics.digests import SHORT, digest_file
from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.simulator import identity

RECORD = "build.json"


class Simulator(NamedTuple):
    """A built ns-2; no dataclass, since to import that takes longer than to find a build.

    Attributes:
        ns: the program.
        ns_sha256: digest of its bytes.
        source_digest: digest of everything it was made of.
        build_seconds: wall-clock time of its build, without fetching the source.
        compiler: version and target of the C++ compiler.
        libraries: Debian packages it was linked with.
    """

    ns: Path
    ns_sha256: str
    source_digest: str
    build_seconds: float
    compiler: str
    libraries: tuple[str, ...]


def simulator(*, patches: Path = PATCHES, build_root: Path = BUILD) -> Simulator | None:
    """The finished build of the present sources, or None if there is none or it is damaged."""
    return read(home_of(build_root) / identity.source_digest(patches)[:SHORT])


def home_of(build_root: Path) -> Path:
    """The folder that builds lie in."""
    return build_root / "simulator"


def read(folder: Path) -> Simulator | None:
    """The build in ``folder`` if its record is whole and its program undamaged."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        record["libraries"] = tuple(record["libraries"])
        found = Simulator(ns=folder / "ns", **record)
        intact = (
            digest_file(found.ns) == found.ns_sha256 and found.source_digest[:SHORT] == folder.name
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if intact else None
