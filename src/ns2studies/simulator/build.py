"""Building the simulator.

The folder of a build (:mod:`ns2studies.simulator.finished_build`) is made elsewhere and moved into
place whole, so a build exists or it does not.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ns2studies.basics.digests import SHORT, digest_file
from ns2studies.basics.errors import BuildError
from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.basics.processes import bound
from ns2studies.simulator import compiler_cache, identity
from ns2studies.simulator.embed import embed_library
from ns2studies.simulator.fetch import fetch_tarball
from ns2studies.simulator.finished_build import RECORD, Simulator, home_of, read, simulator
from ns2studies.simulator.identity import library_versions
from ns2studies.simulator.patches import apply_series, read_series
from ns2studies.simulator.programs import plain_environment, run
from ns2studies.simulator.source import read_manifest, unpack
from nstrace.errors import NstraceError
from nstrace.files import disk_full, full_disk_named

__all__ = ["HEADERS", "Simulator", "build", "simulator", "source_tree"]

Progress = Callable[[int, int, str], None]
"""Called with the objects done, the objects in all, and what is going on."""

TOOLS = ("g++", "gcc", "make", "patch")
"""Programs the build calls; the Debian packages are called the same."""

HEADERS = "headers"
"""Folder of a build with ns' headers and the compiler's flags."""

_HEADER_SUFFIXES = {".h", ".hpp", ".mk"}
_UNFINISHED = ".unfinished-"
_ERROR = re.compile(r"(?:error|undefined reference|cannot find -l|\*\*\*|Killed)")


def build(
    source: Path | None,
    progress: Progress,
    *,
    patches: Path = PATCHES,
    build_root: Path = BUILD,
) -> Simulator:
    """Build the simulator from the present sources, unless that was done before.

    Args:
        source: a tarball of ns-2.35; None fetches Debian's.
        progress: told about each object file.
        patches: the folder of the patch series.
        build_root: where downloads and builds lie.

    Raises:
        SourceError: if the source is missing, damaged or another.
        BuildError: if a tool is missing, a patch does not fit or a file does not compile.
        DiskFullError: if the file system is full.
    """
    _check_tools()
    digest = identity.source_digest(patches)
    target = home_of(build_root) / digest[:SHORT]
    with _alone(home_of(build_root)) as home:
        finished = read(target)
        if finished is not None:
            return finished
        progress(0, 0, "fetching the source of ns-2.35" if source is None else "unpacking")
        tarball = fetch_tarball(build_root / "downloads") if source is None else source
        started = time.monotonic()
        with full_disk_named(target), _workplace(home) as tree:
            source_tree(tree, tarball, patches=patches)
            cache = compiler_cache.folder_in(build_root)
            _make(tree, target.with_suffix(".log"), progress, cache)
            return _keep(tree, target, digest, started)


def _check_tools() -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    installed = {line.split()[0] for line in library_versions()}
    if shutil.which("dpkg-query"):
        missing += [name for name in identity.LIBRARIES if name not in installed]
    if missing:
        raise BuildError(
            f"building ns-2 needs packages that are not installed: {' '.join(missing)}",
            f"Run `apt-get install {' '.join(missing)}` as root.",
        )


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[Path]:
    """Hold the lock on ``home``; remove what builds that were killed left there."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in home.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        yield home


@contextlib.contextmanager
def _workplace(home: Path) -> Iterator[Path]:
    """A folder that goes away afterwards, as far as no dying compiler still writes to it."""
    with tempfile.TemporaryDirectory(
        prefix=_UNFINISHED, dir=home, ignore_cleanup_errors=True
    ) as work:
        yield Path(work) / "tree"


def source_tree(tree: Path, tarball: Path, *, patches: Path = PATCHES) -> None:
    """Write the patched source of the simulator, ready for `make`, to ``tree``.

    Raises:
        SourceError: if the tarball is not what it must be.
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
    total = len(run("make", "-s", "-C", str(tree), "objects").stdout.split())
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
    if compiler_cache.is_there():
        compiler_cache.name_prelude(tree)
        command += compiler_cache.arguments()
        environment = compiler_cache.environment(cache)
    return subprocess.Popen(
        # make ends its compilers when it is asked to stop.
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
    """The error for a failed make, with the line that tells most."""
    lines = log.read_text(encoding="utf-8").splitlines()
    if any("No space left on device" in line for line in lines):
        return disk_full(log)
    telling = [line for line in lines if _ERROR.search(line)] or lines[-1:] or ["no output"]
    return BuildError(f"ns-2 does not build: {telling[0].strip()}", f"The whole log is {log}.")


def _keep(tree: Path, target: Path, digest: str, started: float) -> Simulator:
    """Move the program, the headers and its record to ``target`` as one folder."""
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
        libraries=tuple(library_versions()),
    )
    record = {key: value for key, value in made._asdict().items() if key != "ns"}
    (folder / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    if target.exists():
        shutil.rmtree(target)
    folder.replace(target)
    return made


def _keep_headers(tree: Path, headers: Path) -> None:
    """Copy what a source file that belongs to ns may include."""
    for path in sorted(tree.rglob("*")):
        if path.suffix in _HEADER_SUFFIXES and path.is_file():
            copy = headers / path.relative_to(tree)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
