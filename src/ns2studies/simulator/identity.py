"""What determines the simulator's bytes, as one digest."""

import re
import shutil
from pathlib import Path

from ns2studies.basics.digests import digest_file, digest_files, digest_value
from ns2studies.basics.errors import BuildError
from ns2studies.basics.paths import PATCHES
from ns2studies.simulator.patches import MANIFEST, read_series
from ns2studies.simulator.programs import run

BUILD_FILES = {
    "Makefile": "Makefile",
    "batches.awk": "batches.awk",
    "flags.mk": "flags.mk",
    "autoconf.h": "autoconf.h",
    "prelude.h": "prelude.h",
    "ns-autoconf.tcl": "tcl/lib/ns-autoconf.tcl",
}
"""Files of ns2-patches/ that the build adds to the tree, and where they go."""

LIBRARIES = ("libtclcl1-dev", "libotcl1-dev", "tcl8.6-dev", "libc6-dev")
"""Debian packages whose headers and libraries end up in the simulator."""

_ADDED_SUFFIXES = {".cc", ".h", ".hpp", ".tcl"}


def source_digest(patches: Path = PATCHES) -> str:
    """Digest of everything that determines the simulator that would be built now.

    Names and explanations of patches, READMEs and which accepted tarball the source comes
    from do not enter.

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
            "libraries": library_versions(),
        }
    )


def added_files(patches: Path) -> list[Path]:
    """The new sources of this project: C++ and Tcl files in the folders of ``patches``.

    Those of agents, which lie deeper, are no part of the simulator: it loads them.
    """
    return sorted(path for path in patches.glob("*/*") if path.suffix in _ADDED_SUFFIXES)


def compiler() -> str:
    """The C++ compiler's version and target, such as ``12.2.0 (Debian …) x86_64-linux-gnu``.

    Raises:
        BuildError: if there is none.
    """
    if shutil.which("g++") is None:
        raise BuildError("there is no C++ compiler", "Install the package g++.")
    said = run("g++", "-v").stderr
    version = re.search(r"^gcc version (.*\S)", said, re.MULTILINE)
    target = re.search(r"^Target: (\S+)", said, re.MULTILINE)
    if version is None or target is None:
        raise BuildError(f"g++ -v does not tell its version: {said.strip()[-200:]}")
    return f"{version[1]} {target[1]}"


def library_versions() -> list[str]:
    """Name and version of each installed package of :data:`LIBRARIES`."""
    if shutil.which("dpkg-query") is None:
        return []
    asked = run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Version}\n", *LIBRARIES)
    return sorted(
        line.removeprefix("installed ")
        for line in asked.stdout.splitlines()
        if line.startswith("installed ")
    )
