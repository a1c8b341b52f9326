"""Checksums of files, and comparison of files with them.

The place of a checksum depends on the file: the first entry of JSON, a comment at the end of a
page, the name of a file of measures; for databases and the tables of runs, a JSON file that
describes them. Every command compares the size, which reveals truncated files. The SHA-256 is
compared when contents are read, and reveals any change.
"""

import errno
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

# Plans read thousands of such files; json takes three times as long.
from pydantic_core import from_json

from ns2studies.basics.digests import SHORT, digest_bytes, digest_file, digest_value
from ns2studies.basics.errors import ResultError
from nstrace.plain import open_plain

_JSON: Final = re.compile(rb'\{"sha256": "([0-9a-f]{64})",')
_PAGE: Final = re.compile(
    rb"\n<!-- (.+): ([0-9]{12}) bytes before this, sha256 ([0-9a-f]{64}), "
    rb"made of ([0-9a-f]{16}) -->\n"
)
NOT_STATED: Final = "0" * SHORT
"""Input digest of a page whose inputs are unknown."""

STEM: Final = rf"[0-9a-f]{{{SHORT}}}-(\d+)-([0-9a-f]{{{SHORT}}})"
"""Regular expression for the stem of a name that :func:`checksummed_stem` returned."""

_STEM: Final = re.compile(STEM)


class Checksum(NamedTuple):
    """Recorded size and digest of a file.

    Attributes:
        bytes: size of the file.
        sha256: digest of all bytes.
    """

    bytes: int
    sha256: str


def checksum_of(file: Path) -> Checksum:
    """Return the size and the digest of a file."""
    return Checksum(file.stat().st_size, digest_file(file))


def require_size(file: Path | str, recorded: Checksum, remedy: str) -> None:
    """Raise ``ResultError`` if a file has another size than recorded.

    Args:
        remedy: what the user can do about it.

    Raises:
        ResultError: if the file is missing or has another size.
        OSError: if the file can't be examined; it may be intact.
    """
    try:
        size = os.stat(file).st_size  # noqa: PTH116 - thousands of files in a plan
    except OSError as error:
        if is_unreadable(error):
            raise
        raise ResultError(f"{file} is missing", remedy) from error
    if size != recorded.bytes:
        problem = f"is damaged: it has {size:,} bytes, not {recorded.bytes:,}"
        raise ResultError(f"{file} {problem}", remedy)


def require_contents(file: Path, recorded: Checksum, remedy: str) -> None:
    """Raise ``ResultError`` if a file has another size or other contents than recorded.

    Raises:
        ResultError: if the file is missing or differs.
        OSError: if it can't be read; it may be intact.
    """
    require_size(file, recorded, remedy)
    if digest_file(file) != recorded.sha256:
        problem = "is damaged: its contents have changed since it was made"
        raise ResultError(f"{file} {problem}", remedy)


def is_unreadable(error: Exception) -> bool:
    """Return whether an error, such as a missing permission, leaves a file's contents unknown."""
    return isinstance(error, OSError) and error.errno in {errno.EACCES, errno.EPERM, errno.EIO}


# --- JSON ---------------------------------------------------------------------------------------


def checksummed_json(value: Mapping[str, Any]) -> str:
    """Return ``value`` as JSON whose first entry, ``sha256``, is the digest of what follows it."""
    rest = json.dumps(value, indent=1)[1:] + "\n"
    return f'{{"sha256": "{digest_bytes(rest.encode())}",{rest}'


def read_checksummed_json(path: Path | str) -> dict[str, Any]:
    """Read JSON that :func:`checksummed_json` wrote.

    Raises:
        OSError: if the file can't be read.
        ValueError: if it does not hold what was written.
    """
    with open_plain(path) as stream:
        text = stream.read()
    recorded = _JSON.match(text)
    if not recorded or digest_bytes(text[recorded.end() :]) != recorded[1].decode():
        raise ValueError("its contents have changed since it was written")
    value: dict[str, Any] = from_json(text)
    del value["sha256"]
    return value


def require_json(path: Path | str, remedy: str) -> dict[str, Any]:
    """Read JSON that :func:`checksummed_json` wrote, with errors for the user.

    Raises:
        ResultError: if it is missing or damaged.
        OSError: if it can't be read; it may be intact.
    """
    try:
        return read_checksummed_json(path)
    except FileNotFoundError as error:
        raise ResultError(f"{path} is missing", remedy) from error
    except (OSError, ValueError) as error:
        if is_unreadable(error):
            raise
        raise ResultError(f"{path} is damaged: {error}", remedy) from error


# --- pages --------------------------------------------------------------------------------------


def add_page_checksum(page: Path, name: str, made_of: str = NOT_STATED) -> None:
    """Append a comment to an HTML page with its name, and size and digest of the bytes before it.

    The digest is that of the bytes followed by ``made_of``.

    Args:
        name: the final name of the page; under any other name it counts as damaged.
        made_of: short digest of the inputs of the page.
    """
    content = page.read_bytes()
    digest = digest_bytes(content + made_of.encode())
    page.write_bytes(content + _page_comment(name, len(content), digest, made_of))


def page_made_of(page: Path) -> str:
    """Return the input digest of a page; empty if its name or size is not the recorded one."""
    comment = _comment_of(page)
    return comment[4].decode() if comment else ""


def page_is_whole(page: Path) -> bool:
    """Return whether a page has the contents that its checksum records."""
    comment = _comment_of(page)
    if comment is None:
        return False
    content = page.read_bytes()[: -len(comment[0])]
    return digest_bytes(content + comment[4]) == comment[3].decode()


def _page_comment(name: str, size: int, digest: str, made_of: str) -> bytes:
    said = f"{size:012} bytes before this, sha256 {digest}, made of {made_of}"
    return f"\n<!-- {name}: {said} -->\n".encode()


def _comment_of(page: Path) -> re.Match[bytes] | None:
    length = len(_page_comment(page.name, 0, "0" * 64, NOT_STATED))
    try:
        with page.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END) - length
            stream.seek(max(size, 0))
            comment = _PAGE.fullmatch(stream.read())
    except OSError:
        return None
    is_its = comment and comment[1] == page.name.encode() and int(comment[2]) == size
    return comment if is_its else None


# --- names --------------------------------------------------------------------------------------


def checksummed_stem(start: str, file: Path) -> str:
    """Return ``START-BYTES-DIGEST``, which names a complete file in its folder.

    DIGEST covers the contents of the file and the name of its folder, so a file that was moved
    from another folder counts as damaged.

    Args:
        start: a short digest.
    """
    return f"{start}-{file.stat().st_size}-{_digest_in_folder(file)}"


def named_size_is_right(file: Path) -> bool:
    """Return whether a file exists with the size that its name states.

    Raises:
        OSError: if its folder can't be searched.
    """
    named = _STEM.fullmatch(file.stem)
    try:
        return named is not None and file.stat().st_size == int(named[1])
    except FileNotFoundError:
        return False


def named_file_is_whole(file: Path) -> bool:
    """Return whether a file has the size and digest that its name states.

    Raises:
        OSError: if it exists and can't be read; it may be intact.
    """
    try:
        return named_size_is_right(file) and file.stem.endswith(f"-{_digest_in_folder(file)}")
    except FileNotFoundError:
        return False


def _digest_in_folder(file: Path) -> str:
    return digest_value([file.parent.name, digest_file(file)])[:SHORT]
