"""Fingerprints: what changes them, what does not, and that docs/reference.md defines them."""

import math
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.metrics import measure_files
from ns2studies.metrics.fingerprints import FINGERPRINT, fingerprint_runs, fingerprints
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.metrics.row_digests import Fingerprint, fingerprint_of

WORDS = pa.dictionary(pa.int8(), pa.string())

PACKETS = {
    "time_ns": pa.array([5, None, 2**62, -3], pa.int64()),
    "event": pa.array(["r", "d", None, "r"], WORDS),
    "type": pa.array(["tcp", "", "äck", "tcp"], pa.string()),
    "node": pa.array([1, 2, 3, 4], pa.int32()),
    "sent": pa.array([True, False, True, True]),
    "energy": pa.array([None, None, None, None], pa.float64()),
}
WINDOWS = {"value": pa.array([1.5, math.nan, -0.0, None], pa.float64())}
NOTHING = {"line": pa.array([], pa.int64())}


def store(
    folder: Path, tables: Mapping[str, Mapping[str, pa.Array]], **options: Any
) -> Fingerprint:
    """Write a run's tables into a new folder; returns its fingerprint."""
    folder.mkdir(parents=True)
    for name, columns in tables.items():
        parquet.write_table(pa.table(dict(columns)), folder / f"{name}.parquet", **options)
    return fingerprint_of(folder)


@pytest.fixture
def run(tmp_path: Path) -> Fingerprint:
    return store(tmp_path / "run", {"packets": PACKETS, "variables": WINDOWS, "labels": NOTHING})


def test_program_of_manual_gives_same(run: Fingerprint, tmp_path: Path) -> None:
    """It shares nothing with ours but the words of the definition."""
    text = (paths.ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (tmp_path / "stranger.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", tmp_path / "stranger.py", tmp_path / "run"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == run.digest
    assert run.rows == 8


def test_fingerprint_ignores_table_storage(run: Fingerprint, tmp_path: Path) -> None:
    packets = {
        # Another order, other widths and forms, and without the column that has no value.
        "sent": PACKETS["sent"].cast(pa.int8()),
        "node": PACKETS["node"].cast(pa.int64()),
        "type": PACKETS["type"].dictionary_encode(),
        "event": PACKETS["event"].dictionary_decode(),
        "time_ns": PACKETS["time_ns"],
    }
    tables = {"labels": NOTHING, "variables": WINDOWS, "packets": packets}
    other = store(tmp_path / "other", tables, compression="zstd", row_group_size=1)
    assert other == run


def test_fingerprint_treats_all_nans_alike(tmp_path: Path) -> None:
    nans = pa.array([math.nan, -math.nan], pa.float64())
    one = store(tmp_path / "one", {"variables": {"value": nans}})
    other = store(tmp_path / "other", {"variables": {"value": nans[::-1]}})
    assert one == other


def changed(table: str, **columns: pa.Array) -> dict[str, Mapping[str, pa.Array]]:
    """The tables of the run, one of them with other columns."""
    tables: dict[str, Mapping[str, pa.Array]] = {
        "packets": PACKETS, "variables": WINDOWS, "labels": NOTHING,
    }  # fmt: skip
    return tables | {table: {**tables[table], **columns}}


DIFFERENT: dict[str, Mapping[str, Mapping[str, pa.Array]]] = {
    "a value": changed("packets", node=pa.array([1, 2, 3, 5])),
    "the order of the rows": changed("packets", node=pa.array([2, 1, 3, 4])),
    "a missing value for zero": changed("variables", value=pa.array([1.5, math.nan, -0.0, 0.0])),
    "another one missing": changed("packets", time_ns=pa.array([5, 2**62, None, -3])),
    "where a text ends": changed("packets", type=pa.array(["tc", "p", "äck", "tcp"])),
    "the sign of zero": changed("variables", value=pa.array([1.5, math.nan, 0.0, None])),
    "integers as numbers": changed("packets", node=pa.array([1.0, 2.0, 3.0, 4.0])),
    "one column more": changed("packets", flow=pa.array([1, 1, 1, 1])),
    "a row more": changed("labels", line=pa.array([None], pa.int64())),
    "a table less": {"packets": PACKETS, "variables": WINDOWS},
    "a table's name": {"packets": PACKETS, "variables": WINDOWS, "links": NOTHING},
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_fingerprint_covers_all_values(run: Fingerprint, tmp_path: Path, what: str) -> None:
    assert store(tmp_path / "other", DIFFERENT[what]).digest != run.digest


def test_table_that_cant_be_read_is_named(run: Fingerprint, tmp_path: Path) -> None:
    file = tmp_path / "run" / "packets.parquet"
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(ResultError, match=r"packets\.parquet can't be read"):
        fingerprint_of(tmp_path / "run")


def test_type_without_definition_is_named(tmp_path: Path) -> None:
    lists = pa.array([[1], [2]])
    with pytest.raises(ResultError, match=r"odd\.parquet: a column has the type list"):
        store(tmp_path / "run", {"odd": {"some": lists}})


def folders(tmp_path: Path, *names: str) -> dict[str, Path]:
    """Runs of one row each, all different."""
    for number, name in enumerate(names):
        if not (tmp_path / name).exists():
            store(tmp_path / name, {"packets": {"node": pa.array([number])}})
    return {name: tmp_path / name for name in names}


def test_each_run_is_read_once(tmp_path: Path) -> None:
    read: list[str] = []
    runs = folders(tmp_path, "a", "b", "c")
    fingerprint_runs(tmp_path, {"a": runs["a"]}, check=read.append)
    said: list[tuple[int, int]] = []
    fingerprint_runs(tmp_path, runs, lambda *at: said.append(at), read.append)
    assert read == ["a", "b", "c"]
    assert said == [(2, 2)]
    expected = {name: fingerprint_of(folder).digest for name, folder in runs.items()}
    assert fingerprints(tmp_path, ["a", "b", "c"]) == expected
    assert fingerprints(tmp_path, []) == {}


def test_fingerprints_computed_so_far_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_files, "CHUNK", 1)
    runs = folders(tmp_path, "a", "b")
    (runs["b"] / "packets.parquet").write_bytes(b"nothing")
    with pytest.raises(ResultError):
        fingerprint_runs(tmp_path, runs)
    assert list(fingerprints(tmp_path, ["a"])) == ["a"]
    with pytest.raises(ResultError, match="fingerprints of 1 runs are missing or damaged"):
        fingerprints(tmp_path, ["a", "b"])


def test_damaged_fingerprints_are_recomputed(tmp_path: Path) -> None:
    runs = folders(tmp_path, "a")
    fingerprint_runs(tmp_path, runs)
    before = fingerprints(tmp_path, ["a"])
    (file,) = rows_folder(tmp_path, FINGERPRINT).glob("*.parquet")
    file.write_bytes(file.read_bytes()[::-1])
    with pytest.raises(ResultError, match="check --repair computes them again"):
        fingerprints(tmp_path, ["a"])
    fingerprint_runs(tmp_path, runs)
    assert fingerprints(tmp_path, ["a"]) == before
