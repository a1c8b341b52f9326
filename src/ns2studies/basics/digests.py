"""Digests, by which this project names files and folders after their contents.

All digests are SHA-256 in lower-case hexadecimal. Identifiers that appear in file names
are the first :data:`SHORT` characters of one (64 bits).
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SHORT = 16


def canonical_json(value: Any) -> str:
    """Return ``value`` as JSON that does not depend on key order or white space.

    Raises:
        ValueError: for a number that JSON can't represent (NaN, infinity).
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def digest_bytes(content: bytes) -> str:
    """Return the digest of bytes."""
    return hashlib.sha256(content).hexdigest()


def digest_text(text: str) -> str:
    """Return the digest of ``text`` in UTF-8."""
    return digest_bytes(text.encode())


def digest_value(value: Any) -> str:
    """Return the digest of the canonical JSON of ``value``."""
    return digest_text(canonical_json(value))


def digest_file(path: Path) -> str:
    """Return the digest of a file's bytes, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def digest_files(root: Path, paths: Iterable[Path]) -> str:
    """Return the digest of files' bytes and names relative to ``root``, in any order."""
    entries = {path.relative_to(root).as_posix(): digest_file(path) for path in paths}
    return digest_value(entries)
