"""A job that failed is tried again, although what it was to replace is still there.

Snakemake records a job that failed as it does one that is done. It removes what the job has left,
which the next call then misses. But outputs marked ``update()`` it puts back as they were, and the
next call would take them for what the job was to make. So such a job has a name of its attempt
among its params: that of the last one, unless that one failed, or was to make the output of
something else. The latter holds whenever a job is killed, be it before it could say anything.

Beside the name stands the digest of what the attempt made, as that itself says it. So a page or a
database is noticed that is whole but another one, such as one that was brought back from a backup.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from ns2studies import paths
from ns2studies.errors import ResultError
from ns2studies.results.described import digest_said, require_size
from ns2studies.sealed import page_digest
from nstrace.files import write_text_whole

FOLDER: Final = paths.attempts(paths.RESULTS)
"""A file for each output: the name of the attempt that made it, and the output's digest."""


@cache
def name_attempt(output: Path, made_of: str, folder: Path = FOLDER) -> str:
    """What a job that makes ``output`` is to be told: a name that no other has, if it must run.

    Snakemake asks again when the job has ended; it is still the same attempt.

    Args:
        made_of: a digest of all that decides what is made, in hexadecimal digits.
    """
    name, _ = _noted(output, folder)
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
    # First, and it needs no room: nothing more may be possible to whoever is killed, or finds the
    # disk full.
    forget(output, folder)
    yield
    note = _note(output, folder)
    note.parent.mkdir(parents=True, exist_ok=True)
    write_text_whole(note, f"{name}\n{_digest_said(output)}")


def forget(output: Path, folder: Path = FOLDER) -> None:
    """Remember no attempt: ``output`` is to be made by another one."""
    _note(output, folder).unlink(missing_ok=True)


def is_another(output: Path, folder: Path = FOLDER) -> bool:
    """Is a page or a database, which has its size, another one than the last attempt made?"""
    _, noted = _noted(output, folder)
    return bool(noted) and _digest_said(output) != noted


def _digest_said(output: Path) -> str:
    """What a page, or what stands beside a database, says of its digest; empty if nothing."""
    if output.suffix == ".html":
        return page_digest(output) or ""
    with suppress(ResultError):
        return digest_said(require_size(output))
    return ""


def _noted(output: Path, folder: Path) -> tuple[str, str]:
    """The name of the attempt that made a file, and the file's digest; empty what is not known."""
    with suppress(FileNotFoundError, UnicodeDecodeError):
        name, _, digest = _note(output, folder).read_text(encoding="utf-8").partition("\n")
        return name, digest
    return "", ""


def _note(output: Path, folder: Path) -> Path:
    return folder / f"{output.parent.name}-{output.name}"
