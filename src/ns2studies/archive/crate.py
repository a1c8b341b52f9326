"""The metadata of an archive: a Workflow Run RO-Crate.

It describes one ``CreateAction``: the workflow (``instrument``) made pages and data (``result``)
from parameters and published values (``object``). Each file has its SHA-256 digest. See
https://w3id.org/ro/crate/1.1 and https://w3id.org/ro/wfrun/workflow/0.5.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from ns2studies.basics.errors import ArchiveError

if TYPE_CHECKING:
    from rocrate.model.contextentity import ContextEntity
    from rocrate.model.file import File
    from rocrate.rocrate import ROCrate

METADATA: Final = "ro-crate-metadata.json"
README: Final = "README.txt"
SUMS: Final = "SHA256SUMS"
PROVENANCE: Final = "provenance.json"
DATABASE: Final = "data/results.duckdb"
CONFIGURATION: Final = "configuration"
OWN: Final = "experiment"
"""Names in an archive; the last two are folders for files of the checkout and of an experiment."""

_WORKFLOW: Final = f"{CONFIGURATION}/Snakefile"
_NO_RESULTS: Final = (f"{CONFIGURATION}/", f"{OWN}/", README, SUMS, PROVENANCE)
_PROFILES: Final = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
_TERMS: Final = "https://w3id.org/ro/terms/workflow-run/context"
"""Context that defines ``sha256``, which RO-Crate 1.1 lacks."""

_FORMATS: Final = {
    ".csv": "text/csv",
    ".duckdb": "application/octet-stream",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".md": "text/markdown",
    ".parquet": "application/vnd.apache.parquet",
    ".png": "image/png",
    ".sql": "application/sql",
    ".yaml": "application/yaml",
}


@dataclass(frozen=True)
class Packed:
    """A file of an archive."""

    name: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True)
class RunDescription:
    """Description of the run that made the contents of an archive.

    Attributes:
        title: text in front of the names of the studies.
        studies: study, title, scale and source of each.
        commands: the commands that make the results.
        inputs: names of the files with parameters and published values of the studies.
        provenance: the contents of ``provenance.json``.
        citation: the contents of ``CITATION.cff``.
    """

    title: str
    studies: Sequence[Mapping[str, str]]
    commands: Sequence[str]
    inputs: Sequence[str]
    provenance: Mapping[str, Any]
    citation: Mapping[str, Any]


def metadata_text(files: Sequence[Packed], run: RunDescription) -> str:
    """Return the contents of ``ro-crate-metadata.json``."""
    from rocrate.rocrate import ROCrate

    crate = ROCrate(version="1.1")
    crate.metadata.extra_contexts.append(_TERMS)
    entities = {file.name: _add_file(crate, file, run) for file in files}
    _describe_root(crate, run)
    _describe_workflow(crate, run)
    _add_action(crate, entities, run)
    return json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False) + "\n"


def read_checksums(text: bytes) -> dict[str, str]:
    """Return the SHA-256 digest of each file that a crate describes, by name.

    Raises:
        ArchiveError: if ``text`` is not the metadata of a crate, or describes a file twice.
    """
    listed: dict[str, str] = {}
    try:
        for item in json.loads(text)["@graph"]:
            if "File" in item["@type"]:
                name = unquote(item["@id"])
                if name in listed:
                    raise ArchiveError(f"{METADATA}: {name} is listed twice")
                listed[name] = str(item["sha256"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ArchiveError(f"{METADATA}: not the metadata of an archive ({error!r})") from error
    return listed


def _add_file(crate: "ROCrate", file: Packed, run: RunDescription) -> "File":
    properties = {
        "contentSize": str(file.size_bytes),
        "encodingFormat": _FORMATS.get(PurePosixPath(file.name).suffix, "text/plain"),
        "sha256": file.sha256,
    }
    if file.name != _WORKFLOW:
        return crate.add_file(dest_path=file.name, properties=properties)
    version = run.provenance["libraries"]["snakemake"]
    return crate.add_workflow(
        dest_path=file.name,
        properties=properties,
        main=True,
        lang="snakemake",
        lang_version=version,
    )


def _describe_root(crate: "ROCrate", run: RunDescription) -> None:
    names = ", ".join(f"{it['study']} ({it['scale']})" for it in run.studies)
    crate.name = f"{run.title}: {names}"
    crate.description = " ".join(f"{it['title']}: {it['source']}." for it in run.studies)
    crate.datePublished = run.provenance["made_at"]
    license_id = f"https://spdx.org/licenses/{run.citation['license']}"
    crate.license = _add(crate, license_id, "CreativeWork", name=run.citation["license"])
    author, *_ = run.citation["authors"]
    crate.root_dataset["author"] = _add(crate, "#authors", "Organization", name=author["name"])
    crate.root_dataset["conformsTo"] = [
        _add(crate, profile, "CreativeWork", name=name, version=profile.rsplit("/", 1)[1])
        for profile, name in _PROFILES.items()
    ]


def _describe_workflow(crate: "ROCrate", run: RunDescription) -> None:
    package = run.provenance["package"]
    workflow = crate.mainEntity
    workflow["name"] = run.citation["title"]
    workflow["version"] = "+".join(filter(None, (package["version"], package["commit"])))
    workflow["license"] = crate.license
    workflow["creator"] = crate.root_dataset["author"]
    simulators = {it["simulator"]["ns_sha256"]: it for it in run.provenance["studies"]}
    workflow["softwareRequirements"] = [
        *(
            _add(crate, f"#{name}", "SoftwareApplication", name=name, softwareVersion=version)
            for name, version in sorted(run.provenance["libraries"].items())
        ),
        *(_add_simulator(crate, it["simulator"]) for _, it in sorted(simulators.items())),
    ]


def _add_simulator(crate: "ROCrate", simulator: Mapping[str, str]) -> "ContextEntity":
    return _add(
        crate,
        f"#ns-{simulator['ns_sha256']}",
        "SoftwareApplication",
        name="ns-2",
        softwareVersion=simulator["release"],
        softwareRequirements=simulator["compiler"],
        sha256=simulator["ns_sha256"],
    )


def _add_action(crate: "ROCrate", entities: Mapping[str, "File"], run: RunDescription) -> None:
    action = _add(
        crate,
        "#run",
        "CreateAction",
        name=f"Run of {', '.join(it['study'] for it in run.studies)}",
        description="\n".join(run.commands),
        instrument=crate.mainEntity,
        object=[entities[name] for name in run.inputs],
        result=[file for name, file in entities.items() if not name.startswith(_NO_RESULTS)],
        endTime=run.provenance["made_at"],
        actionStatus="http://schema.org/CompletedActionStatus",
    )
    crate.root_dataset["mentions"] = action


def _add(crate: "ROCrate", identifier: str, kind: str, **properties: Any) -> "ContextEntity":
    from rocrate.model.contextentity import ContextEntity

    return crate.add(ContextEntity(crate, identifier, {"@type": kind, **properties}))
