"""Results of a study that does not exist, as a reference is made of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb

from ns2studies.basics import paths
from ns2studies.basics.sql import connect
from ns2studies.database.metadata import describe
from ns2studies.database.reference import add_reference

PARAMETERS: Mapping[str, Any] = MappingProxyType(
    {"end_s": 9.5, "tcp": {"variant": "reno", "window_packets": 20}}
)

TABLES = """
CREATE TABLE studies (study VARCHAR, scale VARCHAR);
CREATE TABLE scenarios (study VARCHAR, scenario VARCHAR, scenario_id VARCHAR, parameters VARCHAR);
CREATE TABLE runs (
    study VARCHAR, scenario VARCHAR, seed INTEGER, run_id VARCHAR, scenario_id VARCHAR,
    fingerprint VARCHAR, trace_lines BIGINT, simulated_s DOUBLE, ns_source VARCHAR,
    tcl_digest VARCHAR, code_digest VARCHAR, agents VARCHAR, cpu_s DOUBLE
);
CREATE TABLE estimates (study VARCHAR, scenario VARCHAR, mean DOUBLE, singles DOUBLE[]);
CREATE TABLE comparison (
    study VARCHAR, item VARCHAR, published DOUBLE, verdict VARCHAR, position INTEGER
);
CREATE TABLE claims (study VARCHAR, claim VARCHAR, verdict VARCHAR);
"""


@dataclass(frozen=True)
class MadeRun:
    """A run, with what it is made of."""

    scenario: str
    seed: int = 1
    fingerprint: str = "a"
    parameters: Mapping[str, Any] = field(default_factory=lambda: PARAMETERS)
    ns_source: str = "ns"
    tcl_digest: str = "tcl"
    code_digest: str = "code"
    agents: str | None = None
    cpu_s: float = 1800.0

    @property
    def scenario_id(self) -> str:
        return json.dumps(dict(self.parameters), sort_keys=True)

    @property
    def run_id(self) -> str:
        return f"{self.scenario_id} {self.seed} {self.ns_source} {self.tcl_digest}"

    def edited(self, **parameters: Any) -> "MadeRun":
        """The same scenario with other parameters, which gives something else."""
        return replace(self, parameters={**self.parameters, **parameters}, fingerprint="edited")


@dataclass(frozen=True)
class MadeStudy:
    """A study's results."""

    runs: Sequence[MadeRun]
    name: str = "toy"
    printed: Sequence[tuple[float | None, str]] = ((1.0, "identical"), (2.0, "off"))
    claims: Sequence[str] = ("confirmed", "confirmed", "undecided")
    scale: str = "full"
    means: Sequence[float | None] = (0.1, None)

    def fill(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Create the tables that a study's database has before its reference is added."""
        connection.execute(TABLES)
        connection.execute("INSERT INTO studies VALUES (?, ?)", [self.name, self.scale])
        for label, run in {run.scenario: run for run in self.runs}.items():
            row: list[Any] = [self.name, label, run.scenario_id, json.dumps(dict(run.parameters))]
            connection.execute("INSERT INTO scenarios VALUES (?, ?, ?, ?)", row)
        for run in self.runs:
            made_of = [run.ns_source, run.tcl_digest, run.code_digest, run.agents]
            known = [run.seed, run.run_id, run.scenario_id, run.fingerprint]
            row = [self.name, run.scenario, *known, 7, 9.5, *made_of, run.cpu_s]
            connection.execute(f"INSERT INTO runs VALUES ({', '.join('?' * len(row))})", row)
        for mean in self.means:
            row = [self.name, "one", mean, [0.1, 0.2] if mean else None]
            connection.execute("INSERT INTO estimates VALUES (?, ?, ?, ?)", row)
        for position, (published, verdict) in enumerate(self.printed):
            row = [self.name, "Table 1", published, verdict, position]
            connection.execute("INSERT INTO comparison VALUES (?, ?, ?, ?, ?)", row)
        for number, verdict in enumerate(self.claims):
            row = [self.name, f"claim {number}", verdict]
            connection.execute("INSERT INTO claims VALUES (?, ?, ?)", row)

    def database(self, results: Path, data: Path | None = None) -> Path:
        """The study's database, described as a real one is.

        Args:
            data: where the study's reference is; without it none is looked for.
        """
        path = paths.study_database(results, self.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with connect(path) as connection:
            self.fill(connection)
            if data:
                add_reference(connection, self.name, data)
        study = {
            "study": self.name, "scale": self.scale, "simulator": {"source_digest": "ns"},
            "config_sha256": "c", "published_sha256": "p",
        }  # fmt: skip
        whole = {"made_at": "2026-01-02T03:04:05+00:00", "studies": [study], "package": {}}
        describe(path.with_suffix(".json"), path, {**whole, "machine": {}, "libraries": {}})
        return path
