"""gawk and mawk: split every line and add up the columns, the whole of what awk does.

There are no typed columns in awk; the sums are what the other readers are asked for as well.
awk reads the trace as ns wrote it: telling packet lines from others costs it nothing.
"""

import os
import subprocess
from pathlib import Path

from bench.errors import BenchmarkError
from bench.totals import Totals

# The time as an integer: a plain sum of 10^7 doubles would be off in its last digits.
# Awk looks up its own peak memory, which nobody can see any more when it has ended.
PROGRAM = """
NF == 12 { rows++; sizes += $6; uids += $12; times += int($2 * 1e6 + 0.5) }
END {
    printf "%.0f %.0f %.0f %.0f\\n", rows, sizes, uids, times
    while ((getline line < "/proc/self/status") > 0)
        if (split(line, words) > 1 && words[1] == "VmHWM:") print words[2]
}
"""


def version(program: str) -> str:
    """The first line of what the program says about itself."""
    options = ["--version"] if program == "gawk" else ["-W", "version"]
    done = subprocess.run(
        [program, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    words = done.stdout.replace(",", " ").split()
    return next((word for word in words if word[:1].isdigit()), "unknown")


def to_sums(program: list[str], path: Path) -> tuple[Totals, int]:
    """The totals, and the peak memory of awk in bytes.

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
