"""The bytes of an archive, as packing lays them out: no place for any that no manifest lists.

A ZIP file may hold more than a reader shows: entries that its directory does not name, bytes behind
a compressed stream, comments, extra fields. Packing writes none of these.
"""

import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, Final

from ns2studies.basics.errors import ArchiveError

_LOCAL: Final = struct.Struct("<4s5H3I2H")
"""What stands before a member: signature, version, flags, method, time, date, CRC, its size
compressed and as it is, lengths of name and extra field."""

END: Final = struct.Struct("<4s4H2IH")
"""The last record of a ZIP file without a comment."""

_IN_DIRECTORY: Final = struct.Struct("<4s6H3I5H2I")
"""What stands before a member's name in the directory: signature, two versions, flags, method,
time, date, CRC, both sizes, lengths of name, extra field and comment, disk, attributes, place."""

_LARGE: Final = struct.Struct("<2H2Q")
"""The extra field of a member that may not fit 32 bits: number, length, both sizes."""

_PIECE_BYTES: Final = 1 << 20
_IN_LARGE: Final = 0xFFFFFFFF
_UTF8: Final = 0x800
_LARGE_NUMBER: Final = 1
_VERSIONS: Final = {zipfile.DEFAULT_VERSION, zipfile.ZIP64_VERSION}
_TIME: Final = (0, 1 << 5 | 1)
"""Midnight, and the first day that a ZIP file can name."""


def entry(name: str, is_executable: bool = False) -> zipfile.ZipInfo:
    """A member of an archive as it is written: nothing of the machine or the time is in it."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    # A plain file, executable or not; read permission is up to the person who unpacks it.
    info.external_attr = (0o100755 if is_executable else 0o100644) << 16
    return info


def oddity_of(info: zipfile.ZipInfo) -> str:
    """What is said of a member that packing would not say; nothing if all is as it writes it."""
    plain = entry(info.filename, bool(info.external_attr >> 16 & 0o100))
    extra = info.extra if not _is_large_extra(info) else b""
    told = {
        "its permissions": (info.external_attr, plain.external_attr),
        "its comment": (info.comment, b""),
        "its extra field": (extra, b""),
        "its time": (info.date_time, plain.date_time),
        "its method": (info.compress_type, plain.compress_type),
        "its flags": (info.flag_bits & ~_UTF8, 0),
        "its system": (info.create_system, plain.create_system),
        "its version": ({info.create_version, info.extract_version} - _VERSIONS, set()),
        "its attributes": ((info.internal_attr, info.volume, info.reserved), (0, 0, 0)),
    }
    return next((what for what, (found, wanted) in told.items() if found != wanted), "")


def _is_large_extra(info: zipfile.ZipInfo) -> bool:
    """Is its only extra field one that says what did not fit 32 bits?"""
    if len(info.extra) not in (12, 20, 28):
        return False
    number, length = struct.unpack_from("<2H", info.extra)
    is_large = max(info.file_size, info.compress_size, info.header_offset) > zipfile.ZIP64_LIMIT
    return is_large and number == _LARGE_NUMBER and length == len(info.extra) - 4


def require_no_gaps(stream: IO[bytes], infos: Sequence[zipfile.ZipInfo], directory: int) -> None:
    """Refuse bytes between members, or between the last one and the directory.

    Args:
        infos: in the order of the directory.
        directory: where it begins.

    Raises:
        ArchiveError: naming the member that something else stands before.
    """
    expected = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset != expected:
            raise ArchiveError(f"{info.orig_filename}: there are bytes before it in no member")
        expected = data_begin(stream, info) + info.compress_size
    if directory != expected:
        raise ArchiveError("there are bytes between the last member and the directory")
    _require_lengths(stream, infos, directory)
    stream.seek(-END.size, 2)
    _, disk, its_disk, here, all_, _, _, comment = END.unpack(stream.read(END.size))
    if not here == all_ == min(len(infos), 0xFFFF):
        raise ArchiveError("it says that it has another number of members than it has")
    if (disk, its_disk, comment) != (0, 0, 0):
        raise ArchiveError("its end says that it goes on, or is of several parts")


def _require_lengths(stream: IO[bytes], infos: Sequence[zipfile.ZipInfo], directory: int) -> None:
    """Refuse lengths in the directory that reach beyond its end, where Python's reader stops."""
    for info in infos:
        stream.seek(directory)
        lengths = _IN_DIRECTORY.unpack(stream.read(_IN_DIRECTORY.size))[10:13]
        if lengths != (len(_encoded(info)), len(info.extra), len(info.comment)):
            raise ArchiveError(f"{info.orig_filename}: the directory gives it another length")
        directory += _IN_DIRECTORY.size + sum(lengths)


def data_begin(stream: IO[bytes], info: zipfile.ZipInfo) -> int:
    """Where a member's compressed data begins; before it stands what the directory says, too.

    Raises:
        ArchiveError: if something else stands there.
    """
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL.size)
    if len(header) < _LOCAL.size:
        raise ArchiveError(f"{info.orig_filename}: it is cut short")
    fields = _LOCAL.unpack(header)
    name, extra = stream.read(fields[9]), stream.read(fields[10])
    sizes = (info.compress_size, info.file_size)
    if extra == _LARGE.pack(_LARGE_NUMBER, 16, info.file_size, info.compress_size):
        sizes, extra = (_IN_LARGE, _IN_LARGE), b""
    flags = info.flag_bits
    told = (info.extract_version, flags, info.compress_type, *_TIME, info.CRC, *sizes)
    if (fields[:9], name, extra) != ((b"PK\3\4", *told), _encoded(info), b""):
        raise ArchiveError(f"{info.orig_filename}: before it stands something else than it is")
    return stream.tell()


def _encoded(info: zipfile.ZipInfo) -> bytes:
    """A member's name as it stands in the file."""
    return info.orig_filename.encode("utf-8" if info.flag_bits & _UTF8 else "cp437")


def inflated(stream: IO[bytes], info: zipfile.ZipInfo) -> Iterator[bytes]:
    """What a member holds, in pieces.

    Raises:
        ArchiveError: if it does not end where its data does, or is of another size than it says.
        zlib.error: if it is no compressed data.
    """
    stream.seek(data_begin(stream, info))
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    left, size, check = info.compress_size, 0, 0
    while not inflater.eof:
        data = inflater.unconsumed_tail
        if not data:
            data = stream.read(min(left, _PIECE_BYTES))
            left -= len(data)
        piece = inflater.decompress(data, _PIECE_BYTES)
        if not piece and not data:
            raise ArchiveError("its data ends early")
        size, check = size + len(piece), zlib.crc32(piece, check)
        if size > info.file_size:
            break
        yield piece
    if left or inflater.unused_data or inflater.unconsumed_tail:
        raise ArchiveError("there are bytes behind its data")
    if (size, check) != (info.file_size, info.CRC):
        raise ArchiveError("it is not of the size, or the checksum, that it says")
