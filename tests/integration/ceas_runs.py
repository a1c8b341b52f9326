"""Short simulations with ants, and what they wrote as tables of DuckDB."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from ns2studies.basics import paths
from ns2studies.basics.processes import plain_environment
from ns2studies.runs.csv_tables import CSV_FILES, ingest_csv

BETA, RHO = 0.98, 0.01

CHAIN = ((0, 1, 5), (1, 2, 5))
DIAMOND = ((0, 1, 5), (0, 2, 5), (1, 3, 5), (2, 3, 5))
UNEQUAL = ((0, 1, 5), (0, 2, 7), (1, 3, 5), (2, 3, 7))
ELEVEN = tuple(
    (one, other, 1)
    for one, other in [
        (0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (3, 10), (10, 9), (9, 5), (5, 6), (5, 7), (5, 8),
    ]
)  # fmt: skip
"""Links as node, node and delay in milliseconds."""

SCRIPT = """
source [lindex $argv 0]/library.tcl
uses simulation topology traffic failures losses tracing ceas
simulation::seed SEED
simulation::create tcp udp ceas
ceas::routing OPTIONS
BEFORE
for {set id 0} {$id < NODES} {incr id} {topology::add_node}
LINKS
BODY
WATCH
tracing::end_at . END
[simulation::ns] run
"""


@dataclass
class Network:
    """What a test simulates; ``colonies`` as source and destination."""

    links: Sequence[tuple[int, int, float]]
    colonies: Sequence[tuple[int, int]]
    options: str = ""
    before: str = ""
    body: str = ""
    end_s: float = 10
    seed: int = 1
    rate_bps: float = 1e8
    queue: str = "60"
    watch: Mapping[str, str] = field(default_factory=lambda: {"ants": "0", "colonies": "1"})

    def script(self) -> str:
        links = [
            f"topology::add_link {one} {other} {self.rate_bps} {delay / 1000} {self.queue}"
            for one, other, delay in self.links
        ]
        colonies = [f"ceas::colony {one} {other}" for one, other in self.colonies]
        watch = [f"ceas::trace . {what} {how}" for what, how in self.watch.items()]
        words = {
            "SEED": str(self.seed),
            "OPTIONS": self.options,
            "BEFORE": self.before,
            "NODES": str(1 + max(max(link[:2]) for link in self.links)),
            "LINKS": "\n".join(links + colonies),
            "BODY": self.body,
            "WATCH": "\n".join(watch),
            "END": str(self.end_s),
        }
        text = SCRIPT
        for word, value in words.items():
            text = text.replace(word, value)
        return text


def start(ns: Path, folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    (folder / "s.tcl").write_text(script)
    return subprocess.run(
        [ns, "s.tcl", paths.TCL],
        cwd=folder,
        env=plain_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def simulate(ns: Path, folder: Path, network: Network) -> duckdb.DuckDBPyConnection:
    """Run a network in a folder; a connection with a view of each table."""
    done = start(ns, folder, network.script())
    assert done.returncode == 0, done.stderr
    return tables_of(folder)


def tables_of(folder: Path) -> duckdb.DuckDBPyConnection:
    """A view of each table that a finished run's CSV becomes."""
    connection = duckdb.connect()
    for file in CSV_FILES:
        if (folder / file.name).exists():
            ingest_csv(folder, file, folder, {})
            path = folder / f"{file.table}.parquet"
            connection.execute(f"CREATE VIEW {file.table} AS FROM '{path}'")
    return connection
