"""Measuring a study's runs, on traces small enough to work out by hand."""

import errno
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from known_metrics import METRICS

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.config import study_metrics
from ns2studies.config.study_metrics import metrics_of
from ns2studies.evaluation import claims
from ns2studies.evaluation.published import published_cells
from ns2studies.metrics.measure import measure_runs
from ns2studies.metrics.measure_files import (
    covered_runs,
    discard_damaged,
    note_files,
    noted_files_are_there,
    rows_folder,
)
from ns2studies.runs.finished import IDENTITY_KEY
from ns2studies.runs.identity import RunIdentity
from ns2studies.runs.traces import TRACE_FILES, ingest_trace
from nstrace.metrics.catalogue import Metric

# One flow from node 0 to node 3. Packet 1 is sent twice and arrives twice, 0.1 s and 0.4 s
# after it was first sent; packet 2 is lost; packet 3 takes 0.2 s. Number 0 is a bare header.
PACKET_TRACE = """\
+ 1 0 2 tcp 40 ------- 1 0.0 3.0 0 1
r 1.01 2 3 tcp 40 ------- 1 0.0 3.0 0 1
+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 1 2
r 1.2 2 3 tcp 1500 ------- 1 0.0 3.0 1 2
+ 1.3 0 2 tcp 1500 ------- 1 0.0 3.0 2 3
d 1.35 2 3 tcp 1500 ------- 1 0.0 3.0 2 3
+ 1.4 0 2 tcp 1500 ------- 1 0.0 3.0 1 4
r 1.5 2 3 tcp 1500 ------- 1 0.0 3.0 1 4
+ 1.6 0 2 tcp 1500 ------- 1 0.0 3.0 3 5
r 1.8 2 3 tcp 1500 ------- 1 0.0 3.0 3 5
r 1.9 2 0 ack 40 ------- 1 3.0 0.0 3 6
"""

LABEL_TRACE = "1.0 3 0 11 U -1 Push(ingress) 4 1 32 0\n" * 3 + "1.0 9 0 11 U -1 L3 -1 -1 -1 0\n"


def window_line(time_s: float, value: float) -> str:
    return f"{time_s:.5f}  0  0  3  0  cwnd_ {value:<6.3f}\n".replace("  \n", " \n")


def make_run(
    root: Path, windows: str = "", seed: int = 1, end_s: float | None = None
) -> tuple[str, Path]:
    """A run's folder out of the traces above."""
    parameters = {} if end_s is None else {"end_s": end_s}
    identity = RunIdentity("toy", parameters, seed, "ns", "tcl", "code")
    folder = root / "runs" / "study=toy" / f"run_id={identity.run_id}"
    folder.mkdir(parents=True)
    texts = (PACKET_TRACE, windows or window_line(0, 1), LABEL_TRACE)
    for file, text in zip(TRACE_FILES[:3], texts, strict=True):
        (root / file.name).write_text(text, encoding="utf-8")
        ingest_trace(root, file, folder, {IDENTITY_KEY: identity.to_json()})
    return identity.run_id, folder


def values(root: Path, name: str) -> dict[str, float]:
    files = [str(path) for path in rows_folder(root, METRICS[name]).glob("*.parquet")]
    rows = duckdb.sql(f"SELECT subject, value FROM read_parquet({files})").fetchall()
    return dict(rows)


def measured(root: Path, name: str, windows: str = "") -> dict[str, float]:
    run_id, folder = make_run(root, windows)
    measure_runs(root, {run_id: folder}, [METRICS[name]])
    return values(root, name)


def test_mean_delay_starts_at_first_sending(tmp_path: Path) -> None:
    assert measured(tmp_path, "mean_delay") == {"flow1": pytest.approx((0.1 + 0.4 + 0.2) / 3)}


def test_metrics_can_use_run_parameters(tmp_path: Path) -> None:
    assert measured(tmp_path, "event_time") == {}
    run_id, folder = make_run(tmp_path / "other", end_s=7.5)
    measure_runs(tmp_path / "other", {run_id: folder}, [METRICS["event_time"]])
    assert values(tmp_path / "other", "event_time") == {"end": 7.5}


def test_delay_variance_is_that_of_population(tmp_path: Path) -> None:
    mean = 0.7 / 3
    expected = sum((delay - mean) ** 2 for delay in (0.1, 0.4, 0.2)) / 3
    assert measured(tmp_path, "delay_variance") == {"flow1": pytest.approx(expected, rel=1e-12)}


def test_delay_up_to_packet_divides_by_its_number(tmp_path: Path) -> None:
    assert measured(tmp_path, "mean_delay_up_to_packet")["flow1 packets 1-50"] == pytest.approx(
        0.7 / 50
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("packets_sent", {"flow1": 4}),
        ("packets_received", {"flow1": 3}),
        ("packets_retransmitted", {"flow1": 1}),
        ("packets_dropped", {"link 2-3": 1}),
        ("throughput_percent", {"all": 75}),
        ("unique_throughput", {"flow1": pytest.approx(2 * 1500 * 8 / 0.7)}),
    ],
)
def test_counts_and_rates_of_small_trace(
    tmp_path: Path, name: str, expected: dict[str, float]
) -> None:
    assert measured(tmp_path, name) == expected


def test_mean_cwnd_over_time_weighs_by_duration(tmp_path: Path) -> None:
    windows = window_line(0, 1) + window_line(1, 2) + window_line(4, 9)
    assert measured(tmp_path, "mean_cwnd_over_time", windows) == {"flow1": (1 * 1 + 2 * 3) / 4}


def test_cwnd_over_whole_buffers_cuts_last_number(tmp_path: Path) -> None:
    line = window_line(1, 7.125)
    whole, rest = divmod(4096, len(line))
    # Enough lines to fill a buffer and start the next one; the buffer ends inside a line.
    text = line * (whole + 5)
    cut = line[:rest].split()
    expected = [7.125] * whole + ([float(cut[6])] if len(cut) == 7 else [])
    assert measured(tmp_path, "mean_cwnd_whole_buffers", text) == {
        "flow1": pytest.approx(sum(expected) / len(expected))
    }


@pytest.mark.parametrize("padding", range(8))
def test_cut_is_where_buffer_ends(tmp_path: Path, padding: int) -> None:
    first = window_line(1, 2.0).replace("  0  0", " " * (2 + padding) + "0  0", 1)
    line = window_line(1, 7.125)
    text = first + line * 200
    written = text[:4096]
    complete, _, cut = written.rpartition("\n")
    numbers = [float(entry.split()[6]) for entry in complete.split("\n")]
    fields = cut.split()
    numbers += [float(fields[6])] if len(fields) == 7 else []
    assert measured(tmp_path, "mean_cwnd_whole_buffers", text)["flow1"] == pytest.approx(
        sum(numbers) / len(numbers), abs=1e-12
    )


def test_file_smaller_than_buffer_gives_no_value(tmp_path: Path) -> None:
    assert measured(tmp_path, "mean_cwnd_whole_buffers") == {}


def test_label_operations_are_counted(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    measure = METRICS["label_operations"]
    measure_runs(tmp_path, {run_id: folder}, [measure])
    file = covered_runs(tmp_path, measure)[run_id]
    rows = duckdb.sql(f"SELECT subject, operation, packets FROM '{file}' ORDER BY ALL").fetchall()
    assert rows == [("node 3", "Push(ingress)", 3), ("node 9", "L3", 1)]


def test_run_is_measured_once(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    measure = METRICS["mean_delay"]
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))

    measure_runs(tmp_path, {run_id: folder}, [measure], progress=progress)
    measure_runs(tmp_path, {run_id: folder}, [measure], progress=progress)
    assert seen == [(1, 1)]
    other_id, other = make_run(tmp_path, seed=2)
    measure_runs(tmp_path, {run_id: folder, other_id: other}, [measure], progress=progress)
    assert seen == [(1, 1), (1, 1)]
    assert set(covered_runs(tmp_path, measure)) == {run_id, other_id}


def test_edited_metric_is_computed_beside_old(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    old = METRICS["mean_delay"]
    new = Metric(**{**old.__dict__, "sql": old.sql.replace("1e9", "1e6")})
    measure_runs(tmp_path, {run_id: folder}, [old])
    assert covered_runs(tmp_path, new) == {}
    measure_runs(tmp_path, {run_id: folder}, [new])
    assert covered_runs(tmp_path, old).keys() == covered_runs(tmp_path, new).keys()


def test_table_of_another_run_is_refused(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    _, other = make_run(tmp_path, seed=2)
    (other / "packets.parquet").replace(folder / "packets.parquet")
    with pytest.raises(ResultError, match=f"run_id={run_id}.packets.parquet: made by another run"):
        measure_runs(tmp_path, {run_id: folder}, [METRICS["mean_delay"]])


def test_damaged_table_is_refused(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    (folder / "packets.parquet").write_bytes(b"PAR1 rubbish")
    with pytest.raises(ResultError, match="can't be read"):
        measure_runs(tmp_path, {run_id: folder}, [METRICS["mean_delay"]])


def test_covered_runs_are_in_parquet_metadata(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    measure = METRICS["mean_cwnd_whole_buffers"]
    measure_runs(tmp_path, {run_id: folder}, [measure])
    (file,) = rows_folder(tmp_path, measure).glob("*.parquet")
    rows = duckdb.sql(f"SELECT decode(value) FROM parquet_kv_metadata('{file}')").fetchall()
    assert json.loads(rows[0][0]) == [run_id]
    assert covered_runs(tmp_path, measure) == {run_id: file}


def test_run_may_lack_tables(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    (folder / "labels.parquet").unlink()
    (folder / "variables.parquet").unlink()
    wanted = [
        METRICS[name] for name in ("label_operations", "mean_cwnd_over_time", "unique_throughput")
    ]
    measure_runs(tmp_path, {run_id: folder}, wanted)
    assert all(run_id in covered_runs(tmp_path, metric) for metric in wanted)
    assert values(tmp_path, "unique_throughput") == {"flow1": pytest.approx(2 * 1500 * 8 / 0.7)}


@pytest.mark.parametrize(("end_s", "length_s"), [(None, 0.9), (11.0, 10.0)])
def test_run_length_comes_from_end_s(tmp_path: Path, end_s: float | None, length_s: float) -> None:
    run_id, folder = make_run(tmp_path, end_s=end_s)
    measure_runs(tmp_path, {run_id: folder}, [METRICS["unique_throughput_whole_run"]])
    expected = {"flow1": pytest.approx(2 * 1500 * 8 / length_s)}
    assert values(tmp_path, "unique_throughput_whole_run") == expected


def test_simultaneous_arrivals_keep_line_order(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    packets = duckdb.read_parquet(str(folder / "packets.parquet"))
    same_time = "CASE event WHEN 'r' THEN 1500000000 ELSE time_ns END AS time_ns"
    same = packets.project(f"* REPLACE ({same_time})")
    assert same.filter("event = 'r'").aggregate("count(DISTINCT time_ns)").fetchall() == [(1,)]
    metadata = f"{{'{IDENTITY_KEY}': '{identity_of(folder)}'}}"
    for order, share in (("uid", 0.0), ("uid DESC", 200 / 3)):
        copy = tmp_path / order / folder.parent.name / folder.name
        copy.mkdir(parents=True)
        duckdb.sql(
            f"COPY (SELECT * REPLACE (row_number() OVER (ORDER BY {order}) AS line) FROM same) "
            f"TO '{copy}/packets.parquet' "
            f"(FORMAT parquet, KV_METADATA {metadata})"
        )
        measure_runs(tmp_path / order, {run_id: copy}, [METRICS["reordered_share"]])
        assert values(tmp_path / order, "reordered_share") == {"flow1": pytest.approx(share)}


def test_runs_may_lack_columns_of_other_runs(tmp_path: Path) -> None:
    """Columns in which nothing stands are not stored."""
    run_id, folder = make_run(tmp_path)
    other_id, other = make_run(tmp_path, seed=2)
    metadata = f"{{'{IDENTITY_KEY}': '{identity_of(other)}'}}"
    short = duckdb.sql(
        f"SELECT * EXCLUDE (line, form) FROM '{other}/packets.parquet'"
    ).to_arrow_table()
    assert short.num_rows == 11
    duckdb.sql(f"COPY short TO '{other}/packets.parquet' (FORMAT parquet, KV_METADATA {metadata})")
    for folders in ({run_id: folder, other_id: other}, {other_id: other}):
        results = tmp_path / f"results of {len(folders)}"
        measure_runs(results, folders, [METRICS["mean_delay"]])
        (file,) = rows_folder(results, METRICS["mean_delay"]).glob("*.parquet")
        rows = duckdb.sql(f"SELECT run_id, value FROM '{file}'").fetchall()
        assert dict(rows) == dict.fromkeys(folders, pytest.approx(0.7 / 3))


def identity_of(folder: Path) -> str:
    rows = duckdb.sql(
        "SELECT decode(value) FROM "
        f"parquet_kv_metadata('{folder}/packets.parquet') WHERE decode(key) = '{IDENTITY_KEY}'"
    ).fetchall()
    return str(rows[0][0])


def test_metrics_of_defaults_to_all_metrics() -> None:
    named = [metric.name for metric in metrics_of("mpls")]
    assert named == sorted(study_metrics.named_by("mpls") or [])
    every = metrics_of("a study of your own")
    assert every == list(study_metrics.known_metrics().metrics.values())
    assert {"unique_throughput", "event_time"} <= {metric.name for metric in every}


def test_metrics_in_use_are_listed_by_study() -> None:
    """What published values, claims and pages of the study ask for."""
    named = set(study_metrics.named_by("mpls") or [])
    cells = published_cells("mpls")["metric"].unique().to_list()
    texts = [path.read_text() for path in claims.claims_folder("mpls").glob("*.sql")]
    texts += [path.read_text() for path in paths.REPORTS.glob("mpls*.qmd")]
    asked = {name for name in METRICS for text in texts if f"'{name}'" in text}
    assert asked
    assert asked | set(cells) <= named


def test_metric_with_incomplete_header_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "x.sql").write_text("-- title: X\nSELECT 1\n")
    monkeypatch.setattr(study_metrics, "shared_directories", lambda: [tmp_path])
    with pytest.raises(ConfigError, match=r"x\.sql: the header lacks table"):
        metrics_of("mpls")


def test_unknown_metric_of_study_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "metrics.txt").write_text("# ours\n  # and theirs\ngoodput\ngoodputz\n")
    monkeypatch.setattr(study_metrics, "study_directory", lambda study: tmp_path)
    with pytest.raises(ConfigError, match=r"metrics\.txt: unknown metric 'goodputz'"):
        metrics_of("mpls")


@pytest.mark.parametrize("change", ["cut", "flip", "rename"])
def test_damaged_rows_are_computed_again(tmp_path: Path, change: str) -> None:
    run_id, folder = make_run(tmp_path)
    measure = METRICS["mean_delay"]
    measure_runs(tmp_path, {run_id: folder}, [measure])
    file = covered_runs(tmp_path, measure)[run_id]
    content = file.read_bytes()
    if change == "rename":
        file.rename(file.with_name("chunk.parquet"))
    elif change == "cut":
        file.write_bytes(content[:-1])
    else:
        middle = len(content) // 2
        flipped = bytes([content[middle] ^ 4])
        file.write_bytes(content[:middle] + flipped + content[middle + 1 :])
    assert covered_runs(tmp_path, measure) == {}
    measure_runs(tmp_path, {run_id: folder}, [measure])
    assert [it.read_bytes() for it in rows_folder(tmp_path, measure).iterdir()] == [content]


def test_rows_of_another_metric_are_damage(tmp_path: Path) -> None:
    """The file's own name says nothing of the metric; its folder's does."""
    run_id, folder = make_run(tmp_path)
    one, other = METRICS["mean_delay"], METRICS["unique_throughput"]
    measure_runs(tmp_path, {run_id: folder}, [one])
    file = covered_runs(tmp_path, one)[run_id]
    moved = rows_folder(tmp_path, other) / file.name
    moved.parent.mkdir(exist_ok=True)
    moved.write_bytes(file.read_bytes())
    assert covered_runs(tmp_path, other) == {}
    measure_runs(tmp_path, {run_id: folder}, [other])
    assert covered_runs(tmp_path, other)[run_id] != moved
    assert not moved.exists()


def test_error_in_metric_names_it(tmp_path: Path) -> None:
    """So it does its file, and where in it; DuckDB draws that in lines of their own."""
    run_id, folder = make_run(tmp_path)
    slip = replace(METRICS["mean_delay"], sql="-- unit: s\nSELECT run_id, nodle FROM packets")
    place = rf"{re.escape(str(slip.path))}, line 2, column 16"
    with pytest.raises(ResultError, match=rf'^metric mean_delay: {place}: .*"nodle"'):
        measure_runs(tmp_path, {run_id: folder}, [slip])


def test_unreadable_rows_are_not_discarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> str:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    run_id, folder = make_run(tmp_path)
    measure = METRICS["mean_delay"]
    measure_runs(tmp_path, {run_id: folder}, [measure])
    file = covered_runs(tmp_path, measure)[run_id]
    monkeypatch.setattr("ns2studies.basics.checksums.digest_file", refuse)
    with pytest.raises(OSError, match=re.escape(str(file))):
        discard_damaged(tmp_path, measure)
    assert file.exists()


def test_noted_files_cover_metrics_and_runs(tmp_path: Path) -> None:
    run_id, folder = make_run(tmp_path)
    measure, note = METRICS["mean_delay"], tmp_path / "toy-quick.measures"
    measure_runs(tmp_path, {run_id: folder}, [measure])
    assert not noted_files_are_there(tmp_path, note, [measure], {run_id})
    note_files(tmp_path, note, [measure], {run_id})
    assert noted_files_are_there(tmp_path, note, [measure], {run_id})
    assert not noted_files_are_there(tmp_path, note, [measure], {run_id, "another"})
    # What a study is to be measured with may have grown since.
    assert not noted_files_are_there(tmp_path, note, [measure, METRICS["mean_hops"]], {run_id})
    file = covered_runs(tmp_path, measure)[run_id]
    content = file.read_bytes()
    file.write_bytes(content[1:])
    assert not noted_files_are_there(tmp_path, note, [measure], {run_id})
    file.unlink()
    assert not noted_files_are_there(tmp_path, note, [measure], {run_id})
