"""Study tcpeval with the real ns, cut down to seconds: its traffic, and what is measured."""

import subprocess
from pathlib import Path

import duckdb
import pytest
from study_runs import StudyRuns, Values, make_runs

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file
from ns2studies.config.registry import load_study
from ns2studies.runs.identity import runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.simulator.agents import build_agent, known_agents
from ns2studies.simulator.build import Simulator

SHORTER = {
    "end_s: 100.0": "end_s: 12.0",
    "measured_from_s: 20.0": "measured_from_s: 2.0",
    "end_s: 1000.0": "end_s: 10.0",
    "forward_every_s: 200.0": "forward_every_s: 2.0",
}

NETWORKS = ("dumbbell", "parking-lot", "simple-network")
WANTED = (
    *(
        f"experiments/{name}/{queueing}/sack/0"
        for name in NETWORKS
        for queueing in ("drop-tail", "red")
    ),
    *(f"experiments/{name}/drop-tail/sack/5" for name in NETWORKS),
    "experiments/dumbbell/drop-tail/sack-pr/5",
    "rules/dumbbell/drop-tail/sack-pr-spike/5",
    "own/dumbbell/drop-tail/tcp-pr/5",
    *(f"choices/{name}/dumbbell/drop-tail/sack/0" for name in ("window-1000", "web-of-1")),
    "choices/red-drops/dumbbell/red/sack/0",
    "choices/talk-spurts/dumbbell/drop-tail/sack/0",
    "convergence/dumbbell/drop-tail/sack/0",
    "rules/dumbbell/drop-tail/sack-pr-cut/5",
)


@pytest.fixture(scope="module")
def results(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> StudyRuns:
    for agent in known_agents().values():
        build_agent(agent, ns.ns)
    return make_runs(tmp_path_factory.mktemp("suite runs"), "tcpeval", SHORTER, WANTED, ns.ns)


@pytest.fixture(scope="module")
def values(results: StudyRuns) -> Values:
    return results.values()


def test_runs_leave_tables_and_no_trace(results: StudyRuns) -> None:
    results.check_files()


def test_bottlenecks_are_full_without_errors(values: Values) -> None:
    """The busiest one; RED keeps its queue short. Windows of 20 do not fill the simple network."""
    for name in NETWORKS[:2]:
        plain, red = (values[f"experiments/{name}/{it}/sack/0"] for it in ("drop-tail", "red"))
        loads = {
            link: load for (key, link), load in plain.items() if key == "bottleneck_utilisation"
        }
        busiest = max(loads, key=lambda link: loads[link])
        assert 90 < loads[busiest] <= 100.1
        assert red["bottleneck_queue", busiest] < 0.6 * plain["bottleneck_queue", busiest]
        assert red["bottleneck_delay", busiest] < 0.6 * plain["bottleneck_delay", busiest]


@pytest.mark.parametrize(
    ("link", "way", "back"), [("0-1", "forward", "reverse"), ("1-0", "reverse", "forward")]
)
def test_bottleneck_traffic_is_what_arrives(values: Values, link: str, way: str, back: str) -> None:
    """On the dumbbell: three classes, acknowledgements of the other way, and web traffic.

    Forward that is requests; back it is responses, with headers and what is not complete.
    """
    found = values["experiments/dumbbell/drop-tail/sack/0"]
    carried_bps = 1e5 * found["bottleneck_utilisation", f"link {link}"]
    classes_bps = sum(
        found["class_throughput", name] for name in (way, f"video {way}", f"voice {way}")
    )
    acknowledgements_bps = found["class_throughput", back] * 40 / 1040
    web_bps = carried_bps - classes_bps - acknowledgements_bps
    responses_bps = found["web_goodput", "web"]
    if way == "forward":
        assert 0 < web_bps < 0.3 * responses_bps
    else:
        assert responses_bps < web_bps < 1.6 * responses_bps


def _ways(scenario: str) -> tuple[str, ...]:
    """Video in the simple network is one way."""
    one_way = "simple-network" in scenario
    return ("video forward",) if one_way else ("video forward", "video reverse")


def test_video_has_its_rate(values: Values) -> None:
    """640 kb/s each, but for what is lost; sent unevenly, without drifting."""
    for scenario, found in values.items():
        for way in _ways(scenario):
            arrived_bps = found["class_mean_throughput", way]
            expected = 640_000 * (1 - found["class_loss", way] / 100)
            assert arrived_bps == pytest.approx(expected, rel=0.02), (scenario, way)


def test_packet_errors_hit_both_directions(values: Values) -> None:
    """Over one bottleneck, over three, and over core and two transit links."""
    for name, links in zip(NETWORKS, (1, 3, 3), strict=True):
        found = values[f"experiments/{name}/drop-tail/sack/5"]
        expected = 100 * (1 - 0.95**links)
        for way in _ways(name):
            assert found["class_loss", f"{way} error"] == pytest.approx(expected, rel=0.12)
        clean = values[f"experiments/{name}/drop-tail/sack/0"]
        assert clean["class_loss", "video forward error"] == 0
        assert found["class_throughput", "forward"] < 0.5 * clean["class_throughput", "forward"]


def test_only_parking_lot_has_cross_traffic(values: Values) -> None:
    lot = values["experiments/parking-lot/drop-tail/sack/0"]
    assert lot["class_mean_throughput", "cross"] > 1.3 * lot["class_mean_throughput", "forward"]
    assert ("class_flow_share", "cross 15") in lot
    assert all("cross" not in subject for _, subject in values[WANTED[0]])


def test_long_lived_flows_are_of_protocol(values: Values) -> None:
    """Loss differentiation at errors: fewer reductions of the window, and more throughput."""
    sack = values["experiments/dumbbell/drop-tail/sack/5"]
    for scenario in (
        "experiments/dumbbell/drop-tail/sack-pr/5",
        "rules/dumbbell/drop-tail/sack-pr-spike/5",
        "own/dumbbell/drop-tail/tcp-pr/5",
    ):
        found = values[scenario]
        assert found["class_throughput", "forward"] > 1.1 * sack["class_throughput", "forward"]
        per_packet = [
            it["class_window_cuts", "forward"] / it["class_goodput", "forward"]
            for it in (found, sack)
        ]
        assert per_packet[0] < per_packet[1]


def test_random_starts_ignore_protocol_and_errors(results: StudyRuns) -> None:
    """Video and voice start at the same times in all runs of a replication."""
    starts = {
        tuple(
            duckdb.sql(
                f"SELECT flow, min(start_us) FROM {results.table(scenario, 'flow_bins')} "
                "WHERE sent_packets > 0 AND flow BETWEEN 11 AND 20 GROUP BY flow ORDER BY flow"
            ).fetchall()
        )
        for scenario in WANTED
        if "dumbbell" in scenario
    }
    assert len(starts) == 1


def test_convergence_flows_start_in_turn(results: StudyRuns) -> None:
    rows = duckdb.sql(
        "SELECT flow, min(start_us) FROM "
        f"{results.table('convergence/dumbbell/drop-tail/sack/0', 'flow_bins')} "
        "WHERE sent_packets > 0 AND flow <= 5 GROUP BY flow ORDER BY flow"
    ).fetchall()
    assert rows == [(flow, 2_000_000 * (flow - 1)) for flow in range(1, 6)]


def test_red_marks_instead_of_dropping(values: Values) -> None:
    marked = values["experiments/dumbbell/red/sack/0"]["class_loss", "forward queue"]
    dropped = values["choices/red-drops/dumbbell/red/sack/0"]["class_loss", "forward queue"]
    assert marked < 0.7 * dropped


def test_sources_start_at_random_times(ns: Simulator, tmp_path: Path) -> None:
    """Between 1 and 300 ms."""
    changes = {
        "end_s: 100.0": "end_s: 0.6",
        "measured_from_s: 20.0": "measured_from_s: 0.1",
        "bin_s: 1.0": "bin_s: 0.001",
    }
    scenario = "experiments/dumbbell/drop-tail/sack/0"
    short = make_runs(tmp_path, "tcpeval", changes, [scenario], ns.ns)
    rows = duckdb.sql(
        f"SELECT flow, min(start_us) FROM {short.table(scenario, 'flow_bins')} "
        "WHERE sent_packets > 0 AND flow <= 20 GROUP BY flow"
    ).fetchall()
    video_us = [start_us for flow, start_us in rows if flow > 10]
    assert len(video_us) == 10
    assert 1000 <= min(video_us) < 100_000
    assert 200_000 < max(video_us) <= 300_000
    # The first data of TCP comes a round trip of 80 ms after the connection's request.
    tcp_us = [start_us for flow, start_us in rows if 0 < flow <= 10]
    assert len(tcp_us) == 10
    assert min(tcp_us) >= 81_000
    assert max(tcp_us) <= 382_000


def test_only_equal_seeds_give_equal_tables(ns: Simulator, tmp_path: Path) -> None:
    text = (paths.CONFIG / "tcpeval.yaml").read_text(encoding="utf-8")
    path = tmp_path / "tcpeval.yaml"
    path.write_text(text.replace("end_s: 100.0", "end_s: 4.0").replace("s: 20.0", "s: 1.0"))
    runs = [
        run
        for run in runs_of(load_study("tcpeval", "quick", path), digest_file(ns.ns))
        if run.scenario.label == "experiments/simple-network/red/sack/5"
    ]
    stores = [RunStore(tmp_path / name) for name in ("one", "two")]
    made = []
    for store, chosen in ((stores[0], runs[0]), (stores[1], runs[0]), (stores[1], runs[1])):
        with Launcher(ns.ns) as launcher:
            store.add(chosen, launcher)
        folder = store.folder("tcpeval", chosen.run_id)
        made.append({file.name: digest_file(file) for file in folder.glob("*.parquet")})
    assert made[0] == made[1]
    assert made[0].keys() == made[2].keys() == {f"{name}.parquet" for name in (
        "flow_bins", "packets", "variables"
    )}  # fmt: skip
    assert all(made[2][name] != digest for name, digest in made[0].items())


TRAFFIC = """
source [lindex $argv 0]/library.tcl
uses suite parameters tracing
parameters::read parameters.tsv
simulation::create tcp udp
foreach id {0 1} {topology::add_node}
topology::add_link 0 1 1e9 0.001 1000
suite::traffic_from_parameters . END
set bins [tracing::open_bins . 1]
tracing::link $bins 0 1
tracing::end_at . END
[simulation::ns] run
"""


def traffic(ns: Path, folder: Path, end_s: float, **parameters: object) -> Path:
    """Bins, as CSV, of traffic that the parameters describe, over a link that is never full."""
    folder.mkdir()
    given = {"seed": 1, "start.least_s": 0.001, "start.most_s": 0.3, "web.rate_per_s": 1}
    lines = "".join(f"{key}\t{value}\n" for key, value in (given | parameters).items())
    (folder / "parameters.tsv").write_text(lines)
    (folder / "s.tcl").write_text(TRAFFIC.replace("END", str(end_s)))
    subprocess.run([ns, "s.tcl", paths.TCL], cwd=folder, check=True, capture_output=True)
    return folder / "flows.csv"


def test_voice_talks_for_configured_share(ns: Simulator, tmp_path: Path) -> None:
    """64 kb/s in talk spurts of 1 s, with pauses of 1.35 s: 27 kb/s on average."""
    voice = load_study("tcpeval", "quick").config.parameters()["voice"] | {"talk_spurts": "true"}
    speakers, end_s = 20, 400
    streams: dict[str, object] = {f"voice.{key}": value for key, value in voice.items()}
    for index in range(speakers):
        stream = {"source": 0, "destination": 1, "kind": "voice", "role": "forward"}
        streams |= {f"streams.{index}.{key}": value for key, value in stream.items()}
    bins = traffic(ns.ns, tmp_path / "voice", end_s, **streams)
    ((sent, packets, busiest),) = duckdb.sql(
        f"SELECT sum(sent_bytes), sum(sent_packets), max(8 * sent_bytes) FROM read_csv('{bins}')"
    ).fetchall()
    assert sent == packets * voice["packet_bytes"]
    share = voice["mean_on_s"] / (voice["mean_on_s"] + voice["mean_off_s"])
    assert 8 * sent / end_s / speakers == pytest.approx(share * voice["rate_bps"], rel=0.04)
    assert busiest == pytest.approx(voice["rate_bps"], rel=0.03)


WEB = """
source [lindex $argv 0]/library.tcl
uses suite
simulation::create tcp udp
foreach id {0 1} {topology::add_node}
topology::add_link 0 1 1e9 0.001 1000
set web [suite::web {0 1} 100 0 SEED web.dat]
[simulation::ns] at 20 "$web total-connections"
[simulation::ns] at 20 {exit 0}
[simulation::ns] run
"""


def test_web_opens_connections_at_its_rate(ns: Simulator, tmp_path: Path) -> None:
    """100 a second, which PackMime clusters: three replications of 20 s; each has its own."""
    opened, answers = [], []
    for seed in (1, 2, 3):
        (tmp_path / "s.tcl").write_text(WEB.replace("SEED", str(seed)))
        done = subprocess.run(
            [ns.ns, "s.tcl", paths.TCL], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        opened.append(int(done.stderr))
        answers.append((tmp_path / "web.dat").read_text())
    assert sum(opened) / len(opened) / 20 == pytest.approx(100, rel=0.1)
    assert len(set(answers)) == 3
    sizes = [int(line.split()[2]) for text in answers for line in text.splitlines()]
    # A heavy tail: the mean is several times the median.
    assert sum(sizes) / len(sizes) > 4 * sorted(sizes)[len(sizes) // 2]
