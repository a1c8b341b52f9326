"""Archives that are damaged, changed or no archives at all."""

import json
import os
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from archive_checkout import content_of, crate_of, make_checkout, small_archive, zip_of

from ns2studies.archive.checking import check
from ns2studies.archive.crate import METADATA
from ns2studies.archive.packing import pack
from ns2studies.archive.zipped import entry, safe_name
from ns2studies.basics.errors import ArchiveError

Members = list[tuple[str, bytes]]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of a small checkout."""
    return pack(make_checkout(tmp_path / "a checkout"), {"mpls": "quick"})


FEW = {"a.txt": b"first " * 9, "b/c d.txt": b"second"}


def test_small_archive_passes(tmp_path: Path) -> None:
    assert check(small_archive(tmp_path / "few.zip", FEW)) == 2


def test_flipped_bit_is_found_or_changes_nothing(tmp_path: Path) -> None:
    """Some bits of a ZIP file, such as those of dates, say nothing about the contents."""
    archive = small_archive(tmp_path / "few.zip", FEW)
    original, expected = archive.read_bytes(), content_of(archive)
    found = 0
    for position in range(len(original)):
        changed = bytearray(original)
        changed[position] ^= 1 << position % 8
        archive.write_bytes(changed)
        try:
            check(archive)
        except ArchiveError as error:
            found += 1
            assert str(archive) in str(error)
        else:
            assert content_of(archive) == expected, position
    assert found > len(original) / 2


def test_only_padding_bits_may_flip(tmp_path: Path) -> None:
    """Lengths at the end of the directory reached beyond it, and no reader of Python's minded."""
    archive = small_archive(tmp_path / "few.zip", FEW)
    original = archive.read_bytes()
    with zipfile.ZipFile(archive) as members:
        first_of_next = [info.header_offset for info in members.infolist()[1:]]
        ends = [*first_of_next, members.start_dir]
    for position, bit in product(range(len(original)), range(8)):
        changed = bytearray(original)
        changed[position] ^= 1 << bit
        archive.write_bytes(changed)
        if position + 1 in ends:
            # What fills the last byte of compressed data is no part of it.
            continue
        with pytest.raises(ArchiveError):
            check(archive)


def test_flipped_bit_names_archive_member(archive: Path) -> None:
    with zipfile.ZipFile(archive) as members:
        info = members.getinfo("data/results.duckdb")
    content = bytearray(archive.read_bytes())
    content[info.header_offset + 30 + len(info.filename) + info.compress_size // 2] ^= 4
    archive.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"data/results\.duckdb: ") as raised:
        check(archive)
    assert "get another copy" in str(raised.value)


def test_every_truncation_is_found(tmp_path: Path) -> None:
    archive = small_archive(tmp_path / "few.zip", FEW)
    content = archive.read_bytes()
    for length in range(len(content)):
        archive.write_bytes(content[:length])
        with pytest.raises(ArchiveError, match="not a ZIP file, or cut short"):
            check(archive)


def rewritten(archive: Path, change: Callable[[Members], Members]) -> Path:
    """The archive with other members, under a name that says nothing of its metadata."""
    return zip_of(archive.with_name("changed.zip"), change(content_of(archive)))


def without(name: str) -> Callable[[Members], Members]:
    return lambda members: [member for member in members if member[0] != name]


def added(name: str, content: bytes = b"") -> Callable[[Members], Members]:
    return lambda members: [*members, (name, content)]


def replaced(name: str, content: bytes) -> Callable[[Members], Members]:
    return lambda members: [(n, content if n == name else data) for n, data in members]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (without("mpls.html"), f"mpls.html: listed in {METADATA}, but missing"),
        (without(METADATA), f"it has no {METADATA}"),
        (added("extra.txt"), f"extra.txt: not listed in {METADATA}"),
        (added("empty folder/"), "'empty folder/': not a plain relative path"),
        (replaced("mpls.html", b"<html>"), "mpls.html: its checksum is another one than listed"),
        (added("/etc/passwd"), "'/etc/passwd': not a plain relative path"),
        (added("../outside"), "'../outside': not a plain relative path"),
        (added("data/../../outside"), "'data/../../outside': not a plain relative path"),
        (added("C:/outside"), "'C:/outside': not a plain relative path"),
        (added("..\\outside"), r"'..\\outside': not a plain relative path"),
        (replaced(METADATA, b""), f"{METADATA}: not the metadata of an archive"),
        (replaced(METADATA, b"[]"), f"{METADATA}: not the metadata of an archive"),
        (replaced(METADATA, b"\xff"), f"{METADATA}: not the metadata of an archive"),
    ],
)
def test_names_member_that_is_wrong(
    archive: Path, change: Callable[[Members], Members], expected: str
) -> None:
    changed = rewritten(archive, change)
    with pytest.raises(ArchiveError) as raised:
        check(changed)
    assert str(raised.value).startswith(f"{changed}: {expected}")


def test_names_all_that_is_wrong(tmp_path: Path) -> None:
    """It named the first only: whoever repaired that learned of the next one then."""
    archive = small_archive(tmp_path / "few.zip", {"a.txt": b"other", "c.txt": b""}, FEW)
    with pytest.raises(ArchiveError) as raised:
        check(archive)
    assert raised.value.message.splitlines() == [
        f"{archive}: 3 files differ from the metadata",
        "  a.txt: its checksum is another one than listed",
        f"  b/c d.txt: listed in {METADATA}, but missing",
        f"  c.txt: not listed in {METADATA}",
    ]
    many = small_archive(tmp_path / "many.zip", {f"{n}": b"" for n in range(11)}, FEW)
    with pytest.raises(ArchiveError, match=r"(?s)13 files differ.*and 3 more"):
        check(many)


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ([{"@id": "a", "@type": "File"}], "not the metadata of an archive"),
        ([{"@id": "a", "@type": "File", "sha256": "0"}] * 2, "a is listed twice"),
        ([{"@id": 1, "@type": "File", "sha256": "0"}], "not the metadata of an archive"),
        (["a"], "not the metadata of an archive"),
    ],
)
def test_foreign_metadata_are_refused(tmp_path: Path, graph: list[object], expected: str) -> None:
    content = json.dumps({"@graph": graph}).encode()
    archive = zip_of(tmp_path / "few.zip", [("a", b""), (METADATA, content)])
    with pytest.raises(ArchiveError) as raised:
        check(archive)
    assert str(raised.value).startswith(f"{archive}: {METADATA}: {expected}")


def test_refuses_database_that_does_not_open(tmp_path: Path) -> None:
    archive = small_archive(tmp_path / "few.zip", {"data/results.duckdb": b"none"})
    with pytest.raises(ArchiveError, match=r"few\.zip: data/results\.duckdb: "):
        check(archive)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_repeated_member_is_refused(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "few.zip", [*FEW.items(), ("a.txt", FEW["a.txt"])])
    with pytest.raises(ArchiveError, match=r"a\.txt: the same file as a\.txt on some systems"):
        check(archive)


def test_symbolic_link_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "few.zip"
    link = zipfile.ZipInfo("a.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr(link, b"/etc/passwd")
    with pytest.raises(ArchiveError, match=r"a\.txt: not a plain file"):
        check(archive)


def test_name_with_nul_byte_is_refused(tmp_path: Path) -> None:
    """Python's reader ends a name at a NUL byte."""
    archive = small_archive(tmp_path / "few.zip", {"a.txtX.exe": b""})
    archive.write_bytes(archive.read_bytes().replace(b"a.txtX.exe", b"a.txt\0.exe"))
    with pytest.raises(ArchiveError, match="not a plain relative path"):
        check(archive)


def test_metadata_must_match_archive_name(archive: Path) -> None:
    files = {name: data for name, data in content_of(archive) if name != METADATA}
    small_archive(archive, files | {"mpls.html": b"<html>"})
    with pytest.raises(ArchiveError, match=f"{METADATA}: its digest is not the one in the"):
        check(archive)
    renamed_archive = archive.rename(archive.with_name("renamed.zip"))
    assert check(renamed_archive) == len(files)


@pytest.mark.parametrize("content", [b"", b"not a ZIP file", b"PK\5\6" + b"\0" * 17])
def test_file_that_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "an archive.zip"
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"an archive\.zip: not a ZIP file, or cut short"):
        check(path)


def test_missing_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"gone\.zip: No such file or directory"):
        check(tmp_path / "gone.zip")
    with pytest.raises(ArchiveError, match="not a plain file"):
        check(tmp_path)


def test_memory_stays_small(tmp_path: Path) -> None:
    size = 100_000_000
    archive = tmp_path / "large.zip"
    small_archive(archive, {"zeros": b"\0" * size})
    tracemalloc.start()
    assert check(archive) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size / 10


@pytest.mark.parametrize("name", ["a", "a b/c=d.e", "ä/β"])
def test_safe_names(name: str) -> None:
    assert safe_name(name)


@pytest.mark.parametrize("name", ["", "/a", "a/", "a//b", ".", "a/./b", "..", "a\n", "a\\b", "c:"])
def test_unsafe_names(name: str) -> None:
    assert not safe_name(name)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.txt", "A.txt"], "A.txt: the same file as a.txt on some systems"),
        (["\u00e9.txt", "e\u0301.txt"], "the same file as \u00e9.txt on some systems"),
        (["b", "b/c.txt"], "b: both a file and the folder of b/c.txt"),
        (["B/c.txt", "b"], "b: both a file and the folder of B/c.txt"),
    ],
)
def test_conflicting_names_are_refused(tmp_path: Path, names: list[str], expected: str) -> None:
    made = small_archive(tmp_path / "a.zip", dict.fromkeys(names, b"1"))
    with pytest.raises(ArchiveError) as raised:
        check(made)
    assert f"{made}: " in raised.value.message
    assert expected in raised.value.message


@pytest.mark.parametrize(
    ("before", "after"), [(b"#!/bin/sh\n", b""), (b"", b"more"), (b"PK", b"P")]
)
def test_bytes_around_zip_file_are_refused(tmp_path: Path, before: bytes, after: bytes) -> None:
    made = small_archive(tmp_path / "a.zip", FEW)
    made.write_bytes(before + made.read_bytes() + after)
    expected = "its entry is not in the form" if before else "bytes that belong to no member"
    with pytest.raises(ArchiveError, match=expected):
        check(made)


def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    made = tmp_path / "a.zip"
    with zipfile.ZipFile(made, "w") as archive, archive.open(entry("zeros"), "w") as member:
        for _ in range(250):
            member.write(bytes(1_000_000))
    with pytest.raises(ArchiveError, match="its members take 250 MB"):
        check(made)


def test_pipes_and_devices_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(ArchiveError, match=f"{path}: not a plain file"):
            check(path)


Edit = Callable[[bytearray, list[zipfile.ZipInfo], int], None]
"""Changes an archive's bytes, given its members and where its directory begins."""


def hidden_entry(data: bytearray, infos: list[zipfile.ZipInfo], directory: int) -> None:
    """A second local entry, which the directory does not name."""
    last = max(infos, key=lambda info: info.header_offset)
    hidden = bytes(data[last.header_offset : directory])
    data[directory:directory] = hidden
    moved(data, len(hidden))


def behind_a_stream(data: bytearray, infos: list[zipfile.ZipInfo], directory: int) -> None:
    """Bytes that count as the last member's, behind the end of its compressed data."""
    last = max(infos, key=lambda info: info.header_offset)
    data[directory:directory] = b"hidden"
    moved(data, len(b"hidden"))
    size = (last.compress_size + len(b"hidden")).to_bytes(4, "little")
    data[last.header_offset + 18 : last.header_offset + 22] = size
    at = data.rindex(b"PK\1\2")
    data[at + 20 : at + 24] = size


def moved(data: bytearray, by: int) -> None:
    """The directory begins later."""
    at = len(data) - 6
    data[at : at + 4] = (int.from_bytes(data[at : at + 4], "little") + by).to_bytes(4, "little")


def other_date(data: bytearray, infos: list[zipfile.ZipInfo], directory: int) -> None:
    data[10:12] = b"xx"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (hidden_entry, "it has bytes that belong to no member"),
        (behind_a_stream, "it has bytes after its data"),
        (other_date, "a.txt: its entry is not in the form"),
    ],
)
def test_bytes_between_members_are_refused(tmp_path: Path, edit: Edit, expected: str) -> None:
    made = small_archive(tmp_path / "a.zip", FEW)
    with zipfile.ZipFile(made) as members:
        infos, directory = members.infolist(), members.start_dir
    data = bytearray(made.read_bytes())
    edit(data, infos, directory)
    made.write_bytes(data)
    with zipfile.ZipFile(made) as members:
        assert members.read("a.txt") == FEW["a.txt"], "other programs don't mind"
    with pytest.raises(ArchiveError) as raised:
        check(made)
    assert expected in raised.value.message


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("external_attr", 0o104777 << 16),
        ("comment", b"hidden"),
        ("extra", b"\xfe\xca\6\0hidden"),
        ("date_time", (2000, 1, 1, 0, 0, 0)),
        ("compress_type", zipfile.ZIP_STORED),
    ],
)
def test_unusual_entry_attributes_are_refused(
    tmp_path: Path, attribute: str, value: object
) -> None:
    made = tmp_path / "a.zip"
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in {**FEW, METADATA: crate_of(FEW)}.items():
            info = entry(name)
            if name == "a.txt":
                setattr(info, attribute, value)
            archive.writestr(info, content)
    with pytest.raises(
        ArchiveError,
        match=r"not in the form that this project writes|not a plain file|it has bytes",
    ):
        check(made)
