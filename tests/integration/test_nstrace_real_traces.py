"""Traces that ns writes while the test runs, and those that its authors stored.

Every line must become a typed row, and most must be given back by its columns alone.
"""

import gzip
import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest

import nstrace
from ns2studies.basics.processes import plain_environment
from ns2studies.simulator.build import Simulator
from nstrace.names import KEPT, LINES, REJECTS

SCRIPTS = Path(__file__).parent.parent / "data" / "traces" / "ns"

NETWORK = Path(__file__).with_name("trace_records.tcl")

LINKS = {"links.link", "links.link_precise", "annotations.annotation_precise"}
SAID = {"script: half time"}
"""What a script writes between the lines of a trace."""

Forms = dict[str, tuple[set[str], set[str]]]
"""By file: the forms of its lines, and texts that are rejected."""

WIRED: Forms = {
    "packets.tr": ({"packets.wired"} | LINKS, SAID),
    "packets.nam": (
        {"packets.nam", "nam.nam", "nam.nam_precise", "links.nam", "links.nam_precise"},
        set(),
    ),
    "variables.tr": ({"variables.variable"}, set()),
    "owned.tr": ({"variables.owned"}, set()),
    "states.tr": ({"tcp_states.state"}, set()),
    "red.tr": ({"queue_variables.variable"}, set()),
    "queue.tr": ({"queues.sample", "queues.sample_precise"}, set()),
    "lengths.tr": ({"queues.length"}, set()),
    "flows.tr": ({"flows.flow"}, set()),
}


def radio(start: str, *kinds: str) -> set[str]:
    """The forms of wireless lines that start in one way: what any run has, and these."""
    return {f"wireless.{start}{kind}" for kind in ("", "_tcp", "_cbr", *kinds)}


AODV = ("_arp", "_aodv_request", "_aodv_reply")
OF_DSR = ("_arp", "_dsr")
MOVES = {"movements.movement"}
DSR = {"logs.log", "logs.settings"}
ENERGY = {"energy.energy", "energy.energy_gone"}
WIRELESS_NAM = ({"nam.nam", "nam.nam_9", "nam.nam_6"}, set[str]())


def wireless(*forms: set[str]) -> Forms:
    return {"packets.tr": (set().union(MOVES, *forms), set()), "packets.nam": WIRELESS_NAM}


RUNS: dict[str, Forms] = {
    "wired": WIRED,
    "wired tcphdr": {"packets.tr": ({"packets.wired_tcp"} | LINKS, SAID)},
    "wired tagged": {"packets.tr": ({"packets.tagged"} | LINKS, SAID)},
    "wired hierarchical": {"packets.tr": WIRED["packets.tr"], "packets.nam": WIRED["packets.nam"]},
    "wired events": {"events.tr": ({"tcp_events.event"}, set())},
    "sctp": {"packets.tr": ({"packets.wired_sctp"}, set())},
    "lan": {
        "packets.tr": ({"packets.wired"}, set()),
        "packets.nam": ({"packets.nam", "nam.nam"}, set()),
    },
    "satellite": {"packets.tr": ({"packets.satellite"}, set())},
    "satellite tcphdr": {"packets.tr": ({"packets.satellite_tcp"}, set())},
    "satellite hdlc": {"packets.tr": ({"packets.satellite", "packets.satellite_hdlc"}, set())},
    "satellite hdlc tcphdr": {
        "packets.tr": ({"packets.satellite_tcp", "packets.satellite_hdlc_tcp"}, set())
    },
    "mpls": {
        "printed": (
            {"labels.switching", "ldp.message", "ldp.mapping", "ldp.mapping_precise"},
            {"3 -> 4 : prvsrc(1)", "4 -> 1 : prvsrc(1)"},
        )
    },
    "wireless AODV": wireless(radio("old", *AODV)),
    "wireless AOMDV": wireless(radio("old", *AODV)),
    "wireless DSDV": wireless(radio("old", "_ip") - {"wireless.old"}),
    "wireless DSR": wireless(radio("old", *OF_DSR), DSR),
    "wireless DSR energy": wireless(radio("old", *OF_DSR), DSR, ENERGY, {"logs.log_short"}),
    "wireless AODV energy": wireless(radio("old", *AODV), ENERGY),
    "wireless AODV walk events": wireless(radio("old", *AODV), {"tcp_events.event"}),
    "wireless AODV mac=Mac/Simple events": wireless(
        radio("old", *AODV) - {"wireless.old"}, {"tcp_events.event", "nam.nam"}
    ),
    "wireless AODV mac=Mac/SMAC": wireless(radio("old_sensor", *AODV)),
    "wireless new AODV": wireless(radio("new", *AODV)),
    "wireless new DSR energy": wireless(radio("new", *OF_DSR), DSR, ENERGY, {"logs.log_short"}),
    "wireless new AODV mac=Mac/SMAC": wireless(radio("new_sensor", *AODV)),
    "wireless new AOMDV": wireless(radio("new", "_arp", "_aomdv_request", "_aomdv_reply")),
    "wireless tagged AODV": wireless(radio("tagged", *AODV)),
    "wireless tagged DSR": wireless(radio("tagged", *OF_DSR), DSR),
}
"""What the scripts write, by name and words on the command line."""


def run(ns: Simulator, words: str, folder: Path) -> None:
    """Run a script; what it prints goes into the file ``printed``."""
    script, *arguments = words.split()
    with (folder / "printed").open("wb") as printed:
        done = subprocess.run(
            [ns.ns, SCRIPTS / f"{script}.tcl", *arguments],
            cwd=folder,
            env=plain_environment(),
            stdout=printed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode()


def expect_lossless(trace: Path) -> None:
    stored = trace.with_name(f"{trace.name}.parquet")
    nstrace.convert(trace, stored, threads=2)
    text = BytesIO()
    nstrace.export_text(nstrace.open_stored(stored), text)
    assert text.getvalue() == trace.read_bytes()


@pytest.mark.parametrize("words", RUNS)
def test_every_line_that_ns_writes_is_typed(ns: Simulator, tmp_path: Path, words: str) -> None:
    folder = tmp_path / "a run"
    folder.mkdir()
    run(ns, words, folder)
    for name, (forms, rejected) in RUNS[words].items():
        tables = nstrace.read(folder / name).tables
        found = {
            f"{table}.{form}"
            for table in tables.keys() & set(LINES) - {REJECTS}
            for form in tables[table]["form"].unique().to_pylist()
        }
        assert found == forms, name
        rejects = tables[REJECTS]["text"].to_pylist() if REJECTS in tables else []
        assert set(rejects) == rejected, name
        # Times with more digits than nanoseconds have are kept; nothing else needs to be.
        if KEPT in tables:
            assert set(tables[KEPT]["part"].to_pylist()) == {"time"}, name
        lines = (folder / name).read_bytes().count(b"\n")
        assert sum(len(tables[table]) for table in tables.keys() & set(LINES)) == lines
        expect_lossless(folder / name)


def rows_of(trace: Path, table: str, *columns: str) -> list[tuple[object, ...]]:
    frame = nstrace.read(trace).polars(table).select(columns)
    return frame.rows()


def test_columns_are_those_of_text(ns: Simulator, tmp_path: Path) -> None:
    """The text taken apart at its blanks, by Python."""
    run(ns, "wired", tmp_path)
    wanted = [
        (w[0], round(float(w[1]) * 1e9), int(w[2]), int(w[3]), w[4], int(w[5]), w[6], int(w[7]),
         *map(int, w[8].split(".")), *map(int, w[9].split(".")), int(w[10]), int(w[11]))
        for w in map(str.split, (tmp_path / "packets.tr").read_text().splitlines())
        if w[0] in {"+", "-", "r", "d"}
    ]  # fmt: skip
    assert wanted == rows_of(
        tmp_path / "packets.tr", "packets",
        "event", "time_ns", "from_node", "to_node", "type", "size_bytes", "flags", "flow",
        "source_node", "source_port", "destination_node", "destination_port", "sequence", "uid",
    )  # fmt: skip
    assert len(wanted) > 4000

    variables = [
        (round(float(w[0]) * 1e9), *map(int, w[1:5]), w[5], float(w[6]))
        for w in map(str.split, (tmp_path / "variables.tr").read_text().splitlines())
    ]
    assert variables == rows_of(
        tmp_path / "variables.tr", "variables",
        "time_ns", "source_node", "source_port", "destination_node", "destination_port",
        "variable", "value",
    )  # fmt: skip

    samples = [
        (float(w[0]), *map(int, w[1:3]), *map(float, w[3:5]), *map(int, w[5:]))
        for w in map(str.split, (tmp_path / "queue.tr").read_text().splitlines())
    ]
    assert [(round(each[0] * 1e9), *each[1:]) for each in samples] == rows_of(
        tmp_path / "queue.tr", "queues",
        "time_ns", "from_node", "to_node", "size_bytes", "size_packets", "arrived_packets",
        "departed_packets", "dropped_packets", "arrived_bytes", "departed_bytes", "dropped_bytes",
    )  # fmt: skip


COMMON = [
    "event",
    "time_ns", "node", "layer", "uid", "mac_duration", "mac_destination", "mac_source", "mac_type",
    "source_node", "source_port", "destination_node", "destination_port", "ttl", "sequence", "ack",
    "forwards", "optimal_forwards", "message", "routing_code", "routing_hops", "routing_request",
    "routing_destination", "routing_destination_sequence", "routing_source",
    "routing_source_sequence", "routing_lifetime_s",
]  # fmt: skip
"""What every wireless format tells of a packet."""


def test_wireless_formats_give_equal_rows(ns: Simulator, tmp_path: Path) -> None:
    """One simulation, written in each format: what they all tell must agree."""
    told = {}
    for words in ("AODV", "new AODV", "tagged AODV"):
        folder = tmp_path / words
        folder.mkdir()
        run(ns, f"wireless {words}", folder)
        frame = nstrace.read(folder / "packets.tr").polars("wireless").drop_nulls("source_node")
        told[words] = frame.select(COMMON).rows()
    assert told["AODV"] == told["new AODV"] == told["tagged AODV"]
    assert len(told["AODV"]) > 2000


TYPED_WHOLLY = [
    "WLtutorial", "algo-routing", "delaybox", "diffserv", "diffusion3", "energy", "hier-routing",
    "lan", "linkstate", "mcast", "mip", "monitor", "nixvec", "packmime", "plm", "realaudio",
    "satellite", "sctp", "sliding-window", "smac", "smac-multihop", "snoop", "source-routing",
    "srm", "tagged-trace", "tmix", "vc", "wireless-diffusion", "wireless-gridkeeper",
    "wireless-infra", "wireless-lan-newnode-80211Ext", "wireless-shadowing", "wpan",
]  # fmt: skip
"""Suites of ns whose references are traces, not drawings or tables made of them."""


@pytest.mark.parametrize("suite", TYPED_WHOLLY)
def test_reference_traces_of_ns_are_lossless(ns_suite: Path, tmp_path: Path, suite: str) -> None:
    references = sorted((ns_suite / "tcl" / "test" / f"test-output-{suite}").glob("*.gz"))
    assert references
    for reference in references:
        written = tmp_path / f"{reference.stem}.tr"
        contents = nstrace.convert(reference, written, threads=2)
        assert written.read_bytes() == gzip.decompress(reference.read_bytes()), reference.name
        assert REJECTS not in contents.rows, reference.name
        parts: Counter[str] = Counter()
        for block in nstrace.scan(reference):
            if KEPT in block.tables:
                parts.update(block.tables[KEPT]["part"].to_pylist())
        assert set(parts) <= {"time"}, reference.name


def test_addresses_of_several_levels_change_no_value(ns: Simulator, tmp_path: Path) -> None:
    """They are of the nodes that the lines of the same packets tell."""
    found = []
    for levels in ("false", "true"):
        trace = tmp_path / f"{levels}.tr"
        words = ("text", trace, "hierarchical", levels)
        subprocess.run([ns.ns, NETWORK, *words], env=plain_environment(), check=True)
        found.append(nstrace.read(trace))
    plain, hierarchical = found
    assert hierarchical.metrics().equals(plain.metrics())
    assert plain.metrics().num_rows > 100
    assert plain.summary().notes == []
    (note,) = hierarchical.summary().notes
    assert note.endswith("0.0.0 to node 0, 0.0.1 to node 1, 1.0.0 to node 3, 1.0.1 to node 4")
