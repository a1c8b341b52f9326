"""Jobs left behind by a command that was killed.

They would go on with runs that the next command plans again. A file says that a command may
have jobs in the queue; it is there from before the first is submitted until all have ended.
"""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ns2studies.basics import paths
from ns2studies.basics.errors import ClusterError
from ns2studies.cluster import slurm
from nstrace.files import write_text_whole

MARKER = paths.RESULTS / "plan" / "slurm-jobs"
"""The file; it names the machine and the process that submitted them."""

_END_S = 180
"""Seconds within which cancelled jobs must have left the queue."""

_POLL_S = 1.0
"""Seconds between two questions to Slurm."""


@contextmanager
def noted() -> Iterator[None]:
    """Note while the block runs that jobs may be in the queue; after an error the note stays.

    Raises:
        NstraceError: if the note can't be written.
    """
    write_text_whole(MARKER, f"{socket.gethostname()} {os.getpid()}\n")
    yield
    MARKER.unlink(missing_ok=True)


def end() -> None:
    """Cancel the jobs of an earlier command and wait until they have ended.

    Raises:
        ClusterError: if Slurm can't be asked, or the command may still be at work.
    """
    if not MARKER.exists():
        return
    host, _, process = MARKER.read_text(encoding="utf-8").strip().partition(" ")
    try:
        jobs = _active()
        if jobs and host != socket.gethostname():
            # The lock may not span machines, so that it would not have stopped us.
            raise ClusterError(
                f"{len(jobs)} jobs of a ./reproduce on {host} (process {process}) are in the queue",
                f"Wait for its end. If it was killed: scancel --name={slurm.JOB_NAME}",
            )
        slurm.cancel(jobs)
        _wait_for_end()
    except ClusterError as error:
        error.hint += f" If you know that no job is left, delete {MARKER}."
        raise
    MARKER.unlink(missing_ok=True)


def _active() -> list[str]:
    return [job for job, state in slurm.states().items() if state in slurm.ACTIVE]


def _wait_for_end() -> None:
    end = time.monotonic() + _END_S
    while jobs := _active():
        if time.monotonic() > end:
            raise ClusterError(f"jobs of an earlier command don't end: {', '.join(jobs)}")
        time.sleep(_POLL_S)
