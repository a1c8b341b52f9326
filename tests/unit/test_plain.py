"""Files that are no plain text: one message that names the file, and no waiting."""

import os
from pathlib import Path

import pytest

from nstrace.errors import NstraceError
from nstrace.plain import open_plain, read_text


def test_lines_end_as_in_python(tmp_path: Path) -> None:
    file = tmp_path / "a.sql"
    file.write_bytes("one\r\ntwo\rthrée\n".encode())
    assert read_text(file) == "one\ntwo\nthrée\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda file: file.write_bytes(b"\xff"), "not a text file in UTF-8"),
        (Path.mkdir, "not a plain file"),
        (os.mkfifo, "not a plain file"),
        (lambda file: file.symlink_to("gone"), "No such file or directory"),
    ],
)
def test_read_text_refuses_what_is_no_text(tmp_path: Path, make: object, said: str) -> None:
    file = tmp_path / "a.sql"
    assert callable(make)
    make(file)
    with pytest.raises(NstraceError, match=rf"a\.sql: {said}"):
        read_text(file)


def test_open_plain_refuses_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(OSError, match="not a plain file") as caught:
        open_plain(tmp_path / "run.json")
    assert caught.value.filename == str(tmp_path / "run.json")
