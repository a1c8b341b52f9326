"""DuckDB's own shell on the results: the command ``sql``."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import duckdb_cli

from ns2studies import paths
from ns2studies.errors import ResultError
from ns2studies.results.described import description_of, require_size
from ns2studies.sql import plain_name, quoted

_PROGRAM = Path(duckdb_cli.__file__).with_name("duckdb")


def sql(words: Sequence[str]) -> int:
    """Answer a query of the results, or open a shell on them if there is none.

    Args:
        words: options of DuckDB's shell, and the query as the last word.
    """
    database = paths.RESULTS / "results.duckdb"
    if not database.is_file():
        raise ResultError(f"{database}: no such file", "./reproduce runs the studies and makes it.")
    if description_of(database).exists():
        require_size(database)
    command = [*_shell(paths.ROOT), str(database)]
    _keep_open(paths.ROOT)
    if not words or _is_option(words[-1]):
        os.execv(_PROGRAM, [*command, *words])
    # A query may begin with a comment, whose dashes must not be taken for those of an option.
    query = f"\n{words[-1]}" if words[-1].startswith("-") else words[-1]
    command += [*words[:-1], query]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False, close_fds=False)
    # DuckDB repeats what it was asked, which may be any bytes.
    said = done.stderr.decode(errors="replace")
    if done.returncode > 0:
        raise ResultError(_in_one_line(said))
    sys.stderr.write(said)
    # As a shell reports it: killed by a signal, for instance because its reader has closed the
    # pipe.
    return done.returncode if done.returncode == 0 else 128 - done.returncode


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
