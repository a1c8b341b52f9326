"""Commands in a checkout of your own: what they start, and what they leave."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from own_checkout import Checkout

from ns2studies.basics.digests import digest_file

_HELD = "held"
_GO_ON = "go-on"
"""Files of a checkout by which jobs that are held, and these tests, tell each other."""


def tables(checkout: Checkout) -> dict[str, str]:
    """Digests of every table of every finished run."""
    found = sorted((checkout.results / "runs").rglob("run_id=*/*.parquet"))
    return {str(path.relative_to(checkout.results)): digest_file(path) for path in found}


def assert_same_results(one: Checkout, other: Checkout) -> None:
    """Two checkouts hold the same bytes of runs, and the same numbers of everything else."""
    assert tables(one) == tables(other)
    for name in ("plan/mpls-quick.json",):
        assert (one.results / name).read_bytes() == (other.results / name).read_bytes()
    for table in ("metrics", "estimates", "comparison", "claims"):
        query = f"SELECT * FROM {table} ORDER BY ALL"
        assert one.rows(query) == other.rows(query), table


def start(checkout: Checkout, *words: str) -> subprocess.Popen[str]:
    """Start a command in a session of its own; it hears HUP, though these tests may not."""
    return subprocess.Popen(
        ["env", "--default-signal=HUP", *checkout.command(*words)],
        env=checkout.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def simulations(checkout: Checkout) -> list[int]:
    """Processes that run this checkout's ns."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if command[0].startswith(os.fsencode(checkout.root)) and command[0].endswith(b"/ns"):
            found.append(int(process.name))
    return found


def started_by(process: subprocess.Popen[str]) -> dict[int, str]:
    """All processes that a command from :func:`start` has brought about, with name and words.

    They are of its session, whoever their parent is by now; those that have ended don't count.
    """
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            name = (entry / "comm").read_text().strip()
        except OSError:
            continue
        if int(session) == process.pid and state not in "ZX":
            found[int(entry.name)] = f"{name}: {words}"
    return found


def wait_for(condition: Callable[[], object], seconds: float = 300, pause_s: float = 0.05) -> None:
    """Ask until it is so.

    Args:
        pause_s: between two questions; looking through all processes takes milliseconds each time.
    """
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this did not happen in time"
        time.sleep(pause_s)


def hold(checkout: Checkout, finished: int) -> None:
    """Once so many runs are finished, let each job wait after it has asked ns for one.

    Whoever kills a job half-way then needs not be faster than it.
    """
    checkout.edit(
        "src/ns2studies/runs/launcher.py",
        "    return answering.readline()\n",
        f"""\
    import signal
    runs = list(Path("results/runs").glob("study=*/run_id=*"))
    if len(runs) >= {finished} and not Path("{_GO_ON}").exists():
        new = Path(f"{_HELD}.{{os.getpid()}}")
        new.write_text(str(os.getpid()))
        new.rename("{_HELD}")
        signal.pause()
    return answering.readline()
""",
    )


def hold_no_more(checkout: Checkout) -> None:
    """Let all that is done from now on go on to its end."""
    (checkout.root / _GO_ON).touch()


def held_job(checkout: Checkout) -> int:
    """Wait for a job that waits; returns its process."""
    told = checkout.root / _HELD
    wait_for(told.exists)
    process = int(told.read_text(encoding="utf-8"))
    told.unlink()
    return process
