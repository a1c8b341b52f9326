"""Random damage to files, which can be undone."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

KINDS: Final = ("flipped bit", "truncation", "deletion")


@contextmanager
def damaged(file: Path, kind: str, chance: random.Random) -> Iterator[None]:
    """Damage a file for as long as a block takes; what was there comes back afterwards."""
    content = file.read_bytes()
    harm(file, kind, chance)
    try:
        yield
    finally:
        file.write_bytes(content)


def harm(file: Path, kind: str, chance: random.Random) -> None:
    """Flip a bit of a file, cut it off somewhere, or delete it; if it is empty, delete it."""
    content = bytearray(file.read_bytes())
    if kind == "deletion" or not content:
        file.unlink()
    elif kind == "truncation":
        file.write_bytes(content[: chance.randrange(len(content))])
    else:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
