"""Become a job, or let the starter run it: ``python -S -E ask.py PROGRAM ARGUMENTS``.

A program of its own that imports next to nothing: it stands for the job as long as that runs. What
it is asked to do by a signal it passes on, and it ends as the job ends, by the same status or
signal. If it is killed, so is the job.
"""

import json
import os
import signal
import socket
import sys

STARTER = "NS2STUDIES_STARTER"
"""The environment variable that names the starter's socket."""

PROGRAMS = {"jobs": "ns2studies.execution.jobs", "cells": "ns2studies.report.renderers.cells"}
"""What can be asked for: the module that runs then."""

HERE = ("-S", "-E", __file__)
"""What Python is called with before PROGRAM."""

REFUSED = "no\n"
"""What the starter answers if it can't run the program."""

_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_LOST = "\nerror: the process that starts this command's jobs has gone. Run the command again."


def main(words: list[str]) -> int:
    """Run a program; returns its status."""
    starter = os.environ.get(STARTER)
    if starter:
        status = _asked(starter, words)
        if status is not None:
            return status
    os.execv(sys.executable, [sys.executable, "-m", PROGRAMS[words[0]], *words[1:]])


def _asked(starter: str, words: list[str]) -> int | None:
    """The status of a program that the starter runs; None if it can't."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(starter)
        except OSError:
            return None
        with connection.makefile("r", encoding="ascii") as answers:
            try:
                _hand_over(connection, words)
                _pass_on_signals(connection)
                answer = answers.readline()
            except OSError:
                answer = ""
    return None if answer == REFUSED else _ended(answer)


def _pass_on_signals(connection: socket.socket) -> None:
    """From now on; before, the starter has begun nothing that should hear of one."""
    for number in _ASKING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: connection.send(bytes([number])))


def _hand_over(connection: socket.socket, words: list[str]) -> None:
    """Send what a process has from whoever started it; first its size."""
    folder = os.getcwd()  # noqa: PTH109 - to load pathlib takes as long as all else here
    told = json.dumps([words, folder, dict(os.environ)]).encode("ascii")
    socket.send_fds(connection, [len(told).to_bytes(8, "big")], [0, 1, 2])
    connection.sendall(told)


def _ended(status: str) -> int:
    """End as the program did: its status, or less than zero for the signal that ended it."""
    if not status:
        print(_LOST, file=sys.stderr)
        return 1
    number = -int(status)
    if number > 0:
        if number in _ASKING:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
