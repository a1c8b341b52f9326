"""Checking an archive against its manifest."""

import hashlib
import json
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, cast

from ns2studies.archive.layout import END, inflated, oddity_of, require_no_gaps
from ns2studies.archive.made_from import configurations_in
from ns2studies.archive.manifest import MANIFEST, manifest_id, read_manifest, safe_name
from ns2studies.archive.member import PROVENANCE
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ArchiveError

TEXT_LIMIT_BYTES = 100_000_000
"""Manifest and provenance are read into memory; no honest one is larger than this."""

_MOST_UNPACKED = 100
_FREE_BYTES = 100_000_000
"""Members may take this many times as much room as the archive, plus a fixed allowance."""

_MOST_SHOWN = 10
"""Problems that a message names."""

_NAMED = re.compile(rf".*-([0-9a-f]{{{SHORT}}})\.zip")
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError, LookupError),
)
"""What Python's ZIP reader raises for files that are not what they say."""

_ASK_AGAIN = "The archive is damaged or was changed; get another copy of it."


def check(archive: Path) -> int:
    """Check that an archive holds what its manifest lists, all of it and nothing else.

    Reads it piece by piece and writes nothing.

    Returns:
        The number of files that were compared with the manifest.

    Raises:
        ArchiveError: naming the members that are missing, unlisted or not as listed, the first of
            them, or saying why the archive can't be read at all.
    """
    with _opened(archive) as members:
        _require_nothing_around(archive, members)
        infos = _by_name(archive, members)
        _require_separate(archive, infos)
        _require_size(archive, infos)
        _require_layout(archive, members, infos)
        listed = _manifest(archive, members, infos)
        problems = list(_wrong_names(infos, listed))
        # What is listed and there may still hold something else.
        for name in listed.keys() & infos.keys() - {MANIFEST}:
            if reason := _wrong_content(members, infos[name], listed[name]):
                problems.append((name, reason))
        if problems:
            raise _all_wrong(archive, sorted(problems))
        _require_its_configuration(archive, members, infos, listed)
    return len(listed)


@contextmanager
def _opened(archive: Path) -> Iterator[zipfile.ZipFile]:
    if archive.exists() and not archive.is_file() and not archive.is_dir():
        raise ArchiveError(f"{archive}: not a plain file")
    try:
        members = zipfile.ZipFile(archive)
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise ArchiveError(f"{archive}: {error.strerror}") from error
    except _UNREADABLE as error:
        raise ArchiveError(f"{archive}: not a ZIP file, or cut short ({error})") from error
    with members:
        yield members


def _by_name(archive: Path, members: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The members, after checking that unpacking gives each a place of its own."""
    infos: dict[str, zipfile.ZipInfo] = {}
    for info in members.infolist():
        # The names as stored in the file, before Python's reader normalises them.
        name = info.orig_filename
        if not safe_name(name):
            raise _wrong(archive, repr(name), "not a plain relative path")
        if name in infos:
            raise _wrong(archive, name, "it is in the archive twice")
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
            raise _wrong(archive, name, "not a plain file")
        infos[name] = info
    return infos


def _require_nothing_around(archive: Path, members: zipfile.ZipFile) -> None:
    """Bytes before or after the ZIP file proper would be in no manifest."""
    with archive.open("rb") as stream:
        stream.seek(-min(END.size, archive.stat().st_size), 2)
        end = stream.read()
    first = min((info.header_offset for info in members.infolist()), default=0)
    if first != 0 or not end.startswith(b"PK\5\6"):
        place = "before" if first != 0 else "after"
        raise ArchiveError(f"{archive}: there are bytes {place} the ZIP file in it", _ASK_AGAIN)


def _require_separate(archive: Path, infos: dict[str, zipfile.ZipInfo]) -> None:
    """Each name must mean a file of its own on every system: some ignore case and accents' form."""
    seen: dict[str, str] = {}
    for name in infos:
        same = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        if same in seen:
            raise _wrong(archive, name, f"on some systems the same file as {seen[same]}")
        seen[same] = name
    for same, name in seen.items():
        for folder in PurePosixPath(same).parents:
            if str(folder) in seen:
                raise _wrong(archive, seen[str(folder)], f"a file, and the folder of {name}")


def _require_size(archive: Path, infos: dict[str, zipfile.ZipInfo]) -> None:
    """An archive that would unpack to a multiple of any honest one is not worth the time."""
    unpacked = sum(info.file_size for info in infos.values())
    if unpacked > _MOST_UNPACKED * archive.stat().st_size + _FREE_BYTES:
        raise ArchiveError(
            f"{archive}: its members take {unpacked / 1e6:,.0f} MB, over {_MOST_UNPACKED} times "
            "as much as it does; no archive of this project is so",
            _ASK_AGAIN,
        )


def _require_layout(
    archive: Path, members: zipfile.ZipFile, infos: dict[str, zipfile.ZipInfo]
) -> None:
    """All of the file must be members as packing writes them: nothing else is in a manifest."""
    for name, info in infos.items():
        if oddity := oddity_of(info):
            raise _wrong(archive, name, f"{oddity}: not as in archives of this project")
    try:
        require_no_gaps(_stream(members), list(infos.values()), members.start_dir)
    except ArchiveError as error:
        raise ArchiveError(f"{archive}: {error.message}", _ASK_AGAIN) from error


def _stream(members: zipfile.ZipFile) -> IO[bytes]:
    """The file itself, which is open."""
    return cast(IO[bytes], members.fp)


def _manifest(
    archive: Path, members: zipfile.ZipFile, infos: dict[str, zipfile.ZipInfo]
) -> dict[str, str]:
    if MANIFEST not in infos:
        raise ArchiveError(f"{archive}: it holds no {MANIFEST}", "Archives of this project do.")
    text = _text(archive, members, infos[MANIFEST])
    try:
        listed = read_manifest(text)
    except ArchiveError as error:
        raise ArchiveError(f"{archive}: {error.message}", _ASK_AGAIN) from error
    named = _NAMED.fullmatch(archive.name)
    if named and named[1] != manifest_id(text):
        raise _wrong(archive, MANIFEST, "not the manifest that the archive is named after")
    return listed


def _text(archive: Path, members: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    if info.file_size > TEXT_LIMIT_BYTES:
        raise _wrong(archive, info.filename, "too large to be one")
    try:
        return b"".join(inflated(_stream(members), info)).decode("utf-8")
    except (*_UNREADABLE, ArchiveError) as error:
        raise _wrong(archive, info.filename, f"it can't be read ({error})") from error


def _require_its_configuration(
    archive: Path,
    members: zipfile.ZipFile,
    infos: dict[str, zipfile.ZipInfo],
    listed: dict[str, str],
) -> None:
    """Results must lie beside the configuration that they were made of."""
    if PROVENANCE not in infos:
        return
    try:
        provenance = json.loads(_text(archive, members, infos[PROVENANCE]))
    except ValueError as error:
        raise _wrong(archive, PROVENANCE, f"not JSON ({error})") from error
    for name, digest in configurations_in(provenance).items():
        if listed.get(name) != digest:
            raise _wrong(archive, name, f"not what {PROVENANCE} says the results were made of")


def _wrong_names(
    infos: dict[str, zipfile.ZipInfo], listed: dict[str, str]
) -> Iterator[tuple[str, str]]:
    yield from ((name, "not in the manifest") for name in infos.keys() - listed - {MANIFEST})
    if MANIFEST in listed:
        yield MANIFEST, "it lists itself"
    for name in listed.keys() - infos.keys():
        yield name, "it is in the manifest, but missing"


def _wrong_content(members: zipfile.ZipFile, info: zipfile.ZipInfo, expected: str) -> str:
    """What is wrong with a member's content; nothing if it is as listed."""
    digest = hashlib.sha256()
    try:
        for piece in inflated(_stream(members), info):
            digest.update(piece)
    except (*_UNREADABLE, ArchiveError) as error:
        return f"it can't be unpacked ({error})"
    return "" if digest.hexdigest() == expected else "its content is not what the manifest says"


def _all_wrong(archive: Path, problems: list[tuple[str, str]]) -> ArchiveError:
    """One problem in a line, several in a list."""
    if len(problems) == 1:
        return _wrong(archive, *problems[0])
    shown = [f"  {name}: {reason}" for name, reason in problems[:_MOST_SHOWN]]
    more = len(problems) - len(shown)
    lines = [f"{archive}: {len(problems)} files are not as the manifest says", *shown]
    return ArchiveError("\n".join([*lines, *([f"  and {more} more"] if more else [])]), _ASK_AGAIN)


def _wrong(archive: Path, name: str, reason: str) -> ArchiveError:
    return ArchiveError(f"{archive}: {name}: {reason}", _ASK_AGAIN)
