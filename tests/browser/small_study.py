"""A results database of the mpls study without simulations: every printed value comes out."""

from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
from made_up_results import METRICS, write_database

from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import Scenario
from ns2studies.evaluation.published import published_cells

SEEDS = 15
UNKNOWN = 500.0
"""Printed value of ours where the thesis' is withheld."""


def make_database(path: Path, keep: Callable[[Scenario], bool] = lambda scenario: True) -> None:
    """Write the database with the scenarios to ``keep``."""
    scenarios = [entry for entry in load_study("mpls", "quick").scenarios if keep(entry)]
    measured = {
        "metrics": _metrics(published_cells("mpls"), scenarios),
        "delay_series": _delay_series(scenarios),
        "label_operations": _label_operations(scenarios),
        "cwnd_series": _cwnd_series(scenarios),
        "trace_lines": _trace_lines(scenarios),
    }
    write_database(path, "mpls", scenarios, measured)


def _metrics(cells: pl.DataFrame, scenarios: list[Scenario]) -> pl.DataFrame:
    seeds = {entry.label: len(entry.seeds) for entry in scenarios}
    rows = []
    for cell in cells.iter_rows(named=True):
        value = (cell["published"] or UNKNOWN) / cell["scale"]
        for scenario in filter(None, (cell["scenario"], cell["replayed_scenario"])):
            for seed in range(1, seeds.get(scenario, 0) + 1):
                off = (seed - (SEEDS + 1) / 2) / 100 if scenario.startswith("losses/") else 0
                row = ("mpls", scenario, seed, cell["metric"], cell["subject"])
                rows.append((*row, value * (1 + off), cell["unit"]))
    rows += list(_like_control_driven(rows, seeds))
    return pl.DataFrame(list(dict.fromkeys(rows)), schema=METRICS, orient="row").unique(
        METRICS[:5], maintain_order=True
    )


def _like_control_driven(rows: list[tuple], seeds: dict[str, int]) -> Iterator[tuple]:
    for study, scenario, *rest in rows:
        for forwarding in ("ip", "mpls-data-driven"):
            label = scenario.replace("mpls-control-driven", forwarding)
            if label != scenario and label in seeds:
                yield (study, label, *rest)


def _delay_series(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        ("mpls", entry.label, 1, "flow1", packet, 0.2, 0.2 + packet / 1e4)
        for entry in scenarios
        if entry.point.scenario_set == "variants"
        for packet in range(0, 2000, 20)
    ]
    names = ["study", "scenario", "seed", "subject", "packet", "mean_delay_s", "max_delay_s"]
    return pl.DataFrame(rows, schema=names, orient="row")


def _cwnd_series(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        ("mpls", entry.label, 1, "flow1", time, 1.0, 2.0 + time % 9, 10.0)
        for entry in scenarios
        if entry.point.scenario_set == "losses-replayed"
        for time in range(100)
    ]
    names = ["study", "scenario", "seed", "subject", "time_s"]
    windows = [f"{which}_cwnd_packets" for which in ("min", "last", "max")]
    return pl.DataFrame(rows, schema=[*names, *windows], orient="row")


def _trace_lines(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        (
            "mpls",
            entry.label,
            1,
            "packets",
            line,
            1.0,
            "+",
            0,
            3,
            "tcp",
            1500,
            1,
            "0.0",
            "11.0",
            line,
            1,
        )
        for entry in scenarios
        if entry.label == "variants/reno/ftp/1/mpls-control-driven"
        for line in range(24)
    ]
    names = ["study", "scenario", "seed", "subject", "line", "time_s", "event", "from_node"]
    names += ["to_node", "type", "size_bytes", "flow", "source", "destination", "sequence", "uid"]
    return pl.DataFrame(rows, schema=names, orient="row")


def _label_operations(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        ("mpls", entry.label, 1, f"node {node}", 11, state, operation, 700)
        for entry in scenarios
        if "mpls" in entry.label
        for node, state, operation in ((3, "U", "Push(ingress)"), (4, "L", "Swap"))
    ]
    names = ["study", "scenario", "seed", "subject", "destination_node"]
    return pl.DataFrame(rows, schema=[*names, "state", "operation", "packets"], orient="row")
