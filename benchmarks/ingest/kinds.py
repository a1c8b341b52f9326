"""Measure how fast nstrace reads each kind of line to Arrow, compared with general tools.

General readers split lines at blanks into as many columns of text as the longest line has; they
don't parse numbers, brackets or keys. awk prints three fields of each line.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from ns2studies.basics.paths import BUILD
from ns2studies.basics.processes import plain_environment
from ns2studies.simulator.build import simulator
from nstrace.arguments import positive
from nstrace.files import whole_file

HERE: Final = Path(__file__).resolve().parent
KINDS: Final[dict[str, tuple[str, list[str]]]] = {
    "wired": ("trace.tcl", []),
    "wired, TCP header": ("trace.tcl", ["headers"]),
    "wireless old, TCP": ("wireless.tcl", ["tcp"]),
    "wireless old, CBR": ("wireless.tcl", ["cbr"]),
    "wireless old, energy": ("wireless.tcl", ["energy"]),
    "wireless new": ("wireless.tcl", ["new"]),
}
"""Kinds of lines: the scenario that ns runs, and its further arguments."""

BATCH_ROWS: Final = 100_000


def _nstrace(path: Path, _columns: int) -> None:
    import nstrace

    for _block in nstrace.scan(path, threads=1):
        pass


def _polars(path: Path, columns: int) -> None:
    import polars as pl

    schema = {f"c{column}": pl.String() for column in range(columns)}
    frames = pl.scan_csv(
        path, separator=" ", has_header=False, quote_char=None, schema=schema, glob=False,
        truncate_ragged_lines=True, missing_columns="insert",
    ).collect_batches()  # fmt: skip
    for frame in frames:
        frame.to_arrow(compat_level=pl.CompatLevel.newest())


def _duckdb(path: Path, columns: int) -> None:
    import duckdb

    types = {f"c{column}": "VARCHAR" for column in range(columns)}
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        rows = connection.read_csv(
            str(path), sep=" ", header=False, quotechar="", escapechar="", columns=types,
            auto_detect=False, null_padding=True, parallel=False,
        )  # fmt: skip
        for _batch in rows.to_arrow_reader(BATCH_ROWS):
            pass


def _mawk(path: Path, _columns: int) -> None:
    with Path(os.devnull).open("wb") as nowhere:
        subprocess.run(["mawk", "{ print $2, $3, $5 }", str(path)], stdout=nowhere, check=True)


READERS: Final[dict[str, Callable[[Path, int], None]]] = {
    "nstrace": _nstrace,
    "Polars": _polars,
    "DuckDB": _duckdb,
    "mawk": _mawk,
}


def main() -> int:
    """Measure all kinds and print a table; with ``--one``, measure one reader here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=positive, default=200, help="of each trace (200)")
    parser.add_argument("--rounds", type=positive, default=5, help="of all readers (5)")
    parser.add_argument("--folder", type=Path, default=BUILD / "benchmarks" / "kinds")
    parser.add_argument("--one", nargs=3, metavar=("READER", "FILE", "COLUMNS"),
                        help=argparse.SUPPRESS)  # fmt: skip
    options = parser.parse_args()
    if options.one:
        _one(*options.one)
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print("| lines | MB | " + " | ".join(READERS) + " | over the fastest | over mawk |")
    print("| --- " + "| ---: " * (len(READERS) + 3) + "|")
    for kind in KINDS:
        trace = _simulated(options.folder, kind, options.megabytes)
        print(_row(kind, trace, options.rounds), flush=True)
    return 0


def _simulated(folder: Path, kind: str, megabytes: int) -> Path:
    scenario, words = KINDS[kind]
    path = folder / f"{'-'.join([Path(scenario).stem, *words])}-{megabytes}MB.tr"
    if path.exists():
        return path
    ns = simulator()
    if ns is None:
        sys.exit("the simulator is not built. Run ./reproduce first: it builds it.")
    with whole_file(path) as unfinished:
        command = [str(ns.ns), str(HERE / scenario), str(unfinished), str(megabytes * 10**6), "1"]
        subprocess.run(
            [*command, *words], env=plain_environment(), stdout=subprocess.DEVNULL, check=True
        )
    return path


def _row(kind: str, trace: Path, rounds: int) -> str:
    """Measure one trace; return a row of the table.

    Speeds are in MB of text per second of processor time, each the best of all rounds. Ratios are
    medians of those within a round.
    """
    with trace.open("rb") as lines:
        columns = max(line.count(b" ") for line in lines) + 1
    megabytes = trace.stat().st_size / 1e6
    rates: dict[str, list[float]] = {reader: [] for reader in READERS}
    for turn in range(rounds):
        order = list(READERS) if turn % 2 == 0 else list(reversed(READERS))
        for reader in order:
            rates[reader].append(megabytes / _measured(reader, trace, columns))
    pairs = list(zip(*rates.values(), strict=True))
    general = statistics.median(own / max(polars, duckdb) for own, polars, duckdb, _ in pairs)
    mawk = statistics.median(own / awk for own, _, _, awk in pairs)
    best = " | ".join(f"{max(each):.0f}" for each in rates.values())
    return f"| {kind} | {megabytes:.0f} | {best} | {general:.1f} | {mawk:.1f} |"


def _measured(reader: str, trace: Path, columns: int) -> float:
    """Return the processor seconds of a reader in a new process, without startup and imports."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", reader, str(trace), str(columns)],
        env=os.environ | {"POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{reader} failed on {trace}: {done.stderr.strip().splitlines()[-1]}")
    return float(json.loads(done.stdout))


def _one(reader: str, path: str, columns: str) -> None:
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    # Exclude what a library does the first time it is called.
    with Path(path).open("rb") as text:
        few = text.read(100_000).rpartition(b"\n")[0] + b"\n"
    short = Path(path).with_suffix(f".{os.getpid()}.short")
    short.write_bytes(few)
    try:
        READERS[reader](short, int(columns))
    finally:
        short.unlink()
    before = _cpu_seconds()
    READERS[reader](Path(path), int(columns))
    print(json.dumps(_cpu_seconds() - before))


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    sys.exit(main())
