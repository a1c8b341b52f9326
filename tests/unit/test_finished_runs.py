"""What the store says of a run must be so, or it is said."""

import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics import checksums
from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import ResultError
from ns2studies.runs.finished import FACTS, FinishedRuns


@pytest.fixture
def store(tmp_path: Path) -> FinishedRuns:
    """A store with one run of two tables."""
    made = FinishedRuns(tmp_path)
    folder = made.folder("toy", "abc")
    folder.mkdir(parents=True)
    listed = {}
    for table, content in {"packets": b"rows", "links": b"more rows"}.items():
        file = folder / f"{table}.parquet"
        file.write_bytes(content)
        listed[table] = {"rows": 1, "bytes": len(content), "sha256": digest_file(file)}
    (folder / FACTS).write_text(checksummed_json({"run_id": "abc", "tables": listed}))
    return made


def refusal(store: FinishedRuns) -> ResultError:
    with pytest.raises(ResultError) as caught:
        store.check_contents("toy", "abc")
    assert caught.value.hint.startswith(f"Delete {store.folder('toy', 'abc')} to run it again.")
    return caught.value


def test_stored_contents_pass_check(store: FinishedRuns) -> None:
    store.check_contents("toy", "abc")


@pytest.mark.parametrize("content", [b"", b"rowt", b"rows "])
def test_other_contents_are_refused(store: FinishedRuns, content: bytes) -> None:
    file = store.folder("toy", "abc") / "packets.parquet"
    file.write_bytes(content)
    assert re.search(f"^{re.escape(str(file))} is damaged", refusal(store).message)


def test_missing_table_is_named(store: FinishedRuns) -> None:
    file = store.folder("toy", "abc") / "links.parquet"
    file.unlink()
    assert refusal(store).message == f"{file} is missing"


@pytest.mark.parametrize("text", ["", "{", "[1]"])
def test_invalid_facts_are_named(store: FinishedRuns, text: str) -> None:
    (store.folder("toy", "abc") / FACTS).write_text(text)
    assert FACTS in refusal(store).message


def test_run_is_whole_while_file_sizes_match(store: FinishedRuns) -> None:
    folder = store.folder("toy", "abc")
    file = folder / "packets.parquet"
    assert store.is_whole("toy", "abc")
    file.write_bytes(b"rowt")
    assert store.is_whole("toy", "abc"), "what it holds is looked at where it is read"
    for content in (b"", b"row", b"rows "):
        file.write_bytes(content)
        assert not store.is_whole("toy", "abc")
    file.unlink()
    assert not store.is_whole("toy", "abc")
    assert not store.is_whole("toy", "another")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_unreadable_run_is_not_reported_as_damaged(
    store: FinishedRuns, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Nothing is run again, and nothing thrown away, since a disk or its owner says no."""

    def refuse(path: Path | str) -> dict[str, Any]:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(checksums, "read_checksummed_json", refuse)
    with pytest.raises(OSError, match=r"run\.json"):
        store.is_whole("toy", "abc")
