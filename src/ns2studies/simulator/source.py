"""The source of ns-2.35: any tarball or folder that holds it, checked file by file.

`ns2-patches/source.sha256` lists the files that the build reads. Exactly these are taken
out of a tarball, and each must have the listed digest; what else a tarball holds does not
matter. So Debian's tarball, the original ones and what was unpacked from them give the same
tree, and the tree has one identity.
"""

import hashlib
import lzma
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from ns2studies.basics.digests import digest_value
from ns2studies.basics.errors import SourceError
from ns2studies.simulator.fetch import SOURCE_OPTION
from ns2studies.simulator.patches import MANIFEST

TREE = "ns-2.35"

SUITE = ("bin/", "tcl/")
"""The folders that ns' own test suite reads."""

SUITE_SHA256 = "d0bb5adbc8afe512118cb6776b43dbc21888169d113ebda30e2d1d7be6cfbc49"
"""Digest of these folders' files as :func:`ns2studies.basics.digests.digest_value` sees them."""

_MEMBER = re.compile(rf"(?:\./)?(?:[^/]+/)?{re.escape(TREE)}/(.+)")
_LARGEST_FILE = 64 << 20


def read_manifest(patches: Path) -> dict[str, str]:
    """The build's input files and their SHA-256, as `sha256sum` writes them.

    Raises:
        SourceError: if the list is missing or a line is not one of `sha256sum`.
    """
    manifest = patches / MANIFEST
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SourceError(f"{manifest} can't be read: {error.strerror}") from error
    files = {}
    for number, line in enumerate(lines, start=1):
        found = re.fullmatch(r"([0-9a-f]{64})  (\S+)", line)
        if found is None:
            raise SourceError(f"{manifest}, line {number}: expected `SHA-256  path`")
        files[found[2]] = found[1]
    return files


def unpack(tarball: Path, manifest: dict[str, str], destination: Path) -> None:
    """Write the files of ``manifest`` out of ``tarball`` into the folder ``destination``.

    Args:
        tarball: a tarball, or the folder that one was unpacked to.
        manifest: SHA-256 by name.
        destination: need not exist.

    Raises:
        SourceError: if the tarball is unreadable, damaged, not of ns-2.35, holds links or
            paths that lead elsewhere, or if a file is missing or differs.
    """
    found = _extract(tarball, manifest.__contains__, destination)
    if not found:
        raise SourceError(f"{tarball} holds no folder {TREE}", _expected())
    for name, digest in manifest.items():
        if name not in found:
            raise SourceError(f"{tarball} lacks {TREE}/{name}", _expected())
        if found[name] != digest:
            raise SourceError(
                f"{tarball}: {TREE}/{name} is not the file of the ns-2.35 release "
                f"(SHA-256 {found[name]}, expected {digest})",
                _expected(),
            )


def unpack_suite(tarball: Path, destination: Path) -> None:
    """Write what ns' own test suite needs into ``destination``.

    Raises:
        SourceError: as :func:`unpack`.
    """
    found = _extract(tarball, lambda name: name.startswith(SUITE), destination)
    if digest_value(found) != SUITE_SHA256:
        raise SourceError(
            f"{tarball}: the test suite ({' and '.join(SUITE)}) is not the one of the release",
            _expected(),
        )


def _expected() -> str:
    return (
        "Expected: Debian's ns2_2.35+dfsg.orig.tar.xz, or ns-allinone-2.35 or ns-src-2.35 as "
        ".tar.gz or .tar.xz or as an unpacked folder. "
        f"Name another one with {SOURCE_OPTION}, or leave the option out."
    )


def _extract(tarball: Path, wanted: Callable[[str], bool], destination: Path) -> dict[str, str]:
    """Extract the wanted files; return their digests by name within the tree."""
    if tarball.is_dir():
        return _copy(tarball, wanted, destination)
    found: dict[str, str] = {}
    with _reading(tarball), tarfile.open(tarball, "r|*") as archive:
        for member in archive:
            name = _name_in_tree(tarball, member)
            if name is not None and wanted(name):
                found[name] = _extract_file(archive, member, destination / name)
    return found


def _copy(folder: Path, wanted: Callable[[str], bool], destination: Path) -> dict[str, str]:
    """The same from an unpacked release: ns-allinone-2.35, or ns-2.35 itself."""
    tree = folder if folder.resolve().name == TREE else folder / TREE
    found: dict[str, str] = {}
    with _reading(folder):
        for path in sorted(tree.rglob("*")):
            name = path.relative_to(tree).as_posix()
            if wanted(name) and path.is_file() and not path.is_symlink():
                executable = bool(path.stat().st_mode & 0o100)
                found[name] = _write(path.read_bytes(), destination / name, executable)
    return found


@contextmanager
def _reading(tarball: Path) -> Iterator[None]:
    """Turn every way in which an archive can be unreadable into a SourceError.

    Files that can't be written where it is unpacked to are another matter.
    """
    try:
        yield
    except (FileNotFoundError, PermissionError) as error:
        if error.filename is not None and not Path(error.filename).is_relative_to(tarball):
            raise
        missing = isinstance(error, FileNotFoundError)
        problem = "does not exist" if missing else f"can't be read: {error.strerror}"
        raise SourceError(f"{tarball} {problem}", _expected()) from error
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise SourceError(
            f"{tarball} is damaged or no tar archive: {error}", _expected()
        ) from error


def _name_in_tree(tarball: Path, member: tarfile.TarInfo) -> str | None:
    """The member's path below ns-2.35, or None if it is outside or a folder."""
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts:
        raise SourceError(
            f"{tarball} holds a path that leads elsewhere: {member.name}", _expected()
        )
    found = _MEMBER.fullmatch(member.name)
    if found is None or member.isdir():
        return None
    if not member.isreg() or member.size > _LARGEST_FILE:
        raise SourceError(
            f"{tarball}: {member.name} is a link, a device or too large; ns-2.35 has none",
            _expected(),
        )
    return found[1]


def _extract_file(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> str:
    content = archive.extractfile(member)
    assert content is not None  # only regular files get here
    data = content.read()
    if len(data) != member.size:
        raise tarfile.ReadError("unexpected end of data")
    return _write(data, target, bool(member.mode & 0o100))


def _write(data: bytes, target: Path, executable: bool) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    target.chmod(0o755 if executable else 0o644)
    return hashlib.sha256(data).hexdigest()
