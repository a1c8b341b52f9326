"""The study's scenario, from parameters to tables; the example of the router's description."""

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
from ceas_runs import start, tables_of

from ns2studies.basics.paths import DATA, PATCHES
from ns2studies.basics.processes import run_plain
from ns2studies.config.topology import read_topology
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.simulate import PARAMETERS
from ns2studies.runs.tcl_scripts import MAIN
from ns2studies.simulator.build import Simulator

ROUTING = {
    "beta": 0.98, "rho": 0.01, "ant_rate_per_s": 20, "explorer_ratio": 0.1, "initial_phase_s": 50,
    "initial_ant_rate_per_s": 100, "ant_bytes": 64, "ant_ttl": 10, "elite": "all",
    "cycles": "allow", "step_back": False, "forget_on_failure": False, "piggyback": False,
    "previous_hop_memory": False, "processing_delay_s": 0, "least_ant_rate_per_s": 0,
    "route_record": False, "marked_only": False,
}  # fmt: skip


def parameters(**changes: Any) -> dict[str, Any]:
    """Tables 3.1 and 4.2 at 20 ants a second, on the network of Figure 4.1."""
    topology = read_topology(DATA / "topologies" / "ceas-11.yaml")
    links = [{"from": link.from_, "to": link.to} for link in topology.links]
    return {
        "random": {"first_seed": 179324},
        "routing": {"protocol": "ceas"},
        "topology": {"nodes": len(topology.nodes), "routers": [], "links": links},
        "network": {"bandwidth_bps": 1e8, "delay_s": 0.001, "queue_limit_packets": 60},
        "ceas": ROUTING | changes,
        "colonies": [{"from": 0, "to": 8}],
        "tracing": {
            "pheromones_change": 0,
            "pheromones_from_s": 0,
            "colonies_interval_s": 10,
            "data_interval_s": 10,
        },
        "end_s": 65,
    }


def tables(ns: Path, folder: Path, values: dict[str, Any], seed: int) -> duckdb.DuckDBPyConnection:
    folder.mkdir(exist_ok=True)
    (folder / PARAMETERS).write_text(parameter_text("ceas", values, seed))
    done = run_plain(str(ns), str(MAIN), str(folder / PARAMETERS), str(folder))
    assert done.returncode == 0, done.stderr
    return tables_of(folder)


def test_best_path_becomes_100_times_as_probable(ns: Simulator, tmp_path: Path) -> None:
    """At node 3, 4 leads to the best path and 10 to the other one (thesis, section 4.1)."""
    times = []
    for seed in (1, 2, 3):
        found = tables(ns.ns, tmp_path / str(seed), parameters(), seed)
        row = found.execute(
            "SELECT min(time_ns) / 1e9 - 50 FROM ceas_pheromones best JOIN ceas_pheromones other "
            "USING (time_ns, node) WHERE node = 3 AND best.neighbour = 4 AND other.neighbour = 10 "
            "AND time_ns > 50e9 AND best.probability >= 100 * other.probability"
        ).fetchone()
        assert row is not None
        times.append(row[0])
        kinds = found.execute(
            "SELECT kind, max(sent) FROM ceas_colonies GROUP BY kind ORDER BY kind"
        ).fetchall()
        assert kinds == [("explorer", 5030), ("normal", 300)]
    assert len(set(times)) == 3, "each replication has ants of its own"
    assert all(3 < time_s < 15 for time_s in times), "7.52 s in the mean (Table 4.2)"


def test_wrong_parameter_is_named(ns: Simulator, tmp_path: Path) -> None:
    (tmp_path / PARAMETERS).write_text(parameter_text("ceas", parameters(elite="some"), 1))
    done = run_plain(str(ns.ns), str(MAIN), str(tmp_path / PARAMETERS), str(tmp_path))
    assert "elite: expected one of all, explorers-exempt, none" in done.stderr


def test_example_of_description_runs(ns: Simulator, tmp_path: Path) -> None:
    text = (PATCHES / "ceas" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```tcl\n(.*?)```", text, re.DOTALL)
    done = start(ns.ns, tmp_path, example)
    assert done.returncode == 0, done.stderr
    share = re.fullmatch(r"to 1: (\S+)\n", done.stdout)
    assert share is not None
    assert float(share[1]) > 0.9, "the shorter way"
    assert (tmp_path / "pheromones.csv").stat().st_size > 1000


@pytest.mark.parametrize("table", ["of `Agent/rtProto/CEAS`", "of `Classifier/CEAS`"])
def test_description_has_defaults(ns: Simulator, tmp_path: Path, table: str) -> None:
    """Every variable of the table has the default that stands there."""
    text = (PATCHES / "ceas" / "README.md").read_text(encoding="utf-8")
    rows = text.split(f"| {table} |")[1].split("| of `")[0].splitlines()[1:]
    shown = dict(re.findall(r"\| `(\w+_)` \| .*? \| `?([\w.]+)`? \|", "\n".join(rows)))
    assert len(shown) >= 2
    name = table.removeprefix("of ").strip("`")
    script = "\n".join(f"puts [{name} set {variable}]" for variable in shown)
    said = start(ns.ns, tmp_path, script).stdout.split()
    assert said == list(shown.values())
