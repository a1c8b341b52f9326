"""The command ``nstrace export``."""

import argparse
import sys

from nstrace.converting import export_stored
from nstrace.errors import NstraceError
from nstrace.names import STORED
from nstrace.outputs import file_at, stream_at


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        NstraceError: if the file was not stored by nstrace, or is damaged.
    """
    if arguments.stored.is_file() and arguments.stored.suffix not in STORED:
        raise NstraceError(
            f"{arguments.stored}: not a file made by nstrace convert",
            f"Names of such files end with {', '.join(STORED)}. To unpack a compressed trace: "
            "nstrace convert TRACE -o out.tr",
        )
    stream = stream_at(arguments.output)
    if stream is None:
        export_stored(arguments.stored, file_at(arguments.output), sys.stdout.buffer)
    else:
        with stream as output:
            export_stored(arguments.stored, None, output)
    return 0
