"""Jobs that start from one process: they are what they would be by themselves, and none is left."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.starting.ask import HERE, STARTER
from ns2studies.starting.starter import LOADED, WITHOUT_THREADS
from ns2studies.starting.starter_process import starter

ASK = (sys.executable, *HERE)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The variables by which the starter is found."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    with (tmp_path / "log").open("wb") as log, starter(folder, log, os.environ) as told:
        yield told
    assert (tmp_path / "log").read_text() == ""


def ask(source: str, folder: Path, told: Mapping[str, str], mark: str = "") -> "Asking":
    """Ask for a cell to be run."""
    return Asking(source, folder, {**os.environ, "MARK": mark, **told})


class Asking:
    """A process that asks for a cell, and what came of it."""

    def __init__(self, source: str, folder: Path, environment: Mapping[str, str]) -> None:
        self.outcomes = folder / "outcomes.jsonl"
        requests = json.dumps([{"kind": "inline", "source": source, "name": "cell"}])
        (folder / "requests.json").write_text(requests)
        with (folder / "requests.json").open() as given:
            self.process = subprocess.Popen(
                [*ASK, "cells", str(self.outcomes)],
                cwd=folder,
                env={**environment, "PYTHONPATH": str(paths.SOURCES)},
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )

    def end(self) -> tuple[int, str]:
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def value(self) -> str:
        assert self.end() == (0, "")
        return str(json.loads(self.outcomes.read_text())["value"])


def expression(body: str) -> str:
    """Statements as an expression."""
    return f"exec({body!r}) or 1"


def within(condition: Callable[[], bool], seconds: float = 50) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def starter_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def state_of(process: int) -> str:
    """As proc(5) says it: Z and X of one that has ended, T of one that is stopped."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def is_there(process: int) -> bool:
    return state_of(process) not in "ZX"


@pytest.fixture
def sleeping(tmp_path: Path, started: dict[str, str]) -> tuple[Asking, int]:
    """A cell that sleeps, and the process it runs in."""
    file = tmp_path / "number"
    body = f"import os, time; open({str(file)!r}, 'w').write(f'{{os.getpid()}} '); time.sleep(600)"
    asking = ask(expression(body), tmp_path, started)
    assert within(lambda: file.exists() and file.read_text().endswith(" "))
    return asking, int(file.read_text())


@pytest.mark.parametrize("is_started", [True, False])
def test_a_program_is_as_if_called_by_itself(
    tmp_path: Path, started: dict[str, str], *, is_started: bool
) -> None:
    source = "__import__('os').getcwd() + ' ' + __import__('os').environ['MARK']"
    told = started if is_started else {}
    assert ask(source, tmp_path, told, "é").value() == f"{tmp_path} é"


def test_it_has_what_it_needs_already(tmp_path: Path, started: dict[str, str]) -> None:
    source = "str('altair' in __import__('sys').modules)"
    assert ask(source, tmp_path, started).value() == "True"
    assert ask(source, tmp_path, {}).value() == "False"


def test_undecodable_bytes_arrive(tmp_path: Path, started: dict[str, str]) -> None:
    source = "str(__import__('os').environb[b'MARK'])"
    assert ask(source, tmp_path, started, "\udcff").value() == str(b"\xff")


def test_sets_have_the_order_that_pages_have(tmp_path: Path, started: dict[str, str]) -> None:
    told = {"PYTHONHASHSEED": "0"}
    alone = ask("hash('a word')", tmp_path, told).value()
    assert ask("hash('a word')", tmp_path, {**started, **told}).value() == alone


def test_its_status_is_the_programs(tmp_path: Path, started: dict[str, str]) -> None:
    asking = ask(expression("import os; os._exit(7)"), tmp_path, started)
    assert asking.end() == (7, "")


def test_a_signal_that_ends_it_ends_who_asked(tmp_path: Path, started: dict[str, str]) -> None:
    asking = ask(expression("import os; os.kill(os.getpid(), 9)"), tmp_path, started)
    assert asking.end() == (-9, "")


def test_a_signal_is_passed_on(sleeping: tuple[Asking, int]) -> None:
    asking, process = sleeping
    asking.process.send_signal(signal.SIGTERM)
    assert asking.end() == (-signal.SIGTERM, "")
    assert not is_there(process)


def test_it_ends_if_who_asked_is_killed(sleeping: tuple[Asking, int]) -> None:
    asking, process = sleeping
    asking.process.kill()
    asking.process.communicate(timeout=60)
    assert within(lambda: not is_there(process))


def test_it_ends_if_the_starter_is_killed(sleeping: tuple[Asking, int]) -> None:
    asking, process = sleeping
    os.kill(starter_of(process), signal.SIGKILL)
    status, said = asking.end()
    assert status == 1
    assert said.startswith("\nerror: the process that starts this command's jobs has gone")
    assert within(lambda: not is_there(process))


def test_who_asks_a_starter_that_has_gone_runs_it_alone(
    sleeping: tuple[Asking, int], tmp_path: Path, started: dict[str, str]
) -> None:
    asking, process = sleeping
    os.kill(starter_of(process), signal.SIGKILL)
    asking.end()
    assert ask("__import__('os').getppid()", tmp_path, started).value() == str(os.getpid())


def test_who_asks_may_go_at_the_moment_when_it_ends(
    sleeping: tuple[Asking, int], tmp_path: Path, started: dict[str, str]
) -> None:
    """The starter learns of both at once, in either order."""
    asking, process = sleeping
    starting = starter_of(process)
    os.kill(starting, signal.SIGSTOP)
    assert within(lambda: state_of(starting) == "T")
    os.kill(process, signal.SIGKILL)
    assert within(lambda: not is_there(process))
    asking.process.kill()
    asking.process.communicate(timeout=60)
    os.kill(starting, signal.SIGCONT)
    parent = ask("__import__('os').getppid()", tmp_path, started).value()
    assert parent == str(starting)


def test_asked_to_stop_it_waits_for_what_is_left(sleeping: tuple[Asking, int]) -> None:
    asking, process = sleeping
    started = starter_of(process)
    os.kill(started, signal.SIGTERM)
    assert not within(lambda: not is_there(started), seconds=0.3)
    asking.process.terminate()
    asking.end()
    assert within(lambda: not is_there(started))


def test_several_run_at_the_same_time(tmp_path: Path, started: dict[str, str]) -> None:
    """Each waits for the others' files, so that none ends alone."""
    others = [tmp_path / str(number) for number in range(3)]
    wait = "\nwhile not all(map(os.path.exists, {0})): time.sleep(0.01)"
    askings = []
    for own in others:
        own_folder = tmp_path / f"folder {own.name}"
        own_folder.mkdir()
        body = f"import os, time; open({str(own)!r}, 'w').close()" + wait.format(
            [str(path) for path in others]
        )
        askings.append(ask(expression(body), own_folder, started))
    assert [asking.end() for asking in askings] == [(0, "")] * 3


def test_a_process_with_threads_does_not_fork(tmp_path: Path) -> None:
    """Whoever asks then runs the program itself."""
    script = (
        "import threading, time, socket, sys;"
        "threading.Thread(target=time.sleep, args=(600,), daemon=True).start();"
        "from ns2studies.starting.starter import main; sys.exit(main())"
    )
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "starter"))
        listener.listen()
        with subprocess.Popen(
            [sys.executable, "-c", script, str(listener.fileno())],
            env={**os.environ, "PYTHONPATH": str(paths.SOURCES)},
            pass_fds=[listener.fileno()],
        ) as process:
            source = "__import__('os').getppid()"
            asking = ask(source, tmp_path, {STARTER: str(tmp_path / "starter")})
            assert asking.value() == str(os.getpid())
            process.kill()


def test_what_is_loaded_starts_no_thread() -> None:
    modules = sorted({module for modules in LOADED.values() for module in modules})
    script = (
        "import importlib, os, sys\n"
        "for module in sys.argv[1:]:\n"
        "    importlib.import_module(module)\n"
        "    assert len(os.listdir('/proc/self/task')) == 1, module\n"
    )
    subprocess.run(
        [sys.executable, "-c", script, *modules],
        env={**os.environ, **WITHOUT_THREADS, "PYTHONPATH": str(paths.SOURCES)},
        check=True,
    )


def test_jobs_are_started_so(tmp_path: Path, started: dict[str, str]) -> None:
    """A job's own message and status, in the file that it is given."""
    with (tmp_path / "log").open("a+") as log:
        done = subprocess.run(
            [*ASK, "jobs", "run-batch", str(tmp_path / "none.json")],
            env={**os.environ, **started, "PYTHONPATH": str(paths.SOURCES)},
            stderr=log,
            check=False,
        )
        log.seek(0)
        said = log.read()
        log.truncate(0)
    assert done.returncode == 1
    assert "none.json" in said
