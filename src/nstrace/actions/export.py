"""The command ``nstrace export``."""

import argparse
import sys
from typing import BinaryIO, cast

from nstrace.converting import export_stored
from nstrace.errors import NstraceError
from nstrace.files import require_place
from nstrace.names import STORED


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    if arguments.stored.is_file() and arguments.stored.suffix not in STORED:
        raise NstraceError(
            f"{arguments.stored}: this is no file that nstrace convert made",
            f"Such a file's name ends with {', '.join(STORED)}. A packed trace: nstrace convert "
            "TRACE -o out.tr",
        )
    target = require_place(arguments.output) if arguments.output else None
    export_stored(arguments.stored, target, cast(BinaryIO, sys.stdout.buffer))
    return 0
