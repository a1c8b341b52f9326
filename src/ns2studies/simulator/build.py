"""Build the simulator.

A build is made in a temporary folder and moved into place whole, so it exists or it does not
(:mod:`ns2studies.simulator.identity`). ccache, if it is installed, caches the objects: after an
edit of a patch, only the affected files are compiled again.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ns2studies.basics.digests import SHORT, digest_file
from ns2studies.basics.errors import BuildError
from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.basics.processes import bound, plain_environment, run_plain
from ns2studies.simulator import identity
from ns2studies.simulator.embed import embed_library
from ns2studies.simulator.identity import RECORD, Simulator, home_of, read, simulator
from ns2studies.simulator.patches import apply_series, read_series
from ns2studies.simulator.source import fetch_tarball, read_manifest, unpack
from nstrace.errors import NstraceError
from nstrace.files import disk_full, full_disk_named

__all__ = ["HEADERS", "Simulator", "build", "simulator", "source_tree"]

Progress = Callable[[int, int, str], None]
"""Callback for the number of finished objects, of all objects, and the current step."""

TOOLS = ("g++", "gcc", "make", "patch")
"""Programs that the build calls; the Debian packages have the same names."""

HEADERS = "headers"
"""Folder of a build with the headers of ns and the compiler's flags."""

_HEADER_SUFFIXES = {".h", ".hpp", ".mk"}
_UNFINISHED = ".unfinished-"
_ERROR = re.compile(r"(?:error|undefined reference|cannot find -l|\*\*\*|Killed)")
_CACHE: Final = "ccache"
_PRELUDE: Final = "prelude.h"


def build(
    source: Path | None,
    progress: Progress,
    *,
    patches: Path = PATCHES,
    build_root: Path = BUILD,
) -> Simulator:
    """Build the simulator from the present sources, unless that has already been done.

    Args:
        source: a tarball of ns-2.35; None downloads Debian's.
        progress: called for each object file.
        patches: the folder of the patch series.
        build_root: the folder for downloads and builds.

    Raises:
        SourceError: if the source is missing, damaged or of another version.
        BuildError: if a tool is missing, a patch does not fit or a file does not compile.
        DiskFullError: if the file system is full.
    """
    _check_tools()
    digest = identity.source_digest(patches)
    target = home_of(build_root) / digest[:SHORT]
    with _locked(home_of(build_root)) as home:
        finished = read(target)
        if finished is not None:
            return finished
        progress(0, 0, "fetching the source of ns-2.35" if source is None else "unpacking")
        tarball = fetch_tarball(build_root / "downloads") if source is None else source
        started = time.monotonic()
        # A compiler that is being ended may still write to the temporary folder.
        with (
            full_disk_named(target),
            tempfile.TemporaryDirectory(
                prefix=_UNFINISHED, dir=home, ignore_cleanup_errors=True
            ) as work,
        ):
            tree = Path(work) / "tree"
            source_tree(tree, tarball, patches=patches)
            _make(tree, target.with_suffix(".log"), progress, cache_folder(build_root))
            return _keep(tree, target, digest, started)


def _check_tools() -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    installed = {line.split()[0] for line in identity.packages_of_libraries()}
    if shutil.which("dpkg-query"):
        missing += [name for name in identity.LIBRARIES if name not in installed]
    if missing:
        raise BuildError(
            f"building ns-2 needs packages that are not installed: {' '.join(missing)}",
            f"Run `apt-get install {' '.join(missing)}` as root.",
        )


@contextmanager
def _locked(home: Path) -> Iterator[Path]:
    """Hold the lock on ``home``; remove the files that killed builds left there."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in home.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        yield home


def source_tree(tree: Path, tarball: Path, *, patches: Path = PATCHES) -> None:
    """Write the patched source of the simulator, ready for `make`, to ``tree``.

    Raises:
        SourceError: if the tarball is invalid.
        BuildError: if a patch does not fit.
    """
    unpack(tarball, read_manifest(patches), tree)
    apply_series(read_series(patches), tree)
    for name, place in identity.BUILD_FILES.items():
        shutil.copyfile(patches / name, tree / place)
    for path in identity.added_files(patches):
        copy = tree / "added" / path.relative_to(patches)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    generated = tree / "generated" / "ns_tcl.cc"
    generated.parent.mkdir()
    generated.write_text(embed_library(tree), encoding="latin-1")


def _make(tree: Path, log: Path, progress: Progress, cache: Path) -> None:
    """Compile and link in ``tree``, logging to ``log`` and counting objects.

    The tools see relative names only: make can't handle a blank in a path.
    """
    total = len(run_plain("make", "-s", "-C", str(tree), "objects").stdout.split())
    done = 0
    with log.open("w", encoding="utf-8") as written, _started_make(tree, cache) as process:
        assert process.stdout is not None  # it is a pipe
        try:
            for line in process.stdout:
                written.write(line)
                if line.startswith("compiled "):
                    done += 1
                    progress(done, total, line.removeprefix("compiled ").strip())
        except BaseException:
            process.terminate()
            raise
    if process.returncode != 0:
        raise _make_error(log)


def _started_make(tree: Path, cache: Path) -> subprocess.Popen[str]:
    command = ["make", f"-j{len(os.sched_getaffinity(0))}", "ns"]
    environment = plain_environment()
    if shutil.which(_CACHE):
        _name_prelude(tree)
        # ccache reads dependencies (-MD): asking the preprocessor takes a fifth longer.
        command += [f"CC={_CACHE} gcc -MD", f"CXX={_CACHE} g++ -MD"]
        environment = cache_environment(cache)
    return subprocess.Popen(
        # make ends its compilers on SIGTERM.
        bound(command, "TERM"),
        cwd=tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def _make_error(log: Path) -> NstraceError:
    """Return the error for a failed make, with the most relevant line of its log."""
    lines = log.read_text(encoding="utf-8").splitlines()
    if any("No space left on device" in line for line in lines):
        return disk_full(log)
    telling = [line for line in lines if _ERROR.search(line)] or lines[-1:] or ["no output"]
    return BuildError(f"ns-2 does not build: {telling[0].strip()}", f"The whole log is {log}.")


def _keep(tree: Path, target: Path, digest: str, started: float) -> Simulator:
    """Move the program, its headers and its metadata to ``target`` as one folder."""
    folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=target.parent))
    folder.chmod(0o755)
    (tree / "ns").replace(folder / "ns")
    _keep_headers(tree, folder / HEADERS)
    made = Simulator(
        ns=target / "ns",
        ns_sha256=digest_file(folder / "ns"),
        source_digest=digest,
        build_seconds=round(time.monotonic() - started, 1),
        compiler=identity.compiler(),
        libraries=tuple(identity.packages_of_libraries()),
    )
    record = {key: value for key, value in made._asdict().items() if key != "ns"}
    (folder / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    if target.exists():
        shutil.rmtree(target)
    folder.replace(target)
    return made


def _keep_headers(tree: Path, headers: Path) -> None:
    """Copy the files that an agent's sources may include."""
    for path in sorted(tree.rglob("*")):
        if path.suffix in _HEADER_SUFFIXES and path.is_file():
            copy = headers / path.relative_to(tree)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


# the cache of compiled objects


def cache_folder(build_root: Path) -> Path:
    """Return the folder in which a checkout's cache keeps compiled objects."""
    return build_root / "cache" / "compiler"


def cache_is_empty(build_root: Path) -> bool:
    """Return whether the next build compiles everything, without a single cached object."""
    folder = cache_folder(build_root)
    return not folder.is_dir() or not any(folder.iterdir())


def cache_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a build that caches objects in ``folder``.

    The user's own settings of ccache, which are meant for other work, are left out.
    """
    plain = plain_environment().items()
    return {name: value for name, value in plain if not name.startswith("CCACHE_")} | {
        "CCACHE_DIR": str(folder),
        "CCACHE_CONFIGPATH": os.devnull,
        # A package update may preserve the compiler's size, and Debian's dates repeat.
        "CCACHE_COMPILERCHECK": f"string:{identity.compiler()} {identity.packages_of_libraries()}",
        "CCACHE_DEPEND": "1",
        "CCACHE_MAXSIZE": "1G",
        "CCACHE_PCH_EXTSUM": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros",
    }


def _name_prelude(tree: Path) -> None:
    """Write a digest of the precompiled header's source; its own bytes differ each time.

    Raises:
        BuildError: if a header can't be read.
    """
    show = ("--eval", "flags: ; @echo $(FLAGS)", "flags")
    flags = run_plain("make", "-s", "-C", str(tree), *show).stdout
    header = run_plain("env", "-C", str(tree), "g++", *flags.split(), "-E", "-P", _PRELUDE)
    if header.returncode != 0:
        raise BuildError(f"ns-2 does not build: {header.stderr.strip().splitlines()[0]}")
    digest = hashlib.sha256(f"{flags}{header.stdout}".encode()).hexdigest()
    (tree / f"{_PRELUDE}.gch.sum").write_text(digest, encoding="ascii")
