"""Calling the command ``nstrace`` in a process of its own, as its users do.

It is forked from a server that has loaded the libraries (a hundred commands would each load them
anew); test_closed_streams.py and test_nstrace_questions.py start it as a shell does.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

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


_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["duckdb", "nstrace.cli", "nstrace.scanning", "pyarrow.parquet"])


def call(
    *words: str | Path, given: bytes | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line; ``given`` is its standard input."""
    command = ["nstrace", *map(str, words)]
    with tempfile.TemporaryDirectory(prefix="command-") as name:
        files = [Path(name, stream) for stream in ("in", "out", "err")]
        os.mkfifo(files[0])
        process = _FORKING.Process(
            target=_be_nstrace, args=(command, files, folder or Path.cwd(), dict(os.environ))
        )
        process.start()
        writer = threading.Thread(target=_write, args=(files[0], given or b""), daemon=True)
        writer.start()
        process.join()
        # A command that ended without reading leaves nobody to write to.
        os.close(os.open(files[0], os.O_RDONLY | os.O_NONBLOCK))
        out, err = (file.read_bytes() if file.exists() else b"" for file in files[1:])
        return subprocess.CompletedProcess(command, process.exitcode or 0, out, err)


def _write(fifo: Path, data: bytes) -> None:
    with suppress(OSError):  # the command reads no more
        fifo.write_bytes(data)


def _be_nstrace(
    command: Sequence[str], files: Sequence[Path], folder: Path, environment: Mapping[str, str]
) -> None:
    """Be the command, in a process that was forked with the libraries loaded."""
    modes = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for number, (file, mode) in enumerate(zip(files, modes, strict=True)):
        os.dup2(os.open(file, mode), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = list(command)
    from nstrace import cli

    sys.exit(cli.main())


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
