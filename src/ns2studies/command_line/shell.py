"""DuckDB's own shell on the results: the command ``sql``."""

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb_cli

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import plain_name, quoted
from ns2studies.database.metadata import description_path, require_size

_PROGRAM = Path(duckdb_cli.__file__).with_name("duckdb")


def sql(words: Sequence[str]) -> int:
    """Answer a query of the results, or open a shell on them if there is none.

    Args:
        words: options of DuckDB's shell, and the query as the last word.

    Raises:
        ResultError: if there are no results, or their database is damaged.
    """
    database = paths.RESULTS / "results.duckdb"
    if not database.is_file():
        raise ResultError(f"{database}: no such file", "./reproduce runs the studies and makes it.")
    if description_path(database).exists():
        require_size(database)
    command = [*_shell(paths.ROOT), str(database)]
    _keep_open(paths.ROOT)
    if not words or _is_option(words[-1]):
        command += words
        if not _is_to_be_kept():
            os.execv(_PROGRAM, command)
    else:
        # A query may begin with a comment, whose dashes must not be taken for those of an option.
        query = f"\n{words[-1]}" if words[-1].startswith("-") else words[-1]
        command += [*words[:-1], query]
    status, errors = _run(command)
    # DuckDB repeats what it was asked, which may be any bytes.
    said = errors.decode(errors="replace")
    if status > 0 and said.strip():
        raise ResultError(_in_one_line(said))
    sys.stderr.write(said)
    # As a shell reports it: killed by a signal, for instance because its reader has closed the
    # pipe. A query may also say with what to exit.
    return status if status >= 0 else 128 - status


def _is_to_be_kept() -> bool:
    """Does a file, or a device that is no terminal, get the answer?"""
    mode = os.fstat(sys.stdout.fileno()).st_mode
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not sys.stdout.isatty())


def _run(command: Sequence[str]) -> tuple[int, bytes]:
    """Run DuckDB's shell; its status, and what it says is wrong.

    Raises:
        OSError: if there is no room for the answer.
    """
    if not _is_to_be_kept():
        done = subprocess.run(command, stderr=subprocess.PIPE, check=False, close_fds=False)
        return done.returncode, done.stderr
    # It does not notice that a file can't be written, so it writes to us.
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdout=pipe, stderr=pipe, close_fds=False) as process,
        ThreadPoolExecutor(1) as beside,
    ):
        assert process.stdout
        assert process.stderr
        said = beside.submit(process.stderr.read)
        try:
            shutil.copyfileobj(process.stdout, sys.stdout.buffer)
            sys.stdout.flush()
            if stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode):
                os.fsync(sys.stdout.fileno())
        except BaseException:
            process.kill()
            raise
    return process.returncode, said.result()


def _is_option(word: str) -> bool:
    return word.startswith("-") and len(word.split()) == 1


def _shell(root: Path) -> list[str]:
    """The program with the options that make it read, and read the traces below ``root``, only."""
    settings = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        # The views over the traces name them by paths in the checkout.
        "file_search_path": quoted(plain_name(root)),
    }
    return [
        str(_PROGRAM),
        # The user's own start-up file must not change what a query prints.
        *("-no-init", "-readonly"),
        *(word for name, value in settings.items() for word in ("-cmd", f"SET {name} = {value}")),
    ]


def _keep_open(root: Path) -> None:
    """Let the shell have the folder open, too, if that is what it knows it by."""
    name = Path(plain_name(root))
    if name.parent == Path("/proc/self/fd"):
        os.set_inheritable(int(name.name), True)


def _in_one_line(message: str) -> str:
    """What is wrong, without the drawing of where."""
    return " ".join(re.split(r"^LINE \d+:", message, flags=re.MULTILINE)[0].split())
