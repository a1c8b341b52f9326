"""Short findings for the titles of charts on the page of study ``sync``."""

from collections.abc import Mapping

import polars as pl

from ns2studies.report.charts.findings import listed, short


def ends(data: pl.DataFrame, place: str, flow: str, unit: str) -> str:
    """Describe a flow's share at both ends of a line."""
    line = data.filter(pl.col("flow") == flow).sort(place)
    (at, first), (to, last) = (line.select(place, "share").row(end) for end in (0, -1))
    return f"{flow} has {short(first)} % at {short(at)} and {short(last)} % at {short(to)} {unit}"


def starved(data: pl.DataFrame) -> str:
    """Count the delays of each sweep at which a flow starves: ``3 of 100 delays (paced)``."""
    is_starved = (pl.col("share") < 10) | (pl.col("share") > 90)
    counts = data.group_by("sweep", maintain_order=True).agg(is_starved.sum(), n=pl.len())
    return listed([f"{count} of {n} delays ({name})" for name, count, n in counts.iter_rows()])


def dropped(totals: Mapping[str, int]) -> str:
    """Describe the share dropped of each flow's packets: ``2 % of flow 1's 120 packets and …``."""
    words = []
    for flow in ("Flow 1", "Flow 2"):
        lost, taken = totals.get(f"{flow}, dropped", 0), totals.get(f"{flow}, taken", 0)
        arrived = lost + taken
        percent = short(100 * lost / max(arrived, 1), 2)
        words.append(f"{percent} % of {flow.lower()}'s {arrived} packets")
    return listed(words)


def full(data: pl.DataFrame) -> str:
    """Describe for how much of the time the largest number of packets waits, for each delay."""
    most = data["waiting_packets"].max()
    at_most = data.filter(pl.col("waiting_packets") == most)
    words = [
        f"{row['time_percent']:.0f} % of the time ({row['delay']})" for row in at_most.to_dicts()
    ]
    return f"{most!s} packets wait for {listed(words)}" if words else "no packet waits"
