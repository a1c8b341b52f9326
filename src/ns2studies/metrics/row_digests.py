"""Fingerprints of runs: digests of the rows in their tables.

Two runs have the same fingerprint if their tables have the same values in the same order, no
matter how the simulator was built, or the files were written or compressed.
:data:`ns2studies.metrics.fingerprints.DEFINITION` is the exact definition, and docs/reference.md
explains it.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from ns2studies.basics.digests import digest_value
from ns2studies.basics.errors import ResultError


@dataclass(frozen=True)
class Fingerprint:
    """The digest of a run's rows.

    Attributes:
        digest: SHA-256, by the definition.
        rows: number of rows in all tables.
    """

    digest: str
    rows: int


def fingerprint_of(folder: Path) -> Fingerprint:
    """Return the fingerprint of the run whose Parquet tables are in ``folder``.

    Tables are read one row group at a time, so memory does not grow with their length.

    Raises:
        ResultError: if a table can't be read, or has a column of a type that results don't have.
    """
    tables = {file.stem: _table(file) for file in sorted(folder.glob("*.parquet"))}
    return Fingerprint(digest_value(tables), sum(it["rows"] for it in tables.values()))


class _Table(TypedDict):
    rows: int
    columns: dict[str, dict[str, str]]


def _table(file: Path) -> _Table:
    columns: dict[str, _Column] = {}
    try:
        with parquet.ParquetFile(file) as stored:
            for group in range(stored.num_row_groups):
                rows = stored.read_row_group(group, use_threads=False)
                for name in rows.column_names:
                    column = columns.setdefault(name, _Column(rows.schema.field(name).type))
                    column.add(rows.column(name))
            number = stored.metadata.num_rows
    except (pa.ArrowException, OSError) as error:
        raise ResultError(f"{file} can't be read: {error}") from error
    except _UnknownTypeError as error:
        raise ResultError(f"{file}: a column has the type {error}") from error
    described = {name: column.described() for name, column in columns.items() if column.has_values}
    return {"rows": number, "columns": described}


class _UnknownTypeError(Exception):
    """A type that the definition does not cover."""


class _Column:
    """The digests of a column, updated piece by piece."""

    def __init__(self, kind: pa.DataType) -> None:
        self._type = _type(kind)
        self._values = hashlib.sha256()
        self._present = hashlib.sha256()
        self._missing = 0
        self._rows = 0
        self.has_values = False

    def add(self, piece: pa.ChunkedArray) -> None:
        for values in piece.chunks:
            self._add(values)

    def _add(self, values: pa.Array) -> None:
        there = values
        if values.null_count:
            # Most columns have no missing values, and need no such digest.
            if not self._missing:
                self._present.update(b"\1" * self._rows)
            self._missing += values.null_count
            there = values.drop_null()
        if self._missing:
            self._present.update(pc.cast(values.is_valid(), pa.uint8()).to_numpy())
        self._rows += len(values)
        if len(there):
            self.has_values = True
            self._values.update(_ENCODED[self._type](there))

    def described(self) -> dict[str, str]:
        """Return the type and the digests in the form of the fingerprint."""
        present = {"present": self._present.hexdigest()} if self._missing else {}
        return {"type": self._type, "values": self._values.hexdigest(), **present}


def _type(kind: pa.DataType) -> str:
    """Return the name of a column's type.

    Raises:
        _UnknownTypeError: if the definition has none.
    """
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_integer(plain) or pa.types.is_boolean(plain):
        return "integer"
    if pa.types.is_floating(plain):
        return "number"
    if pa.types.is_string(plain) or pa.types.is_large_string(plain):
        return "text"
    raise _UnknownTypeError(kind)


def _integers(values: pa.Array) -> memoryview:
    return memoryview(pc.cast(values, pa.int64()).to_numpy().astype("<i8", copy=False))


def _numbers(values: pa.Array) -> memoryview:
    numbers = pc.cast(values, pa.float64()).to_numpy().astype("<f8")
    # The bits of NaN differ between programs; all other values are the same.
    numbers[np.isnan(numbers)] = np.nan
    return memoryview(numbers)


def _texts(values: pa.Array) -> memoryview:
    """Return the bytes of all texts one after the other, each terminated by a zero byte."""
    if isinstance(values, pa.DictionaryArray):
        ended = _ended(values.dictionary).take(values.indices)
    else:
        ended = _ended(values)
    _, offsets, content = ended.buffers()
    ends = np.frombuffer(offsets, dtype="i4")[ended.offset : ended.offset + len(ended) + 1]
    return memoryview(content)[int(ends[0]) : int(ends[-1])]


def _ended(texts: pa.Array) -> pa.Array:
    joined = pc.binary_join_element_wise(pc.cast(texts, pa.string()), "", "\0")
    return pc.cast(joined, pa.string())


_ENCODED: Final[Mapping[str, Callable[[pa.Array], memoryview]]] = {
    "integer": _integers,
    "number": _numbers,
    "text": _texts,
}
