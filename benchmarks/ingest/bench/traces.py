"""The traces that are read: a real run of ns, and copies of it for readers that need one.

Each file is made once and kept; its name has a digest of what it was made from.
"""

import gzip
import hashlib
import lzma
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from bench.errors import BenchmarkError
from ns2studies.basics.processes import plain_environment
from ns2studies.simulator.build import Simulator, simulator
from nstrace.files import whole_file

SCENARIO: Final = Path(__file__).resolve().parents[1] / "trace.tcl"
SCRIPTS: Final = (SCENARIO, SCENARIO.with_name("until_full.tcl"))

PIECE_BYTES: Final = 1 << 20
EVENTS: Final = b"+-rdeh"
COLUMNS: Final = 12

Say = Callable[[str], None]


@dataclass(frozen=True)
class Trace:
    """A trace and a description of its origin."""

    path: Path
    description: str


def simulated(folder: Path, megabytes: float, seed: int, say: Say) -> Trace:
    """Return the scenario's trace, at least ``megabytes`` (10^6 bytes) long, simulating if needed.

    Raises:
        BenchmarkError: if the simulator is not built or the run fails.
    """
    found = simulator()
    if found is None:
        raise BenchmarkError("the simulator is not built. Run ./reproduce first: it builds it.")
    scripts = b"".join(script.read_bytes() for script in SCRIPTS)
    made_of = hashlib.sha256(found.source_digest.encode() + scripts).hexdigest()
    path = folder / f"trace-{megabytes:g}MB-seed{seed}-{made_of[:8]}.tr"
    if not path.exists():
        say(f"simulating until the trace holds {megabytes:g} MB")
        with whole_file(path) as unfinished:
            _simulate(found, unfinished, round(megabytes * 1e6), seed)
    return Trace(path, f"ns run of trace.tcl, seed {seed}")


def given(path: Path) -> Trace:
    """Return an existing trace.

    Raises:
        BenchmarkError: if there is no such file.
    """
    if not path.is_file():
        raise BenchmarkError(f"{path} is not a file. Give a trace, or none to have one simulated.")
    return Trace(path, path.name)


def packet_lines(folder: Path, path: Path, say: Say) -> Path:
    """Return a copy of ``path`` with only the lines of packet events.

    No general reader of tables accepts both kinds of lines in one file.

    Raises:
        BenchmarkError: if there is no packet line.
    """
    target = folder / f"{_name_of(path)}.packets"
    if not target.exists():
        say("copying the packet lines for readers that accept no others")
        with (
            whole_file(target) as unfinished,
            path.open("rb") as text,
            unfinished.open("wb") as copy,
        ):
            copy.writelines(line for line in text if _is_packet(line))
    if target.stat().st_size == 0:
        raise BenchmarkError(f"{path}: no line has {COLUMNS} columns; this benchmark needs such.")
    return target


def compressed(folder: Path, path: Path, kind: str, say: Say) -> Path:
    """Return a copy of ``path`` as .gz, .zst or .xz, lightly compressed.

    Raises:
        KeyError: for another ``kind``.
    """
    target = folder / f"{_name_of(path)}.{kind}"
    if not target.exists():
        say(f"compressing the trace to .{kind}")
        with (
            whole_file(target) as unfinished,
            path.open("rb") as text,
            _COMPRESSORS[kind](str(unfinished)) as packed,
        ):
            shutil.copyfileobj(text, packed, PIECE_BYTES)
    return target


_COMPRESSORS: Final[dict[str, Callable[[str], Any]]] = {
    "gz": partial(gzip.open, mode="wb", compresslevel=1),
    "xz": partial(lzma.open, mode="wb", preset=0),
    "zst": partial(pa.CompressedOutputStream, compression="zstd"),
}


def warm(path: Path) -> None:
    """Read ``path`` once to bring it into the page cache."""
    buffer = bytearray(PIECE_BYTES)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def _simulate(ns: Simulator, path: Path, size: int, seed: int) -> None:
    done = subprocess.run(
        [str(ns.ns), str(SCENARIO), str(path), str(size), str(seed)],
        env=plain_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0 or not path.exists() or path.stat().st_size < size:
        said = (done.stderr or done.stdout).strip().splitlines()[:1] or ["nothing"]
        raise BenchmarkError(f"ns {SCENARIO.name} failed (status {done.returncode}): {said[0]}")


def _is_packet(line: bytes) -> bool:
    return line[:1] in EVENTS and line.count(b" ") == COLUMNS - 1


def _name_of(path: Path) -> str:
    """Return a name for copies of ``path``, which differs when the file changes."""
    state = path.stat()
    identity = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
    return f"{path.stem}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
