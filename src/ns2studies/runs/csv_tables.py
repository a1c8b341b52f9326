"""CSV that ns writes while it runs, and the tables it becomes.

Columns and their meaning: ns2-patches/ceas/README.md. Times are integer nanoseconds, costs and
temperatures seconds; an empty field is a missing value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyarrow as pa
from pyarrow import csv, parquet

from nstrace.errors import TraceError
from nstrace.files import whole_file


@dataclass(frozen=True)
class CsvFile:
    """A CSV file with a header that runs may write.

    Attributes:
        name: of the file in a run's folder.
        table: what it becomes.
        schema: its columns, in their order.
    """

    name: str
    table: str
    schema: pa.Schema


_WORD: Final = pa.dictionary(pa.int32(), pa.string())


def _columns(text: str, kind: pa.DataType) -> dict[str, pa.DataType]:
    return dict.fromkeys(text.split(), kind)


_COLONY: Final = _columns("source_node destination_node", pa.int32())

CSV_FILES: Final = (
    CsvFile(
        "ants.csv",
        "ceas_ants",
        pa.schema(
            {"time_ns": pa.int64(), "event": _WORD, "ant": pa.int64(), "kind": _WORD}
            | _COLONY
            | _columns("node neighbour", pa.int32())
            | _columns("cost_s temperature_s elite_temperature_s", pa.float64())
            | {"cause": _WORD}
        ),
    ),
    CsvFile(
        "pheromones.csv",
        "ceas_pheromones",
        pa.schema(
            {"time_ns": pa.int64(), "node": pa.int32()}
            | _COLONY
            | {"neighbour": pa.int32()}
            | _columns("pheromone probability", pa.float64())
        ),
    ),
    CsvFile(
        "colonies.csv",
        "ceas_colonies",
        pa.schema(
            {"time_ns": pa.int64()}
            | _COLONY
            | {"kind": _WORD}
            | _columns("sent arrived rejected returned lost_ttl lost_no_neighbour", pa.int64())
            | _columns("lost_queue lost_link_down lost_other alive", pa.int64())
            | _columns("temperature_s elite_temperature_s", pa.float64())
        ),
    ),
    CsvFile(
        "data.csv",
        "ceas_data",
        pa.schema(
            {"time_ns": pa.int64(), "node": pa.int32()}
            | _COLONY
            | _columns("forwarded sent_back revisits dropped_ttl", pa.int64())
            | _columns("dropped_no_neighbour dropped_queue dropped_link_down", pa.int64())
        ),
    ),
)


def ingest_csv(
    traces: Path, file: CsvFile, tables: Path, metadata: Mapping[str, str]
) -> dict[str, int]:
    """Turn a CSV file's rows into those of ``tables/TABLE.parquet``.

    Args:
        traces: the folder that the file lies in.
        metadata: goes into the Parquet file's key-value metadata.

    Returns:
        Rows by table.

    Raises:
        TraceError: if the header is another, or a value is not of its column's type.
    """
    path = traces / file.name
    try:
        rows = csv.read_csv(
            path,
            read_options=csv.ReadOptions(use_threads=False),
            convert_options=csv.ConvertOptions(
                column_types=file.schema, null_values=[""], strings_can_be_null=True
            ),
        )
    except pa.ArrowInvalid as error:
        raise TraceError(f"{path}: {error}") from error
    if rows.schema.names != file.schema.names:
        raise TraceError(
            f"{path}: has the columns {', '.join(rows.schema.names)}, "
            f"expected {', '.join(file.schema.names)}"
        )
    rows = rows.replace_schema_metadata(dict(metadata))
    with whole_file(tables / f"{file.table}.parquet") as temporary:
        parquet.write_table(rows, temporary, compression="zstd")
    return {file.table: rows.num_rows}
