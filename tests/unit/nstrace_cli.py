"""Calling the command ``nstrace`` in a process of its own, as its users do.

It is forked from one that has loaded the libraries; test_closed_streams.py and
test_nstrace_questions.py start it as a shell does.
"""

import os
import subprocess
import sys
from pathlib import Path

import ask_nstrace
import loaded_nstrace

LINES = """\
+ 1 0 2 tcp 1040 ------- 1 0.0 3.1 0 10
- 1 0 2 tcp 1040 ------- 1 0.0 3.1 0 10
r 1.25 0 2 tcp 1040 ------- 1 0.0 3.1 0 10
+ 1.25 2 3 tcp 1040 ------- 1 0.0 3.1 0 10
r 1.5 2 3 tcp 1040 ------- 1 0.0 3.1 0 10
v 2 link-down 2 3
+ 2.5 0 2 tcp 1040 ------- 1 0.0 3.1 1 11
d 2.75 2 3 tcp 1040 ------- 1 0.0 3.1 1 11
0.00000  0  0  3  1  cwnd_ 10.000
1.50000  0  0  3  1  cwnd_ 20.000
"""
"""A flow of two packets, one of which is lost when a link goes down, and its window."""

RUBBISH = "this is no trace line\n"


def call(
    *words: str | Path, given: bytes | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line; ``given`` is its standard input."""
    command = [sys.executable, *ask_nstrace.HERE, loaded_nstrace.COMMAND, *map(str, words)]
    environment = os.environ | loaded_nstrace.environment()
    return subprocess.run(
        command, input=given, cwd=folder, env=environment, capture_output=True, check=False
    )


def output(*words: str | Path, given: bytes | None = None) -> str:
    """What a command prints, which must not fail."""
    result = call(*words, given=given)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()


def failure(*words: str | Path, given: bytes | None = None) -> str:
    """What a command says that must fail: one message, and no traceback."""
    result = call(*words, given=given)
    message = result.stderr.decode()
    assert result.returncode == 1, (result.returncode, message)
    assert message.startswith("nstrace: ")
    assert "Traceback" not in message
    return message
