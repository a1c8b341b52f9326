"""Attempts of jobs: one that failed is tried again, although what it was to replace is still there.

Snakemake keeps the same record of a job that failed as of one that is done. The outputs of a failed
job it removes, so that the next call misses them. But outputs marked ``update()`` it puts back as
they were before, and the next call would take these for what the job was to make. So the params of
such a job have the name of an attempt: that of the last one, unless it failed, or was to make the
output from something else. No attempt is noted while a job is at work, so one that is killed has
failed, however early.

Beside the name stands the digest of what the attempt made, as the page or the database's
description says it. So a whole one in its place is noticed as well, such as one from a backup.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sealed import page_digest
from ns2studies.database.metadata import digest_said, require_size
from nstrace.files import write_text_whole

FOLDER: Final = paths.attempts(paths.RESULTS)
"""A file for each output: the name of the attempt that made it, and the output's digest."""


@cache
def name_attempt(output: Path, made_of: str, folder: Path = FOLDER) -> str:
    """The name of the attempt that makes ``output``: a new one if the job must run, else the last.

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
    """Note that no attempt has made ``output``, so that a new one will."""
    _note(output, folder).unlink(missing_ok=True)


def was_exchanged(output: Path, folder: Path = FOLDER) -> bool:
    """Is a page or a database, whole by its size, not the one that the last attempt made?"""
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
