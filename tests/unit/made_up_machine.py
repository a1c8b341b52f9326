"""A machine made of fakes for the shell script ``reproduce``: apt, Python, uv and CMake.

The real ones are met in the bare roots (``tests/bare_roots``).
"""

import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from ns2studies.basics import paths

REAL = (
    *(
        "bash",
        "cat",
        "cp",
        "cut",
        "df",
        "env",
        "flock",
        "grep",
        "ln",
        "mkdir",
        "mv",
        "paste",
        "readlink",
    ),
    *("rm", "sed", "sh", "sha256sum", "sort", "tail", "touch"),
)
"""What the script and the fakes take from a Debian system as it comes."""

FAKED = ("apt-cache", "apt-get", "dpkg", "dpkg-query", "id", "python3.11", "sudo")

INSTALLATION = ["apt update", "apt install", "venv", "pip", "uv", "configure", "compile"]
"""The steps of an installation, as the fakes note them."""

DONE = "nstrace runs with core\n"
"""What the command prints that these tests call."""


@dataclass(frozen=True)
class Machine:
    """A folder with all programs there are in ``bin``, and a checkout."""

    root: Path
    checkout: Path

    def start(
        self, *words: str, stdin: int = subprocess.DEVNULL, **settings: str
    ) -> subprocess.Popen[str]:
        """Start ``./reproduce nstrace``, or other words; ``settings`` are for the fakes."""
        return subprocess.Popen(
            [self.checkout / "reproduce", *(words or ("nstrace",))],
            env={"PATH": str(self.root / "bin"), "MACHINE": str(self.root), **settings},
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip

    def run(
        self, *words: str, stdin: int = subprocess.DEVNULL, **settings: str
    ) -> tuple[int, str, str]:
        """The command's status, output and messages."""
        process = self.start(*words, stdin=stdin, **settings)
        output, messages = process.communicate()
        return process.returncode, output, messages

    def steps(self) -> list[str]:
        """What the fakes noted since they were asked last."""
        calls = self.root / "calls"
        noted = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return [step for step in noted if step != "nstrace"]

    def steps_of_run(self) -> list[str]:
        """Run the command, which must succeed; what it did for that."""
        status, output, messages = self.run()
        assert (status, output) == (0, DONE), messages
        return self.steps()

    def moved(self, name: str) -> "Machine":
        return replace(self, checkout=self.checkout.rename(self.root / name))

    def copied(self, name: str) -> "Machine":
        copy = shutil.copytree(self.checkout, self.root / name, symlinks=True)
        return replace(self, checkout=copy)

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)


def make_machine(root: Path) -> Machine:
    """A machine on which nothing is installed."""
    machine = Machine(root, root / "a check out")
    programs = root / "bin"
    programs.mkdir()
    for name in REAL:
        found = shutil.which(name)
        assert found, name
        (programs / name).symlink_to(found)
    for name in FAKED:
        shutil.copy(paths.ROOT / "tests" / "data" / "setup" / "fake", programs / name)
    (programs / "python3").symlink_to("python3.11")
    native = machine.checkout / "src" / "nstrace" / "native"
    native.mkdir(parents=True)
    (native / "core.cpp").write_text("core\n")
    formats = machine.checkout / "src" / "trace-formats"
    formats.mkdir()
    (formats / "shared.hpp").write_text("")
    shutil.copytree(paths.ROOT / "environment", machine.checkout / "environment")
    shutil.copy(paths.ROOT / "reproduce", machine.checkout)
    machine.write("installed", "")
    machine.write("version", "3.11.2")
    return machine
