"""Where traces come from and go to: compression, pipes, and whatever can go wrong with either."""

import bz2
import gzip
import lzma
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pytest

import nstrace
from nstrace import NstraceError, TraceError
from nstrace.files import unfinished
from nstrace.scanning import BLOCK_BYTES

PACKETS = b"".join(
    b"%c %d.%06d 0 2 tcp 1040 ------- 1 0.0 3.1 %d %d\n" % (b"+-rd"[i % 4], i // 100, i, i, i * 7)
    for i in range(30_000)
)
"""More than a small file's worth, less than a block."""

CONVERT = (
    "import sys, nstrace; nstrace.convert(sys.argv[1], __import__('pathlib').Path(sys.argv[2]))"
)


def zstd(text: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(text)
    return bytes(sink.getvalue())


def xz(text: bytes) -> bytes:
    # How well it packs is not what is tried, and at its usual level it takes thirty times as long.
    return lzma.compress(text, preset=0)


COMPRESSIONS = {"gz": gzip.compress, "zst": zstd, "xz": xz}
EACH = pytest.mark.parametrize("suffix", COMPRESSIONS)
Compress = Callable[[bytes], bytes]


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def stored(trace: Path | str, target: Path) -> bytes:
    nstrace.convert(trace, target)
    return target.read_bytes()


@pytest.fixture
def plain(tmp_path: Path) -> bytes:
    """What the packets are stored as."""
    return stored(write(tmp_path / "plain.tr", PACKETS), tmp_path / "plain.parquet")


@contextmanager
def nothing_written(folder: Path) -> Iterator[Path]:
    """A target that must stay as it is, and alone, while something fails."""
    target = write(folder / "earlier.parquet", b"what was there earlier")
    before = sorted(folder.iterdir())
    yield target
    assert target.read_bytes() == b"what was there earlier"
    assert sorted(folder.iterdir()) == before


def failure(trace: Path | str, target: Path) -> str:
    with pytest.raises(NstraceError) as failed:
        nstrace.convert(trace, target)
    return str(failed.value)


# Compression


@EACH
def test_compression_is_told_from_first_bytes(tmp_path: Path, plain: bytes, suffix: str) -> None:
    data = COMPRESSIONS[suffix](PACKETS)
    for name in (f"a.tr.{suffix}", "no suffix", "wrong.tr"):
        assert stored(write(tmp_path / name, data), tmp_path / "a.parquet") == plain


@EACH
@pytest.mark.parametrize("cut", [0, 1, 12_345, len(PACKETS) - 1, len(PACKETS)])
def test_concatenated_members(tmp_path: Path, plain: bytes, suffix: str, cut: int) -> None:
    compress = COMPRESSIONS[suffix]
    data = compress(PACKETS[:cut]) + compress(PACKETS[cut:])
    assert stored(write(tmp_path / "a", data), tmp_path / "a.parquet") == plain


@EACH
def test_many_small_members(tmp_path: Path, plain: bytes, suffix: str) -> None:
    step = 50_000
    pieces = [PACKETS[at : at + step] for at in range(0, len(PACKETS), step)]
    data = b"".join(map(COMPRESSIONS[suffix], pieces))
    assert stored(write(tmp_path / "a", data), tmp_path / "a.parquet") == plain


@EACH
def test_compressed_empty_trace_has_no_lines(tmp_path: Path, suffix: str) -> None:
    trace = write(tmp_path / "a", COMPRESSIONS[suffix](b""))
    assert nstrace.convert(trace, tmp_path / "a.parquet").lines == 0


def test_zero_padding_between_xz_streams_is_skipped(tmp_path: Path, plain: bytes) -> None:
    """xz allows them, and so tapes and archives are padded."""
    half = len(PACKETS) // 2
    data = xz(PACKETS[:half]) + bytes(8) + xz(PACKETS[half:]) + bytes(512)
    assert stored(write(tmp_path / "a", data), tmp_path / "a.parquet") == plain


@EACH
@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999])
def test_file_that_was_cut(tmp_path: Path, suffix: str, share: float) -> None:
    data = COMPRESSIONS[suffix](PACKETS)
    trace = write(tmp_path / "a", data[: max(8, int(share * len(data)))])
    with nothing_written(tmp_path) as target:
        said = failure(trace, target)
    assert said.startswith(f"{trace}: can't be read after ")
    assert "it may have been cut" in said


@EACH
def test_file_without_its_last_byte(tmp_path: Path, suffix: str) -> None:
    trace = write(tmp_path / "a", COMPRESSIONS[suffix](PACKETS)[:-1])
    with nothing_written(tmp_path) as target:
        assert "can't be read after" in failure(trace, target)


@EACH
def test_second_member_that_was_cut(tmp_path: Path, suffix: str) -> None:
    whole = COMPRESSIONS[suffix](PACKETS)
    trace = write(tmp_path / "a", whole + whole[: len(whole) // 2])
    with nothing_written(tmp_path) as target:
        assert "can't be read after" in failure(trace, target)


@EACH
@pytest.mark.parametrize("behind", [b"+ 0.1 0 2", b"garbage" * 20])
def test_something_else_behind_first_member(tmp_path: Path, suffix: str, behind: bytes) -> None:
    """It might be a member whose start is damaged, and must not be taken for the end."""
    trace = write(tmp_path / "a", COMPRESSIONS[suffix](PACKETS) + behind)
    with nothing_written(tmp_path) as target:
        assert "can't be read after" in failure(trace, target)


@pytest.mark.parametrize("suffix", ["gz", "xz"])
def test_damaged_byte(tmp_path: Path, suffix: str) -> None:
    """Formats with a checksum show it."""
    data = bytearray(COMPRESSIONS[suffix](PACKETS))
    data[len(data) // 2] ^= 0xFF
    trace = write(tmp_path / "a", bytes(data))
    with nothing_written(tmp_path) as target:
        assert "can't be read after" in failure(trace, target)


def test_unknown_compression_gives_rejects(tmp_path: Path) -> None:
    trace = write(tmp_path / "a.tr.bz2", bz2.compress(PACKETS))
    contents = nstrace.convert(trace, tmp_path / "a.parquet")
    assert contents.rows.keys() <= {"rejects", "kept", "line_ends"}


# Pipes


def converted_by_another_process(
    given: bytes | None, *words: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", CONVERT, *words], input=given, capture_output=True, check=False
    )


@pytest.mark.parametrize("suffix", ["", *COMPRESSIONS])
def test_standard_input(tmp_path: Path, plain: bytes, suffix: str) -> None:
    given = COMPRESSIONS[suffix](PACKETS) if suffix else PACKETS
    target = tmp_path / "a.parquet"
    done = converted_by_another_process(given, "-", str(target))
    assert done.returncode == 0, done.stderr
    assert target.read_bytes() == plain


def test_empty_standard_input(tmp_path: Path) -> None:
    target = tmp_path / "a.parquet"
    assert converted_by_another_process(b"", "-", str(target)).returncode == 0
    assert nstrace.open_stored(target).contents.lines == 0


def test_standard_input_that_was_cut(tmp_path: Path) -> None:
    with nothing_written(tmp_path) as target:
        done = converted_by_another_process(gzip.compress(PACKETS)[:-9], "-", str(target))
    assert done.returncode == 1
    assert b"TraceError: standard input: can't be read after " in done.stderr


@pytest.mark.parametrize("suffix", ["", *COMPRESSIONS])
def test_fifo_written_in_small_pieces_is_read(tmp_path: Path, plain: bytes, suffix: str) -> None:
    data = COMPRESSIONS[suffix](PACKETS) if suffix else PACKETS
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    def drip() -> None:
        with fifo.open("wb", buffering=0) as stream:
            # The first bytes, by which compression is told, come one by one.
            for at in range(10):
                stream.write(data[at : at + 1])
                time.sleep(0.001)
            for at in range(10, len(data), 7001):
                stream.write(data[at : at + 7001])

    writer = threading.Thread(target=drip)
    writer.start()
    found = stored(fifo, tmp_path / "a.parquet")
    writer.join()
    assert found == plain


SEVERAL_BLOCKS = PACKETS * (10 * BLOCK_BYTES // len(PACKETS) // 3)


def places(trace: Path, threads: int = 1) -> list[tuple[int, int, int]]:
    return [(b.first_line, b.lines, b.end_byte) for b in nstrace.scan(trace, threads=threads)]


def test_file_is_cut_where_its_compressed_copy_is(tmp_path: Path) -> None:
    """A plain file is read by the threads themselves, at places found beforehand."""
    whole = write(tmp_path / "whole.tr", SEVERAL_BLOCKS)
    stream = places(write(tmp_path / "stream.tr", zstd(SEVERAL_BLOCKS)))
    assert len(stream) == 4
    assert places(whole) == places(whole, threads=2) == stream
    unfinished = write(tmp_path / "unfinished.tr", SEVERAL_BLOCKS[:-1])
    assert places(unfinished, threads=2)[:3] == stream[:3]


@pytest.mark.parametrize("threads", [1, 2])
def test_file_that_becomes_shorter_while_it_is_read(tmp_path: Path, threads: int) -> None:
    trace = write(tmp_path / "shorter.tr", SEVERAL_BLOCKS * 3)
    blocks = nstrace.scan(trace, threads=threads)
    next(blocks)
    os.truncate(trace, len(SEVERAL_BLOCKS) * 2)
    with pytest.raises(TraceError, match="the file has become shorter"):
        list(blocks)


def test_lines_added_while_reading_are_not_read(tmp_path: Path) -> None:
    trace = write(tmp_path / "growing.tr", SEVERAL_BLOCKS)
    blocks = nstrace.scan(trace)
    lines = next(blocks).lines
    with trace.open("ab") as stream:
        stream.write(PACKETS)
    assert lines + sum(block.lines for block in blocks) == SEVERAL_BLOCKS.count(b"\n")


def test_empty_fifo_has_no_lines(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.open("wb").close())
    writer.start()
    assert nstrace.convert(fifo, tmp_path / "a.parquet").lines == 0
    writer.join()


# Traces that can't be read


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.tr", "No such file or directory"),
        ("folder", "Is a directory"),
        ("file/a.tr", "Not a directory"),
        ("loop", "Too many levels of symbolic links"),
        ("x" * 300, "File name too long"),
    ],
)
def test_trace_that_cannot_be_opened(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    with nothing_written(tmp_path) as target:
        assert failure(tmp_path / name, target) == f"{tmp_path / name}: {reason}"
    with pytest.raises(TraceError):
        next(nstrace.scan(tmp_path / name))


@contextmanager
def without_privileges() -> Iterator[None]:
    """As somebody who may not read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_trace_that_may_not_be_read(tmp_path: Path) -> None:
    trace = write(tmp_path / "a.tr", PACKETS)
    trace.chmod(0)
    with without_privileges(), pytest.raises(TraceError) as failed:
        next(nstrace.scan(trace))
    assert str(failed.value) == f"{trace}: Permission denied"


def test_file_that_opens_but_cannot_be_read(tmp_path: Path) -> None:
    with nothing_written(tmp_path) as target:
        assert failure("/proc/self/mem", target).startswith("/proc/self/mem: can't be read after 0")


# Targets that can't be written


def test_target_of_unknown_kind(tmp_path: Path) -> None:
    trace = write(tmp_path / "a.tr", PACKETS)
    for name in ("a.csv", "a", "a.parquet.gz"):
        assert "can't tell the format from its name's end" in failure(trace, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["a.tr"]


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb", ".tr"])
def test_target_that_is_folder_or_within_file(tmp_path: Path, suffix: str) -> None:
    trace = write(tmp_path / "a.txt", PACKETS)
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    write(folder / "inside", b"kept")
    assert failure(trace, folder).startswith(f"{folder} can't be written: ")
    assert failure(trace, trace / f"b{suffix}").startswith(
        f"{trace / f'b{suffix}'} can't be written"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", folder.name]
    assert (folder / "inside").read_bytes() == b"kept"


@pytest.mark.parametrize("mode", [0o555, 0o444])
def test_target_in_folder_that_may_not_be_written(mode: int) -> None:
    # pytest's own folder may not be searched by others.
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        trace = write(Path(name) / "a.tr", PACKETS)
        closed = Path(name) / "closed"
        closed.mkdir()
        closed.chmod(mode)
        with without_privileges():
            said = failure(trace, closed / "a.parquet")
        closed.chmod(0o755)
        assert said.startswith(f"{closed / 'a.parquet'} can't be written: ")
        assert "Permission denied" in said
        assert list(closed.iterdir()) == []


def test_folders_are_made_for_target(tmp_path: Path, plain: bytes) -> None:
    trace = write(tmp_path / "a.tr", PACKETS)
    assert stored(trace, tmp_path / "new one" / "newer" / "a.parquet") == plain


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb", ".tr"])
def test_earlier_target_is_replaced(tmp_path: Path, suffix: str) -> None:
    trace = write(tmp_path / "a.txt", PACKETS)
    target = write(tmp_path / f"a{suffix}", b"what was there earlier")
    nstrace.convert(trace, target)
    assert target.read_bytes()[:22] != b"what was there earlier"
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", target.name}


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb", ".tr"])
def test_killed_convert_keeps_earlier_target(tmp_path: Path, suffix: str) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    target = write(tmp_path / f"a{suffix}", b"what was there earlier")
    process = subprocess.Popen([sys.executable, "-c", CONVERT, fifo, target])
    with fifo.open("wb", buffering=0) as stream:
        # Some blocks, so that something is written, and no end.
        for _ in range(12_000_000 // len(PACKETS)):
            stream.write(PACKETS)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert target.read_bytes() == b"what was there earlier"
    left = {path.name for path in tmp_path.iterdir()} - {"fifo", target.name}
    # A killed process can't tidy up; what it leaves is hidden, and no trace by its name.
    assert all(name.startswith(unfinished(target, process.pid).name) for name in left)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".duckdb", ".tr"])
@pytest.mark.parametrize("room_kib", [4, 300, 700])
def test_full_disk(tmp_path: Path, suffix: str, room_kib: int) -> None:
    """A file system that is full at once, while writing, or in the end."""
    number = random.Random(1).getrandbits
    link = "0 2 tcp 1040 ------- 1 0.0 3.1"
    packets = (f"+ {i} {link} {number(62)} {number(62)}\n" for i in range(60_000))
    trace = write(tmp_path / "a.txt", "".join(packets).encode())
    place = tmp_path / "small"
    place.mkdir()
    script = f"""
import nstrace, pathlib, sys
target = pathlib.Path(sys.argv[2]) / "a{suffix}"
try:
    nstrace.convert(sys.argv[1], target)
except nstrace.NstraceError as error:
    print(type(error).__name__, error)
print(sorted(path.name for path in target.parent.iterdir()))
"""
    mount = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'
    words = [sys.executable, "-c", script, str(trace), str(place)]
    size = f"size={room_kib}k"
    if os.geteuid() == 0:
        # Without a namespace, which a chroot does not allow.
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        finally:
            subprocess.run(["umount", "--lazy", place], check=True)
    else:
        done = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", mount, "sh", size, place, *words],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    lines = done.stdout.splitlines()
    assert lines[0].startswith("DiskFullError no room left on the file system while writing"), done
    assert f"small/a{suffix}" in lines[0]
    assert lines[-1] == "[]"
