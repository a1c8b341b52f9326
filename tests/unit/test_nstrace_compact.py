"""Compact files: rows of a flow side by side, and nothing lost."""

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
from hypothesis import strategies as st
from nstrace_cli import failure, output

import nstrace
from nstrace import clustering
from nstrace.clustering import clustered, in_line_order
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
    path = tmp_path_factory.mktemp("compact") / "t.tr"
    path.write_text("".join(line for _, line in sorted(lines)))
    return path


def exported(stored: Path, target: Path) -> bytes:
    export_stored(stored, target, BytesIO())
    return target.read_bytes()


@pytest.mark.parametrize("target", ["t.parquet", "folder"])
def test_the_trace_comes_back(trace: Path, tmp_path: Path, target: str) -> None:
    stored = tmp_path / target
    convert = nstrace.convert if target.endswith(".parquet") else nstrace.convert_to_folder
    convert(trace, stored, compact=True)
    assert exported(stored, tmp_path / "t.tr") == trace.read_bytes()


@pytest.mark.parametrize("golden", golden_traces.TRACES, ids=lambda path: path.name)
def test_golden_traces_come_back(golden: Path, tmp_path: Path) -> None:
    stored = tmp_path / "t.parquet"
    nstrace.convert(golden, stored, compact=True)
    assert exported(stored, tmp_path / "t.tr") == golden.read_bytes()


def test_it_is_smaller(trace: Path, tmp_path: Path) -> None:
    plain, compact = tmp_path / "plain.parquet", tmp_path / "compact.parquet"
    nstrace.convert(trace, plain)
    nstrace.convert(trace, compact, compact=True)
    assert compact.stat().st_size < 0.9 * plain.stat().st_size


def test_rows_of_a_flow_stand_together_in_the_order_of_their_lines(
    trace: Path, tmp_path: Path
) -> None:
    stored = tmp_path / "t.parquet"
    nstrace.convert(trace, stored, compact=True)
    rows = pq.read_table(stored, columns=["flow", "from_node", "event", "line"]).to_pylist()
    streams = [(row["flow"], row["from_node"], row["event"]) for row in rows]
    changes = sum(one != other for one, other in pairwise(streams))
    assert changes + 1 == len(set(streams)) == 20 * 3 * 3
    last: dict[object, int] = {}
    for stream, row in zip(streams, rows, strict=True):
        assert row["line"] > last.get(stream, 0)
        last[stream] = row["line"]


def test_whatever_reads_it_sees_the_same(trace: Path, tmp_path: Path) -> None:
    plain, compact = tmp_path / "plain.parquet", tmp_path / "compact.parquet"
    output("convert", trace, "-o", plain)
    output("convert", "--compact", trace, "-o", compact)
    assert output("head", "-n", "500", compact) == output("head", "-n", "500", plain)
    assert output("metrics", compact) == output("metrics", plain)
    assert nstrace.read(compact).arrow("packets") == nstrace.read(plain).arrow("packets")
    query = "SELECT * FROM packets ORDER BY line"
    assert output("sql", query, compact) == output("sql", query, plain)


def test_threads_change_no_byte(trace: Path, tmp_path: Path) -> None:
    for threads in (1, 2):
        target = tmp_path / f"{threads}.parquet"
        nstrace.convert(trace, target, threads=threads, compact=True)
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


def test_only_parquet_is_compact(trace: Path, tmp_path: Path) -> None:
    target = tmp_path / "t.arrow"
    assert "only Parquet files can be compact" in failure(
        "convert", "--compact", trace, "-o", target
    )
    assert not target.exists()


@settings(max_examples=50, deadline=None)
@given(text=generated_traces.traces(), most_keys=st.sampled_from([1, 1 << 62]))
def test_any_rows_come_back(text: bytes, most_keys: int) -> None:
    """Also if the flows, links and events were too many to be numbered together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clustering, "_MOST_KEYS", most_keys)
        with TemporaryDirectory() as folder:
            trace = Path(folder) / "t.tr"
            trace.write_bytes(text)
            found = nstrace.read(trace)
        for table in found.tables:
            rows = found.arrow(table)
            assert in_line_order(clustered(table, rows)) == rows


def test_no_rows_are_no_trouble() -> None:
    nothing: pa.Table = nstrace.SCHEMAS["packets"].empty_table()
    assert clustered("packets", nothing) == nothing
