"""Congestion windows by awk and by SQL, and the examples of the awk scripts' README."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from awk_runs import (
    CUT_NUMBER,
    README_EXAMPLE,
    SEPARATE_WINDOWS,
    SHARED_NUMBER,
    Measured,
    make_run,
    run_awk,
    sender_flows,
    subject,
    table,
)
from awk_scripts import AWKS, SCRIPTS

from ns2studies.simulator.build import Simulator


@pytest.fixture(scope="module", params=[*SEPARATE_WINDOWS, SHARED_NUMBER])
def measured(
    request: pytest.FixtureRequest, ns: Simulator, tmp_path_factory: pytest.TempPathFactory
) -> Measured:
    return make_run(ns, request.param, tmp_path_factory.mktemp("a run's traces"))


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("measured", SEPARATE_WINDOWS, indirect=True)
def test_average_windows(measured: Measured, awk: str) -> None:
    rows = table(run_awk(awk, "average_cwnd.awk", measured.windows))
    flows = sender_flows(measured.packets)
    written = {
        subject(flows[row["sender"]][0]): float(row["mean_of_written"])
        for row in rows
        if row["mean_of_written"] != "-"
    }
    assert written == measured.sql.values("mean_cwnd_whole_buffers")
    plain = measured.sql.connection.execute(
        "SELECT source_node || '.' || source_port, count(*), sum(round(1000 * value)) / count(*) "
        "/ 1000 FROM variables WHERE variable = 'cwnd_' GROUP BY ALL"
    ).fetchall()
    assert {(row["sender"], int(row["values"]), float(row["mean"])) for row in rows} == set(plain)


@pytest.mark.parametrize("measured", SEPARATE_WINDOWS, indirect=True)
def test_average_windows_end_at_whole_buffers(measured: Measured, awk: str) -> None:
    content = measured.windows.read_bytes()
    values: dict[str, list[float]] = {}
    for line in content[: len(content) // 4096 * 4096].decode().splitlines():
        if len(fields := line.split()) == 7:
            values.setdefault(".".join(fields[1:3]), []).append(float(fields[6]))
    for row in table(run_awk(awk, "average_cwnd.awk", measured.windows)):
        written = values.get(row["sender"], [])
        assert int(row["written"]) == len(written)
        if written:
            assert float(row["mean_of_written"]) == pytest.approx(sum(written) / len(written))


@pytest.mark.parametrize("measured", [CUT_NUMBER], indirect=True)
def test_buffer_ends_within_number(measured: Measured) -> None:
    content = measured.windows.read_bytes()
    end = len(content) // 4096 * 4096
    assert content[end - 7 : end + 5] == b"cwnd_ 4.589 "


def test_window_over_time(measured: Measured, awk: str) -> None:
    query = "SELECT DISTINCT source_node, source_port FROM variables"
    senders = measured.sql.connection.execute(query).fetchall()
    assert senders
    for node, port in senders:
        theirs = measured.sql.connection.execute(
            "SELECT time_ns, value FROM variables WHERE variable = 'cwnd_' "
            "AND source_node = ? AND source_port = ? ORDER BY end_byte",
            [node, port],
        ).fetchall()
        ours = run_awk(awk, "cwnd.awk", measured.windows, f"sender={node}.{port}")
        assert [(round(float(time_s) * 1e9), float(value)) for time_s, value in ours] == theirs
        assert len(ours) > 5


@pytest.mark.parametrize("measured", [SHARED_NUMBER], indirect=True)
def test_windows_among_packets(measured: Measured, awk: str) -> None:
    """As ns wrote them, digit by digit."""
    fields = [line.split() for line in measured.windows.read_text().splitlines()]
    expected = [[row[0], row[6]] for row in fields if row[1:3] == ["1", "0"] and row[5] == "cwnd_"]
    assert run_awk(awk, "cwnd.awk", measured.windows, "sender=1.0") == expected


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
def test_readme_shows_what_scripts_print(measured: Measured, awk: str, tmp_path: Path) -> None:
    for path in (*SCRIPTS.glob("*.awk"), measured.packets, measured.windows):
        (tmp_path / path.name).symlink_to(path)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "awk").symlink_to(str(shutil.which(awk)))
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    shown = examples()
    assert len(shown) == 9
    for command, output in shown:
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert result.stdout == output, command
