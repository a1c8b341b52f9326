"""Snakemake's command line without its limit of jobs a second.

By default Snakemake starts at most 100 jobs a second, and each time it has chosen jobs a timer
lets it choose again a second later. Whenever a job ends there is one timer more; while hundreds
of batches wait for a core they add up, and Snakemake looks at every batch hundreds of times a
second. Its options can change the limit, but not switch it off.

With ``--await NUMBER`` it waits for its arguments, as a list in JSON, on its standard input:
loading Snakemake takes half a second, in which the command that needs it plans. When it has
loaded, it closes the file of that number.
"""

import json
import logging
import os
import signal
import sys
from collections.abc import Sequence

from ns2studies.basics.garbage import nothing_to_collect
from ns2studies.basics.processes import end_at_once

with nothing_to_collect():
    from snakemake import cli


def main(arguments: Sequence[str]) -> int:
    """Run Snakemake with these arguments; returns its exit status."""
    parser, parsed = cli.parse_args(list(arguments))
    parsed.max_jobs_per_timespan = None
    # Background jobs of a shell ignore INT, by which jobs of a cluster are cancelled.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return 0 if cli.args_to_api(parsed, parser) else 1


def awaited(loaded: int) -> int:
    """Do what the standard input says; nothing if it ends without a word.

    Args:
        loaded: a file descriptor to close at once.
    """
    os.close(loaded)
    text = sys.stdin.read()
    return main(json.loads(text)) if text else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    status = awaited(int(words[1])) if words[:1] == ["--await"] else main(words)
    logging.shutdown()
    end_at_once(status)
