"""The command ``nstrace convert``."""

import argparse
import sys
from pathlib import Path

from nstrace.converting import convert, convert_to_folder
from nstrace.names import LINES
from nstrace.outputs import file_at
from nstrace.progress import reading_bar


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    target = file_at(Path(arguments.output))
    action = convert_to_folder if arguments.output.endswith("/") else convert
    with reading_bar() as progress:
        contents = action(
            arguments.trace,
            target,
            threads=arguments.threads,
            strict=arguments.strict,
            allow_rejects=arguments.allow_rejects,
            in_order=arguments.in_order,
            progress=progress,
        )
    rows = {name: contents.rows[name] for name in LINES if contents.rows.get(name)}
    shown = ", ".join(f"{name} {count:,}" for name, count in rows.items()) or "nothing"
    print(f"{target}: {contents.lines:,} lines: {shown}", file=sys.stderr)
    return 0
