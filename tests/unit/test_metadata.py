"""Databases and what stands beside them, while others replace them."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.database.metadata import (
    describe,
    description_path,
    opened,
    require_whole,
    whole_copies,
)


def made(folder: Path, name: str, content: bytes) -> Path:
    database = folder / f"{name}.duckdb"
    database.write_bytes(content)
    describe(description_path(database), database, {})
    return database


def test_copies_leave_out_databases_being_replaced(tmp_path: Path) -> None:
    """The start page so far failed, and with it the command, when it was another study's turn."""
    whole, forgotten, replaced = (made(tmp_path, name, b"rows") for name in "abc")
    description_path(forgotten).unlink()
    replaced.write_bytes(b"ROWS")
    gone = tmp_path / "d.duckdb"
    (copy,) = whole_copies([whole, forgotten, replaced, gone], tmp_path / "copies")
    whole.write_bytes(b"ROWS")
    require_whole(copy)
    assert copy.name == whole.name


def test_locked_database_is_not_reported_as_damaged(tmp_path: Path) -> None:
    database = tmp_path / "a.duckdb"
    duckdb.connect(database).close()
    describe(description_path(database), database, {})
    holder = (
        f"import duckdb; held = duckdb.connect({str(database)!r}); print(1, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        message = f"another program: .*PID {process.pid}"
        with pytest.raises(StudyError, match=message) as caught, opened(database):
            pass
        process.kill()
    assert not isinstance(caught.value, ResultError)
