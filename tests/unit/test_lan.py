"""LANs hand each packet to all of their stations; those that it is not for lose nothing."""

from pathlib import Path

import golden_traces
from nstrace_cli import output

import nstrace

# Nodes 1 to 3 on LAN 4; node 0 sends to node 2.
ONE = "cbr 500 ------- 0 0.0 2.0 0 7"
PASSED_OVER = [
    f"+ 1 0 1 {ONE}", f"- 1 0 1 {ONE}", f"r 1.25 0 1 {ONE}", f"h 1.25 1 4 {ONE}",
    f"+ 1.5 1 4 {ONE}", f"- 1.5 1 4 {ONE}", f"d 1.5 3 4 {ONE}", f"r 2 4 2 {ONE}",
]  # fmt: skip
OTHER = "cbr 500 ------- 0 0.0 2.0 1 8"
LOST = [f"+ 3 0 1 {OTHER}", f"- 3 0 1 {OTHER}", f"r 3.25 0 1 {OTHER}", f"h 3.25 1 4 {OTHER}"]
# An error model in front of a link's queue, and a queue that is full.
IN_FRONT = [*LOST[:3], f"d 3.25 1 4 {OTHER}"]
OVERFLOW = [*LOST, f"+ 3.5 1 4 {OTHER}", f"d 3.5 1 4 {OTHER}"]


def drops(folder: Path, lines: list[str]) -> dict[str, float]:
    path = folder / "lan.tr"
    path.write_text("".join(f"{line}\n" for line in lines))
    trace = nstrace.read(path)
    names = ("link_drops", "link_loss", "data_packets_dropped")
    rows = trace.metrics(*names).to_pylist()
    shown = trace.summary().facts["packets dropped"]
    found = {f"{row['metric']} {row['subject']}": row["value"] for row in rows if row["value"]}
    return found | {"shown": float(shown)}


def test_packets_ignored_by_stations_are_not_lost(tmp_path: Path) -> None:
    """Each such station was a link that lost every packet."""
    assert drops(tmp_path, PASSED_OVER) == {"shown": 0}
    assert drops(tmp_path, PASSED_OVER + IN_FRONT) == {
        "shown": 1,
        "link_drops link 1-4 error model": 1,
        "link_loss link 1-4": 50,
        "data_packets_dropped flow0": 1,
    }
    assert drops(tmp_path, PASSED_OVER + OVERFLOW) == {
        "shown": 1,
        "link_drops link 1-4 queue": 1,
        "link_loss link 1-4": 50,
        "data_packets_dropped flow0": 1,
    }


def test_drops_by_sending_station_are_losses(tmp_path: Path) -> None:
    # Node 2 sends it back to the LAN, whose error model drops it.
    back = [*PASSED_OVER, f"d 2 2 4 {ONE}"]
    assert drops(tmp_path, back)["link_drops link 2-4 error model"] == 1


def test_golden_lan_trace_has_no_drops() -> None:
    trace = golden_traces.FOLDER / "lan.tr"
    assert nstrace.read(trace).metrics("packets_dropped", "link_drops").num_rows == 0
    assert "packets dropped        0" in output("summary", trace)


def test_satellite_losses_count_as_dropped(tmp_path: Path) -> None:
    """Lines of errors (e) and collisions (c) are about losses, too."""
    trace = tmp_path / "s.tr"
    trace.write_text(f"+ 1 0 2 {ONE}\n- 1 0 2 {ONE}\ne 2 0 2 {ONE}\n")
    assert nstrace.read(trace).summary().facts["packets dropped"] == "1"
