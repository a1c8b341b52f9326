"""Check an archive: that no file is missing, added or changed."""

import argparse
from pathlib import Path

EXAMPLES = """\
examples:
  ./reproduce verify results/archives/mpls-quick-0123456789abcdef.zip
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    parser.add_argument("archive", type=Path, help="the archive")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status.

    Raises:
        ArchiveError: naming what is wrong.
    """
    from ns2studies.archive.checking import check

    files = check(arguments.archive)
    print(f"{arguments.archive}: all {files} files match the archive's metadata")
    return 0
