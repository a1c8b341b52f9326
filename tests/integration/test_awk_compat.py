"""The awk scripts and the SQL measures read the same traces of ns and give the same numbers."""

import copy
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ns2studies import layout
from ns2studies.measures.catalogue import common_sql, measures
from ns2studies.measures.measure import folder_of, measure_runs
from ns2studies.runs.identity import Run, RunIdentity, code_digest
from ns2studies.runs.simulate import simulate
from ns2studies.runs.store import IDENTITY_KEY, RunStore
from ns2studies.runs.tcl_scripts import tcl_digest
from ns2studies.simulator.build import Simulator
from ns2studies.sql import quoted
from ns2studies.studies.registry import load_study
from ns2studies.traces.csv_reader import CsvTraceReader
from ns2studies.traces.formats import FORMATS

SCRIPTS = layout.ROOT / "awk-compat"
AWKS = [name for name in ("mawk", "gawk") if shutil.which(name)] or ["awk"]

README_EXAMPLE = "losses/newreno/5"
# Scenario, and when its applications stop (s): retransmissions after random loss; two senders
# on separate links, and a window trace of several buffers; eight flows that share links and
# overflow a queue; Vegas, whose packets have no header. In CUT_NUMBER's window trace the last
# whole buffer ends in the middle of a number.
CUT_NUMBER = "losses/sack/2"
SCENARIOS = {
    README_EXAMPLE: 14,
    CUT_NUMBER: 20,
    "variants/sack/ftp/2/mpls-control-driven": 12,
    "variants/newreno/cbr/8/mpls-data-driven": 20,
    "variants/vegas/ftp/4/ip": 10,
}

Rows = dict[str, Any]


@dataclass(frozen=True)
class Measured:
    """A run's traces, and what SQL makes of them."""

    traces: Path
    tables: Path
    rows: dict[str, list[tuple[Any, ...]]]

    def values(self, measure: str) -> Rows:
        """The values of a measure by subject."""
        return {subject: value for _, subject, value in self.rows[measure]}


def short_run(ns: Simulator, label: str, stop_s: float) -> Run:
    """A scenario of the study, cut after some seconds."""
    study = load_study("mpls", "quick")
    scenario = next(entry for entry in study.scenarios if entry.label == label)
    parameters = copy.deepcopy(dict(scenario.parameters))
    parameters["traffic"]["stop_s"] = float(stop_s)
    parameters["end_s"] = float(stop_s + 1)
    identity = RunIdentity("mpls", parameters, 1, ns.ns_sha256, tcl_digest("mpls"), code_digest())
    return Run(scenario, identity)


@pytest.fixture(scope="module", params=SCENARIOS)
def measured(
    request: pytest.FixtureRequest, ns: Simulator, tmp_path_factory: pytest.TempPathFactory
) -> Measured:
    root = tmp_path_factory.mktemp("a scenario's run")
    run = short_run(ns, request.param, SCENARIOS[request.param])
    traces, results = root / "traces", root / "results"
    tables = RunStore(results).folder("mpls", run.run_id)
    traces.mkdir()
    tables.mkdir(parents=True)
    simulate(ns.ns, run, traces)
    reader = CsvTraceReader()
    for form in FORMATS:
        if (traces / form.file).exists():
            output = tables / f"{form.table}.parquet"
            reader.ingest(traces / form.file, form, output, {IDENTITY_KEY: run.identity.to_json()})
    measure_runs(results, {run.run_id: tables}, list(measures().values()))
    rows = {
        name: duckdb.read_parquet(f"{folder_of(results, measure)}/*.parquet").fetchall()
        for name, measure in measures().items()
    }
    return Measured(traces, tables, rows)


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run_awk(awk: str, script: str, trace: Path, *options: str) -> list[list[str]]:
    words = [word for option in options for word in ("-v", option)]
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / script, *words, trace]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return [line.split() for line in result.stdout.splitlines()]


def table(lines: list[list[str]]) -> list[dict[str, str]]:
    """Lines under a heading, as dictionaries."""
    heading, *rows = lines
    return [dict(zip(heading, row, strict=True)) for row in rows]


def test_delays(measured: Measured, awk: str) -> None:
    rows = table(run_awk(awk, "delay.awk", measured.traces / "packets.tr"))
    by_flow = {f"flow{row['flow']}": row for row in rows}
    assert len(by_flow) >= 1
    for measure, column in (
        ("packets_sent", "sent"),
        ("packets_received", "received"),
        ("mean_delay", "mean_delay_s"),
    ):
        ours = {subject: float(row[column]) for subject, row in by_flow.items()}
        assert ours == measured.values(measure), measure
    variance = {subject: float(row["variance_s2"]) for subject, row in by_flow.items()}
    # Twelve digits are printed.
    assert variance == pytest.approx(measured.values("delay_variance"), rel=1e-11, abs=0)


def test_each_packets_delay(measured: Measured, awk: str) -> None:
    rows = run_awk(awk, "delay.awk", measured.traces / "packets.tr", "show=packets")
    ours = [(int(flow), int(sequence), delay) for flow, sequence, delay in rows]
    connection = duckdb.connect()
    for name in ("packets", "variables"):
        file = quoted(measured.tables / f"{name}.parquet")
        connection.execute(
            f"CREATE VIEW {name} AS FROM read_parquet({file}, hive_partitioning = true)"
        )
    connection.execute(common_sql())
    theirs = connection.execute(
        "SELECT flow, sequence, printf('%.9f', delay_ns / 1e9) FROM received"
    ).fetchall()
    assert len(ours) > 300
    assert sorted(ours) == sorted(theirs)


def test_series_and_delays_up_to_a_packet(measured: Measured, awk: str) -> None:
    rows = run_awk(awk, "delay.awk", measured.traces / "packets.tr", "show=packets")
    up_to: dict[str, int] = {}
    groups: dict[tuple[str, int], list[int]] = {}
    for flow, sequence, delay in rows:
        delay_ns = round(float(delay) * 1e9)
        groups.setdefault((f"flow{flow}", int(sequence) // 20 * 20), []).append(delay_ns)
        for n in range(50, 1201, 50):
            if int(sequence) <= n:
                subject = f"flow{flow} packets 1-{n}"
                up_to[subject] = up_to.get(subject, 0) + delay_ns
    series = {
        key: (sum(delays) / len(delays) / 1e9, max(delays) / 1e9) for key, delays in groups.items()
    }
    assert series == {
        (subject, packet): (mean, largest)
        for _, subject, packet, mean, largest in measured.rows["delay_series"]
    }
    means = {subject: total / int(subject.split("-")[1]) / 1e9 for subject, total in up_to.items()}
    assert means == measured.values("mean_delay_up_to_packet")


def test_delays_through_the_thesis_first_script(
    measured: Measured, awk: str, tmp_path: Path
) -> None:
    """A flow at a time, cut out of the trace by its links."""
    packets = measured.traces / "packets.tr"
    rows = table(run_awk(awk, "delay.awk", packets))
    for row in rows:
        on_second = int(row["flow"]) > max(1, len(rows) // 2)
        first, last = ("1-2", "10-12") if on_second else ("0-2", "10-11")
        options = [f"first={first}", f"last={last}", f"flow={row['flow']}"]
        short = tmp_path / "send receive.tr"
        lines = run_awk(awk, "send_receive.awk", packets, *options)
        short.write_text("".join(" ".join(line) + "\n" for line in lines))
        (again,) = table(run_awk(awk, "delay.awk", short))
        assert again == row | {"flow": "all"}


def test_throughput(measured: Measured, awk: str) -> None:
    *flows, total = table(run_awk(awk, "throughput.awk", measured.traces / "packets.tr"))
    assert total["flow"] == "all"
    assert {"all": float(total["percent"])} == measured.values("throughput_percent")
    for measure, column in (("packets_sent", "sent"), ("packets_received", "received")):
        by_flow = {f"flow{row['flow']}": float(row[column]) for row in flows}
        assert by_flow == measured.values(measure)
        assert sum(by_flow.values()) == float(total[column])


def sender_flows(measured: Measured) -> dict[str, str]:
    """The flow of each sender NODE.PORT, as the packets say."""
    lines = (measured.traces / "packets.tr").read_text().splitlines()
    fields = [line.split(" ") for line in lines]
    return {
        field[8]: f"flow{field[7]}"
        for field in fields
        if field[4] == "tcp" and field[8].startswith(f"{field[2]}.")
    }


def test_average_windows(measured: Measured, awk: str) -> None:
    trace = measured.traces / "cwnd.tr"
    rows = table(run_awk(awk, "average_cwnd.awk", trace))
    flows = sender_flows(measured)
    written = {
        flows[row["sender"]]: float(row["mean_of_written"])
        for row in rows
        if row["mean_of_written"] != "-"
    }
    assert written == measured.values("mean_cwnd_whole_buffers")
    connection = duckdb.connect()
    plain = connection.execute(
        "SELECT source_node || '.' || source_port, count(*), sum(round(1000 * value)) / count(*) "
        "/ 1000 FROM read_parquet(?) WHERE variable = 'cwnd_' GROUP BY ALL",
        [str(measured.tables / "variables.parquet")],
    ).fetchall()
    assert {(row["sender"], int(row["values"]), float(row["mean"])) for row in rows} == set(plain)


def test_average_windows_are_those_of_the_file_cut_at_its_buffers(
    measured: Measured, awk: str
) -> None:
    trace = measured.traces / "cwnd.tr"
    content = trace.read_bytes()
    values: dict[str, list[float]] = {}
    for line in content[: len(content) // 4096 * 4096].decode().splitlines():
        if len(fields := line.split()) == 7:
            values.setdefault(".".join(fields[1:3]), []).append(float(fields[6]))
    for row in table(run_awk(awk, "average_cwnd.awk", trace)):
        written = values.get(row["sender"], [])
        assert int(row["written"]) == len(written)
        if written:
            assert float(row["mean_of_written"]) == pytest.approx(sum(written) / len(written))


@pytest.mark.parametrize("measured", [CUT_NUMBER], indirect=True)
def test_a_buffer_ends_within_a_number(measured: Measured) -> None:
    content = (measured.traces / "cwnd.tr").read_bytes()
    end = len(content) // 4096 * 4096
    assert content[end - 7 : end + 5] == b"cwnd_ 4.589 "


def test_window_over_time(measured: Measured, awk: str) -> None:
    trace = measured.traces / "cwnd.tr"
    text = trace.read_text()
    for sender in sender_flows(measured):
        node, port = sender.split(".")
        expected = [
            [fields[0], fields[6]]
            for fields in map(str.split, text.splitlines())
            if fields[1:3] == [node, port]
        ]
        assert run_awk(awk, "cwnd.awk", trace, f"sender={sender}") == expected
        assert len(expected) > 5


def examples() -> list[tuple[str, str]]:
    """Commands of the README and what it says they print."""
    text = (SCRIPTS / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M) if part]
    # A line that ends with a bar goes on in the next one.
    command_and_output = re.compile(r"((?:[^\n]*\|\n)*[^\n]*\n)(.*)", re.DOTALL)
    found = [command_and_output.fullmatch(part) for part in parts]
    return [(match[1], match[2]) for match in found if match]


@pytest.mark.parametrize("measured", [README_EXAMPLE], indirect=True)
def test_the_readme_shows_what_the_scripts_print(
    measured: Measured, awk: str, tmp_path: Path
) -> None:
    for path in (*SCRIPTS.glob("*.awk"), *measured.traces.glob("*.tr")):
        (tmp_path / path.name).symlink_to(path)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "awk").symlink_to(str(shutil.which(awk)))
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    shown = examples()
    assert len(shown) == 7
    for command, output in shown:
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert result.stdout == output, command
