"""Which Tcl files a study's runs depend on.

A study's script and every library file name what they need in lines ``uses NAME …`` at the
start of a line; ``tcl/main.tcl`` sources exactly these. The digest over the files reached
that way is part of a run's identity.
"""

import re
from pathlib import Path

from ns2studies import layout
from ns2studies.digests import digest_files
from ns2studies.errors import ConfigError

_USES = re.compile(r"^uses[ \t]+(.+?)[ \t]*$", re.MULTILINE)

MAIN = layout.TCL / "main.tcl"


def scripts_of(study: str, folder: Path = layout.TCL) -> list[Path]:
    """All Tcl files that a run of ``study`` reads, in sorted order.

    Raises:
        ConfigError: if a file that is named does not exist.
    """
    found: set[Path] = set()
    waiting = [folder / "main.tcl", folder / "studies" / f"{study}.tcl"]
    # main.tcl reads the parameters before it knows the study.
    waiting.append(folder / "library" / "parameters.tcl")
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting += [folder / "library" / f"{name}.tcl" for name in _used_by(path)]
    return sorted(found)


def _used_by(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such Tcl file, but it is used") from error
    return [name for line in _USES.findall(text) for name in line.split()]


def tcl_digest(study: str, folder: Path = layout.TCL) -> str:
    """Digest of all Tcl that a run of ``study`` reads."""
    return digest_files(folder, scripts_of(study, folder))
