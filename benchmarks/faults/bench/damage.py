"""Random, reversible damage to files."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

KINDS: Final = ("flipped bit", "truncation", "deletion")


@contextmanager
def damaged(file: Path, kind: str, chance: random.Random) -> Iterator[None]:
    """Damage a file within a ``with`` block, and restore its content afterwards."""
    content = file.read_bytes()
    harm(file, kind, chance)
    try:
        yield
    finally:
        file.write_bytes(content)


def harm(file: Path, kind: str, chance: random.Random) -> None:
    """Flip a bit of a file, truncate it at a random byte, or delete it; delete an empty file."""
    content = bytearray(file.read_bytes())
    if kind == "deletion" or not content:
        file.unlink()
    elif kind == "truncation":
        file.write_bytes(content[: chance.randrange(len(content))])
    else:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
