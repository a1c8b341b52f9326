"""Rows of a flow side by side in Parquet files, and nothing lost."""

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import generated_traces
import golden_traces
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from nstrace_cli import output

import nstrace
from nstrace.clustering import as_array, cluster_order, in_line_order
from nstrace.converting import export_stored

PACKETS = 15_000


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty flows that send at random, each over three links."""
    draw = Random(1)
    lines = []
    for uid, sent_us in enumerate(sorted(draw.sample(range(10_000_000), PACKETS))):
        flow = draw.randrange(20)
        for link in range(3):
            text = f"{link} {link + 1} tcp 1040 ------- {flow} {flow}.0 3.{flow} {uid // 20} {uid}"
            for event, after_us in (("+", 0), ("-", 83), ("r", 10_083)):
                at_us = sent_us + 10_083 * link + after_us
                lines.append((at_us, f"{event} {at_us / 1e6:.15g} {text}\n"))
    path = tmp_path_factory.mktemp("clustered") / "t.tr"
    path.write_text("".join(line for _, line in sorted(lines)))
    return path


def exported(stored: Path, target: Path) -> bytes:
    export_stored(stored, target, BytesIO())
    return target.read_bytes()


@pytest.mark.parametrize("target", ["t.parquet", "folder"])
def test_clustered_trace_is_restored(trace: Path, tmp_path: Path, target: str) -> None:
    stored = tmp_path / target
    convert = nstrace.convert if target.endswith(".parquet") else nstrace.convert_to_folder
    convert(trace, stored)
    assert exported(stored, tmp_path / "t.tr") == trace.read_bytes()


@pytest.mark.parametrize("golden", golden_traces.TRACES, ids=lambda path: path.name)
def test_golden_traces_are_restored(golden: Path, tmp_path: Path) -> None:
    stored = tmp_path / "t.parquet"
    nstrace.convert(golden, stored)
    assert exported(stored, tmp_path / "t.tr") == golden.read_bytes()


def test_clustered_file_is_smaller(trace: Path, tmp_path: Path) -> None:
    in_order, clustered = tmp_path / "in-order.parquet", tmp_path / "clustered.parquet"
    nstrace.convert(trace, in_order, in_order=True)
    nstrace.convert(trace, clustered)
    assert clustered.stat().st_size < 0.5 * in_order.stat().st_size


def test_in_order_option_keeps_line_order(trace: Path, tmp_path: Path) -> None:
    stored = tmp_path / "t.parquet"
    output("convert", "--in-order", trace, "-o", stored)
    lines = pq.read_table(stored, columns=["line"])["line"].to_pylist()
    assert lines == list(range(1, 9 * PACKETS + 1))
    assert exported(stored, tmp_path / "t.tr") == trace.read_bytes()


def test_rows_are_grouped_by_flow_in_line_order(trace: Path, tmp_path: Path) -> None:
    stored = tmp_path / "t.parquet"
    nstrace.convert(trace, stored)
    rows = pq.read_table(stored, columns=["flow", "from_node", "event", "line"]).to_pylist()
    streams = [(row["flow"], row["from_node"], row["event"]) for row in rows]
    changes = sum(one != other for one, other in pairwise(streams))
    assert changes + 1 == len(set(streams)) == 20 * 3 * 3
    last: dict[object, int] = {}
    for stream, row in zip(streams, rows, strict=True):
        assert row["line"] > last.get(stream, 0)
        last[stream] = row["line"]


def test_clustering_is_invisible_to_readers(trace: Path, tmp_path: Path) -> None:
    in_order, clustered = tmp_path / "in-order.parquet", tmp_path / "clustered.parquet"
    output("convert", "--in-order", trace, "-o", in_order)
    output("convert", trace, "-o", clustered)
    assert output("head", "-n", "500", clustered) == output("head", "-n", "500", in_order)
    assert output("metrics", clustered) == output("metrics", in_order)
    assert nstrace.read(clustered).arrow("packets") == nstrace.read(in_order).arrow("packets")
    query = "SELECT * FROM packets ORDER BY line"
    assert output("sql", query, clustered) == output("sql", query, in_order)


def test_threads_change_no_byte(trace: Path, tmp_path: Path) -> None:
    for threads in (1, 2):
        target = tmp_path / f"{threads}.parquet"
        nstrace.convert(trace, target, threads=threads)
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


@settings(max_examples=50, deadline=None)
@given(text=generated_traces.traces())
def test_cluster_order_is_invertible(text: bytes) -> None:
    with TemporaryDirectory() as folder:
        trace = Path(folder) / "t.tr"
        trace.write_bytes(text)
        found = nstrace.read(trace)
    for table in found.tables:
        rows = found.arrow(table)
        order = cluster_order(table, rows)
        if order is not None:
            assert in_line_order(rows.take(as_array(order))) == rows


def test_cluster_order_of_no_rows_is_none() -> None:
    nothing: pa.Table = nstrace.SCHEMAS["packets"].empty_table()
    assert cluster_order("packets", nothing) is None
