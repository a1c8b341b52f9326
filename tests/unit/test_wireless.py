"""Wireless traces small enough to count by hand, as ns writes them."""

from pathlib import Path

import pytest

import nstrace

Values = dict[str, float]


def old(
    event: str,
    at_s: float,
    node: int,
    layer: str,
    uid: int,
    *,
    reason: str = "---",
    ends: str = "0:0 2:0",
    kind: str = "cbr",
    size: int = 512,
    forwards: int = 0,
) -> str:
    """A line of the old format."""
    body = f"[{uid}] {forwards} 0" if kind == "cbr" else "[0x2 1 1 [2 0] [0 4]] (REQUEST)"
    return (
        f"{event} {at_s:.9f} _{node}_ {layer:>3}  {reason} {uid} {kind} {size} [0 0 0 0] "
        f"------- [{ends} 32 0] {body}"
    )


def routing(event: str, at_s: float, node: int, size: int = 48) -> str:
    """What a router says of a route request."""
    return old(event, at_s, node, "RTR", 0, kind="AODV", ends=f"{node}:255 -1:255", size=size)


DELIVERED = [
    old("s", 1.0, 0, "AGT", 1),
    old("r", 1.0, 0, "RTR", 1),
    old("s", 1.0, 0, "RTR", 1, size=532),
    old("f", 1.1, 1, "RTR", 1, size=532, forwards=1),
    old("r", 1.25, 2, "AGT", 1, size=532, forwards=2),
]
NO_ROUTE = [
    old("s", 2.0, 0, "AGT", 2),
    old("r", 2.0, 0, "RTR", 2),
    old("D", 2.5, 0, "RTR", 2, reason="NRTE"),
]
# The link layer gives up, and the router finds another way.
SALVAGED = [
    old("s", 3.0, 0, "AGT", 3),
    old("s", 3.0, 0, "RTR", 3, size=532),
    old("D", 3.2, 0, "MAC", 3, reason="RET", size=532),
    old("s", 3.3, 0, "RTR", 3, size=532),
    old("r", 3.75, 2, "AGT", 3, size=532, forwards=1),
]
# Its router is told by the MAC layer, and speaks first.
GIVEN_UP = [
    old("s", 4.0, 0, "AGT", 4),
    old("D", 4.5, 0, "RTR", 4, reason="CBK", size=532),
    old("D", 4.5, 0, "MAC", 4, reason="RET", size=532),
]
IN_A_QUEUE = [
    old("s", 5.0, 0, "AGT", 5),
    old("D", 6.0, 0, "IFQ", 5, reason="END", size=532),
]
ROUTING = [routing("s", 0.9, 0), routing("f", 0.95, 1), routing("r", 0.99, 2)]
ALL = ROUTING + DELIVERED + NO_ROUTE + SALVAGED + GIVEN_UP + IN_A_QUEUE


def trace(folder: Path, lines: list[str]) -> nstrace.Trace:
    path = folder / "wireless.tr"
    path.write_text("\n".join(lines) + "\n")
    return nstrace.read(path, strict=True)


def values(of: nstrace.Trace, *names: str) -> Values:
    rows = of.metrics(*names).to_pylist()
    return {f"{row['metric']} {row['subject']}": row["value"] for row in rows}


def test_wireless_packets_have_their_fates(tmp_path: Path) -> None:
    rows = (
        trace(tmp_path, ALL)
        .duckdb()
        .sql(
            "SELECT uid, fate, lost_node, lost_layer, lost_reason, hops, forwarded, delay_s "
            "FROM wireless_packets ORDER BY uid"
        )
        .fetchall()
    )
    assert rows == [
        (1, "received", None, None, None, 2, 1, 0.25),
        (2, "dropped", 0, "RTR", "NRTE", None, 0, None),
        (3, "received", None, None, None, 1, 0, 0.75),
        (4, "dropped", 0, "RTR", "CBK", None, 0, None),
        (5, "unresolved", None, None, None, None, 0, None),
    ]


def test_metrics(tmp_path: Path) -> None:
    found = values(
        trace(tmp_path, ALL),
        *("delivery_ratio", "loss_by_cause", "mean_hops", "hop_counts", "mean_one_way_delay"),
        *("routing_load", "routing_load_bytes", "routing_packets_sent", "unique_throughput"),
        *("wireless_drops", "data_packets_unresolved"),
    )
    assert found == {
        "delivery_ratio all": 40,
        "delivery_ratio flow0": 40,
        "loss_by_cause flow0 RTR NRTE": 20,
        "loss_by_cause flow0 RTR CBK": 20,
        "mean_hops all": 1.5,
        "mean_hops flow0": 1.5,
        "hop_counts flow0 1 hops": 1,
        "hop_counts flow0 2 hops": 1,
        "mean_one_way_delay flow0": 0.5,
        "routing_load all": 1,
        "routing_load_bytes all": pytest.approx(2 * 48 / (2 * 532)),
        "routing_packets_sent all": 2,
        "routing_packets_sent AODV": 2,
        # In the size that they arrived in.
        "unique_throughput flow0": pytest.approx(2 * 8 * 532 / 2.75),
        "wireless_drops IFQ END cbr": 1,
        "wireless_drops MAC RET cbr": 2,
        "wireless_drops RTR CBK cbr": 1,
        "wireless_drops RTR NRTE cbr": 1,
        "data_packets_unresolved flow0": 1,
    }


def of_layers(*layers: str) -> list[str]:
    return [line for line in ALL if line.split()[3] in layers]


def test_missing_agent_lines_give_no_flow_metrics(tmp_path: Path) -> None:
    partial = trace(tmp_path, of_layers("RTR", "MAC", "IFQ"))
    found = values(partial)
    assert {name.split()[0] for name in found} == {"routing_packets_sent", "wireless_drops"}
    (note,) = partial.summary().notes
    assert note.startswith("agents are not traced")
    fates = partial.duckdb().sql("SELECT DISTINCT fate, receivers FROM wireless_packets")
    assert fates.fetchall() == [(None, None)]


def test_without_routers_losses_are_not_known(tmp_path: Path) -> None:
    partial = trace(tmp_path, of_layers("AGT", "MAC", "IFQ"))
    found = values(partial)
    assert found["delivery_ratio all"] == 40
    assert found["mean_hops all"] == 1.5
    unknown = {"loss", "loss_by_cause", "routing_load", "routing_packets_sent"}
    assert not unknown & {name.split()[0] for name in found}
    assert any(note.startswith("routers are not traced") for note in partial.summary().notes)


def test_run_without_arrivals_has_zero_delivery(tmp_path: Path) -> None:
    found = values(trace(tmp_path, ROUTING + NO_ROUTE), "delivery_ratio", "routing_load", "loss")
    assert found == {"delivery_ratio all": 0, "delivery_ratio flow0": 0, "loss all": 100,
                     "loss flow0": 100}  # fmt: skip


def test_broadcast_counts_all_its_receivers(tmp_path: Path) -> None:
    lines = [old("s", 1.0, 0, "AGT", 1, ends="0:0 -1:0")]
    lines += [old("r", 1.1, node, "AGT", 1, ends="0:0 -1:0", forwards=1) for node in (1, 2, 3)]
    broadcast = trace(tmp_path, lines)
    rows = broadcast.duckdb().sql("SELECT is_broadcast, receivers, fate FROM wireless_packets")
    assert rows.fetchall() == [(True, 3, "received")]
    assert values(broadcast, "delivery_ratio")["delivery_ratio all"] == 100


def test_energy_and_lifetime(tmp_path: Path) -> None:
    lines = [f"N -t {at_s:.6f} -n {node} -e {left:.6f}" for at_s, node, left in (
        (1, 0, 0.5), (1, 1, 0.25), (2, 0, 0), (2.5, 2, 0.125), (3, 1, 0), (4, 3, 0.75), (5, 3, 0)
    )]  # fmt: skip
    found = values(trace(tmp_path, lines), "energy_left", "network_lifetime")
    assert found == {
        "energy_left node 0": 0,
        "energy_left node 1": 0,
        "energy_left node 2": 0.125,
        "energy_left node 3": 0,
        "network_lifetime first node": 2,
        "network_lifetime half of the nodes": 3,
    }


# A wired node 0 (0.0.0), a base station 1 (1.0.0) and a wireless node 2 (1.0.1, number 2049).
DOWN = [
    "+ 1 0 1 cbr 512 ------- 3 0.0.0.0 1.0.1.0 0 7",
    "- 1 0 1 cbr 512 ------- 3 0.0.0.0 1.0.1.0 0 7",
    "r 1.125 0 1 cbr 512 ------- 3 0.0.0.0 1.0.1.0 0 7",
    old("f", 1.125, 1, "RTR", 7, ends="0:0 2049:0"),
    old("r", 1.5, 2, "AGT", 7, ends="0:0 2049:0", forwards=1),
]
UP = [
    old("s", 2, 2, "AGT", 8, ends="2049:1 0:1"),
    old("f", 2, 2, "RTR", 8, ends="2049:1 0:1", size=532),
    "+ 2.25 1 0 cbr 532 ------- 3 1.0.1.1 0.0.0.1 8 8",
    "- 2.25 1 0 cbr 532 ------- 3 1.0.1.1 0.0.0.1 8 8",
    "r 2.5 1 0 cbr 532 ------- 3 1.0.1.1 0.0.0.1 8 8",
]


def test_wired_and_wireless_lines_are_joined(tmp_path: Path) -> None:
    mixed = trace(tmp_path, DOWN + UP)
    found = values(mixed, "delivery_ratio", "mean_one_way_delay")
    assert found == {
        "delivery_ratio all": 100,
        "delivery_ratio flow0 0.0-2049.0": 100,
        "delivery_ratio flow0 2049.1-0.1": 100,
        "mean_one_way_delay flow0 0.0-2049.0": 0.5,
        "mean_one_way_delay flow0 2049.1-0.1": 0.5,
    }
    hops = mixed.summary().facts["hops to arrive"]
    assert hops == "1 on average, of packets to wireless nodes, without wired hops"
    rows = mixed.duckdb().sql("SELECT uid, fate, delay_s FROM wireless_packets ORDER BY uid")
    assert rows.fetchall() == [(7, "received", 0.5), (8, "received", 0.5)]


def test_packet_lost_on_wire_is_dropped(tmp_path: Path) -> None:
    lines = [*DOWN, *UP[:3], "d 2.25 1 0 cbr 532 ------- 3 1.0.1.1 0.0.0.1 8 8"]
    lines += [line.replace(" 8 8", " 9 9").replace("2.", "3.", 1) for line in UP[2:]]
    rows = (
        trace(tmp_path, lines)
        .duckdb()
        .sql("SELECT fate, lost_layer, lost_node FROM wireless_packets WHERE uid = 8")
    )
    assert rows.fetchall() == [("dropped", "wire", 1)]


def test_forwarded_packet_has_not_arrived(tmp_path: Path) -> None:
    """A node of which no agent was heard was taken for one on a wire, and all of it arrived."""
    other = [line.replace("2049:", "2050:").replace("1.0.1", "1.0.2") for line in UP]
    lost = old("D", 1.25, 1, "RTR", 7, reason="IFQ", ends="0:0 2049:0")
    mixed = trace(tmp_path, [*DOWN[:4], lost, *other])
    rows = mixed.duckdb().sql("SELECT uid, fate, lost_reason FROM wireless_packets ORDER BY uid")
    assert rows.fetchall() == [(7, "dropped", "IFQ"), (8, "received", None)]
    found = values(mixed, "delivery_ratio", "data_packets_received", "loss_by_cause")
    assert found["data_packets_received flow0 0.0-2049.0"] == 0
    assert found["loss_by_cause flow0 0.0-2049.0 RTR IFQ"] == 100
    assert found["delivery_ratio all"] == 50
    assert [row[:4] for row in mixed.summary().flows] == [
        ["flow0 0.0-2049.0", 1, 0, 1],
        ["flow0 2050.1-0.1", 1, 1, 0],
    ]


def test_base_station_is_no_source_of_forwarded_data(tmp_path: Path) -> None:
    """Without agents' lines, packets from the air counted as sent when they came to the wires."""
    passed_on = old("f", 2.125, 1, "RTR", 8, ends="2049:1 0:1", size=532)
    mixed = trace(tmp_path, [UP[1], passed_on, *UP[2:]])
    assert values(mixed, "data_packets_sent") == {}
    assert [row[1:3] for row in mixed.summary().flows] == [[None, 1]]


def test_growing_connection_request_is_no_data(tmp_path: Path) -> None:
    """Routers of wireless nodes made 60 bytes of it, which counted as data nobody had sent."""
    data, request = 1, 0
    down = [
        line.replace("cbr 512", f"tcp {size}").replace(" 0 7", f" {number} {uid}")
        for number, size, uid in ((request, 40, 5), (data, 1040, 6))
        for line in DOWN[:3]
    ]
    arrived = [
        old("r", 1.5, 2, "AGT", uid, ends="0:0 2049:0", size=size, forwards=1).replace("cbr", "tcp")
        for size, uid in ((60, 5), (1060, 6))
    ]
    summary = trace(tmp_path, down + arrived).summary()
    assert [row[1:3] for row in summary.flows] == [[1, 1]]
    assert not any("without a line of their being sent" in note for note in summary.notes)


def test_new_lines_and_wires_have_same_flow_ids(tmp_path: Path) -> None:
    """What the wired end of a flow sent was of another flow than what arrived in the air."""
    air = (
        "-t {} -Hs {} -Hd -2 -Ni {} -Nx 1.00 -Ny 2.00 -Nz 0.00 -Ne -1.000000 -Nl {} -Nw --- "
        "-Ma 0 -Md 0 -Ms 0 -Mt 0 -Is 0.0 -Id 2049.0 -It cbr -Il 512 -If 3 -Ii 7 -Iv 31 -Pn cbr "
        "-Pi 0 -Pf {} -Po 0 "
    )
    lines = [
        *DOWN[:3],
        "f " + air.format("1.125000000", 1, 1, "RTR", 0),
        "r " + air.format("1.500000000", 2, 2, "AGT", 1),
    ]
    mixed = trace(tmp_path, lines)
    found = values(mixed, "delivery_ratio", "mean_one_way_delay")
    assert found == {
        "delivery_ratio all": 100,
        "delivery_ratio flow3": 100,
        "mean_one_way_delay flow3": 0.5,
    }
    assert [row[:3] for row in mixed.summary().flows] == [["flow3", 1, 1]]
    assert mixed.duckdb().sql("SELECT uid, flow FROM wireless_packets").fetchall() == [(7, 3)]


def test_router_drops_alone_are_no_router_trace(tmp_path: Path) -> None:
    """ns writes what a router drops as its link layer gives up, traced or not; the routing load was
    0 then."""
    given_back = old("D", 1.2, 0, "RTR", 1, reason="CBK", size=532)
    partial = trace(tmp_path, [*(line for line in DELIVERED if " AGT " in line), given_back])
    assert not {"routing_load", "loss"} & {name.split()[0] for name in values(partial)}
    summary = partial.summary()
    assert "routing load" not in summary.facts
    assert any(note.startswith("routers are not traced") for note in summary.notes)


def tagged(event: str, at_s: float, node: int, layer: str, uid: int) -> str:
    """A line of the tagged format, which gives no reason for a drop."""
    return (
        f"{event} {at_s:.9g} -s {node} -d -1 -p cbr -k {layer} -i {uid} "
        "-N:loc {1.00 2.00 0.00} -N:en -1.000000 -M:dur 0 -M:s 0 -M:d 0 -M:t 0 "
        "-IP:s 0 -IP:sp 0 -IP:d 2 -IP:dp 0 -p cbr -e 512 -c 0 "
        f"-i {uid} -IP:ttl 32 -cbr:s 0 -cbr:f 0 -cbr:o 0 "
    )


def test_drops_without_reason_are_losses(tmp_path: Path) -> None:
    """Nothing was ever lost in a tagged trace."""
    router = [tagged("r", 1, 0, "RTR", 1), tagged("d", 1.5, 0, "RTR", 1)]
    lines = [tagged("+", 1, 0, "AGT", 1), *router]
    found = trace(tmp_path, lines)
    rows = found.duckdb().sql("SELECT fate, lost_layer, lost_reason FROM wireless_packets")
    assert rows.fetchall() == [("dropped", "RTR", None)]
    assert values(found, "loss") == {"loss all": 100, "loss flow0": 100}
    assert any(
        note.startswith("wireless drops without a reason (1)") for note in found.summary().notes
    )
