"""Whether an archive's configuration is the one that its results were made from (provenance)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ns2studies.archive.member import CONFIGURATION, PROVENANCE, RUN_FACTS, Member
from ns2studies.basics.digests import digest_value
from ns2studies.basics.errors import ResultError
from ns2studies.config.study_files import published_names
from ns2studies.runs.tcl_scripts import scripts_of

_AGAIN = "It has changed since: run the same command again."


def configurations_in(provenance: Any) -> dict[str, str]:
    """The digest that each study's configuration must have, by its name in the archive.

    Args:
        provenance: what ``provenance.json`` holds; it may be anything.
    """
    studies = provenance.get("studies") if isinstance(provenance, dict) else None
    entries = [it for it in studies if isinstance(it, dict)] if isinstance(studies, list) else []
    return {
        f"{CONFIGURATION}/config/{it['study']}.yaml": str(it["config_sha256"])
        for it in entries
        if "study" in it and "config_sha256" in it
    }


def require_made_from(root: Path, members: Sequence[Member], digests: Mapping[str, str]) -> None:
    """Refuse results that were made from another configuration than is packed with them.

    Args:
        root: the checkout.
        members: of the archive.
        digests: of each member, by its name.

    Raises:
        ResultError: naming what has changed.
    """
    paths = {member.name: member.path for member in members}
    provenance = json.loads(paths[PROVENANCE].read_text(encoding="utf-8"))
    for name, wanted in configurations_in(provenance).items():
        if digests.get(name) != wanted:
            raise _foreign(root, name.removeprefix(f"{CONFIGURATION}/"))
    for entry in provenance.get("studies", []):
        names = [f"data/published/{name}" for name in published_names(entry["study"])]
        if _digest(digests, names) != entry["published_sha256"]:
            raise _foreign(root, names[0])
    for study, wanted in sorted(_tcl_of_runs(paths[RUN_FACTS])):
        scripts = [path.relative_to(root / "tcl") for path in scripts_of(study, root / "tcl")]
        if _digest(digests, [path.as_posix() for path in scripts], "tcl/") != wanted:
            raise _foreign(root, f"tcl/studies/{study}.tcl or what it uses")


def _digest(digests: Mapping[str, str], names: Sequence[str], folder: str = "") -> str:
    """As of the files themselves: those among ``names`` that are packed."""
    packed = {name: digests.get(f"{CONFIGURATION}/{folder}{name}") for name in names}
    return digest_value({name: digest for name, digest in packed.items() if digest})


def _tcl_of_runs(facts: Path) -> set[tuple[str, str]]:
    """The studies, and what Tcl their runs were made with."""
    return {(it["study"], it["tcl"]) for it in _identities(facts)}


def _identities(facts: Path) -> Iterator[dict[str, Any]]:
    with facts.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["identity"]


def _foreign(root: Path, name: str) -> ResultError:
    return ResultError(f"{root / name}: not what the results were made of", _AGAIN)
