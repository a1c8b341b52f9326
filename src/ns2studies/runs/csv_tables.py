"""CSV files that ns writes during runs, and the tables into which they are converted.

ns2-patches/ceas/README.md and, for flow_bins, ns2-patches/records describe the columns. Times are
integer nanoseconds (start_us: microseconds), costs and temperatures seconds; an empty field is a
missing value.
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
        table: name of its table.
        schema: its columns, in their order.
        kept: name of a column that is 1 in rows that are stored and 0 in others; None stores all.
    """

    name: str
    table: str
    schema: pa.Schema
    kept: str | None = None


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
            | {"temperatures_kept": pa.int64()}
        ),
    ),
    CsvFile(
        "data.csv",
        "ceas_data",
        pa.schema(
            {"time_ns": pa.int64(), "node": pa.int32()}
            | _COLONY
            | _columns("forwarded sent_back sent_back_again revisits", pa.int64())
            | _columns("loops_of_2 loops_of_3 loops_of_4 longer_loops dropped_ttl", pa.int64())
            | _columns("dropped_no_neighbour dropped_queue dropped_link_down", pa.int64())
        ),
    ),
    CsvFile(
        "first-arrivals.csv",
        "first_arrivals",
        pa.schema({"time_ns": pa.int64(), "flow": pa.int32()}),
    ),
    # Ants and acknowledgements have bins, too, which are many and unused.
    CsvFile(
        "flows.csv",
        "flow_bins",
        pa.schema(
            {"start_us": pa.int64()}
            | _columns("flow source_node source_port destination_node", pa.int32())
            | {"destination_port": pa.int32(), "type": _WORD, "data": pa.int8()}
            | _columns("sent_packets sent_bytes retransmitted_packets", pa.int64())
            | _columns("retransmitted_bytes delivered_packets delivered_bytes", pa.int64())
            | _columns("new_packets new_bytes out_of_order_packets reordered_packets", pa.int64())
            | _columns("dropped_in_queue dropped_on_line dropped_before_queue", pa.int64())
            | _columns("dropped_link_down dropped_bytes delay_packets delay_sum_us", pa.int64())
            | _columns("delay_min_us delay_max_us dropped_ttl dropped_no_route", pa.int64())
            | _columns("cwnd_last_packets cwnd_min_packets cwnd_max_packets", pa.float64())
            | _columns("ssthresh_last_packets ssthresh_min_packets", pa.float64())
            | {"ssthresh_max_packets": pa.float64()}
            | _columns("rtt_last_ms rtt_min_ms rtt_max_ms", pa.int64())
        ),
        kept="data",
    ),
)


def ingest_csv(
    traces: Path, file: CsvFile, tables: Path, metadata: Mapping[str, str]
) -> dict[str, int]:
    """Convert the rows of a CSV file that are kept to those of ``tables/TABLE.parquet``.

    Args:
        traces: the folder that contains the file.
        metadata: key-value metadata for the Parquet file.

    Returns:
        Number of rows by table.

    Raises:
        TraceError: if the header is unexpected, or a value is not of its column's type.
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
    if file.kept is not None:
        rows = rows.filter(rows[file.kept].cast(pa.bool_()))
    rows = rows.replace_schema_metadata(dict(metadata))
    with whole_file(tables / f"{file.table}.parquet", durable=False) as temporary:
        parquet.write_table(rows, temporary, compression="zstd")
    return {file.table: rows.num_rows}
