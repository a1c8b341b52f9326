"""The awk scripts and the SQL metrics read the same traces of ns and give the same numbers.

Both sides add up integers, so that the order of packets does not matter: numbers are equal to
the last printed digit, which is that of a double (17 digits) but for the variance (12 digits).
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from awk_runs import (
    FAILURE,
    FIRST,
    LAST,
    LOOP,
    NETWORKS,
    SCENARIOS,
    SHARED_NUMBER,
    Measured,
    column,
    make_run,
    run_awk,
    run_network,
    sender_flows,
    subject,
    table,
)
from awk_scripts import AWKS, SCRIPTS
from sql_side import read_traces

from ns2studies.simulator.build import Simulator


@pytest.fixture(scope="module", params=[*SCENARIOS, *NETWORKS])
def measured(
    request: pytest.FixtureRequest, ns: Simulator, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Measured]:
    made = make_run(ns, request.param, tmp_path_factory.mktemp("a run's traces"))
    with made.sql.made_once():
        yield made


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_delays(measured: Measured, awk: str) -> None:
    rows = table(run_awk(awk, "delay.awk", measured.packets))
    assert len(rows) >= 1
    assert column(rows, "sent") == measured.sql.values("packets_sent")
    assert column(rows, "received") == measured.sql.values("packets_received")
    assert column(rows, "mean_delay_s") == measured.sql.values("mean_delay")
    printed = {subject(row["flow"]): row["variance_s2"] for row in rows}
    variance = measured.sql.values("delay_variance")
    assert printed == {flow: f"{value:.12g}" for flow, value in variance.items()}


def test_each_packets_delay(measured: Measured, awk: str) -> None:
    rows = run_awk(awk, "delay.awk", measured.packets, "show=packets")
    ours = [(subject(flow), int(sequence), delay) for flow, sequence, delay in rows]
    theirs = measured.sql.relation(
        "tcp_transits",
        "SELECT subject, sequence, printf('%.9f', delay_ns / 1e9) FROM tcp_transits "
        "WHERE delay_ns IS NOT NULL",
    )
    assert len(ours) > 300
    assert sorted(ours) == sorted(theirs)


def test_series_and_delays_up_to_packet(measured: Measured, awk: str) -> None:
    rows = run_awk(awk, "delay.awk", measured.packets, "show=packets")
    up_to: dict[str, int] = {}
    groups: dict[tuple[str, int], list[int]] = {}
    for flow, sequence, delay in rows:
        delay_ns = round(float(delay) * 1e9)
        groups.setdefault((subject(flow), int(sequence) // 20 * 20), []).append(delay_ns)
        for n in range(50, 1201, 50):
            if int(sequence) <= n:
                key = f"{subject(flow)} packets 1-{n}"
                up_to[key] = up_to.get(key, 0) + delay_ns
    series = {
        key: (sum(delays) / len(delays) / 1e9, max(delays) / 1e9) for key, delays in groups.items()
    }
    assert series == {
        (row["subject"], row["packet"]): (row["mean_delay_s"], row["max_delay_s"])
        for row in measured.sql.rows("delay_series")
    }
    means = {key: total / int(key.rsplit("-", 1)[1]) / 1e9 for key, total in up_to.items()}
    assert means == measured.sql.values("mean_delay_up_to_packet")


def test_delays_through_thesis_first_script(measured: Measured, awk: str, tmp_path: Path) -> None:
    """A flow at a time, cut out of the trace by its links."""
    rows = {row["flow"]: row for row in table(run_awk(awk, "delay.awk", measured.packets))}
    flows = {flow: (sender, to) for sender, (flow, to) in sender_flows(measured.packets).items()}
    assert rows.keys() <= flows.keys()
    for flow, row in rows.items():
        first, last = (address.split(".")[0] for address in flows[flow])
        options = [f"first={FIRST[first]}", f"last={LAST[last]}", f"flow={flow}"]
        short = tmp_path / "send receive.tr"
        lines = run_awk(awk, "send_receive.awk", measured.packets, *options)
        short.write_text("".join(" ".join(line) + "\n" for line in lines))
        command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / "delay.awk", short]
        again = subprocess.check_output(command, text=True).splitlines()[1].split()
        assert again == ["all", *list(row.values())[1:]]


def test_throughput(measured: Measured, awk: str) -> None:
    *flows, total = table(run_awk(awk, "throughput.awk", measured.packets))
    assert {"all": float(total["percent"])} == measured.sql.values("throughput_percent")
    for metric, name in (("packets_sent", "sent"), ("packets_received", "received")):
        assert column(flows, name) == measured.sql.values(metric)
        assert sum(column(flows, name).values()) == float(total[name])


def test_loss(measured: Measured, awk: str) -> None:
    rows = table(run_awk(awk, "loss.awk", measured.packets))
    assert column(rows, "percent") == measured.sql.values("loss")
    flows = rows[:-1]
    for metric, name in (
        ("data_packets_sent", "sent"),
        ("data_packets_received", "received"),
        ("data_packets_dropped", "dropped"),
    ):
        assert column(flows, name) == measured.sql.values(metric)
    missing = column(flows, "missing")
    lost = measured.sql.values("packets_lost")
    assert lost == {flow: missing[flow] for flow in lost}
    assert missing == {
        flow: dropped + measured.sql.values("data_packets_unresolved")[flow]
        for flow, dropped in column(flows, "dropped").items()
    }


def test_goodput(measured: Measured, awk: str) -> None:
    rows = table(run_awk(awk, "goodput.awk", measured.packets))
    for metric, name in (
        ("unique_throughput", "goodput_bps"),
        ("unique_throughput_whole_run", "delivered_bps"),
        ("in_order_throughput", "in_order_bps"),
        ("in_order_share", "share_percent"),
    ):
        assert column(rows, name) == measured.sql.values(metric), metric


@pytest.mark.parametrize("measured", NETWORKS, indirect=True)
def test_delays_of_udp(measured: Measured, awk: str) -> None:
    (row,) = table(run_awk(awk, "delay.awk", measured.packets, "type=cbr"))
    flow = subject("0:0.1-7.1" if row["flow"] == "0" else row["flow"])
    assert float(row["sent"]) == measured.sql.values("data_packets_sent")[flow]
    assert float(row["received"]) == measured.sql.values("data_packets_received")[flow]
    assert float(row["mean_delay_s"]) == measured.sql.values("mean_one_way_delay")[flow]
    variance = measured.sql.values("one_way_delay_variance")[flow]
    assert row["variance_s2"] == f"{variance:.12g}"


@pytest.mark.parametrize("measured", [LOOP], indirect=True)
def test_looping_packet_returns_to_its_source(measured: Measured) -> None:
    """Or else nothing here would tell a loop from a retransmission."""
    ((entries,),) = measured.sql.connection.execute(
        "SELECT count(*) FROM packets WHERE event = '+' AND type = 'tcp' AND flow = 4 "
        "AND size_bytes > 40 AND from_node = source_node"
    ).fetchall()
    assert entries == measured.sql.values("packets_sent")["flow4"] + 1


@pytest.mark.parametrize("measured", NETWORKS, indirect=True)
def test_link_failure_drops_packets(measured: Measured) -> None:
    causes = {name.rsplit(" ", 2)[-2:] == ["link", "down"] for name in
              measured.sql.values("loss_by_cause")}  # fmt: skip
    assert causes == {True, False}
    assert max(measured.sql.values("packets_duplicated").values()) > 0


@pytest.mark.parametrize("measured", [SHARED_NUMBER], indirect=True)
def test_some_packets_are_neither_dropped_nor_received(measured: Measured) -> None:
    """Dropped and missing packets are two things."""
    assert max(measured.sql.values("data_packets_unresolved").values()) > 0


@pytest.mark.parametrize("measured", [FAILURE], indirect=True)
def test_trace_from_dos(measured: Measured, awk: str, tmp_path: Path) -> None:
    """With more blanks between columns, too, as other programs leave them."""
    trace = tmp_path / "dos.tr"
    content = measured.packets.read_bytes()
    trace.write_bytes(content.replace(b" ", b"  ").replace(b"\n", b"\r\n"))
    sql = read_traces([trace])
    for script in ("delay.awk", "loss.awk", "goodput.awk"):
        assert run_awk(awk, script, trace) == run_awk(awk, script, measured.packets), script
    for metric in ("mean_delay", "loss", "unique_throughput"):
        assert sql.values(metric) == measured.sql.values(metric)


def test_hierarchical_addresses(ns: Simulator, awk: str, tmp_path: Path) -> None:
    """They don't say which node they are of; links do. The packets are those of plain addresses."""
    words = ("one-way", "3-5")
    plain, hierarchical = tmp_path / "plain", tmp_path / "hierarchical"
    plain.mkdir()
    hierarchical.mkdir()
    run_network(ns, words, plain)
    run_network(ns, (*words, "hierarchical"), hierarchical)
    options = ("first=0-2,1-2,2-3", "last=5-6,5-7")
    sql = read_traces([plain / "packets.tr"])
    for script, metric, name in (
        ("delay.awk", "mean_delay", "mean_delay_s"),
        ("throughput.awk", "throughput_percent", "percent"),
        ("loss.awk", "loss", "percent"),
        ("goodput.awk", "unique_throughput", "goodput_bps"),
    ):
        rows = table(run_awk(awk, script, hierarchical / "packets.tr", *options))
        assert rows == table(run_awk(awk, script, plain / "packets.tr")), script
        values = sql.values(metric)
        assert values == {flow: column(rows, name)[flow] for flow in values}
        assert len(values) >= 1
