"""Debian's tarball of ns-2.35, fetched from the mirror this machine already uses.

apt knows where the user's mirror is, how to get there (proxies, authentication) and how
to check a digest. It is asked for the address of the binary package `ns2`; the source
tarball lies in the same folder of the archive. Nothing is installed and no list of apt's
is changed, so this works as root and as an ordinary user.
"""

import shlex
import shutil
from pathlib import Path
from urllib.parse import quote

from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import SourceError
from ns2studies.simulator.programs import run
from nstrace.files import whole_file

TARBALL = "ns2_2.35+dfsg.orig.tar.xz"
TARBALL_SHA256 = "a3a097194c87fedbf2a7d3c8520790dc8688874cad0373af2db0ed33e463d52e"

SOURCE_OPTION = "--ns2-source"
"""The command-line option that names a local tarball."""

_APT_HELPER = Path("/usr/lib/apt/apt-helper")
_LOCAL = f"Or get ns-2.35 from elsewhere and name the tarball with {SOURCE_OPTION} FILE."


def fetch_tarball(downloads: Path) -> Path:
    """The tarball in ``downloads``, fetched unless it is there undamaged.

    Raises:
        SourceError: if apt is missing, knows no package `ns2`, or can't get the file.
    """
    target = downloads / TARBALL
    if target.is_file() and digest_file(target) == TARBALL_SHA256:
        return target
    uri = source_uri(_binary_package_uri())
    with whole_file(target) as temporary:
        download(uri, temporary)
    return target


def source_uri(package_uri: str) -> str:
    """The address of the source tarball that lies beside a binary package."""
    return f"{package_uri.rpartition('/')[0]}/{quote(TARBALL)}"


def _binary_package_uri() -> str:
    """The address of the package `ns2` on the user's mirror."""
    if shutil.which("apt-get") is None or not _APT_HELPER.is_file():
        raise SourceError("this system has no apt to fetch ns-2.35 with", _LOCAL)
    asked = run("apt-get", "download", "--print-uris", "ns2")
    for line in asked.stdout.splitlines():
        words = shlex.split(line)
        if words and words[0].endswith(".deb"):
            return words[0]
    if not run("apt-get", "indextargets", "Created-By: Packages").stdout.strip():
        raise SourceError(
            "apt has no package lists, so it can't tell where ns-2.35 lies",
            f"Run `apt-get update` as root first. {_LOCAL}",
        )
    raise SourceError(
        f"apt knows no package `ns2`: {_reason(asked.stderr)}",
        f"Enable `main` (Debian) or `universe` (Ubuntu), run `apt-get update`. {_LOCAL}",
    )


def download(uri: str, target: Path) -> None:
    """Fetch the tarball at ``uri`` with apt's own transport and check it.

    Raises:
        SourceError: if that fails or the file is another one.
    """
    # Root's downloads run as another user who may not be allowed into this folder; apt
    # then warns about a download that is all right.
    options = ["-o", "APT::Sandbox::User=root"]
    done = run(
        str(_APT_HELPER), *options, "download-file", uri, str(target), f"SHA256:{TARBALL_SHA256}"
    )
    if done.returncode != 0 or not target.exists():
        raise SourceError(f"could not fetch {uri}: {_reason(done.stderr)}", _LOCAL)
    if target.is_symlink():  # a mirror on a local disk
        original = target.resolve()
        target.unlink()
        shutil.copyfile(original, target)
    if digest_file(target) != TARBALL_SHA256:
        raise SourceError(f"{uri} is not the ns-2.35 that was asked for", _LOCAL)


def _reason(text: str) -> str:
    """The first error of apt, or whatever it said last."""
    lines = text.strip().splitlines() or ["apt gave no reason"]
    errors = [line.removeprefix("E: ") for line in lines if line.startswith("E: ")]
    return (errors or lines[-1:])[0].strip()
