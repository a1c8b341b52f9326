"""Commands that can't do what was asked say what can."""

import bz2
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import golden_traces
import pytest
from nstrace_cli import LINES, call, failure

WIRELESS = golden_traces.FOLDER / "wireless-aodv.tr"


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "a.tr"
    path.write_text(LINES)
    return path


def _bzip2(trace: Path) -> Path:
    packed = trace.with_name("a b.tr.bz2")
    packed.write_bytes(bz2.compress(trace.read_bytes()))
    return packed


def _zip(trace: Path) -> Path:
    packed = trace.with_name("a.zip")
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(trace, trace.name)
    return packed


def _utf_16(trace: Path) -> Path:
    other = trace.with_name("other code.tr")
    other.write_bytes(trace.read_text().encode("utf-16"))
    return other


def _carriage_returns(trace: Path) -> Path:
    other = trace.with_name("old Mac's.tr")
    other.write_bytes(trace.read_bytes().replace(b"\n", b"\r"))
    return other


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb"])
def test_stored_trace_under_another_name_is_named(trace: Path, suffix: str) -> None:
    """That no line was of a known kind was all that was said, of the program's own files."""
    stored, other = trace.with_suffix(suffix), trace.with_name("other")
    assert call("convert", trace, "-o", stored).returncode == 0
    stored.rename(other)
    said = failure("summary", other)
    assert said.startswith(f"nstrace: {other}: no line of a known kind: its content is ")
    assert f"rename it so that its name ends with {suffix}." in said
    done = call("validate", other)
    assert done.returncode == 1
    assert f"rename it so that its name ends with {suffix}." in done.stderr.decode()
    given = other.read_bytes()
    for command in ("summary", "validate"):
        said = call(command, "-", given=given).stderr.decode()
        assert f"pass it as a file whose name ends with {suffix}." in said
    other.rename(stored)
    assert call("summary", stored).returncode == 0


@pytest.mark.parametrize(
    ("pack", "program"),
    [
        (_bzip2, "bzip2 -dc"),
        (_zip, "unzip -p"),
        (_utf_16, "iconv -f UTF-16 -t UTF-8"),
        (_carriage_returns, "tr '"),
    ],
)
def test_packed_trace_gives_unpacking_command(
    trace: Path, pack: Callable[[Path], Path], program: str
) -> None:
    packed = pack(trace)
    for words in (
        ["summary", trace, packed],
        ["convert", packed, "-o", trace.with_suffix(".parquet")],
    ):
        said = failure(*words)
        assert f"{packed}: no line of a known kind" in said
        (command,) = [line for line in said.splitlines() if program in line]
        assert "nstrace validate" not in said
        unpack = command.partition(": ")[2].partition(" | ")[0]
        done = subprocess.run(unpack, shell=True, capture_output=True, check=False)
        assert done.returncode == 127 or done.stdout == trace.read_bytes()  # not installed
    other = trace.with_name("other")
    other.write_bytes(b"no trace\n")
    assert "compressed with" not in failure("summary", other)


def test_tar_archive_is_named(trace: Path) -> None:
    """The header of an archive spoils the first line, and the end the last."""
    packed = trace.with_name("a.tar")
    with tarfile.open(packed, "w") as archive:
        archive.add(trace, trace.name)
    done = call("validate", packed)
    assert "it is a tar archive\n  Unpack it: tar -xOf " in done.stderr.decode()
    assert "starts with the header of a tar archive" in call("summary", packed).stdout.decode()


@pytest.mark.parametrize(
    "words", [["sql", "SELECT 1"], ["metrics", "--metric", "throughput"], ["bins"], ["summary"]]
)
def test_lines_of_no_known_kind_are_counted(trace: Path, words: list[str]) -> None:
    """Half of the lines could be broken, and all but summary gave numbers without a word."""
    assert b"are rejected" not in call(*words, trace).stderr
    broken = trace.with_name("broken one.tr")
    broken.write_text("\ufeff" + LINES + "+ 3 0 2 tcp\n")
    done = call(*words, broken)
    assert done.returncode == 0
    assert (
        f"nstrace: {broken}: 2 of 11 lines are rejected; to see why: nstrace validate '{broken}'\n"
    ) in done.stderr.decode()
    assert b"starts with a UTF-8 byte order mark" in done.stdout + done.stderr


def test_empty_bins_suggest_rate_series(trace: Path, tmp_path: Path) -> None:
    """A header was all that they gave of a wireless trace, without a word."""
    done = call("bins", WIRELESS)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1
    assert b"no packets of wired links were counted; nstrace metrics" in done.stderr
    assert call("bins", trace).stderr == b""
    done = call("bins", golden_traces.FOLDER / "wired-sctp.tr")
    assert b"not nam, satellite or SCTP lines" in done.stderr
    empty = tmp_path / "empty.tr"
    empty.touch()
    assert b"no packet" not in call("bins", empty).stderr


def test_export_names_what_it_needs(trace: Path) -> None:
    said = failure("export", trace)
    assert "not a file made by nstrace convert" in said
    assert ".parquet, .arrow, .duckdb" in said


def test_empty_answers_are_explained(trace: Path) -> None:
    done = call("head", "--table", "wireless", trace)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"no rows of wireless at the beginning" in done.stderr
    done = call("metrics", "--metric", "link_utilisation", trace)
    assert b"link_utilisation needs --bandwidth, such as 0-2=10e6" in done.stderr
    given = ("metrics", "--metric", "link_utilisation", "--bandwidth", "0-2=1e6", trace)
    assert b"needs --bandwidth" not in call(*given).stderr


@pytest.mark.parametrize(
    "words",
    [
        ["summary", "LONG"],
        ["metrics", "LONG.parquet"],
        ["sql", "SELECT 1", "LONG"],
        ["bins", "LONG"],
        ["head", "LONG"],
        ["validate", "LONG"],
        ["export", "LONG.parquet"],
        ["convert", "LONG", "-o", "a.parquet"],
        ["convert", "TRACE", "-o", "LONG.parquet"],
        ["convert", "TRACE", "-o", "LONG/"],
        ["report", "TRACE", "-o", "LONG.html"],
    ],
)
def test_name_that_system_refuses_is_one_message(trace: Path, words: list[str]) -> None:
    """A traceback, as was that of a file in a folder that one may not enter."""
    name = "x" * 300
    given = [word.replace("LONG", name).replace("TRACE", str(trace)) for word in words]
    assert "File name too long" in failure(*given)
