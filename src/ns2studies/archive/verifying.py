"""The command ``verify``."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from ns2studies.archive.checking import check
from ns2studies.basics.errors import StudyError


def verify(words: Sequence[str], options: argparse.Namespace) -> int:
    """Check an archive against its metadata.

    Raises:
        StudyError: if not one path is given.
        ArchiveError: if the archive is not what its metadata describe.
    """
    if len(words) != 1:
        raise StudyError("verify takes the path of one archive", "See ./reproduce --help.")
    files = check(Path(words[0]))
    print(f"{words[0]}: all {files} files are as its metadata describe")
    return 0
