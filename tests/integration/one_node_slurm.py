"""A cluster of one node: Slurm and munge on the loopback interface, with nothing outside a folder.

Debian's packages slurmctld, slurmd and munge; needs no root. All programs end with the test, or
with the command that is called with such a cluster: ``python one_node_slurm.py COMMAND …``.
"""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path

import pytest

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun")

_SYSTEM_PATH = "/usr/sbin:/sbin"

CGROUPS = Path("/sys/fs/cgroup")

_START_S = 300
_END_S = 60

_CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={folder}/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=2
NodeName=node NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000
PartitionName=all Nodes=node Default=YES
"""


@dataclass(frozen=True)
class Slurm:
    """The running cluster."""

    folder: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """What Slurm's commands must find in their environment."""
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": path}

    def call(self, *words: str) -> str:
        """What a command of Slurm prints."""
        done = subprocess.run(
            words, env={**os.environ, **self.environment}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout.strip()

    def state(self, job: str) -> str:
        """The state of a job that has not ended long ago."""
        return self.call("squeue", "--noheader", "--states=all", f"--jobs={job}", "--format=%T")

    def running(self) -> list[str]:
        """The jobs that are running now."""
        return self.call("squeue", "--noheader", "--states=R", "--format=%i").split()


@contextmanager
def one_node_slurm(folder: Path) -> Iterator[Slurm]:
    """Start a cluster; skips the test where Slurm can't be, fails it if Slurm doesn't start."""
    path = f"{os.environ['PATH']}:{_SYSTEM_PATH}"
    missing = [program for program in PROGRAMS if not shutil.which(program, path=path)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (environment/debian-test.txt)")
    if not CGROUPS.is_mount():
        pytest.skip(f"{CGROUPS} is not mounted, without which slurmd does not start")
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "key"
    key.touch(0o600)
    key.write_bytes(os.urandom(128))
    (folder / "slurm.conf").write_text(
        _CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0],
            ports=_free_ports(2),
            user=getuser(),
            folder=folder,
        )
    )
    slurm = Slurm(folder)
    _let_srun_find_its_configuration(slurm)
    with ExitStack() as stack:
        for command in _daemons(folder):
            stack.enter_context(_started(command, {**slurm.environment, "PATH": path}, folder))
        _wait_for_node(slurm)
        try:
            yield slurm
        finally:
            _end_jobs(slurm)


def _let_srun_find_its_configuration(slurm: Slurm) -> None:
    """Put an srun on the path that reads this cluster's configuration.

    Snakemake's plugin calls srun without SLURM_CONF; elsewhere the file lies where Slurm looks.
    """
    srun = slurm.folder / "bin" / "srun"
    srun.parent.mkdir()
    words = ["env", f"SLURM_CONF={slurm.folder / 'slurm.conf'}", str(shutil.which("srun"))]
    srun.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8")
    srun.chmod(0o755)


def _daemons(folder: Path) -> list[list[str]]:
    files = {"socket": "munge", "key-file": "key", "pid-file": "munge.pid", "seed-file": "seed"}
    options = [f"--{option}={folder / name}" for option, name in files.items()]
    return [
        ["munged", "--foreground", "--force", f"--log-file={folder / 'munge.log'}", *options],
        ["slurmctld", "-D", "-i"],
        ["slurmd", "-D"],
    ]


@contextmanager
def _started(command: list[str], variables: Mapping[str, str], folder: Path) -> Iterator[None]:
    with (folder / f"{command[0]}.out").open("wb") as out:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command],
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in sockets]


def _end_jobs(slurm: Slurm) -> None:
    """Cancel what a failed test left; a job that outlives its controller never ends."""
    slurm.call("scancel", f"--user={getuser()}")
    end = time.monotonic() + _END_S
    while slurm.call("squeue", "--noheader") and time.monotonic() < end:
        time.sleep(0.2)


def _wait_for_node(slurm: Slurm) -> None:
    end = time.monotonic() + _START_S
    state = ""
    while state != "idle":
        if time.monotonic() > end:
            logs = [f"{log.name}:\n{log.read_text()[-1500:]}" for log in slurm.folder.glob("*.out")]
            pytest.fail(f"Slurm is installed but did not start ({state})\n" + "\n".join(logs))
        time.sleep(0.2)
        done = subprocess.run(
            ["sinfo", "--noheader", "--format=%T"],
            env={**os.environ, **slurm.environment},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        state = done.stdout.strip() or done.stderr.strip()


def main(command: list[str]) -> int:
    """Call a command that finds the cluster; its exit status."""
    with tempfile.TemporaryDirectory() as folder, one_node_slurm(Path(folder)) as slurm:
        variables = {**os.environ, **slurm.environment}
        return subprocess.run(command, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
