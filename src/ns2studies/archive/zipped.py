"""ZIP files without any byte that was not packed.

A ZIP file may hold more than its reader shows: entries that the directory does not list, bytes
after a compressed stream, comments, extra fields, times. Checksums would cover none of these.
So :func:`write_member` writes plain entries only, which also makes equal contents equal bytes, and
:class:`StrictZip` compares everything around the contents with what ``zipfile`` writes for them.
"""

import hashlib
import stat
import struct
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import IO, Final

from ns2studies.basics.errors import ArchiveError

_PIECE_BYTES: Final = 1 << 20
_MOST_UNPACKED: Final = 100
_FREE_BYTES: Final = 100_000_000
"""Members may take :data:`_MOST_UNPACKED` times the size of the archive, plus this many bytes."""

_UNREADABLE: Final = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, struct.error, EOFError, NotImplementedError),
    *(RuntimeError, ValueError, OverflowError, LookupError),
)
"""Exceptions that ``zipfile`` raises for files that are not ZIP files."""


def safe_name(name: str) -> bool:
    """Return whether a name is a relative path that means the same file on every system."""
    odd = any(part in ("", ".", "..") for part in name.split("/"))
    return name.isprintable() and not odd and "\\" not in name and ":" not in name


def entry(name: str, is_executable: bool = False) -> zipfile.ZipInfo:
    """Return the entry of a plain file, which records neither the machine nor the time."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix
    info.external_attr = (0o100755 if is_executable else 0o100644) << 16
    return info


def write_member(archive: zipfile.ZipFile, name: str, path: Path) -> tuple[str, int]:
    """Compress a file into an archive; return the SHA-256 digest and number of its bytes."""
    status = path.stat()
    info = entry(name, is_executable=bool(status.st_mode & 0o100))
    info.file_size = status.st_size  # decides between 32 and 64 bits
    digest = hashlib.sha256()
    with path.open("rb") as source, archive.open(info, "w") as sink:
        while piece := source.read(_PIECE_BYTES):
            digest.update(piece)
            sink.write(piece)
    return digest.hexdigest(), info.file_size


class StrictZip:
    """A ZIP file that holds plain files with unique names, and nothing else.

    Args:
        stream: the open file; it must stay open.

    Raises:
        ArchiveError: if the file is anything else.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        try:
            with zipfile.ZipFile(stream) as members:
                infos = members.infolist()
            _require_plain(infos)
            _require_size(infos, stream.seek(0, 2))
            self._begins = _places(stream, infos)
        except _UNREADABLE as error:
            raise ArchiveError(f"not a ZIP file, or cut short ({error})") from error
        self._infos = {info.filename: info for info in infos}

    @property
    def names(self) -> set[str]:
        """Names of the members."""
        return set(self._infos)

    def size(self, name: str) -> int:
        """Return the number of bytes of a member."""
        return self._infos[name].file_size

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the contents of a member.

        Raises:
            ArchiveError: unless its data match the size and checksum in its entry.
        """
        info, begin = self._infos[name], self._begins[name]
        size, checksum = 0, 0
        try:
            for piece in _inflated(self._stream, begin, begin + info.compress_size):
                size, checksum = size + len(piece), zlib.crc32(piece, checksum)
                if size > info.file_size:
                    break
                yield piece
        except zlib.error as error:
            raise ArchiveError(f"can't be decompressed ({error})") from error
        if (size, checksum) != (info.file_size, info.CRC):
            raise ArchiveError("its size or checksum differs from its entry")


def _inflated(stream: IO[bytes], begin: int, end: int) -> Iterator[bytes]:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    stream.seek(begin)
    while not inflater.eof:
        data = inflater.unconsumed_tail or stream.read(min(end - stream.tell(), _PIECE_BYTES))
        piece = inflater.decompress(data, _PIECE_BYTES)
        if not data and not piece:
            raise ArchiveError("its data end early")
        yield piece
    if inflater.unused_data or stream.tell() != end:
        raise ArchiveError("it has bytes after its data")


def _require_plain(infos: Sequence[zipfile.ZipInfo]) -> None:
    """Reject links, names that leave the folder, and names that are equal on some systems."""
    seen: dict[str, str] = {}
    for info in infos:
        # The name as stored: zipfile cuts its own copy at a NUL byte.
        name = info.orig_filename
        if not safe_name(name):
            raise ArchiveError(f"{name!r}: not a plain relative path")
        if stat.S_IFMT(info.external_attr >> 16) != stat.S_IFREG:
            raise ArchiveError(f"{name}: not a plain file")
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        if folded in seen:
            raise ArchiveError(f"{name}: the same file as {seen[folded]} on some systems")
        seen[folded] = name
    for folded, name in seen.items():
        for folder in map(str, PurePosixPath(folded).parents):
            if folder in seen:
                raise ArchiveError(f"{seen[folder]}: both a file and the folder of {name}")


def _require_size(infos: Sequence[zipfile.ZipInfo], archive_bytes: int) -> None:
    unpacked = sum(info.file_size for info in infos)
    if unpacked > _MOST_UNPACKED * archive_bytes + _FREE_BYTES:
        raise ArchiveError(
            f"its members take {unpacked / 1e6:,.0f} MB, over {_MOST_UNPACKED} times the archive's "
            "size; archives of this project take less"
        )


def _places(stream: IO[bytes], infos: Sequence[zipfile.ZipInfo]) -> dict[str, int]:
    """Return the offset of each member's data.

    Raises:
        ArchiveError: if headers or directory differ from those that ``zipfile`` writes.
    """
    begins, position = {}, 0
    written = [_as_written(info) for info in infos]
    for info in written:
        info.header_offset = position
        header = info.FileHeader(zip64=info.file_size * 1.05 > zipfile.ZIP64_LIMIT)
        stream.seek(position)
        if stream.read(len(header)) != header:
            raise ArchiveError(
                f"{info.filename}: its entry is not in the form that this project writes"
            )
        begins[info.filename] = position + len(header)
        position = begins[info.filename] + info.compress_size
    stream.seek(position)
    end = stream.read()
    if not end or end != _directory(written, position):
        raise ArchiveError("it has bytes that belong to no member")
    return begins


def _as_written(info: zipfile.ZipInfo) -> zipfile.ZipInfo:
    written = entry(info.orig_filename, is_executable=bool(info.external_attr >> 16 & 0o100))
    written.CRC, written.file_size = info.CRC, info.file_size
    written.compress_size = info.compress_size
    return written


def _directory(infos: list[zipfile.ZipInfo], position: int) -> bytes:
    """Return the end of a ZIP file from its directory on, which begins at ``position``."""
    # A sparse file: only the directory takes disk space.
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w") as archive:
            archive.filelist, archive.start_dir = infos, position
        file.seek(position)
        return file.read()
