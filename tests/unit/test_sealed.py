"""Files that say what they must hold: no flipped bit, and no missing byte, is taken."""

import os
from pathlib import Path

import pytest

from ns2studies.basics.sealed import (
    page_has_its_size,
    page_is_whole,
    read_sealed_json,
    seal_page,
    sealed_json,
)

FACTS = {"run_id": "abc", "identity": {"seed": 1, "delay_s": 0.1}, "label": "ü"}


def flipped(content: bytes) -> list[bytes]:
    """The content with each of its bytes changed, one at a time."""
    return [
        content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]
        for at in range(len(content))
    ]


def test_what_was_sealed_is_read(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(sealed_json(FACTS))
    assert read_sealed_json(file) == FACTS


def test_no_other_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    whole = sealed_json(FACTS).encode()
    for content in [*flipped(whole), *(whole[:end] for end in range(len(whole))), whole + b" "]:
        file.write_bytes(content)
        with pytest.raises(ValueError, match="something else"):
            read_sealed_json(file)


def test_no_other_page_is_whole(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><p>7</p></html>")
    assert not page_has_its_size(page)
    seal_page(page, page.name)
    assert page_is_whole(page)
    whole = page.read_bytes()
    assert whole.startswith(b"<!doctype html><p>7</p></html>\n<!-- ")
    for content in flipped(whole):
        page.write_bytes(content)
        assert not page_is_whole(page)
    for content in [*(whole[:end] for end in range(len(whole))), whole + b" "]:
        page.write_bytes(content)
        assert not page_has_its_size(page)
        assert not page_is_whole(page)
    page.unlink()
    assert not page_is_whole(page)


def test_a_page_under_another_name_is_not_whole(tmp_path: Path) -> None:
    """Two pages that were exchanged are both as they were, but for their names."""
    page = tmp_path / "mpls.html"
    page.write_text("<!doctype html><p>7</p></html>")
    seal_page(page, "sync.html")
    assert not page_has_its_size(page)
    assert page_has_its_size(page.rename(tmp_path / "sync.html"))


def test_a_pipe_holds_nothing_that_was_sealed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(OSError, match="not a plain file"):
        read_sealed_json(tmp_path / "run.json")
