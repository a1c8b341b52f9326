"""What the plan has seen of the files that results and pages are made of, for their jobs.

A rule's params have digests of these files. Its job, which reads them later, compares.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_files
from ns2studies.basics.unchanged import unchanged
from nstrace.files import write_text_if_changed

INPUTS: Final = Path("plan", "inputs.json")
"""The file, below the results."""


class Inputs(NamedTuple):
    """Some files, and what they held.

    Attributes:
        files: their names below the checkout.
        digest: short digest of names and contents.
    """

    files: Sequence[str]
    digest: str


def inputs(files: Sequence[Path]) -> Inputs:
    """What files of the checkout hold now."""
    names = [file.relative_to(paths.ROOT).as_posix() for file in files]
    return Inputs(names, digest_files(paths.ROOT, files)[:SHORT])


def write_inputs(results: Path, planned: Mapping[str, Sequence[Inputs]]) -> None:
    """Write what was planned for each database and page, by its file's name."""
    write_text_if_changed(results / INPUTS, json.dumps(planned, indent=1) + "\n")


@contextmanager
def unchanged_inputs(results: Path, made: Path) -> Iterator[None]:
    """Around what makes a database or a page: refuse it unless its inputs are what was planned.

    Args:
        made: a file that has been planned.

    Raises:
        StudyError: naming a file that has changed since, or meanwhile.
    """
    planned = json.loads((results / INPUTS).read_text(encoding="utf-8"))[made.name]
    with ExitStack() as stack:
        for entry in (Inputs(*entry) for entry in planned):
            files = [paths.ROOT / name for name in entry.files]
            stack.enter_context(unchanged(files, partial(_holds, files, entry.digest), "results"))
        yield


def _holds(files: Sequence[Path], digest: str) -> bool:
    return all(file.is_file() for file in files) and inputs(files).digest == digest
