"""Digest of everything that determines the simulator, and the finished build named by it.

A build is in ``build/simulator/<digest>/``: the program ``ns``, the headers that agents are
compiled with, and ``build.json``, its metadata. The digest covers everything that determines the
program's bytes, so going back to earlier patches finds their build again.
"""

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from ns2studies.basics.digests import SHORT, digest_file, digest_files, digest_value
from ns2studies.basics.errors import BuildError
from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.basics.processes import run_plain
from ns2studies.simulator.patches import MANIFEST, read_series

RECORD = "build.json"

BUILD_FILES = {
    "Makefile": "Makefile",
    "batches.awk": "batches.awk",
    "flags.mk": "flags.mk",
    "autoconf.h": "autoconf.h",
    "prelude.h": "prelude.h",
    "ns-autoconf.tcl": "tcl/lib/ns-autoconf.tcl",
}
"""Files of ns2-patches/ that the build adds to the tree, with their paths there."""

LIBRARIES = ("libtclcl1-dev", "libotcl1-dev", "tcl8.6-dev", "libc6-dev")
"""Debian packages whose headers and libraries become part of the simulator."""

_ADDED_SUFFIXES = {".cc", ".h", ".hpp", ".tcl"}


class Simulator(NamedTuple):
    """A built ns-2.

    Attributes:
        ns: the program.
        ns_sha256: digest of its bytes.
        source_digest: digest of everything that determines it.
        build_seconds: wall-clock time of its build, without downloading the source.
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
    """Return the finished build of the present sources, or None if it is missing or damaged."""
    return read(home_of(build_root) / source_digest(patches)[:SHORT])


def home_of(build_root: Path) -> Path:
    """Return the folder of all builds."""
    return build_root / "simulator"


def read(folder: Path) -> Simulator | None:
    """Return the build in ``folder`` if its metadata is complete and its program undamaged."""
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


def source_digest(patches: Path = PATCHES) -> str:
    """Return the digest of everything that determines the simulator built from ``patches``.

    Names and explanations of patches, READMEs and the origin of the source do not count.

    Raises:
        BuildError: if the patch series is incomplete or there is no compiler.
    """
    needed = [patches / name for name in (MANIFEST, *BUILD_FILES)]
    missing = [path for path in needed if not path.is_file()]
    if missing:
        raise BuildError(f"{missing[0]} is missing", "Restore it from version control.")
    return digest_value(
        {
            "patches": [patch.digest for patch in read_series(patches)],
            "added": digest_files(patches, added_files(patches)),
            "source and build files": digest_files(patches, needed),
            "embed": digest_file(Path(__file__).with_name("embed.py")),
            "compiler": compiler(),
            "libraries": packages_of_libraries(),
        }
    )


def added_files(patches: Path) -> list[Path]:
    """Return the sources that this project adds to ns: C++ and Tcl in folders of ``patches``.

    Agents are one level deeper and not included: the simulator loads them at run time.
    """
    return sorted(path for path in patches.glob("*/*") if path.suffix in _ADDED_SUFFIXES)


def compiler() -> str:
    """Return the compiler's version and target, such as ``12.2.0 (Debian …) x86_64-linux-gnu``.

    Raises:
        BuildError: if there is no C++ compiler.
    """
    if shutil.which("g++") is None:
        raise BuildError("there is no C++ compiler", "Install the package g++.")
    output = run_plain("g++", "-v").stderr
    version = re.search(r"^gcc version (.*\S)", output, re.MULTILINE)
    target = re.search(r"^Target: (\S+)", output, re.MULTILINE)
    if version is None or target is None:
        raise BuildError(f"g++ -v does not show its version: {output.strip()[-200:]}")
    return f"{version[1]} {target[1]}"


def packages_of_libraries() -> list[str]:
    """Return name and version of each installed package of :data:`LIBRARIES`."""
    if shutil.which("dpkg-query") is None:
        return []
    form = "${db:Status-Status} ${Package} ${Version}\n"
    lines = run_plain("dpkg-query", "-W", "-f", form, *LIBRARIES).stdout.splitlines()
    return sorted(
        line.removeprefix("installed ") for line in lines if line.startswith("installed ")
    )
