"""The page about traces: what it says, draws and escapes, and that it says what it can't know."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import duckdb
import pytest
from nstrace_cli import LINES, RUBBISH, failure
from test_wireless import old

from ns2studies.basics import paths
from ns2studies.basics.inputs import imported_names
from ns2studies.report.check import check_page
from nstrace.errors import NoKnownLineError, NstraceError, PageError
from nstrace.metrics.compute import compute
from nstrace.pages import LARGEST_BYTES
from nstrace.querying import database
from nstrace.report import libraries, page
from nstrace.report.kinds import Contents, described
from nstrace.report.measuring import Run, even_ns, interval_ns, measure, piece_ns
from nstrace.report.page import write_report
from nstrace.report.replications import mean_run

TRACES = Path(__file__).parents[1] / "data" / "traces"
HOSTILE = "<script>alert(1)<!--]]>&\"'`{{ 7*7 }}\u202e.tr"
WIDTH_NS = 20_000_000
SERIES = {"throughput", "unique", "delay", "delays", "losses-over-time", "queues"}


@contextmanager
def opened(trace: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with database([trace], file_column="run_id") as connection:
        yield connection


def measured(trace: Path, width_ns: int = WIDTH_NS) -> Run:
    with opened(trace) as connection:
        return measure(trace.name, connection, width_ns)


def charts(html: str) -> set[str]:
    return set(re.findall(r'<figure class="chart" id="([^"]+)"', html))


@pytest.fixture(scope="module")
def wired() -> Run:
    return measured(TRACES / "shared-flow.tr")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page about a wired trace with a bad name, and a wireless one beside it."""
    folder = tmp_path_factory.mktemp("report")
    shutil.copy(TRACES / "shared-flow.tr", folder / HOSTILE)
    write_report([folder / HOSTILE, TRACES / "wireless-new.tr"], folder / "two.html")
    return folder / "two.html"


def test_report_follows_page_rules(two: Path) -> None:
    """Nothing from outside, ids once, every chart described and drawn, below 5 MB."""
    check_page(two)
    assert two.stat().st_size < LARGEST_BYTES / 2


def test_report_shows_traces_side_by_side(two: Path) -> None:
    html = two.read_text(encoding="utf-8")
    assert {f"{name}-0" for name in SERIES} <= charts(html)
    assert {"routing-1", "positions-1", "delivery-0"} <= charts(html)
    assert "routing-0" not in charts(html)
    assert "<title>2 traces side by side</title>" in html


def test_names_are_escaped(two: Path) -> None:
    html = two.read_text(encoding="utf-8")
    assert "<script>alert" not in html
    assert "\u202e" not in html
    title = re.search(r'<p class="chart-title" id="unique-0-title">([^\n]*)</p>', html)
    assert title and HOSTILE.replace("\u202e", "\\x202e") in unescape(title[1])


def test_any_number_of_threads_makes_same_bytes(two: Path) -> None:
    again = two.with_name("again.html")
    write_report([two.parent / HOSTILE, TRACES / "wireless-new.tr"], again, threads=3)
    assert again.read_bytes() == two.read_bytes()


def test_rates_add_up_to_bytes_that_arrived(wired: Run) -> None:
    with opened(TRACES / "shared-flow.tr") as connection:
        rows = compute(connection, ["total_throughput"]).to_pylist()
        span = connection.execute("SELECT max(time_ns) - min(time_ns) FROM packets").fetchone()
    bits_per_s = next(row["value"] for row in rows if row["subject"] == "all")
    assert span
    rates = wired.series["binned_rates"]
    bits = rates["throughput_kbps"].sum() * 1e3 * WIDTH_NS / 1e9
    assert bits == pytest.approx(bits_per_s * span[0] / 1e9)
    assert rates["unique_kbps"].sum() <= rates["throughput_kbps"].sum()


def test_report_delays_equal_metrics(wired: Run) -> None:
    with opened(TRACES / "shared-flow.tr") as connection:
        rows = compute(connection, ["one_way_delay_percentile"]).to_pylist()
    found = {
        f"{row['subject']} p{row['percent']}": row["delay_ms"] / 1e3
        for row in wired.series["delay_distribution"].to_dicts()
    }
    assert rows
    for row in rows:
        assert found[row["subject"]] == pytest.approx(row["value"])
    largest = max(row["value"] for row in rows)
    assert wired.series["binned_delays"]["max_delay_ms"].max() == pytest.approx(1e3 * largest)


def queue_lines() -> str:
    """A queue of three that overflows, loses one on the line, and one in front of it."""
    rest = "0 1 tcp 1000 ------- 1 0.0 1.0"
    events = [
        *(("+", 1, 1), ("-", 1, 1), ("+", 1.1, 2), ("+", 1.15, 3), ("+", 1.15, 4), ("d", 1.15, 4)),
        *(("r", 2, 1), ("-", 2, 2), ("d", 2.5, 2), ("d", 2.6, 9), ("-", 3, 3), ("r", 4, 3)),
        *(("+", 5, 5), ("-", 5, 5), ("r", 6, 5)),
    ]
    return "".join(f"{event} {time} {rest} {uid} {uid}\n" for event, time, uid in events)


def test_queues_are_as_metrics_follow_them(tmp_path: Path) -> None:
    trace = tmp_path / "queue.tr"
    trace.write_text(queue_lines())
    run = measured(trace, 1_000_000_000)
    rows = run.series["binned_queues"].select("time_s", "waiting_packets", "dropped_packets")
    # In the second from 4 s on nothing happens at the queue; what waits goes on waiting.
    assert rows.rows() == [(1, 3, 1), (2, 1, 0), (3, 0, 0), (4, 0, 0), (5, 1, 0)]
    losses = {
        (row["place"], row["cause"]): row["packets"]
        for row in run.series["losses_by_place"].to_dicts()
    }
    assert losses == {
        ("link 0-1", "queue"): 1,
        ("link 0-1", "on the line"): 1,
        ("link 0-1", "error model"): 1,
    }


def test_energy_and_positions_of_wireless_nodes() -> None:
    run = measured(TRACES / "wireless-new-dsr-energy.tr")
    energy = run.series["binned_energy"]
    assert set(energy["subject"]) == {"least", "median", "most"}
    with opened(TRACES / "wireless-new-dsr-energy.tr") as connection:
        left = compute(connection, ["energy_left"]).column("value").to_pylist()
    last = energy.filter(energy["time_s"] == energy["time_s"].max())
    assert last["energy_j"].min() == min(left)
    assert last["energy_j"].max() == max(left)
    assert run.series["node_positions"].height >= 2
    nam = measured(TRACES / "wireless.nam").series["node_positions"]
    assert nam.row(0) == (0, 20.5, 30.0, 20.5, 30.0)


def notes_of(trace: Path) -> str:
    """What a page says in place of charts."""
    write_report([trace], trace.with_suffix(".html"))
    html = trace.with_suffix(".html").read_text(encoding="utf-8")
    return unescape("\n".join(re.findall(r'<p class="note">([^<]*)</p>', html)))


def test_drops_outside_flows_are_named(tmp_path: Path) -> None:
    """That no line showed a loss was said of traces full of drops."""
    trace = tmp_path / "a.tr"
    ends = "0 1 {} 100 ------- 0 0.0 1.0 {} {}"
    lines = [f"{event} 1 {ends.format(kind, 7, 7)}" for kind in ("mine", "ack") for event in "+d"]
    trace.write_text("\n".join(lines) + "\n")
    said = notes_of(trace)
    assert "Dropped packets by type: mine (1): packets of this type are not part" in said
    assert "The trace shows no loss of a data packet" not in said
    trace.write_text("\n".join(lines[2:]) + "\n")
    assert "The trace shows no loss of a data packet" in notes_of(trace)


def test_drops_without_agent_lines_are_explained(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    lines = [old("s", 1, 0, "RTR", 1), old("D", 2, 0, "RTR", 1, reason="NRTE")]
    trace.write_text("\n".join(lines) + "\n")
    assert "cbr (1): agents are not traced" in notes_of(trace)
    agents = [old("s", 0.5, 0, "AGT", 1), *lines[:1], old("D", 2, 0, "IFQ", 1, reason="END")]
    trace.write_text("\n".join(agents) + "\n")
    assert "cbr (1): they arrived anyway, were waiting at the end" in notes_of(trace)


def test_report_names_missing_data_once_per_section(tmp_path: Path) -> None:
    trace = tmp_path / "empty.tr"
    trace.touch()
    said = notes_of(trace).splitlines()
    # In the sections on rates and on delays.
    assert sum(line.startswith("No data flow is traced at both") for line in said) == 2
    html = trace.with_suffix(".html").read_text(encoding="utf-8")
    assert "<li>the trace is empty</li>" in html


def test_windows_are_drawn_if_they_are_traced(tmp_path: Path) -> None:
    trace = tmp_path / "small.tr"
    trace.write_text(LINES)
    write_report([trace], tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "windows-0" in charts(html)
    assert "link 2-3, link down" in html


def test_unknown_values_are_named_not_zero(tmp_path: Path) -> None:
    """A trace of the middle of the network alone."""
    trace = tmp_path / "middle.tr"
    lines = (TRACES / "shared-flow.tr").read_text().splitlines(keepends=True)
    at_ends = {"0", "3", "4", "5"}
    middle = [line for line in lines if not set(line.split()[2:4]) & at_ends]
    assert middle
    trace.write_text("".join(middle))
    write_report([trace], tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "throughput and delays are unknown" in html
    assert "No data flow is traced at both its source and its destination." in html
    assert not {"unique-0", "delay-0"} & charts(html)
    check_page(tmp_path / "report.html")


@pytest.mark.parametrize(
    ("forms", "words"),
    [
        ({"packets": {"wired": 1}}, "A wired network of 3 nodes, in the wired format."),
        ({"packets": {"satellite": 1}}, "A satellite network of 3 nodes, in the satellite format."),
        (
            {"packets": {"wired": 1}, "wireless": {"old_cbr": 1, "old": 2}},
            "A network with wired and wireless nodes of 3 nodes, in the wired format and the old "
            "wireless format.",
        ),
        ({"variables": {"variable": 1}}, "Measurements without packets, so the kind"),
    ],
)
def test_described_names_kind_of_network(forms: dict[str, dict[str, int]], words: str) -> None:
    found = described(Contents(forms, []), {"nodes": "3"})
    assert found[0].startswith(words)


def test_types_of_packets_are_told_apart_from_routing() -> None:
    traffic = [("tcp", False), ("AODV", True)]
    assert described(Contents({}, traffic), {})[1:] == ["Traffic: tcp.", "Routing: AODV."]


@pytest.mark.parametrize(
    ("span_s", "pieces", "width_s"), [(0, 240, 1e-9), (240, 240, 1), (241, 240, 2), (999, 100, 10)]
)
def test_piece_ns_gives_few_round_pieces(span_s: float, pieces: int, width_s: float) -> None:
    assert piece_ns(round(span_s * 1e9), pieces) == round(width_s * 1e9)


@pytest.mark.parametrize(
    ("width_ns", "span", "interval", "found"),
    [
        (20, 10_000, 0, 20),
        (20, 10_000, 8, 80),  # ten packets
        (100, 10_000, 8, 104),
        (20, 1_000, 8, 20),  # too few pieces
    ],
)
def test_even_ns_gives_equal_packet_counts(
    width_ns: int, span: int, interval: int, found: int
) -> None:
    assert even_ns(width_ns, span, interval) == found


def _run_at_constant_rate(path: Path, delay_ms: int) -> Path:
    lines = [
        (
            sent_ms + late,
            f"{event} {(sent_ms + late) / 1000:g} 0 1 cbr 1000 ------- 1 0.0 1.0 {uid} {uid}",
        )
        for uid, sent_ms in enumerate(range(0, 8000, 8))
        for event, late in (("+", 0), ("-", 0), ("r", delay_ms))
    ]
    path.write_text("".join(f"{line}\n" for _, line in sorted(lines, key=lambda it: it[0])))
    return path


def test_constant_rate_gives_constant_bins(tmp_path: Path) -> None:
    trace = _run_at_constant_rate(tmp_path / "a.tr", 3)
    with opened(trace) as connection:
        assert interval_ns(connection) == 8_000_000
    rates = measured(trace, 80_000_000).series["binned_rates"]["throughput_kbps"].to_list()
    assert set(rates[:-1]) == {1000.0}


def test_means_over_files_are_drawn_with_bands(tmp_path: Path) -> None:
    traces = [_run_at_constant_rate(tmp_path / f"{late}.tr", late) for late in (3, 5)]
    run = mean_run([measured(trace, 80_000_000) for trace in traces])
    delays = run.series["binned_delays"]
    assert set(delays["mean_delay_ms"]) == {4.0}
    assert delays["mean_delay_ms_high"][0] == pytest.approx(4 + 12.706204736)
    (flow,) = run.summary.flows
    assert flow[:3] == ["flow1", "1000 ± 0", "1000 ± 0"]
    target = tmp_path / "report.html"
    write_report(traces, target, over_files=True)
    html = target.read_text(encoding="utf-8")
    assert {"throughput-0", "delay-0"} <= charts(html)
    assert "throughput-1" not in charts(html)
    check_page(target)


def test_many_files_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="--over-files"):
        write_report([tmp_path / f"{n}.tr" for n in range(30)], tmp_path / "report.html")


def test_unknown_lines_leave_earlier_page(tmp_path: Path) -> None:
    (tmp_path / "r.tr").write_text(RUBBISH)
    target = tmp_path / "report.html"
    target.write_text("earlier")
    with pytest.raises(NoKnownLineError, match="no line of a known kind"):
        write_report([tmp_path / "r.tr"], target)
    assert target.read_text() == "earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.tr", "report.html"]


def test_report_without_traces_is_refused(tmp_path: Path) -> None:
    """A division by zero, and no path might be a text."""
    target = f"{tmp_path}/report.html"
    with pytest.raises(PageError, match=r"report\.html: no traces given"):
        write_report([], target)
    write_report([str(TRACES / "wired.tr")], target)
    assert "<!DOCTYPE html>" in Path(target).read_text(encoding="utf-8")


def test_only_html_is_written(tmp_path: Path) -> None:
    with pytest.raises(NstraceError, match=r"report\.pdf: can't tell .*use \.html"):
        write_report([TRACES / "wired.tr"], tmp_path / "report.pdf")


def test_oversized_report_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "LARGEST_BYTES", 1000)
    with pytest.raises(PageError, match="Pass fewer traces"):
        write_report([TRACES / "wired.tr"], tmp_path / "report.html")
    assert not any(tmp_path.iterdir())


def test_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None if name == "altair" else name)
    with pytest.raises(PageError, match=r"needs altair, .*\n.*: pip install '\.\[report\]'"):
        libraries.require_libraries()


def test_report_without_extra_fails_in_one_message(tmp_path: Path) -> None:
    """Before it reads anything: the trace is not even there."""
    hidden = "import sys; sys.modules['vl_convert'] = None\n"
    code = hidden + "from nstrace.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["report", "none.tr", "-o", str(tmp_path / "report.html")]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "nstrace: a report needs vl_convert, which is not installed\n"
        "  In the checkout: pip install '.[report]'\n"
    )


def test_command_reports_errors_in_one_message(tmp_path: Path) -> None:
    message = failure("report", tmp_path / "none.tr", "-o", tmp_path / "report.html")
    assert "none.tr" in message


def test_only_reports_need_libraries_of_pages() -> None:
    folder = paths.SOURCES / "nstrace"
    for path in sorted(folder.rglob("*.py")):
        if path.parent.name not in ("pages", "report"):
            names = imported_names(path.read_text(encoding="utf-8"))
            assert not [
                name
                for name in names
                if name.split(".")[0] in ("altair", "jinja2", "markupsafe", "vl_convert")
            ], path


def test_file_names_may_be_no_utf_8(tmp_path: Path) -> None:
    trace = tmp_path / "caf\udce9.tr"
    shutil.copy(TRACES / "wired.tr", trace)
    assert measured(trace).summary.facts["packet lines"]


def test_columns_of_numbers_are_drawn(tmp_path: Path) -> None:
    trace = tmp_path / "a.txt"
    trace.write_text("".join(f"{x} {-x} {2 * x}\n" for x in range(1000)))
    rows = measured(trace).series["binned_columns"].sort("subject", "x")
    assert rows["subject"].unique().sort().to_list() == ["column 2", "column 3"]
    assert rows.filter(rows["subject"] == "column 3")["value"].max() == 1998
    assert 200 < len(rows) / 2 <= 241
    write_report([trace], tmp_path / "a.html")
    assert "columns-0" in charts((tmp_path / "a.html").read_text())
