"""A job that failed is tried again, although what it was to replace is still there.

Snakemake records a job that failed as it does one that is done. It removes what the job has left,
which the next call then misses. But outputs marked ``update()`` it puts back as they were, and the
next call would take them for what the job was to make. So such a job has a name of its attempt
among its params: that of the last one, unless that one failed, or was to make the output of
something else. The latter holds whenever a job is killed, be it before it could say anything.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from ns2studies import paths
from nstrace.files import write_text_whole

FOLDER: Final = paths.RESULTS / "plan" / "attempts"
"""A file for each output, which holds the name of the attempt that made it."""


@cache
def name_attempt(output: Path, made_of: str, folder: Path = FOLDER) -> str:
    """What a job that makes ``output`` is to be told: a name that no other has, if it must run.

    Snakemake asks again when the job has ended; it is still the same attempt.

    Args:
        made_of: a digest of all that decides what is made, in hexadecimal digits.
    """
    with suppress(FileNotFoundError, UnicodeDecodeError):
        name = _note(output, folder).read_text(encoding="utf-8")
        if re.fullmatch(rf"[0-9]+-{made_of}", name):
            return name
    return f"{time.time_ns()}-{made_of}"


@contextmanager
def attempt(output: Path, name: str, folder: Path = FOLDER) -> Iterator[None]:
    """Remember an attempt as the one that made ``output``, if nothing goes wrong.

    Args:
        name: what :func:`name_attempt` gave.

    Raises:
        DiskFullError: if the file system is full.
    """
    note = _note(output, folder)
    # First, and it needs no room: nothing more may be possible to whoever is killed, or finds the
    # disk full.
    note.unlink(missing_ok=True)
    yield
    note.parent.mkdir(parents=True, exist_ok=True)
    write_text_whole(note, name)


def _note(output: Path, folder: Path) -> Path:
    return folder / f"{output.parent.name}-{output.name}"
