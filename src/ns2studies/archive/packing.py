"""Writing an archive: whole or not at all, and the same bytes for the same contents."""

import hashlib
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ns2studies.archive.checking import check
from ns2studies.archive.contents import Request, collect
from ns2studies.archive.layout import entry
from ns2studies.archive.made_from import require_made_from
from ns2studies.archive.manifest import MANIFEST, manifest_id, manifest_text, safe_name
from ns2studies.archive.member import Limits, Member
from ns2studies.basics.digests import digest_file, digest_text
from ns2studies.basics.errors import ArchiveError, ResultError
from ns2studies.report.renderers.choice import RendererChoice
from nstrace.files import full_disk_named, whole_file
from nstrace.scratch import private_folder, sweep_unfinished

_PIECE_BYTES = 1 << 20


def pack(
    root: Path,
    scales: Mapping[str, str],
    limits: Limits | None = None,
    renderer: RendererChoice = "auto",
) -> Path:
    """Pack the results of some studies into one ZIP file below ``results/archives``.

    The archive is named after the studies, their scale and its manifest. It is in its place once
    it has been read again and checked.

    Args:
        root: the checkout.
        scales: some of the studies in the results database, and the scale of each.
        limits: sizes above which the database and the runs' tables are left out; by
            default those of :class:`Limits`.
        renderer: of pages that are made for it, where the results have those of more studies.

    Raises:
        ResultError: if results or pages are missing, damaged, of another scale, or made of another
            configuration than that which is there now.
        ReportError: if a page has a link to a page that is not there.
        ArchiveError: if a file can't be packed, or changed meanwhile.
        StudyError: if the file system is full.
    """
    folder = root / "results" / "archives"
    sweep_unfinished(folder)
    scratch = private_folder("ns2studies-archive-")
    with full_disk_named(Path(tempfile.gettempdir())), scratch as (made, _):
        wanted = {study: scales[study] for study in sorted(scales)}
        members = collect(Request(root, wanted, limits or Limits(), made, renderer))
        digests = {member.name: _digest(member) for member in members}
        require_made_from(root, members, digests)
        text = manifest_text(digests)
        manifest = Member(MANIFEST, made / MANIFEST)
        manifest.path.write_text(text, encoding="utf-8")
        name = "-".join([*wanted, *sorted(set(wanted.values()), reverse=True)])
        target = folder / f"{name}-{manifest_id(text)}.zip"
        with whole_file(target) as temporary:
            _write(temporary, [*members, manifest], digests | {MANIFEST: digest_text(text)})
            check(temporary)
    return target


def _digest(member: Member) -> str:
    if not safe_name(member.name):
        raise ArchiveError(
            f"{member.path}: can't be packed under the name {member.name!r}",
            "Rename it: no colons, backslashes or characters that can't be printed.",
        )
    digest = digest_file(member.path)
    if member.sha256 not in ("", digest):
        raise ResultError(
            f"{member.path}: not the file that its run.json describes",
            member.remedy,
        )
    return digest


def _write(target: Path, members: Sequence[Member], digests: Mapping[str, str]) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for member in members:
            if _copy(archive, member) != digests[member.name]:
                raise ArchiveError(
                    f"{member.path}: changed while it was being packed",
                    "Run the same command again while no other one changes the results.",
                )


def _copy(archive: zipfile.ZipFile, member: Member) -> str:
    """Compress a member into the archive; returns the digest of what was read."""
    status = member.path.stat()
    info = entry(member.name, is_executable=bool(status.st_mode & 0o100))
    info.file_size = status.st_size
    digest = hashlib.sha256()
    with member.path.open("rb") as source, archive.open(info, "w") as sink:
        while piece := source.read(_PIECE_BYTES):
            digest.update(piece)
            sink.write(piece)
    return digest.hexdigest()
