"""Files that say what they must hold: no flipped bit, and no missing byte, is taken."""

import os
from pathlib import Path

import pytest

from ns2studies.basics.checksums import (
    add_page_checksum,
    checksummed_json,
    page_is_whole,
    page_made_of,
    read_checksummed_json,
)

FACTS = {"run_id": "abc", "identity": {"seed": 1, "delay_s": 0.1}, "label": "ü"}


def flipped(content: bytes) -> list[bytes]:
    """The content with each of its bytes changed, one at a time."""
    return [
        content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]
        for at in range(len(content))
    ]


def test_checksummed_json_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(checksummed_json(FACTS))
    assert read_checksummed_json(file) == FACTS


def test_checksummed_json_refuses_any_change(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    whole = checksummed_json(FACTS).encode()
    for content in [*flipped(whole), *(whole[:end] for end in range(len(whole))), whole + b" "]:
        file.write_bytes(content)
        with pytest.raises(ValueError, match="contents have changed"):
            read_checksummed_json(file)


def test_page_is_whole_refuses_any_change(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><p>7</p></html>")
    assert page_made_of(page) == ""
    add_page_checksum(page, page.name)
    assert page_is_whole(page)
    whole = page.read_bytes()
    assert whole.startswith(b"<!doctype html><p>7</p></html>\n<!-- ")
    for content in flipped(whole):
        page.write_bytes(content)
        assert not page_is_whole(page)
    for content in [*(whole[:end] for end in range(len(whole))), whole + b" "]:
        page.write_bytes(content)
        assert page_made_of(page) == ""
        assert not page_is_whole(page)
    page.unlink()
    assert not page_is_whole(page)


def test_page_is_whole_refuses_another_name(tmp_path: Path) -> None:
    """Two pages that were exchanged are both as they were, but for their names."""
    page = tmp_path / "mpls.html"
    page.write_text("<!doctype html><p>7</p></html>")
    add_page_checksum(page, "sync.html")
    assert page_made_of(page) == ""
    assert page_made_of(page.rename(tmp_path / "sync.html"))


def test_checksummed_json_refuses_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(OSError, match="not a plain file"):
        read_checksummed_json(tmp_path / "run.json")
