"""Processes that end with their parent, and the end of all that a program has started."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from ns2studies.basics import processes
from ns2studies.basics.processes import (
    LAST_PATIENCE_S,
    PATIENCE_S,
    Stopped,
    bound,
    end_descendants,
    heed_signals,
    last_line,
    signals_come_first,
)

PARENT = """
import subprocess, sys
from ns2studies.basics.processes import bound
child = subprocess.Popen(bound(["sleep", "60"]))
print(child.pid, flush=True)
child.wait()
"""

WAITING = """
from pathlib import Path
from ns2studies.basics import processes
processes._STEP_S = 0.1
print(processes.run_within(["sh", "-c", SCRIPT], 6, Path(".")).stdout, flush=True)
"""
SCRIPT = "for step in 1 2 3 4 5 6 7 8; do sleep 0.3; done; echo done"
"""It takes 2.4 s, in steps that begin one after the other."""

DEAF = "trap '' TERM; sleep 60 & echo $!; while true; do sleep 1; done"


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def soon(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 50
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def test_bound_command_ends_with_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert is_there(child)
        parent.kill()
    assert soon(lambda: not is_there(child))


def test_bound_command_without_parent_never_starts() -> None:
    command = bound(["echo", "started"])
    command[command.index(str(os.getpid()))] = "1"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")


def test_bound_command_keeps_its_arguments() -> None:
    words = ["printf", "%s|", "a b", "$HOME", "'", '"', "*", ""]
    done = subprocess.run(bound(words), capture_output=True, text=True, check=True)
    assert done.stdout == "a b|$HOME|'|\"|*||"


def test_descendants_that_ignore_signals_are_killed() -> None:
    with subprocess.Popen(["sh", "-c", DEAF], stdout=subprocess.PIPE) as process:
        assert process.stdout
        grandchild = int(process.stdout.readline())
        end_descendants(patience_s=0.2)
        assert process.wait(timeout=50) == -signal.SIGKILL
    assert soon(lambda: not is_there(grandchild))


def test_ending_descendants_takes_under_5_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that goes on only while the program sleeps: so it is on any machine.

    A command waits for all that Snakemake has started, and once more for what is left at its end
    (``snakemake_call.py``, ``cli.py``). Here neither hears anything, and there is something each
    time.
    """
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    for patience_s in (PATIENCE_S, LAST_PATIENCE_S):
        before = clock[0]
        with subprocess.Popen(["sh", "-c", DEAF], stdout=subprocess.PIPE) as deaf:
            assert deaf.stdout
            deaf.stdout.readline()
            end_descendants(patience_s)
        assert clock[0] - before >= patience_s, "it was waited for"
    assert clock[0] < 5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_raises_stopped_once(number: signal.Signals) -> None:
    before = {each: signal.getsignal(each) for each in signal.Signals if each not in (9, 19)}
    signal.signal(number, signal.SIG_DFL)  # whatever these tests were started with
    try:
        heed_signals()
        with pytest.raises(Stopped) as stopped:
            os.kill(os.getpid(), number)
        assert stopped.value.status == 128 + number
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Stopped) as again, signals_come_first():
            raise RuntimeError("Query interrupted")
        assert again.value is stopped.value
    finally:
        processes._asked.clear()
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, before[each])


def test_ignored_signals_stay_ignored() -> None:
    """As nohup has it."""
    program = (
        "import os, signal; from ns2studies.basics.processes import heed_signals; heed_signals();"
        "os.kill(os.getpid(), signal.SIGHUP); print('on')"
    )
    command = ["nohup", sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"on\n"


def test_stopped_time_does_not_count_as_timeout() -> None:
    """As by Ctrl-Z: longer than what it may take, in the middle of what it takes."""
    waiting = WAITING.replace("SCRIPT", repr(SCRIPT))
    program = subprocess.Popen(
        [sys.executable, "-c", waiting], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(1.5)
    os.killpg(program.pid, signal.SIGSTOP)
    time.sleep(7)
    os.killpg(program.pid, signal.SIGCONT)
    written, _ = program.communicate(timeout=60)
    assert (program.returncode, written.strip()) == (0, "done")


def test_program_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        processes.run_within(["sh", "-c", "echo $$ > it; exec sleep 60"], 0.5, tmp_path)
    assert not is_there(int((tmp_path / "it").read_text()))


def test_run_within_passes_input_and_keeps_output(tmp_path: Path) -> None:
    """More than a pipe holds, both ways, for longer than one step."""
    text = "line\n" * 100_000
    done = processes.run_within(
        ["sh", "-c", "sleep 1.5; cat; echo end >&2"], 60, tmp_path, text=text
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, text, "end\n")


def test_last_line_skips_nanobind_messages() -> None:
    leak = "nanobind: leaked 1 types!\n(See https://nanobind.readthedocs.io)\n"
    assert last_line(f"Traceback\nKeyError: 1\n{leak}") == "KeyError: 1"
    assert last_line(leak) == last_line("") == ""


INTERRUPTED = """
import sys
import duckdb
from ns2studies.basics import processes
from ns2studies.cli import main as cli

def long_query(words):
    print("begun", flush=True)
    duckdb.execute("SELECT count(*) FROM range(1000000000) a, range(1000000000) b").fetchall()

processes.heed_signals()
cli._run = long_query
sys.exit(cli.main([]))
"""


def test_interrupted_query_is_not_error() -> None:
    """DuckDB makes an error of its own of what a signal raises."""
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "begun\n"
        process.terminate()
        assert process.stderr.read().strip().startswith("reproduce: stopped.")
    assert process.returncode == 128 + signal.SIGTERM
