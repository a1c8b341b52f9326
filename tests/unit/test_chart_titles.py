"""Titles of charts that only one study's page has: they tell what their values show."""

import html
import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.sweeps import Heading, means
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from reports.ceas import figures as ceas
from reports.mpls import figures as mpls
from reports.sync import figures as sync
from reports.sync import hybla, phase_effect

EVENTS = [("tcp", 100.0), ("failure", 200.0), ("restoration", 300.0), ("end", 400.0)]


def page(frames: Mapping[str, pl.DataFrame]) -> StudyPage:
    """A study whose queries give these rows."""

    def rows(query: str, **_: object) -> pl.DataFrame:
        return frames[query]

    def value(query: str, **values: object) -> str:
        return str(rows(query, **values).item())

    return cast(
        "StudyPage",
        SimpleNamespace(
            rows=rows,
            full_scale_rows=rows,
            best_rows=rows,
            with_scale=str,
            value=value,
            unshown_queries=[],
        ),
    )


def title(block: Block) -> str:
    """The title of a chart or a drawing."""
    found = re.search(r'<p class="[a-z]+-title"[^>]*>(.*?)</p>', block.markdown, re.DOTALL)
    assert found, block.markdown[:500]
    return html.unescape(found[1])


def shares(moments: Mapping[float, float]) -> pl.DataFrame:
    """What node 3 sends by node 4 at some moments, and all else by node 10."""
    rows = [
        (time_s, 3, neighbour, share)
        for time_s, by_4 in moments.items()
        for neighbour, share in ((4, by_4), (10, 1 - by_4))
    ]
    return pl.DataFrame(rows, schema=["time_s", "node", "neighbour", "share"], orient="row")


def pheromones(moments: Mapping[float, float], events: list[tuple[str, float]]) -> str:
    times = pl.DataFrame(events, schema=["event", "time_s"], orient="row")
    study = page({"shares": shares(moments), "events": times})
    return title(ceas.pheromones(study, "it", "Shares", "failure/false/sack/20", "0-8", "SACK"))


def test_title_gives_pheromones_around_failure() -> None:
    moments = {150.0: 0.5, 199.0: 0.991, 200.0: 0.9, 299.0: 0.0042, 300.0: 0.01, 399.0: 0.97}
    assert pheromones(moments, EVENTS) == (
        "Shares: node 3 sends 99 % before it, 0.42 % when it is over and 97 % in the end "
        "by node 4, in one run"
    )


def test_title_gives_pheromone_range_without_failure() -> None:
    moments = {50.0: 0.001, 100.0: 0.9, 200.0: 0.25, 300.0: 0.6}
    events = [event for event in EVENTS if event[0] in ("tcp", "end")]
    assert pheromones(moments, events) == ("Shares: node 3 sends 25 to 90 % by node 4, in one run")


def loops(runs: int) -> str:
    data = pl.DataFrame(
        {
            "rate": ["5 ants/s", "5 ants/s", "20 ants/s"],
            "after_s": [0.0, 1.0, 0.0],
            "loops": [300.0, 40.0, 600.0],
            "n": [runs, runs, runs],
        }
    )
    return title(ceas.micro_loops(page({"loops": data}), "Figure 4.9"))


def test_micro_loops_title_gives_peaks_and_runs() -> None:
    words = "micro-loops after the failure: at most 5 ants/s 300, 20 ants/s 600 packets/s"
    assert loops(15) == f"Figure 4.9: {words}, in the mean of up to 15 runs"
    assert loops(1) == f"Figure 4.9: {words}, in one run"


def test_rates_title_names_single_run() -> None:
    data = pl.DataFrame(
        {"time_s": [0.0, 1.0, 2.0], "rate": [4.0, 8.0, 0.0], "flow": ["0 to 8"] * 3}
    )
    block = ceas.rates(page({"rates": data}), "Figure 4.15", "two-flows/9000/reno", "Reno")
    assert title(block) == "Figure 4.15: data rates, Reno: on average 6 Mb/s, in one run"


def test_phases_title_gives_dropped_shares() -> None:
    counts = {"Flow 1, taken": 90, "Flow 1, dropped": 10, "Flow 2, taken": 3, "Flow 2, dropped": 1}
    data = pl.DataFrame(
        [(name, phase, count) for name, count in counts.items() for phase in (5, 6)],
        schema=["packets", "phase_ms", "count"],
        orient="row",
    )
    asked = {"phases": data, "packet_ms": pl.DataFrame({"packet_ms": ["40"]})}
    block = phase_effect.phases(page(asked), "newreno/10/21.0")
    assert title(block) == (
        "Arrival phases at 21 ms: the full queue drops 10 % of flow 1's 200 packets "
        "and 25 % of flow 2's 8 packets"
    )
    assert "the next one becomes free after 40 ms." in block.markdown


def test_periodogram_title_gives_its_peak() -> None:
    data = pl.DataFrame({"period_ms": [2.0, 2.08, 2.2], "explained": [5.0, 61.4, 7.0]})
    block = phase_effect.periodogram(page({"periodogram": data}), "hybla-fine", "Hybla", "Words.")
    assert title(block) == "Periodogram: Hybla: highest peak is at 2.08 ms (61 %)"


def test_sweeps_title_counts_starved_delays() -> None:
    data = pl.DataFrame(
        {"flow": [1, 1, 1, 2], "delay_ms": [1.0, 2.0, 3.0, 1.0], "share": [5.0, 50.0, 95.0, 95.0]}
    ).with_columns(scenario=pl.lit("hybla-paced/10/current/1.0"), n=pl.lit(5))
    block = sync.sweeps(
        page({"sweep": data}), "it", "Pacing", "Words.", [("paced", "hybla-paced", 10, "current")]
    )
    assert title(block) == "Pacing: one flow has less than 10 % at 2 of 3 delays (paced)"
    assert "Words. Means of 5 runs at each delay." in block.markdown


def test_runs_behind_lists_unequal_numbers_of_runs() -> None:
    data = pl.DataFrame({"sweep": ["paced", "paced", "plain"], "n": [5, 5, 1]})
    assert sync._runs_behind(data) == "Runs behind a point: paced 5, plain 1."
    assert sync._runs_behind(data.tail(1)) == "One run at each delay."


def test_sparse_sweep_has_marks() -> None:
    def chart(few: int) -> str:
        rows = {"flow": 1, "delay_ms": [float(ms) for ms in range(100)], "share": 50.0, "n": 1}
        data = pl.DataFrame(rows).with_columns(scenario=pl.lit("s"))
        frames = iter((data, data.head(few)))
        study = page({})
        study.full_scale_rows = lambda _, **__: next(frames)  # type: ignore[method-assign]
        chosen = [("current", "hybla", 10, "current"), ("minimum", "hybla-minimum", 10, "minimum")]
        return sync.sweeps(study, "it", "Rho", "Words.", chosen).markdown

    assert '"shape":' in chart(20)
    assert "Delays that were run: current 100, minimum 20." in chart(20)
    assert '"shape":' not in chart(61)


def test_noise_title_gives_shares_at_maximum() -> None:
    rows = [
        (amount, delay, share, share - 1, share + 1, 5)
        for delay, ends in (("21 ms", (99.0, 52.0)), ("33 ms", (20.0, 48.0)))
        for amount, share in zip((0.0, 100.0), ends, strict=True)
    ]
    names = ["amount", "delay", "share", "least", "largest", "n"]
    data = pl.DataFrame(rows, schema=names, orient="row")
    block = sync.cure(
        page({"cure": data}), "delay-noise", "Random delay", Axis("amount", "Most", "ms"), "Words."
    )
    assert title(block) == (
        "Random delay: at the right end flow 1 has 52 % (21 ms) and 48 % (33 ms), means of 5 runs"
    )


def test_occupancy_title_gives_time_of_full_queue() -> None:
    data = pl.DataFrame(
        {
            "delay": ["15 ms", "15 ms", "21 ms", "21 ms"],
            "waiting_packets": [8, 9, 8, 9],
            "time_percent": [80.0, 20.0, 90.4, 9.6],
        }
    )
    assert title(phase_effect.occupancy(page({"occupancy": data}))) == (
        "How full the queue is: 9 packets wait for 20 % of the time (15 ms) and 10 % of the time "
        "(21 ms)"
    )


def test_growth_title_uses_end_of_shortest_line() -> None:
    data = pl.DataFrame(
        {
            "flow": ["Hybla, 25 ms", "Hybla, 25 ms", "NewReno, 100 ms", "NewReno, 100 ms"],
            "time_s": [0.0, 2.0, 0.0, 3.0],
            "rate": [40.0, 3200.0, 40.0, 9999.0],
        }
    )
    assert title(hybla.growth(page({"growth": data}))) == (
        "Sending rate without losses: at 2 s: from 40 (NewReno, 100 ms) "
        "to 3200 packets/s (Hybla, 25 ms)"
    )


def test_linux_title_gives_difference_from_ours() -> None:
    names = ["ours, 50 ms", "ours, 100 ms", "TCP-Linux, 50 ms", "TCP-Linux, 100 ms"]
    data = pl.DataFrame({"flow": names, "time_s": [8.0] * 4, "cwnd": [400.0, 800.0, 390.0, 640.0]})
    assert title(hybla.linux(page({"linux": data}))) == (
        "Hybla beside the one of TCP-Linux: its window less ours is in the end "
        "\N{MINUS SIGN}2.5 % (50 ms) and \N{MINUS SIGN}20 % (100 ms)"
    )


def test_windows_are_averaged_while_both_flows_send() -> None:
    data = pl.DataFrame(
        {
            "flow": ["Flow 1", "Flow 1", "Flow 1", "Flow 2", "Flow 2"],
            "time_s": [0.0, 20.0, 21.0, 20.0, 21.0],
            "cwnd": [1000.0, 4.0, 6.0, 2.0, 4.0],
        }
    )
    block = sync.windows(page({"windows": data}), "Figure 3", "newreno/10/15.0", "delay of 15 ms")
    assert title(block).endswith("on average Flow 2: 3, Flow 1: 5 packets")


def test_title_omits_name_of_single_series() -> None:
    rows = [(1, "ours", 148.0, 140.0, 155.0, 5), (20, "ours", 7.3, 7.0, 7.6, 5)]
    names = ["ant_rate", "origin", "value", "low", "high", "n"]
    data = pl.DataFrame(rows, schema=names, orient="row")
    axes = Axis("ant_rate", "Ant rate", "1/s"), Axis("value", "Time", "s")
    heading = Heading("Figure 4.2", "time", "Words. ", metric="stabilization_time")
    assert title(means(data, *axes, Series("origin", "Value", ["ours"]), heading)) == (
        "Figure 4.2: time: from 7.3 (20/s) to 148 s (1/s)"
    )


def test_title_names_common_x_value_once() -> None:
    rows = [(20, "Reno", 50.6, 50.0, 51.0, 5), (20, "SACK", 56.2, 56.0, 57.0, 5)]
    names = ["ant_rate", "variant", "value", "low", "high", "n"]
    data = pl.DataFrame(rows, schema=names, orient="row")
    axes = Axis("ant_rate", "Ant rate", "1/s"), Axis("value", "Time", "s")
    series = Series("variant", "Variant", ["Reno", "SACK"])
    heading = Heading("Figure 4.10", "time", "Words. ", metric="stabilization_time")
    for joined, at in ((False, "at 20/s"), (True, "at ant rate 20/s")):
        found = title(means(data, *axes, series, heading, joined=joined))
        assert found == f"Figure 4.10: time: {at}: Reno 50.6, SACK 56.2 s"


def test_captions_explain_truncated_percentages() -> None:
    row = {"variant": "reno", "percent": 1, "value": 98.9, "low": 98.5, "high": 99.1, "n": 5}
    points = pl.DataFrame([{**row, "metric": "throughput_percent"}])
    frames = {"by_error_rate": points, "printed_by_error_rate": points.with_columns(value=98.0)}
    study = page(frames)
    study.best_rows = study.rows  # type: ignore[method-assign]
    said = [
        mpls.by_error_rate(study, "throughput_percent", "all", "Throughput", axis).markdown
        for axis in (Axis("value", "Throughput", "%"), Axis("value", "Delay", "s"))
    ]
    assert ["cut off to whole percent" in text for text in said] == [True, False]
