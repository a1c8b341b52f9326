"""Traces as records: the text that follows from them, flow bins, and what can go wrong."""

import os
import subprocess
import threading
from collections import Counter
from pathlib import Path

import duckdb
import pytest

import nstrace
from ns2studies.basics.processes import plain_environment
from ns2studies.simulator.build import Simulator
from nstrace.bins import FlowBins
from nstrace.errors import TraceError
from nstrace.sources import open_source

SCRIPT = Path(__file__).with_name("trace_records.tcl")
SCENARIOS = Path(__file__).parent.parent / "data" / "traces" / "ns"
MAGIC = b"\x8eNSREC\r\n"
VARIABLES = "cwnd_ ssthresh_ rtt_ srtt_ rttvar_ backoff_ maxseq_ ack_ dupacks_ t_seqno_"

PLAIN: dict[str, dict[str, str]] = {
    "drops": {"tcp": "Agent/TCP/Newreno"},
    "RED marks": {"queue": "RED", "ecn": "true"},
    "RED drops early": {"queue": "RED", "tcp": "Agent/TCP/Reno"},
    "link failure": {"routing": "DV", "fail": "true", "tcp": "Agent/TCP/Sack1"},
    "error models": {"loss": "0.02", "tcp": "Agent/TCP/Vegas"},
    "MPLS": {"mpls": "true"},
    "byte numbers": {"tcp": "Agent/TCP/FullTcp/Sack", "sink": "Agent/TCP/FullTcp/Sack"},
    "TFRC": {"tcp": "Agent/TFRC", "sink": "Agent/TFRCSink"},
    "variables": {"variables": VARIABLES, "loss": "0.01"},
    "one link": {"trace": "one", "udp": "Exponential"},
    "only drops": {"trace": "drops"},
    "lost at nodes": {"routing": "LS", "cut": "3.5", "stop": "4", "ttl": "2"}
    | {"nodedrops": "true"},
    "exact times": {"bottleneck": "3.1415926Mb", "delay": "0.0123456ms"},
}
"""Whose lines are plain: they become records."""

OTHER: dict[str, dict[str, str]] = {
    "TCP headers": {"show": "show_tcphdr_", "loss": "0.01"},
    "tagged": {"tagged": "true"},
    "hierarchical": {"hierarchical": "true"},
    "SCTP columns": {"show": "show_sctphdr_"},
}


class Runner:
    """Runs the network of ``trace_records.tcl`` in a folder with a blank in its name."""

    def __init__(self, ns: Path, folder: Path) -> None:
        self.ns = ns
        self.folder = folder / "a run"
        self.folder.mkdir()

    def run(self, kind: str, options: dict[str, str]) -> Path:
        """Run it; the file that it wrote."""
        output = self.folder / f"out {kind}"
        words = [word for pair in options.items() for word in pair]
        self.call(SCRIPT, kind, output, *words)
        return output

    def call(self, script: Path, *words: str | Path) -> str:
        """Run a script that must not fail; what it says."""
        done = self.start(script, *words)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def start(self, script: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.ns, script, *words],
            cwd=self.folder,
            env=plain_environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def script(self, text: str) -> Path:
        path = self.folder / "script.tcl"
        path.write_text(text)
        return path


@pytest.fixture
def runner(ns: Simulator, tmp_path: Path) -> Runner:
    return Runner(ns.ns, tmp_path)


def text_of(records: Path) -> bytes:
    """What nstrace makes of a trace of any kind."""
    text = bytearray()
    buffer = bytearray(100_000)
    with open_source(records) as source:
        while count := source.fill(memoryview(buffer)):
            text += buffer[:count]
    return bytes(text)


PARTIAL = {"one link", "only drops"}
"""Traces in which the sending of flows is not seen: ns writes 0 for what they sent."""


def with_zeros(rows: bytes) -> bytes:
    """Rows with 0 where it is not known what was sent."""
    lines = [line.split(b",") for line in rows.splitlines()]
    assert any(cells[8:12] == [b""] * 4 for cells in lines)
    return b"".join(
        b",".join([*cells[:8], *(cell or b"0" for cell in cells[8:12]), *cells[12:]]) + b"\n"
        for cells in lines
    )


def bins_of(trace: Path, width_us: int = 100_000) -> bytes:
    return b"".join(FlowBins(trace, width_us=width_us).rows())


@pytest.mark.parametrize("name", PLAIN | OTHER)
def test_records_give_text_and_bins(runner: Runner, name: str) -> None:
    options = (PLAIN | OTHER)[name]
    text = runner.run("text", options)
    records = runner.run("records", options)
    assert records.read_bytes().startswith(MAGIC)
    assert text_of(records) == text.read_bytes()
    bins = runner.run("bins", options)
    stored = runner.folder / "stored.parquet"
    nstrace.convert(text, stored)
    found = bins_of(text)
    assert found == bins_of(records) == bins_of(stored)
    assert (with_zeros(found) if name in PARTIAL else found) == bins.read_bytes()
    if name in PLAIN and name != "only drops":
        assert records.stat().st_size < 0.4 * text.stat().st_size


@pytest.mark.parametrize(
    "words",
    [
        "wired",
        "wired tcphdr",
        "wired tagged",
        "wired hierarchical",
        "wired events",
        "sctp",
        "lan",
        "satellite",
        "wireless AODV",
        "wireless new DSR energy",
    ],
)
def test_every_trace_kind_can_be_written_as_records(runner: Runner, words: str) -> None:
    """Every file that a script opens becomes a stream of records."""
    name, *options = words.split()
    opened = {"text": "SplitObject getid; plain_open $name w", "records": "to_records $name"}
    folders = {}
    for kind, action in opened.items():
        folders[kind] = runner.folder = runner.folder.with_name(kind)
        runner.folder.mkdir()
        script = runner.script(f"""
            rename open plain_open
            proc to_records {{name}} {{
                set sink [new TraceSink/Records]
                $sink open $name
                return [$sink channel]
            }}
            proc open {{name mode}} {{{action}}}
            source "{SCENARIOS / name}.tcl"
        """)
        runner.call(script, *options)
        script.unlink()
    files = sorted(path.name for path in folders["text"].iterdir())
    assert files == sorted(path.name for path in folders["records"].iterdir())
    for file in files:
        assert (folders["records"] / file).read_bytes().startswith(MAGIC), file
        assert text_of(folders["records"] / file) == (folders["text"] / file).read_bytes(), file


MANY_LAYOUTS = """
set ns [new Simulator]
set output [expr {[lindex $argv 0] eq "text" ? [open [lindex $argv 1] w] :
    [$ns trace-records [lindex $argv 1]]}]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 100Gb 10ms DropTail
$ns trace-queue $a $b $output
set udp [new Agent/UDP]
set null [new Agent/Null]
$udp set packetSize_ 1000000
$ns attach-agent $a $udp
$ns attach-agent $b $null
$ns connect $udp $null
proc next {size} {
    global ns udp
    $udp send $size
    if {$size < 70000} {$ns at [expr {[$ns now] + 0.00001}] "next [expr {$size + 1}]"}
}
$ns at 0.0000034 "next 1"
$ns at 5 "next 69999"
$ns at 9999 "next 69999"
$ns at 10000 "exit 0"
$ns run
"""


def test_records_survive_many_layouts_and_long_gaps(runner: Runner) -> None:
    """More kinds of packets than names for them; 1000 under way; more than 2^32 µs between two."""
    script = runner.script(MANY_LAYOUTS)
    text, records = runner.folder / "out.tr", runner.folder / "out.rec"
    runner.call(script, "text", text)
    runner.call(script, "records", records)
    assert text.read_text().startswith("+ 3e-06 0 1 udp 1 ------- 0 0.0 1.0 0 0\n")
    assert text_of(records) == text.read_bytes()


def test_records_survive_many_packets_in_flight(runner: Runner) -> None:
    options = {"bottleneck": "10Gb", "delay": "1s", "limit": "100000", "rate": "100Mb", "stop": "4"}
    # UDP goes over the link that is long.
    text = SCRIPT.read_text().replace("attach-agent $node(4) $udp", "attach-agent $node(3) $udp")
    script = runner.script(text)
    words = [word for pair in options.items() for word in pair]
    plain, records = runner.folder / "out.tr", runner.folder / "out.rec"
    runner.call(script, "text", plain, *words)
    runner.call(script, "records", records, *words)
    assert text_of(records) == plain.read_bytes()
    assert records.stat().st_size < 0.3 * plain.stat().st_size


def test_bins_are_what_metrics_find(runner: Runner) -> None:
    options = PLAIN["error models"] | {"routing": "DV", "fail": "true", "tcp": "Agent/TCP/Sack1"}
    text = runner.run("text", options)
    bins = runner.folder / "bins.csv"
    bins.write_bytes(bins_of(text))
    connection = duckdb.connect()
    sums = connection.execute(
        "SELECT 'flow' || flow, sum(sent_packets), sum(retransmitted_packets), sum(new_bytes), "
        "sum(reordered_packets), sum(delay_sum_us) / sum(delay_packets), sum(dropped_in_queue), "
        "sum(dropped_on_line), sum(dropped_before_queue), sum(dropped_link_down), "
        f"sum(delivered_packets) FROM '{bins}' WHERE data = 1 GROUP BY flow ORDER BY flow"
    ).fetchall()
    trace = nstrace.read(text)
    packets = trace.duckdb()
    assert len(sums) == 3
    for subject, sent, again, new_bytes, _, delay, queue, line, before, down, arrived in sums:
        found = packets.execute(FATES, [int(subject.removeprefix("flow"))]).fetchone()
        assert found == (sent, again, new_bytes, arrived, queue + line + before + down)
        assert delay > 0
    assert sum(row[6] for row in sums) > 0
    assert sum(row[7] for row in sums) > 0
    assert sum(row[8] for row in sums) > 0
    assert sum(row[9] for row in sums) > 0


FATES = """
WITH data AS (
    FROM packets
    WHERE flow = $1 AND (type = 'cbr' OR type = 'tcp' AND size_bytes > 40)
),
sent AS (
    SELECT uid, any_value(sequence) AS sequence
    FROM data WHERE event IN ('+', 'd') AND from_node = source_node GROUP BY uid
),
arrived AS (
    SELECT uid, any_value(sequence) AS sequence, any_value(size_bytes) AS size
    FROM data WHERE event = 'r' AND to_node = destination_node GROUP BY uid
)
SELECT
    (SELECT count(*) FROM sent),
    (SELECT count(*) - count(DISTINCT sequence) FROM sent),
    (SELECT sum(size) FROM (SELECT any_value(size) AS size FROM arrived GROUP BY sequence)),
    (SELECT count(*) FROM arrived),
    (SELECT count(*) FROM data WHERE event = 'd')
"""


def test_losses_at_nodes_have_causes_of_their_own(runner: Runner) -> None:
    """Node 0 is cut off, and UDP's packets live for two links, which lead to node 0."""
    options = PLAIN["lost at nodes"]
    bins = runner.run("bins", options)
    (unrouted,) = duckdb.sql(
        f"SELECT sum(dropped_no_route) FROM read_csv('{bins}') WHERE source_node = 0 AND data = 1"
    ).fetchall()[0]
    assert unrouted > 0
    sent, delivered, ttl, lost = duckdb.sql(
        "SELECT sum(sent_packets), sum(delivered_packets), sum(dropped_ttl), sum(dropped_in_queue "
        "+ dropped_on_line + dropped_before_queue + dropped_link_down + dropped_no_route + "
        f"dropped_ttl) FROM read_csv('{bins}') WHERE flow = 99"
    ).fetchall()[0]
    assert delivered == 0
    assert ttl > 0
    assert sent - 10 < lost <= sent  # the others are under way

    # Without being asked, ns says nothing of the one, and of the other as ever.
    silent = Counter(runner.run("text", options | {"nodedrops": "false"}).read_text().splitlines())
    spoken = Counter(runner.run("text", options).read_text().splitlines())
    added = list((spoken - silent).elements())
    assert all(line[0] == "d" and line.split()[3] in (line.split()[2], "-1") for line in added)
    moved = [line for line in added if line.split()[3] != "-1"]
    left_out = list((silent - spoken).elements())
    assert len(left_out) == len(moved)
    assert [line.split()[0::11] for line in left_out] == [line.split()[0::11] for line in moved]


def test_bins_have_variables_of_sender(runner: Runner) -> None:
    """Last, least and largest value in each bin, as the exact ones have it."""
    options = {"variables": "cwnd_ ssthresh_ rtt_", "loss": "0.01", "flows": "1"}
    bins = runner.run("bins", options)
    nstrace.convert(runner.run("text", options), runner.folder / "exact.duckdb")
    connection = duckdb.connect(runner.folder / "exact.duckdb", read_only=True)
    compared = connection.execute(
        f"""
        WITH exact AS (
            SELECT (time_ns // 100_000_000) * 100_000 AS start_us, max_by(value, line) AS last,
                min(value) AS least, max(value) AS most
            FROM variables WHERE variable = 'cwnd_' AND time_ns % 100_000_000 > 10_000 GROUP BY ALL
        )
        SELECT count(*), bool_and(cwnd_last_packets = last AND cwnd_max_packets >= most
            AND cwnd_min_packets <= least AND ssthresh_last_packets >= 2)
        FROM read_csv('{bins}') JOIN exact USING (start_us)
        WHERE flow = 1 AND data = 1 AND source_node = 1
        """
    ).fetchone()
    assert compared is not None
    assert compared[0] > 20
    assert compared[1]


def test_unsupported_bin_variables_are_reported(runner: Runner) -> None:
    said = runner.call(SCRIPT, "bins", "out.csv", "variables", "cwnd_ srtt_ rttvar_", "flows", "1")
    assert said == (
        "ns: out.csv: bins hold cwnd_, ssthresh_ and rtt_, but not srtt_; attach the agent to what "
        "trace-records returns\n"
    )


def test_width_of_bins(runner: Runner) -> None:
    bins = runner.run("bins", {"width": "0.7"})
    text = runner.run("text", {})
    assert bins.read_bytes() == bins_of(text, 700_000)
    starts = {int(row.split(",")[0]) for row in bins.read_text().splitlines()[1:]}
    assert starts == {0, 700_000, 1_400_000, 2_100_000, 2_800_000}


@pytest.mark.parametrize("width", ["0", "-1", "1e-9", "much", "nan"])
def test_invalid_bin_width_is_refused(runner: Runner, width: str) -> None:
    done = runner.start(SCRIPT, "bins", runner.folder / "bins.csv", "width", width)
    assert done.returncode != 0
    assert f"expected a width in seconds, found {width}" in done.stderr
    assert not any(runner.folder.glob("bins*"))


def test_bins_of_run_that_fails_do_not_look_complete(runner: Runner) -> None:
    script = runner.script("""
        set ns [new Simulator]
        set output [$ns flow-bins bins.csv]
        exec sh -c {kill -KILL $PPID}
    """)
    assert runner.start(script).returncode != 0
    assert not (runner.folder / "bins.csv").exists()


def test_packets_of_unknown_nodes_are_reported(runner: Runner) -> None:
    output = runner.folder / "bins.csv"
    said = runner.call(SCRIPT, "bins", output, "hierarchical", "true")
    assert said == (
        f"ns: {output}: some packets don't count: no node can be told from their addresses, "
        "which are of several levels\n"
    )
    assert output.read_text().count("\n") == 1


def test_records_can_go_through_pipes_and_descriptors(runner: Runner) -> None:
    text = runner.run("text", {}).read_bytes()
    fifo = runner.folder / "fi fo"
    os.mkfifo(fifo)
    copied = runner.folder / "copied"
    reader = threading.Thread(target=lambda: copied.write_bytes(text_of(fifo)))
    reader.start()
    runner.call(SCRIPT, "records", fifo)
    reader.join()
    assert copied.read_bytes() == text

    # Closing the pipe waits for the program behind it; ns' end alone does not.
    to_command = (
        SCRIPT.read_text()
        .replace("trace-records $file", 'trace-records [set ::pipe [open "|cat >$file" w]]')
        .replace("close $output", "close $output; close $::pipe")
    )
    runner.call(runner.script(to_command), "records", "piped")
    assert text_of(runner.folder / "piped") == text

    with (runner.folder / "descriptor").open("wb") as inherited:
        number = inherited.fileno()
        words = [runner.ns, SCRIPT, "records", f"fd:{number}"]
        subprocess.run(words, cwd=runner.folder, pass_fds=[number], check=True)
    assert text_of(runner.folder / "descriptor") == text


def test_full_disk_ends_run(runner: Runner) -> None:
    for kind in ("records", "bins"):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [runner.ns, SCRIPT, kind, "fd:1"],
                cwd=runner.folder,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 1
        assert done.stderr == (
            "ns: fd:1: can't be written after 0 bytes: No space left on device\n"
        )


def test_closed_reader_ends_run(runner: Runner) -> None:
    with subprocess.Popen(
        [runner.ns, SCRIPT, "records", "fd:1", "stop", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        said = process.stderr.read().decode()
    assert process.returncode == 1
    assert said.startswith("ns: fd:1: can't be written after ")
    assert said.endswith(" bytes: Broken pipe\n")


@pytest.mark.parametrize("file", ["no such/folder.rec", "fd:77", "stdin"])
def test_file_that_cannot_be_opened_is_error(runner: Runner, file: str) -> None:
    done = runner.start(SCRIPT, "records", file)
    assert done.returncode == 1
    assert f"{file}: " in done.stderr


def test_killed_run_leaves_truncated_stream(runner: Runner) -> None:
    text = SCRIPT.read_text().replace("close $output\n", "exec sh -c {kill -KILL $PPID}\n")
    records = runner.folder / "out.rec"
    assert runner.start(runner.script(text), "records", records).returncode != 0
    with pytest.raises(TraceError, match=r"out.rec: records, byte \d+: the stream stops here"):
        text_of(records)


def test_exit_of_ns_completes_stream(runner: Runner) -> None:
    text = SCRIPT.read_text().replace("    close $output\n", "")
    runner.call(runner.script(text), "records", "open.rec")
    assert text_of(runner.folder / "open.rec") == runner.run("text", {}).read_bytes()


def test_several_streams_at_once(runner: Runner) -> None:
    text = SCRIPT.read_text().replace(
        "$tcp attach $output", "$tcp attach [$ns trace-records variables.$i]"
    )
    options = ["variables", "cwnd_ rtt_", "flows", "2"]
    runner.call(runner.script(text), "records", "packets", *options)
    alone = runner.run("text", {})
    assert text_of(runner.folder / "packets") == alone.read_bytes()
    for number in "12":
        variables = nstrace.read(runner.folder / f"variables.{number}").arrow("variables")
        assert set(variables["variable"].unique().to_pylist()) == {"cwnd_", "rtt_"}


def test_unused_patch_leaves_trace_unchanged(runner: Runner, stock_ns: Path) -> None:
    options = PLAIN["link failure"] | {"variables": VARIABLES}
    ours = runner.run("text", options).read_bytes()
    runner.ns = stock_ns
    assert runner.run("text", options).read_bytes() == ours
