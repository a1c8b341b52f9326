"""The command ``nstrace report``."""

import argparse
import sys

from nstrace.outputs import file_at
from nstrace.progress import reading_bar
from nstrace.report.libraries import require_libraries


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    require_libraries()
    from nstrace.report.page import write_report

    with reading_bar() as progress:
        write_report(
            arguments.files,
            file_at(arguments.output),
            threads=arguments.threads,
            strict=arguments.strict,
            allow_rejects=arguments.allow_rejects,
            over_files=arguments.over_files,
            window=(arguments.from_ns, arguments.to_ns),
            types=arguments.types,
            progress=progress,
            tell=lambda note: print(f"nstrace: {note}", file=sys.stderr),
        )
    size = arguments.output.stat().st_size
    print(f"{arguments.output}: {size / 1e6:.1f} MB", file=sys.stderr)
    return 0
