"""Whatever a trace holds, its stored form gives it back byte for byte."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import generated_traces
import golden_traces
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nstrace
from nstrace.names import ASIDE, REJECTS
from nstrace.schemas import SCHEMAS

TRACES = pytest.mark.parametrize("trace", golden_traces.TRACES, ids=lambda path: path.name)
PROPERTY = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # fmt: skip
BLOCKS = st.sampled_from([4 << 20, 20_000, 4000])
"""Sizes of the blocks that a trace is read in; the first is the usual one."""


@contextmanager
def written(text: bytes, block_bytes: int) -> Iterator[Path]:
    """A file with this text, while traces are read in blocks of this size."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr("nstrace.scanning.BLOCK_BYTES", block_bytes)
        trace = Path(folder) / "a trace.tr"
        trace.write_bytes(text)
        yield trace


@TRACES
@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb", ".tr"])
def test_golden_traces(trace: Path, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"stored{suffix}"
    assert golden_traces.stored_and_exported(trace, target) == trace.read_bytes()


@PROPERTY
@given(text=generated_traces.traces(), block_bytes=BLOCKS, threads=st.integers(1, 2))
def test_any_trace(text: bytes, block_bytes: int, threads: int) -> None:
    with written(text, block_bytes) as trace:
        for suffix in (".parquet", ".arrow", ".tr"):
            target = trace.with_suffix(f".stored{suffix}")
            assert golden_traces.stored_and_exported(trace, target, threads) == text


@settings(PROPERTY, max_examples=12)
@given(text=generated_traces.traces(), block_bytes=BLOCKS)
def test_any_trace_as_database(text: bytes, block_bytes: int) -> None:
    with written(text, block_bytes) as trace:
        target = trace.with_suffix(".duckdb")
        assert golden_traces.stored_and_exported(trace, target) == text


@PROPERTY
@given(text=generated_traces.traces(), block_bytes=BLOCKS)
def test_every_line_is_counted_once(text: bytes, block_bytes: int) -> None:
    lines = text.count(b"\n") + (text[-1:] not in (b"", b"\n"))
    with written(text, block_bytes) as trace:
        stored = trace.with_suffix(".parquet")
        contents = nstrace.convert(trace, stored)
        found = golden_traces.read(trace)
    assert contents.lines == found.lines == lines
    assert contents.bytes == len(text)
    assert sum(rows for table, rows in contents.rows.items() if table not in ASIDE) == lines
    numbers = [*found.rows, *(row["line"] for row in found.rejects)]
    assert sorted(numbers) == list(range(1, lines + 1))
    for row in found.rejects:
        assert text[: row["byte"]].count(b"\n") == row["line"] - 1
        assert text[: row["byte"]][-1:] in (b"", b"\n")
        assert row["reason"]


def whole_tables(trace: Path, threads: int) -> dict[str, pa.Table]:
    """The tables of a trace, from whatever blocks they come in."""
    found: dict[str, list[pa.RecordBatch]] = {}
    for block in nstrace.scan(trace, threads=threads):
        for name, rows in block.tables.items():
            found.setdefault(name, []).append(rows)
    return {
        name: pa.Table.from_batches(rows, SCHEMAS[name]).unify_dictionaries()
        for name, rows in found.items()
    }


@PROPERTY
@given(text=generated_traces.traces(), block_bytes=BLOCKS)
def test_blocks_and_threads_change_nothing(text: bytes, block_bytes: int) -> None:
    with written(text, 4 << 20) as trace:
        wanted = {name: rows.to_pylist() for name, rows in whole_tables(trace, 1).items()}
    with written(text, block_bytes) as trace:
        for threads in (1, 2):
            found = {name: rows.to_pylist() for name, rows in whole_tables(trace, threads).items()}
            assert same(found) == same(wanted)


def same(tables: dict[str, list[dict[str, object]]]) -> dict[str, str]:
    """Tables in a form in which -0.0 and 0.0 differ; a line's end is noted in each block."""
    told = {name: rows for name, rows in tables.items() if name != "line_ends"}
    return {name: repr(rows) for name, rows in told.items()}


@PROPERTY
@given(text=generated_traces.traces(), block_bytes=BLOCKS)
def test_threads_change_no_byte_of_what_is_stored(text: bytes, block_bytes: int) -> None:
    with written(text, block_bytes) as trace:
        for suffix in (".parquet", ".arrow"):
            one, two = trace.with_suffix(f".1{suffix}"), trace.with_suffix(f".2{suffix}")
            nstrace.convert(trace, one, threads=1)
            nstrace.convert(trace, two, threads=2)
            assert one.read_bytes() == two.read_bytes()


def test_many_blocks_of_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All golden traces behind one another, often, in small blocks."""
    monkeypatch.setattr("nstrace.scanning.BLOCK_BYTES", 8000)
    texts = [trace.read_bytes() for trace in golden_traces.TRACES]
    text = b"".join(text + b"\n" * (text[-1:] != b"\n") for text in texts) * 5
    trace = tmp_path / "all.tr"
    trace.write_bytes(text)
    for suffix in (".parquet", ".arrow", ".duckdb"):
        assert golden_traces.stored_and_exported(trace, tmp_path / f"all{suffix}", 2) == text
    found = golden_traces.read(trace, threads=2)
    rows = [golden_traces.expected(each)["rows"] for each in golden_traces.TRACES]
    typed = sum(count for each in rows for form, count in each.items() if form != REJECTS)
    # The line that is cut is not cut here.
    assert len(found.rows) == 5 * (typed + 1)
