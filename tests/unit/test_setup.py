"""Setting up by ``reproduce``: only what is missing, and whole however it was disturbed before."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from made_up_machine import DONE, INSTALLATION, Machine, make_machine
from terminals import open_terminal

PACKAGES, PYTHON, CORE = INSTALLATION[:2], INSTALLATION[2:5], INSTALLATION[5:]


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    return make_machine(tmp_path)


@pytest.fixture
def ready(bare: Machine) -> Machine:
    assert bare.steps_of_run() == INSTALLATION
    return bare


def test_complete_setup_runs_no_step(ready: Machine) -> None:
    assert ready.steps_of_run() == []


def test_checkout_can_be_moved_and_copied(ready: Machine) -> None:
    assert ready.copied("a copy").steps_of_run() == []
    assert ready.moved("elsewhere").steps_of_run() == []


def remove_package(machine: Machine) -> None:
    names = (machine.root / "installed").read_text().split()
    machine.write("installed", "".join(f"{name}\n" for name in names if name != "patch"))


def edit(name: str, added: str = "\n") -> Callable[[Machine], None]:
    def change(machine: Machine) -> None:
        path = machine.checkout / name
        path.write_text(path.read_text() + added)

    return change


def truncate_core(machine: Machine) -> None:
    (machine.checkout / "src" / "nstrace" / "_native.fake.so").write_text("co")


def newer_python(machine: Machine) -> None:
    programs = machine.root / "bin"
    (programs / "python3").unlink()
    (programs / "python3.11").rename(programs / "python3.13")
    (programs / "python3").symlink_to("python3.13")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (remove_package, PACKAGES),
        (edit("environment/run.txt"), PYTHON + CORE),
        (edit("environment/uv.txt"), PYTHON),
        (edit("environment/test.txt"), []),
        (edit("src/nstrace/native/core.cpp", ""), []),
        (edit("src/trace-formats/shared.hpp"), CORE),
        (truncate_core, CORE),
        (newer_python, PYTHON + CORE),
    ],
)
def test_changed_inputs_repeat_setup_steps(
    ready: Machine, change: Callable[[Machine], None], expected: list[str]
) -> None:
    change(ready)
    assert ready.steps_of_run() == expected
    assert ready.steps_of_run() == []


def test_edited_core_is_built(ready: Machine) -> None:
    (ready.checkout / "src" / "nstrace" / "native" / "core.cpp").write_text("another core\n")
    assert ready.run()[1] == "nstrace runs with another core\n"


@pytest.mark.parametrize("step", INSTALLATION)
def test_installation_that_was_killed_is_finished(bare: Machine, step: str) -> None:
    assert bare.run(FAKE_KILLED=step)[0] == -9
    assert bare.steps()[-1] == step
    repeated = bare.steps_of_run()
    assert repeated == [it for it in INSTALLATION if it in repeated]
    assert bare.steps_of_run() == []
    assert {path.name for path in bare.checkout.glob(".venv*")} == {".venv"}


@pytest.mark.parametrize("step", PYTHON)
def test_killed_installation_leaves_old_one(ready: Machine, step: str) -> None:
    """What is there goes on being used once the locks are what they were."""
    lock = ready.checkout / "environment" / "run.txt"
    text = lock.read_text()
    lock.write_text(text + "\n")
    assert ready.run(FAKE_KILLED=step)[0] == -9
    lock.write_text(text)
    ready.steps()
    assert ready.steps_of_run() == []


def test_two_commands_at_once_install_once(bare: Machine) -> None:
    processes = [bare.start() for _ in range(3)]
    ended = [(process.communicate()[0], process.returncode) for process in processes]
    assert ended == [(DONE, 0)] * 3
    assert bare.steps() == INSTALLATION


NETWORK = "the network, or a server in it, is out of reach"
FULL = "no room is left on a disk"

COMPLAINTS = [
    (
        "apt install",
        "E: Unable to locate package libotcl1-dev\nE: Package 'g++' has no installation candidate",
        ["packages could not be installed: apt knows no g++ libotcl1-dev", "Debian 12 and 13"],
    ),
    (
        "apt install",
        "E: You don't have enough free space in /var/cache/apt/archives/.",
        ["packages could not be installed", FULL],
    ),
    (
        "apt install",
        "Err:1 http://a.mirror stable/main g++\n"
        "E: Failed to fetch http://a.mirror/g++.deb  Temporary failure resolving 'a.mirror'",
        ["packages could not be installed", NETWORK, "Temporary failure resolving 'a.mirror'"],
    ),
    (
        "apt install",
        "Reading package lists...\nE: dpkg was broken",
        ["packages could not be installed: the last it said was\n    E: dpkg was broken"],
    ),
    (
        "venv",
        "Error: [Errno 28] No space left on device: '.venv.new'",
        ["Python packages could not be installed", FULL],
    ),
    (
        "pip",
        "WARNING: Retrying after NewConnectionError: Failed to establish a new connection: [Errno "
        "-3] Temporary failure in name resolution\nERROR: No matching distribution found for uv",
        ["Python packages could not be installed", NETWORK, "ERROR: No matching distribution"],
    ),
    (
        "uv",
        "  × Failed to download `numpy==2.4.6`\n  ├─▶ Failed to fetch\n"
        "  ╰─▶ dns error: failed to lookup address information",
        ["Python packages could not be installed", NETWORK, "Failed to download `numpy==2.4.6`"],
    ),
    ("uv", "Caused by: No space left on device (os error 28)", [FULL]),
    ("uv", "  × No solution", ["Python packages could not be installed", "× No solution"]),
    ("configure", "CMake Error: no compiler", ["engine could not be built", "no compiler"]),
    ("compile", "a.cpp:1: error: expected ;", ["engine could not be built", "expected ;"]),
    ("compile", "ld: final link failed: No space left on device", ["could not be built", FULL]),
]


@pytest.mark.parametrize(("step", "complaint", "expected"), COMPLAINTS)
def test_step_that_fails_gives_one_message(
    bare: Machine, step: str, complaint: str, expected: list[str]
) -> None:
    status, output, messages = bare.run(FAKE_FAILING=step, FAKE_COMPLAINT=complaint)
    assert (status, output) == (1, "")
    assert bare.steps()[-1] == step
    announced = [line for line in messages.splitlines() if line.startswith("reproduce: install")]
    told = [line for line in messages.splitlines() if "could not be" in line]
    assert announced and len(told) == 1
    for words in expected:
        assert words in messages
    assert not (bare.checkout / ".venv.new").exists()
    bare.steps_of_run()


def test_unreachable_mirror_is_ignored_if_not_needed(bare: Machine) -> None:
    assert bare.run(FAKE_FAILING="apt update", FAKE_COMPLAINT="E: down")[:2] == (0, DONE)


def test_systems_own_python_comes_first(bare: Machine) -> None:
    programs, systems = bare.root / "bin", bare.root / "usr" / "bin"
    systems.mkdir(parents=True)
    own = shutil.copy(programs / "python3.11", systems / "python3")
    status, _, messages = bare.run(PATH=f"{programs}:{systems}")
    assert status == 0, messages
    assert (bare.checkout / ".venv" / "bin" / "python").readlink() == own


def test_missing_packages_are_named_without_root(bare: Machine) -> None:
    bare.write("installed", "git\nmake\n")
    status, _, messages = bare.run(FAKE_UID="1000")
    assert status == 1
    lists = (bare.checkout / "environment" / "debian-run.txt").read_text().splitlines()
    wanted = [name for name in lists if not name.startswith("#") and name not in ("git", "make")]
    assert f"these packages are missing: {' '.join(wanted)}\n" in messages
    assert f"apt-get update && apt-get install {' '.join(wanted)}\n" in messages
    assert bare.steps() == []


def test_at_terminal_sudo_may_ask_for_password(bare: Machine) -> None:
    terminal, program = open_terminal()
    try:
        unknown = bare.run(stdin=program, FAKE_UID="1000")
        assert (unknown[0], bare.steps()) == (1, [])
        assert "these packages are missing: " in unknown[2]
        assert bare.run(FAKE_UID="1000", FAKE_PASSWORD="known")[0] == 1, "nobody is there to ask"
        assert bare.run(stdin=program, FAKE_UID="1000", FAKE_PASSWORD="known")[:2] == (0, DONE)
        assert bare.steps() == INSTALLATION
    finally:
        os.close(terminal)
        os.close(program)


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_help_of_command_needs_nothing_set_up(bare: Machine, asked: str) -> None:
    bare.run("plan", asked)
    assert [step for step in bare.steps() if "-m ns2studies plan --help" not in step] == []


def test_old_python_is_refused_before_installing(bare: Machine) -> None:
    bare.write("version", "3.10.12")
    status, _, messages = bare.run()
    assert status == 1
    assert messages.count("\n") == 1
    assert "Python 3.11 or later is needed; this system has Python 3.10.12" in messages
    assert bare.steps() == []
