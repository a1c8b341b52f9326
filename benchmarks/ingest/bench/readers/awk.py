"""gawk and mawk: split every line and sum the columns.

awk has no typed columns; the sums are the same as those of the other readers. awk reads the trace
as ns wrote it, since skipping other lines than those of packets costs it nothing.
"""

import os
import subprocess
from pathlib import Path

from bench.errors import BenchmarkError
from bench.totals import Totals

# The time as an integer: a plain sum of 10^7 doubles would be off in its last digits.
# Awk prints its own peak memory, which can't be read once it has ended.
PROGRAM = """
NF == 12 { rows++; sizes += $6; uids += $12; times += int($2 * 1e6 + 0.5) }
END {
    printf "%.0f %.0f %.0f %.0f\\n", rows, sizes, uids, times
    while ((getline line < "/proc/self/status") > 0)
        if (split(line, words) > 1 && words[1] == "VmHWM:") print words[2]
}
"""


def version(program: str) -> str:
    """Return the version in the program's description of itself."""
    options = ["--version"] if program == "gawk" else ["-W", "version"]
    done = subprocess.run(
        [program, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    words = done.stdout.replace(",", " ").split()
    return next((word for word in words if word[:1].isdigit()), "unknown")


def to_sums(program: list[str], path: Path) -> tuple[Totals, int]:
    """Return the totals and the peak memory of awk in bytes.

    Raises:
        BenchmarkError: if awk fails.
    """
    done = subprocess.run(
        [*program, PROGRAM, str(path.resolve())],
        env=os.environ | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BenchmarkError(f"{program[0]} ended with status {done.returncode}: {done.stderr}")
    sums, peak_kib = done.stdout.splitlines()
    rows, sizes, uids, times = map(int, sums.split())
    return Totals(rows, sizes, uids, times), int(peak_kib) * 1024
