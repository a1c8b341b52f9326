"""A bare Debian system in a folder: made by debootstrap, entered by chroot.

Where packages come from and how they are reached is what the machine's own apt, pip and
environment say. Every command runs in mount and process namespaces of its own, which end with it:
whatever kills a test, no mount and no process is left. Nothing of the machine can be written from
inside but the folders of downloads in ``~/.cache/ns2studies``, which nothing else uses.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from user_cache import USER_CACHE

from ns2studies.basics.digests import SHORT, digest_text

PLACE = USER_CACHE / "bare-roots"
"""Where roots, the archives that they are unpacked from, and downloads lie, for all checkouts."""

BARE = ("git", "ca-certificates", "sudo")
"""What a root has beyond debootstrap's smallest set: whoever clones a checkout has it, and who is
not the administrator needs ``sudo``."""

COMPILED_ONCE = {
    "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
    # Packages of one version hold the same; the headers outside of them are compared.
    "CCACHE_COMPILERCHECK": "dpkg-query --show binutils* cpp* g++* gcc*",
    "CCACHE_DEPEND": "1",
    # What a precompiled header needs, and headers that were written a moment ago.
    "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_ctime,include_file_mtime",
}
"""By these CMake compiles nothing that an earlier root has compiled from the same contents with the
same compiler. What that gave is kept with the downloads. ns' builds have a cache of their own."""

ADMINISTRATOR = "root"

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

_CARRIED = ("PIP_", "UV_", "SSL_CERT_", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_CARRIED_FILES = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf"),
    *("/etc/apt/auth.conf", "/etc/apt/auth.conf.d", "~/.config/pip/pip.conf", "~/.pip/pip.conf"),
)

_APART = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"),
)
"""In namespaces of its own, which end with the thread that asked for them."""

_ENTER = """
set -e
mount -t proc proc "$1/proc"
mkdir -p "$1$4/.cache"
mount --bind "$2" "$1/var/cache/apt/archives"
mount --bind "$3" "$1$4/.cache"
root="$1"
shift 4
chroot "$root" "$@"
"""
"""Run as the first process of its namespaces; when it ends, the others do."""


class CannotRunError(Exception):
    """This machine can't make or enter a root; the text says why."""


@dataclass(frozen=True)
class Root:
    """A root, in a folder of that name.

    Attributes:
        user: who works in it; anybody but the administrator may call ``sudo``.
    """

    release: str
    user: str = ADMINISTRATOR

    @property
    def folder(self) -> Path:
        return PLACE / self.release

    @property
    def home(self) -> str:
        return "/root" if self.user == ADMINISTRATOR else f"/home/{self.user}"

    @property
    def checkout(self) -> str:
        return f"{self.home}/a check out"

    def path(self, name: str) -> Path:
        """Where a file of the root lies, seen from outside."""
        return self.folder / name.removeprefix("/")

    def run(self, *command: str) -> str:
        """Run a command in the checkout; its output, or an error with all of it if it fails."""
        environment = carried_settings() | COMPILED_ONCE
        settings = [f"{name}={value}" for name, value in environment.items()]
        become = [] if self.user == ADMINISTRATOR else ["runuser", "-u", self.user, "--"]
        return self._entered(
            *become,
            *("env", "-i", "-C", self.checkout, f"HOME={self.home}", "LANG=C.UTF-8", *settings),
            *("PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command),
        )

    def add_user(self) -> None:
        """Let whoever works here exist, and call ``sudo`` without being asked."""
        self._entered("useradd", "--create-home", self.user)
        rule = self.path("etc/sudoers.d/everything")
        rule.write_text(f"{self.user} ALL=(ALL) NOPASSWD: ALL\n", encoding="utf-8")
        rule.chmod(0o440)

    def give(self, name: str) -> None:
        """Let a folder and all in it belong to whoever works here."""
        self._entered("chown", "--recursive", f"{self.user}:", name)

    def _entered(self, *command: str) -> str:
        """Run a command inside as the administrator."""
        packages = _made(PLACE / f"{self.release}-packages")
        downloads = _made(PLACE / f"python-packages-of-{self.user}")
        done = subprocess.run(
            [
                *(*_APART, "sh", "-c", _ENTER, "sh", self.folder, packages, downloads, self.home),
                *command,
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise AssertionError(f"{self.release}: {command} failed\n{done.stdout}")
        return done.stdout


def require() -> None:
    """Find out whether roots can be made and entered here.

    Raises:
        CannotRunError: if not.
    """
    if os.geteuid() != 0:
        raise CannotRunError("only root may make and enter a bare root")
    if not shutil.which("debootstrap"):
        raise CannotRunError("there is no debootstrap (environment/debian-test.txt)")
    tried = subprocess.run(
        [*_APART, "chroot", "/", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        raise CannotRunError(f"this machine refuses namespaces or chroot: {tried.stderr.strip()}")
    archive_address()


def archive_address() -> str:
    """Where this machine's apt has Debian from.

    Raises:
        CannotRunError: if its sources name no archive of Debian's.
    """
    form = "$(ORIGIN) $(LABEL) $(REPO_URI)"
    asked = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "Created-By: Packages"],
        capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    for line in asked.splitlines():
        if line.startswith("Debian Debian "):
            return line.removeprefix("Debian Debian ")
    raise CannotRunError("this machine's apt has no package lists of Debian")


@contextmanager
def bare_root(release: str, user: str = ADMINISTRATOR) -> Iterator[Root]:
    """A root as debootstrap makes it, removed afterwards."""
    PLACE.mkdir(parents=True, exist_ok=True)
    root = Root(release, user)
    with (PLACE / f"{release}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove(root.folder)
        root.folder.mkdir()
        try:
            archive = _archive(release)
            subprocess.run(["tar", "-C", root.folder, "-xf", archive], check=True)
            if user != ADMINISTRATOR:
                root.add_user()
            _carry_settings(root)
            root.give(root.home)
            yield root
        finally:
            _remove(root.folder)


def _remove(folder: Path) -> None:
    """Remove a root, unless something is mounted in it that would be removed, too."""
    if str(folder) in Path("/proc/self/mountinfo").read_text(encoding="utf-8"):
        raise AssertionError(f"{folder}: something is mounted here; unmount it")
    if folder.exists():
        shutil.rmtree(folder)


def _archive(release: str) -> Path:
    """The fresh root as a tar archive, made unless it is there."""
    address = archive_address()
    key = digest_text(f"{release} {address} {BARE}")[:SHORT]
    archive = PLACE / f"{release}-{key}.tar"
    if archive.exists():
        return archive
    fresh = PLACE / f"{release}-fresh"
    _remove(fresh)
    unfinished = archive.with_suffix(".unfinished")
    _call(
        *("debootstrap", "--variant=minbase", f"--include={','.join(BARE)}"),
        *(f"--keyring={KEYRING}", release, fresh, address),
    )
    _call("tar", "-C", fresh, "-cf", unfinished, ".")
    _remove(fresh)
    for earlier in PLACE.glob(f"{release}-*.tar"):
        earlier.unlink()
    unfinished.replace(archive)
    return archive


def _call(*command: str | Path) -> None:
    done = subprocess.run(
        [*_APART, *command],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env={**os.environ, **_proxies()},
    )  # fmt: skip
    if done.returncode != 0:
        raise CannotRunError(f"{command[0]} failed: {(done.stdout + done.stderr)[-800:]}")


def _proxies() -> dict[str, str]:
    """Proxies of apt's, for debootstrap, which does not read its configuration."""
    asked = subprocess.run(
        ["apt-config", "shell", "http", "Acquire::http::Proxy", "https", "Acquire::https::Proxy"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    found = dict(line.split("=", 1) for line in asked.splitlines())
    return {f"{name}_proxy": value.strip("'") for name, value in found.items()}


def carried_settings() -> dict[str, str]:
    """The environment variables that say how packages are reached."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.startswith(_CARRIED) or name.lower().endswith("_proxy")
    }


def _carry_settings(root: Root) -> None:
    """Give a root what this machine needs to reach packages: addresses, keys, proxies."""
    named = [value for value in carried_settings().values() if value.startswith("/")]
    for name in (*_CARRIED_FILES, *named):
        source = Path(name).expanduser()
        target = root.path(name.replace("~", root.home))
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            if not target.exists():
                shutil.copytree(source, target)
        elif source.is_file():
            shutil.copyfile(source, target)
    options = subprocess.run(
        ["apt-config", "dump"], capture_output=True, text=True, check=True
    ).stdout.splitlines(keepends=True)
    root.path("etc/apt/apt.conf.d/50of-the-machine").write_text(
        "".join(line for line in options if line.startswith("Acquire::http")), encoding="utf-8"
    )


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
