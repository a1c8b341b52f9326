"""How nstrace ends that something has stopped."""

import signal

import pytest

from nstrace.ending import interrupts_come_first


def test_interrupt_hides_errors_that_it_causes() -> None:
    """DuckDB says that a query was interrupted, pyarrow that a file can't be read."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), interrupts_come_first():
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise RuntimeError("Query interrupted") from None
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with pytest.raises(RuntimeError, match="for another reason"), interrupts_come_first():
            raise RuntimeError("for another reason")
    finally:
        signal.signal(signal.SIGINT, former)
