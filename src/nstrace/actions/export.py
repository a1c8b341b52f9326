"""The command ``nstrace export``."""

import argparse
import sys
from typing import BinaryIO, cast

from nstrace.converting import export_stored
from nstrace.files import require_place


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    target = require_place(arguments.output) if arguments.output else None
    export_stored(arguments.stored, target, cast(BinaryIO, sys.stdout.buffer))
    return 0
