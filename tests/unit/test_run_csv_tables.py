"""CSV that ns writes to tables: typed, or refused with file and reason."""

from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.digests import digest_file
from ns2studies.runs.csv_tables import CSV_FILES, CsvFile, ingest_csv
from ns2studies.runs.ingest import TABLES
from nstrace.errors import TraceError

ANTS = next(file for file in CSV_FILES if file.name == "ants.csv")
SENT = "15,sent,1,normal,0,8,0,,,,,"
ARRIVED = "27,arrived,1,normal,0,8,8,,0.004,0.00086,0.0009,"


def taken_in(folder: Path, text: str, file: CsvFile = ANTS) -> dict[str, int]:
    (folder / file.name).write_text(text)
    return ingest_csv(folder, file, folder, {"key": "it's"})


def with_header(*lines: str) -> str:
    return "\n".join([",".join(ANTS.schema.names), *lines, ""])


def test_rows_are_typed(tmp_path: Path) -> None:
    assert taken_in(tmp_path, with_header(SENT, ARRIVED)) == {"ceas_ants": 2}
    rows = duckdb.sql(f"FROM '{tmp_path}/ceas_ants.parquet'").fetchall()
    assert rows == [
        (15, "sent", 1, "normal", 0, 8, 0, None, None, None, None, None),
        (27, "arrived", 1, "normal", 0, 8, 8, None, 0.004, 0.00086, 0.0009, None),
    ]
    metadata = duckdb.sql(f"FROM parquet_kv_metadata('{tmp_path}/ceas_ants.parquet')").fetchall()
    assert (b"key", b"it's") in [row[1:] for row in metadata]


def test_only_data_flow_bins_are_kept(tmp_path: Path) -> None:
    bins = next(file for file in CSV_FILES if file.name == "flows.csv")
    header = ",".join(bins.schema.names)
    counts = ",7" * (len(bins.schema) - 8)
    kinds = (("antForward", 0), ("tcp", 1), ("ack", 0))
    rows = [f"100000,1,0,0,8,0,{kind},{data}{counts}" for kind, data in kinds]
    assert taken_in(tmp_path, "\n".join([header, *rows, ""]), bins) == {"flow_bins": 1}
    row = duckdb.sql(f"SELECT type, delay_max_us FROM '{tmp_path}/flow_bins.parquet'").fetchall()
    assert row == [("tcp", 7)]


@pytest.mark.parametrize("file", CSV_FILES, ids=lambda file: file.name)
def test_no_rows_are_empty_table(tmp_path: Path, file: CsvFile) -> None:
    assert file.table in TABLES
    assert taken_in(tmp_path, ",".join(file.schema.names) + "\n", file) == {file.table: 0}
    described = duckdb.sql(f"DESCRIBE FROM '{tmp_path}/{file.table}.parquet'").fetchall()
    assert [row[0] for row in described] == file.schema.names


@pytest.mark.parametrize(
    "text",
    [
        "",
        with_header(SENT).replace("ant,", ""),
        with_header(SENT).replace("ant,", "bee,"),
        with_header(SENT + ","),
        with_header(SENT[:-1]),
        with_header(SENT.replace("15", "1.5")),
        with_header(SENT.replace("normal,0", "normal,x")),
        with_header(ARRIVED.replace("0.004", "fast")),
    ],
)
def test_invalid_csv_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(TraceError, match=r"ants\.csv: "):
        taken_in(tmp_path, text)
    assert not (tmp_path / "ceas_ants.parquet").exists()


def test_equal_rows_give_equal_bytes(tmp_path: Path) -> None:
    digests = set()
    for _ in range(2):
        taken_in(tmp_path, with_header(*[SENT, ARRIVED] * 20_000))
        digests.add(digest_file(tmp_path / "ceas_ants.parquet"))
    assert len(digests) == 1
