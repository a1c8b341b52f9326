"""nstrace from Python: Arrow, Polars and DuckDB objects."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from nstrace_cli import LINES, RUBBISH

import nstrace
from ns2studies.basics import paths
from nstrace import scanning
from nstrace.bins import FlowBins, write_bins
from nstrace.querying import database


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "out.tr"
    path.write_text(LINES)
    return path


def test_every_table_is_there_with_its_columns(trace: Path) -> None:
    read = nstrace.read(trace)
    assert set(read.tables) == {"packets", "links", "variables", "line_ends"}
    for name, schema in nstrace.SCHEMAS.items():
        assert read.arrow(name).schema == schema
    assert read.arrow("wireless").num_rows == 0


def test_unknown_table_is_named(trace: Path) -> None:
    with pytest.raises(nstrace.NstraceError, match="'packet'\n  Tables: packets, variables"):
        nstrace.read(trace).arrow("packet")


def test_trace_gives_polars_frames(trace: Path) -> None:
    packets = nstrace.read(trace).polars("packets")
    assert packets.filter(pl.col("event") == "d").select("uid", "time_ns").rows() == [
        (11, 2_750_000_000)
    ]


def test_polars_shares_numbers(trace: Path) -> None:
    trace.write_text(LINES * 1000)
    read = nstrace.read(trace)
    column = read.arrow("packets")["uid"].chunk(0)
    shared = read.polars("packets")["uid"].to_arrow()
    assert isinstance(shared, pa.Array)
    assert shared.buffers()[1].address == column.buffers()[1].address


def test_trace_gives_duckdb_connection(trace: Path) -> None:
    connection = nstrace.read(trace).duckdb()
    assert connection.sql("SELECT event, count(*) FROM packets GROUP BY 1 ORDER BY 1").fetchall() \
        == [("+", 3), ("-", 1), ("d", 1), ("r", 2)]  # fmt: skip
    assert connection.sql("SELECT value FROM cwnd ORDER BY line").fetchall() == [(10.0,), (20.0,)]
    joined = "SELECT p.uid FROM packets p JOIN links l ON p.time_ns > l.time_ns WHERE event = 'd'"
    assert connection.sql(joined).fetchall() == [(11,)]


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.duckdb"])
def test_stored_trace_reads_same(trace: Path, tmp_path: Path, name: str) -> None:
    trace.write_text(LINES + RUBBISH)
    nstrace.convert(trace, tmp_path / name)
    stored, read = nstrace.read(tmp_path / name), nstrace.read(trace)
    assert set(stored.tables) == set(read.tables)
    for table in read.tables:
        assert stored.arrow(table).to_pylist() == read.arrow(table).to_pylist()


def test_paths_may_be_texts(trace: Path, tmp_path: Path) -> None:
    """Those of traces might be; those of what is written and of stored traces might not."""
    stored, folder = f"{tmp_path}/t.parquet", f"{tmp_path}/tables"
    assert nstrace.convert(str(trace), stored).lines == 10
    assert nstrace.convert_to_folder(str(trace), folder).lines == 10
    for name in (stored, folder):
        assert nstrace.open_stored(name).contents.rows["packets"] == 7
        assert nstrace.read(name).arrow("packets").num_rows == 7
    write_bins(FlowBins(stored).rows(), f"{tmp_path}/bins.csv")
    assert (tmp_path / "bins.csv").read_text().count("\n") == 5


@pytest.mark.parametrize("threads", [0, -1])
def test_zero_threads_are_refused(trace: Path, tmp_path: Path, threads: int) -> None:
    nstrace.convert(trace, tmp_path / "t.parquet")
    said = f"threads is {threads}: it takes one at least"
    for path in (trace, tmp_path / "t.parquet"):
        with pytest.raises(nstrace.NstraceError, match=said):
            nstrace.read(path, threads=threads)
        with pytest.raises(nstrace.NstraceError, match=said), database([path], threads=threads):
            pass
    with pytest.raises(nstrace.NstraceError, match=said):
        list(nstrace.scan(trace, threads=threads))


def test_metric_with_columns_of_its_own(trace: Path) -> None:
    """There was no metric of that name, it said."""
    read = nstrace.read(trace)
    with pytest.raises(nstrace.NstraceError, match=r"trace\.metric_rows\('rate_series'\)"):
        read.metrics("rate_series")
    # Each second, 8 * 1040 bits are sent; the first packet arrives in second 1.
    assert read.metric_rows("rate_series").to_pylist() == [
        {"subject": "flow1", "time_s": 1, "sent_bps": 8320, "unique_bps": 8320},
        {"subject": "flow1", "time_s": 2, "sent_bps": 8320, "unique_bps": 0},
    ]
    with pytest.raises(nstrace.NstraceError, match="unknown metric 'rates'"):
        read.metric_rows("rates")


def test_blocks_follow_each_other(trace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "BLOCK_BYTES", 300)
    trace.write_text(LINES * 50)
    blocks = list(nstrace.scan(trace))
    assert len(blocks) > 20
    line = 1
    for block in blocks:
        assert block.first_line == line
        line += block.lines
        rows = sum(len(rows) for name, rows in block.tables.items() if name != "line_ends")
        assert rows == block.lines
    assert line == 501
    assert blocks[-1].end_byte == len(LINES) * 50


def test_blocks_are_same_with_several_threads(trace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "BLOCK_BYTES", 300)
    trace.write_text(LINES * 50)
    one, three = (list(nstrace.scan(trace, threads=threads)) for threads in (1, 3))
    assert [block.tables["packets"].to_pylist() for block in one] == [
        block.tables["packets"].to_pylist() for block in three
    ]


def test_metadata_are_stored(trace: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    nstrace.convert(trace, tmp_path / "t.parquet", metadata={"made by": "é ' \" test"})
    metadata = pq.read_metadata(tmp_path / "t.parquet").metadata
    assert metadata[b"made by"].decode() == "é ' \" test"


def test_columns_of_later_blocks_are_added(trace: Path, tmp_path: Path) -> None:
    plain = "+ 1 0 2 tcp 1040 ------- 1 0.0 3.1 0 10\n"
    trace.write_text(plain * 200_000 + plain.strip() + " 7 0x10 20 0\n" + plain * 200_000)
    nstrace.convert(trace, tmp_path / "t.parquet")
    acks = pl.read_parquet(tmp_path / "t.parquet")["ack"]
    assert acks.null_count() == 400_000
    assert acks[200_000] == 7
    nstrace.convert(tmp_path / "out.tr", tmp_path / "again.tr")
    with (tmp_path / "export.tr").open("wb") as stream:
        nstrace.export_text(nstrace.open_stored(tmp_path / "t.parquet"), stream)
    assert (tmp_path / "export.tr").read_bytes() == trace.read_bytes()


def test_empty_columns_are_left_out(trace: Path, tmp_path: Path) -> None:
    nstrace.convert(trace, tmp_path / "t.parquet")
    columns = pl.read_parquet_schema(tmp_path / "t.parquet").names()
    assert "ack" not in columns
    assert columns == [name for name in nstrace.SCHEMAS["packets"].names if name in columns]


def test_public_names_are_those_of_their_modules() -> None:
    """They are imported late; a type checker is told of them apart."""
    homes = nstrace._HOMES
    assert sorted(name for names in homes.values() for name in names) == sorted(nstrace.__all__)
    for module, names in homes.items():
        for name in names:
            found = getattr(nstrace, name)
            assert found is getattr(sys.modules[f"nstrace.{module}"], name)
    assert set(nstrace.__all__) <= set(dir(nstrace))


def test_unknown_name_is_error() -> None:
    with pytest.raises(AttributeError, match="module 'nstrace' has no attribute 'raed'"):
        nstrace.raed  # noqa: B018


def test_type_checker_knows_only_public_names(tmp_path: Path) -> None:
    program = tmp_path / "user.py"
    program.write_text(
        "import nstrace\nreveal_type(nstrace.read)\nreveal_type(nstrace.SCHEMAS)\nnstrace.raed\n"
    )
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", paths.ROOT / "pyproject.toml", program],
        cwd=paths.ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = result.stdout
    assert "def (path: " in said and "-> nstrace.reading.Trace" in said
    assert 'Module has no attribute "raed"' in said
    assert "Found 1 error in 1 file" in said
