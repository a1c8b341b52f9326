"""Validation of the rows of stored traces, before any other code uses them.

A stored trace may be damaged or malicious. The libraries that read Arrow and Parquet reject
violations of their formats, but neither an index beyond its dictionary nor a null in a column that
must not have any. The native core, which writes rows as text, does not validate its input.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from nstrace.errors import StoredTraceError
from nstrace.schemas import SCHEMAS, as_declared
from nstrace.stored import Contents

_DAMAGE: Final = (
    ArithmeticError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    pa.ArrowException,
)
"""Exceptions that the libraries raise for malformed files."""


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Convert exceptions while a stored trace is read to an error that names its file.

    Raises:
        StoredTraceError: if the block fails because of the file.
    """
    try:
        yield
    except _DAMAGE as error:
        raise damaged(path, error) from error


def damaged(path: Path, reason: object) -> StoredTraceError:
    """Return the error for a stored trace that is damaged or not made by nstrace."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    return StoredTraceError(
        f"{path}: damaged, or not made by nstrace: {text[:300]}",
        "Make it again with: nstrace convert TRACE -o FILE",
    )


def checked(
    batches: Iterator[pa.RecordBatch], table: str, contents: Contents, path: Path
) -> Iterator[pa.RecordBatch]:
    """Yield the validated rows of a table, in its declared types; no batch is empty.

    Args:
        batches: the rows as read from the file.
        contents: the contents that the file declares.
        path: the file, for messages.

    Raises:
        StoredTraceError: if the rows don't match the schema or the declared contents.
    """
    wanted = contents.rows.get(table, 0)
    rows, line = 0, 0
    while True:
        with damage_named(path):
            batch = next(batches, None)
            if batch is None:
                break
            batch.validate(full=True)
            batch = as_declared(batch, table)
            _check_values(batch)
            line = _last_line(batch, line, contents.lines)
            rows += len(batch)
            if rows > wanted:
                raise ValueError(f"table {table} has more than {wanted} rows")
        if len(batch):
            yield batch
    if rows != wanted:
        raise damaged(path, f"table {table} has {rows} rows, not {wanted}")


def _check_values(batch: pa.RecordBatch) -> None:
    for field, column in zip(batch.schema, batch.columns, strict=True):
        if column.null_count and not field.nullable:
            raise ValueError(f"a value of {field.name} is missing")


def _last_line(batch: pa.RecordBatch, before: int, most: int) -> int:
    """Return the number of a batch's last line.

    Raises:
        ValueError: if line numbers don't increase, from ``before`` up to ``most``.
    """
    if not len(batch):
        return before
    lines = batch.column("line")
    first, last = lines[0].as_py(), lines[-1].as_py()
    rising = pc.all(pc.less(lines.slice(0, len(lines) - 1), lines.slice(1))).as_py()
    if first <= before or last > most or rising is False:
        raise ValueError("its rows are not in the order of the lines")
    return int(last)


def check_columns(schema: pa.Schema, table: str) -> None:
    """Check the names and types of a file's columns, without reading rows.

    Raises:
        ValueError: if one is unknown, duplicated, missing or of another type.
    """
    declared = SCHEMAS[table]
    if len(set(schema.names)) < len(schema) or not set(schema.names) <= set(declared.names):
        raise ValueError(f"table {table} has other columns")
    for field in declared:
        if field.name in schema.names:
            found = schema.field(field.name).type
            if _plain(found) != _plain(field.type):
                raise ValueError(f"column {field.name} is of type {found}, not {field.type}")
        elif not field.nullable:
            raise ValueError(f"column {field.name} is missing")


def _plain(kind: pa.DataType) -> pa.DataType:
    """Return a type, or the type of its values if it is a dictionary."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind
