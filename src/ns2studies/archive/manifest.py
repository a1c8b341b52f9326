"""The manifest: the digest of every other member, in the format of ``sha256sum``."""

import re
from collections.abc import Mapping

from ns2studies.basics.digests import SHORT, digest_text
from ns2studies.basics.errors import ArchiveError

MANIFEST = "MANIFEST.sha256"

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def safe_name(name: str) -> bool:
    """Is this a relative path that means the same file on every system?

    Nothing that leaves the folder it is unpacked into, and nothing that ``sha256sum`` would
    have to write with escapes.
    """
    parts = name.split("/")
    odd = any(part in ("", ".", "..") for part in parts)
    return name.isprintable() and not odd and "\\" not in name and ":" not in name


def manifest_text(digests: Mapping[str, str]) -> str:
    """The manifest of members by name, in the given order."""
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items())


def manifest_id(text: str) -> str:
    """Short digest of a manifest, which stands in the archive's name."""
    return digest_text(text)[:SHORT]


def read_manifest(text: str) -> dict[str, str]:
    """Digests by name.

    Raises:
        ArchiveError: naming the first line that is not of the format, or repeats a name.
    """
    digests: dict[str, str] = {}
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        match = _LINE.fullmatch(line)
        if not match:
            raise ArchiveError(
                f"{MANIFEST}, line {number}: expected a SHA-256 digest, two blanks and a name, "
                f"found {line[:120]!r}"
            )
        digest, name = match.groups()
        if name in digests:
            raise ArchiveError(f"{MANIFEST}, line {number}: {name} is listed twice")
        digests[name] = digest
    if not text.endswith("\n"):
        raise ArchiveError(f"{MANIFEST}: it is empty, or its last line is cut")
    return digests
