"""Snakemake's command line without its limit of jobs a second.

By default Snakemake starts at most 100 jobs a second, and each time it has chosen jobs a timer
lets it choose again a second later. Whenever a job ends there is one timer more; while hundreds
of batches wait for a core they add up, and Snakemake looks at every batch hundreds of times a
second. Its options can change the limit, but not switch it off.

Without arguments it waits for them, as a list in JSON, on its standard input: loading Snakemake
takes half a second, in which the command that needs it plans.
"""

import json
import signal
import sys
from collections.abc import Sequence

from snakemake import cli


def main(arguments: Sequence[str]) -> int:
    """Run Snakemake with these arguments; returns its exit status."""
    parser, parsed = cli.parse_args(list(arguments))
    parsed.max_jobs_per_timespan = None
    # Background jobs of a shell ignore INT, by which jobs of a cluster are cancelled.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return 0 if cli.args_to_api(parsed, parser) else 1


def awaited(text: str) -> int:
    """Do what the standard input says; nothing if it ends without a word."""
    return main(json.loads(text)) if text else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else awaited(sys.stdin.read()))
