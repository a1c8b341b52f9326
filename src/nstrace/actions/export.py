"""The command ``nstrace export``."""

import argparse
import sys
from typing import BinaryIO, cast

from nstrace.converting import export_stored


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    export_stored(arguments.stored, arguments.output, cast(BinaryIO, sys.stdout.buffer))
    return 0
