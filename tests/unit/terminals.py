"""Pseudo-terminals, which bare systems lack."""

import pty

import pytest


def open_terminal() -> tuple[int, int]:
    """Open a pseudo-terminal: its controller and itself. Skip the test where there is none."""
    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"needs a pseudo-terminal: {error}")
