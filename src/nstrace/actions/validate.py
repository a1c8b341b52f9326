"""The command ``nstrace validate``."""

import argparse
import sys

from nstrace.checking import check
from nstrace.packed import what_it_is
from nstrace.progress import reading_bar


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    clean = True
    for name in arguments.files:
        with reading_bar() as progress:
            findings = check(name, threads=arguments.threads, progress=progress)
        rejected = findings.rejected.total()
        print(f"{name}: {findings.lines:,} lines, {findings.typed:,} typed, {rejected:,} rejected")
        for (table, form), count in sorted(findings.forms.items()):
            print(f"  {table} ({form}): {count:,}")
        for reason, count in findings.rejected.most_common():
            print(f"  rejected, {reason}: {count:,}")
            for row in findings.examples[reason]:
                print(f"    line {row['line']}, byte {row['byte']}: {str(row['text'])[:100]!r}")
        if rejected and (found := what_it_is(name, arguments.start_of_input)):
            print(f"nstrace: {name}: {found[0]}\n  {found[1]}", file=sys.stderr)
        clean = clean and not rejected
    return 0 if clean else 1
