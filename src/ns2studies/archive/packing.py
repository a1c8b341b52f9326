"""Write an archive atomically; equal contents give equal bytes."""

import json
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ns2studies.archive.checking import check
from ns2studies.archive.contents import RUN_FACTS, Contents, Limits, Member, Request, collect
from ns2studies.archive.crate import (
    CONFIGURATION,
    METADATA,
    PROVENANCE,
    SUMS,
    Packed,
    RunDescription,
    metadata_text,
)
from ns2studies.archive.zipped import safe_name, write_member
from ns2studies.basics.digests import SHORT, digest_text, digest_value
from ns2studies.basics.errors import ArchiveError, ResultError
from ns2studies.config.study_files import published_names
from ns2studies.experiments.model import ExperimentFile
from ns2studies.report.renderers.choice import RendererChoice
from ns2studies.runs.tcl_scripts import scripts_of
from nstrace.files import full_disk_named, whole_file
from nstrace.scratch import private_folder, sweep_unfinished


def pack(
    root: Path,
    scales: Mapping[str, str],
    limits: Limits | None = None,
    renderer: RendererChoice = "auto",
    experiment: ExperimentFile | None = None,
) -> Path:
    """Pack results of some studies, or of an experiment, into a file below ``results/archives``.

    The archive is named after the studies, their scale and its metadata. It gets that name only
    after it has been read again and checked.

    Args:
        root: the checkout.
        scales: some of the studies in the results database, and the scale of each.
        limits: sizes above which the database and the runs' tables are left out; by
            default those of :class:`Limits`.
        renderer: for pages that have to be made because the results cover more studies.
        experiment: packed instead of studies.

    Raises:
        ResultError: if results or pages are missing, damaged, of another scale, or made from
            another configuration than the present one.
        ReportError: if a page has a link to a page that is missing.
        ArchiveError: if a file can't be packed.
        DiskFullError: if the file system is full.
    """
    folder = root / "results" / "archives"
    sweep_unfinished(folder)
    scratch = private_folder("ns2studies-archive-")
    with full_disk_named(Path(tempfile.gettempdir())), scratch as (made, _):
        wanted = {study: scales[study] for study in sorted(scales)}
        request = Request(root, wanted, limits or Limits(), made, renderer, experiment)
        contents, stem = collect(request), request.stem
        with whole_file(folder / f"{stem}.zip", seal=lambda _: name) as temporary:
            metadata = _write(temporary, request, contents)
            check(temporary)
            name = f"{stem}-{digest_text(metadata)[:SHORT]}.zip"
    return folder / name


def _write(target: Path, request: Request, contents: Contents) -> str:
    """Write the members, then the files that list them; return the metadata."""
    with zipfile.ZipFile(target, "w") as archive:
        packed = [_pack(archive, member) for member in contents.members]
        digests = {file.name: file.sha256 for file in packed}
        paths = {member.name: member.path for member in contents.members}
        provenance = json.loads(paths[PROVENANCE].read_text(encoding="utf-8"))
        if not request.experiment:
            _require_made_from(request.root, digests, provenance, paths[RUN_FACTS])
        sums = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
        packed.append(_pack(archive, request.write(SUMS, sums)))
        metadata = metadata_text(packed, _description(request, contents, provenance))
        _pack(archive, request.write(METADATA, metadata))
    return metadata


def _pack(archive: zipfile.ZipFile, member: Member) -> Packed:
    if not safe_name(member.name):
        raise ArchiveError(
            f"{member.path}: can't be packed under the name {member.name!r}",
            "Rename it: no colons, backslashes or characters that can't be printed.",
        )
    digest, size_bytes = write_member(archive, member.name, member.path)
    if member.sha256 not in ("", digest):
        raise ResultError(
            f"{member.path} has changed since its digest was recorded",
            member.remedy,
        )
    return Packed(member.name, digest, size_bytes)


def _require_made_from(
    root: Path, digests: Mapping[str, str], provenance: Mapping[str, Any], facts: Path
) -> None:
    """Raise ``ResultError`` if results were made from another configuration than the packed one."""
    with facts.open(encoding="utf-8") as lines:
        tcl = {(it["study"], it["tcl"]) for it in (json.loads(line)["identity"] for line in lines)}
    for entry in provenance["studies"]:
        study = entry["study"]
        config = f"config/{study}.yaml"
        published = [f"data/published/{name}" for name in published_names(study)]
        if digests.get(f"{CONFIGURATION}/{config}") != entry["config_sha256"]:
            raise _foreign(root, config)
        if _digest(digests, published) != entry["published_sha256"]:
            raise _foreign(root, published[0])
    for study, wanted in sorted(tcl):
        scripts = [it.relative_to(root / "tcl") for it in scripts_of(study, root / "tcl")]
        if _digest(digests, [it.as_posix() for it in scripts], "tcl/") != wanted:
            raise _foreign(root, f"tcl/studies/{study}.tcl or what it uses")


def _digest(digests: Mapping[str, str], names: Sequence[str], folder: str = "") -> str:
    """Return what ``digest_files`` returns for some of the packed files."""
    packed = {name: digests.get(f"{CONFIGURATION}/{folder}{name}") for name in names}
    return digest_value({name: digest for name, digest in packed.items() if digest})


def _foreign(root: Path, name: str) -> ResultError:
    return ResultError(
        f"{root / name} has changed since the results were made", "Run the same command again."
    )


def _description(
    request: Request, contents: Contents, provenance: Mapping[str, Any]
) -> RunDescription:
    return RunDescription(
        "Experiment on ns-2" if request.experiment else "Published TCP studies on ns-2, run again",
        contents.studies,
        request.commands,
        contents.inputs,
        provenance,
        yaml.safe_load((request.root / "CITATION.cff").read_text(encoding="utf-8")),
    )
