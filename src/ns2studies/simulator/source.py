"""The source of ns-2.35, from Debian's archive or the user, checked file by file.

``ns2-patches/source.sha256`` lists the files that the build reads. Exactly these are extracted from
a tarball or copied from an unpacked folder, and each must have the listed digest; other files don't
matter. So Debian's tarball and the original releases give the same tree.

apt is configured with the user's mirror, proxies and authentication, and checks digests. It
provides the address of the binary package ``ns2``; the source tarball is in the same folder of the
archive. Nothing is installed and no package list is changed, so this needs no root.
"""

import hashlib
import lzma
import re
import shlex
import shutil
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from ns2studies.basics.digests import digest_file, digest_value
from ns2studies.basics.errors import SourceError
from ns2studies.basics.processes import run_plain
from ns2studies.simulator.patches import MANIFEST
from nstrace.files import whole_file

TARBALL = "ns2_2.35+dfsg.orig.tar.xz"
TARBALL_SHA256 = "a3a097194c87fedbf2a7d3c8520790dc8688874cad0373af2db0ed33e463d52e"

SOURCE_OPTION = "--ns2-source"
"""Command-line option that names a local tarball."""

TREE = "ns-2.35"

SUITE = ("bin/", "tcl/")
"""Folders that the test suite of ns reads."""

SUITE_SHA256 = "d0bb5adbc8afe512118cb6776b43dbc21888169d113ebda30e2d1d7be6cfbc49"
"""Digest of these folders' files, by :func:`ns2studies.basics.digests.digest_value`."""

_APT_HELPER = Path("/usr/lib/apt/apt-helper")
_LOCAL = f"Or get ns-2.35 from elsewhere and name the tarball with {SOURCE_OPTION} FILE."
_EXPECTED = (
    "Expected: Debian's ns2_2.35+dfsg.orig.tar.xz, or ns-allinone-2.35 or ns-src-2.35 as "
    ".tar.gz or .tar.xz or as an unpacked folder. "
    f"Name another one with {SOURCE_OPTION}, or leave the option out."
)
_MEMBER = re.compile(rf"(?:\./)?(?:[^/]+/)?{re.escape(TREE)}/(.+)")
_LARGEST_FILE = 64 << 20


# download


def fetch_tarball(downloads: Path) -> Path:
    """Return the tarball in ``downloads``; download it if it is missing or damaged.

    Raises:
        SourceError: if apt is missing, has no package `ns2`, or can't download the file.
    """
    target = downloads / TARBALL
    if target.is_file() and digest_file(target) == TARBALL_SHA256:
        return target
    uri = source_uri(_binary_package_uri())
    with whole_file(target) as temporary:
        download(uri, temporary)
    return target


def source_uri(package_uri: str) -> str:
    """Return the address of the source tarball, which is beside a binary package."""
    return f"{package_uri.rpartition('/')[0]}/{quote(TARBALL)}"


def _binary_package_uri() -> str:
    if shutil.which("apt-get") is None or not _APT_HELPER.is_file():
        raise SourceError("this system has no apt to fetch ns-2.35 with", _LOCAL)
    asked = run_plain("apt-get", "download", "--print-uris", "ns2")
    for line in asked.stdout.splitlines():
        words = shlex.split(line)
        if words and words[0].endswith(".deb"):
            return words[0]
    if not run_plain("apt-get", "indextargets", "Created-By: Packages").stdout.strip():
        raise SourceError(
            "apt has no package lists, so it can't find ns-2.35",
            f"Run `apt-get update` as root first. {_LOCAL}",
        )
    raise SourceError(
        f"apt knows no package `ns2`: {_reason(asked.stderr)}",
        f"Enable `main` (Debian) or `universe` (Ubuntu), run `apt-get update`. {_LOCAL}",
    )


def download(uri: str, target: Path) -> None:
    """Download the tarball at ``uri`` with apt's own transport and check it.

    Raises:
        SourceError: if that fails or it is another file.
    """
    # Downloads of root run as another user, who may not have access to this folder; apt then
    # prints a warning although the download is valid.
    options = ["-o", "APT::Sandbox::User=root"]
    done = run_plain(
        str(_APT_HELPER), *options, "download-file", uri, str(target), f"SHA256:{TARBALL_SHA256}"
    )
    if done.returncode != 0 or not target.exists():
        raise SourceError(f"could not fetch {uri}: {_reason(done.stderr)}", _LOCAL)
    if target.is_symlink():  # a mirror on a local disk
        original = target.resolve()
        target.unlink()
        shutil.copyfile(original, target)
    if digest_file(target) != TARBALL_SHA256:
        raise SourceError(f"{uri} is not the expected ns-2.35", _LOCAL)


def _reason(text: str) -> str:
    """Return the first error of apt, or else its last line."""
    lines = text.strip().splitlines() or ["apt gave no reason"]
    errors = [line.removeprefix("E: ") for line in lines if line.startswith("E: ")]
    return (errors or lines[-1:])[0].strip()


# unpacking


def read_manifest(patches: Path) -> dict[str, str]:
    """Return the SHA-256 of each input file of the build; lines are those of `sha256sum`.

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
    """Extract the files of ``manifest`` from ``tarball`` to the folder ``destination``.

    Args:
        tarball: a tarball, or the folder that one was unpacked to.
        manifest: SHA-256 by name.
        destination: need not exist.

    Raises:
        SourceError: if the tarball is unreadable, damaged, not of ns-2.35, contains links or
            paths that lead elsewhere, or if a file is missing or differs.
    """
    found = _extract(tarball, manifest.__contains__, destination)
    if not found:
        raise SourceError(f"{tarball} has no folder {TREE}", _EXPECTED)
    for name, digest in manifest.items():
        if name not in found:
            raise SourceError(f"{tarball} lacks {TREE}/{name}", _EXPECTED)
        if found[name] != digest:
            raise SourceError(
                f"{tarball}: {TREE}/{name} is not the file of the ns-2.35 release "
                f"(SHA-256 {found[name]}, expected {digest})",
                _EXPECTED,
            )


def unpack_suite(tarball: Path, destination: Path) -> None:
    """Extract the files of the test suite of ns to ``destination``.

    Raises:
        SourceError: as :func:`unpack`.
    """
    found = _extract(tarball, lambda name: name.startswith(SUITE), destination)
    if digest_value(found) != SUITE_SHA256:
        raise SourceError(
            f"{tarball}: the test suite ({' and '.join(SUITE)}) is not the one of the release",
            _EXPECTED,
        )


def _extract(tarball: Path, wanted: Callable[[str], bool], destination: Path) -> dict[str, str]:
    """Extract the wanted files; return their digests by name within the tree."""
    members = _files_in_folder if tarball.is_dir() else _files_in_tarball
    found: dict[str, str] = {}
    with _reading(tarball):
        for name, data, executable in members(tarball, wanted):
            target = destination / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(0o755 if executable else 0o644)
            found[name] = hashlib.sha256(data).hexdigest()
    return found


_File = tuple[str, bytes, bool]
"""A file's name within the tree, its bytes, and whether it is executable."""


def _files_in_folder(folder: Path, wanted: Callable[[str], bool]) -> Iterator[_File]:
    tree = folder if folder.resolve().name == TREE else folder / TREE
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree).as_posix()
        if wanted(name) and path.is_file() and not path.is_symlink():
            yield name, path.read_bytes(), bool(path.stat().st_mode & 0o100)


def _files_in_tarball(tarball: Path, wanted: Callable[[str], bool]) -> Iterator[_File]:
    with tarfile.open(tarball, "r|*") as archive:
        for member in archive:
            name = _name_in_tree(tarball, member)
            if name is None or not wanted(name):
                continue
            content = archive.extractfile(member)
            assert content is not None  # only regular files get here
            data = content.read()
            if len(data) != member.size:
                raise tarfile.ReadError("unexpected end of data")
            yield name, data, bool(member.mode & 0o100)


@contextmanager
def _reading(tarball: Path) -> Iterator[None]:
    """Raise ``SourceError`` for everything that makes an archive unreadable.

    Errors in writing the unpacked files are not affected.
    """
    try:
        yield
    except (FileNotFoundError, PermissionError) as error:
        if error.filename is not None and not Path(error.filename).is_relative_to(tarball):
            raise
        missing = isinstance(error, FileNotFoundError)
        problem = "does not exist" if missing else f"can't be read: {error.strerror}"
        raise SourceError(f"{tarball} {problem}", _EXPECTED) from error
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise SourceError(
            f"{tarball} is damaged or not a tar archive: {error}", _EXPECTED
        ) from error


def _name_in_tree(tarball: Path, member: tarfile.TarInfo) -> str | None:
    """Return the member's path below ns-2.35, or None if it is outside or a folder."""
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts:
        raise SourceError(f"{tarball} has a path that leads outside: {member.name}", _EXPECTED)
    found = _MEMBER.fullmatch(member.name)
    if found is None or member.isdir():
        return None
    if not member.isreg() or member.size > _LARGEST_FILE:
        raise SourceError(
            f"{tarball}: {member.name} is a link, a device or too large; ns-2.35 has none",
            _EXPECTED,
        )
    return found[1]
