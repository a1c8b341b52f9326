"""Pages of Parquet files that the native core lays out: every reader sees the values."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nstrace import _native
from nstrace.clustering import as_array
from nstrace.parquet_encoding import file_in_memory
from nstrace.parquet_footer import MAGIC, footer_bytes, take_apart
from nstrace.parquet_pages import (
    BYTES_APART,
    DICTIONARY,
    DIFFERENCES,
    PLAIN,
    Chunk,
    Column,
    can_be_laid_out,
    encoded,
    rows_by_kind,
)

KINDS: Final = {
    "int64": (DIFFERENCES, BYTES_APART, PLAIN, DICTIONARY),
    "int32": (DICTIONARY, BYTES_APART, PLAIN),
    "text": (DICTIONARY,),
}
TYPES: Final = {
    "int64": pa.int64(),
    "int32": pa.int32(),
    "text": pa.dictionary(pa.int8(), pa.string()),
}


def whole(bits: int) -> st.SearchStrategy[int]:
    limit = 1 << (bits - 1)
    return st.integers(-limit, limit - 1) | st.integers(-3, 300)


VALUES: Final = {"int64": whole(64), "int32": whole(32), "text": st.text(max_size=5)}


@st.composite
def columns(draw: st.DrawFn) -> tuple[str, pa.ChunkedArray, bool]:
    """A kind of column, its values in one or two chunks, and whether it might have gaps."""
    kind = draw(st.sampled_from(sorted(TYPES)))
    values = draw(st.lists(VALUES[kind], min_size=1, max_size=80))
    repeated = values * draw(st.sampled_from([1, 1, 30]))
    cut = draw(st.integers(0, len(repeated)))
    chunks = [pa.array(part) for part in (repeated[:cut], repeated[cut:]) if part]
    if kind == "text":
        chunks = pa.chunked_array([chunk.dictionary_encode() for chunk in chunks]).chunks
        chunks = pa.chunked_array(chunks).unify_dictionaries().chunks
    else:
        chunks = [chunk.cast(TYPES[kind]) for chunk in chunks]
    return kind, pa.chunked_array(chunks), draw(st.booleans())


def stored(column: Column, kind: str, path: Path) -> bool:
    """Write a file with one column in one encoding, if that is possible."""
    layout = next(column.layouts([kind]), None)
    if layout is None:
        return False
    part = encoded([Chunk(column, layout)])
    schema = pa.schema([column.field])
    _, pattern = take_apart(file_in_memory(schema.empty_table()))
    end = footer_bytes(pattern, schema.names, [part.group.placed(len(MAGIC))], {})
    path.write_bytes(b"".join([MAGIC, *map(bytes, part.data), end]))
    return True


@settings(max_examples=150, deadline=None)
@given(given_column=columns())
def test_every_reader_sees_values(given_column: tuple[str, pa.ChunkedArray, bool]) -> None:
    kind, values, nullable = given_column
    field = pa.field("value", values.type, nullable)
    assert can_be_laid_out(values)
    column = Column(field, values, with_range=kind == "int64")
    expected = values.to_pylist()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.parquet"
        written = [encoding for encoding in KINDS[kind] if stored(column, encoding, path)]
        assert written
        for encoding in written:
            stored(column, encoding, path)
            assert pq.read_table(path)["value"].to_pylist() == expected, encoding
            assert polars.read_parquet(path)["value"].to_list() == expected, encoding
            rows = duckdb.sql(f"SELECT value FROM '{path}'").fetchall()
            assert [value for (value,) in rows] == expected, encoding


def test_footer_has_minimum_and_maximum(tmp_path: Path) -> None:
    values = pa.chunked_array([[5, -7], [1 << 40]])
    column = Column(pa.field("value", pa.int64()), values, with_range=True)
    assert stored(column, DIFFERENCES, tmp_path / "t.parquet")
    chunk = pq.read_metadata(tmp_path / "t.parquet").row_group(0).column(0)
    assert (chunk.statistics.min, chunk.statistics.max) == (-7, 1 << 40)
    assert chunk.statistics.null_count == 0


def test_constant_differences_take_little_space() -> None:
    values = pa.chunked_array([pa.array(range(10, 1_000_000, 7))])
    column = Column(pa.field("value", pa.int64()), values)
    differences, plain = column.layouts([DIFFERENCES, PLAIN])
    assert differences.compressed_bytes() < plain.compressed_bytes() / 1000


def test_only_gapless_integers_can_be_laid_out() -> None:
    for values in ([1, None], [1.5, 2.5], [b"x", b"y"], ["x", "y"]):
        assert not can_be_laid_out(pa.chunked_array([pa.array(values)]))
    assert not can_be_laid_out(pa.chunked_array([], pa.int64()))


@settings(max_examples=100, deadline=None)
@given(
    keys=st.lists(
        st.lists(whole(32), min_size=40, max_size=40)
        | st.lists(st.integers(0, 3), min_size=40, max_size=40),
        min_size=1,
        max_size=4,
    )
)
def test_rows_by_kind_sorts_by_keys(keys: list[list[int]]) -> None:
    columns = [pa.chunked_array([pa.array(key, pa.int32())]) for key in keys]
    order = as_array(rows_by_kind(columns, 40)).to_pylist()
    assert order == sorted(range(40), key=lambda row: [key[row] for key in keys])


def test_number_of_keys_must_match_rows() -> None:
    kinds = _native.RowKinds(3)
    with pytest.raises(ValueError, match="not as many rows"):
        kinds.split_by([b"\0" * 8])
    values = _native.PageValues([b"\0" * 8], 4, b"")
    with pytest.raises(ValueError, match="not as many rows"):
        values.reorder(kinds.rows())
