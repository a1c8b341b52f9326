"""Query the results, results/results.duckdb or those of an experiment, in SQL.

Prints the result of a query; without one, opens DuckDB's shell. Both are read-only.
docs/results.md lists the tables. Options are those of DuckDB's shell, such as

  -csv, -json, -markdown, -line   how to print rows (default: a table)
  -noheader                       without column names

and, before all others,

  --experiment PATH               query an experiment of your own

In the shell, ".tables" lists the tables, "DESCRIBE claims;" the columns of one; ".quit" ends it.
"""

import argparse
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.sql import plain_name, quoted
from ns2studies.database.metadata import description_path, require_size

if TYPE_CHECKING:
    from ns2studies.experiments.model import ExperimentFile

EXAMPLES: Final = """\
examples:
  ./reproduce sql "SELECT study, claim, verdict FROM claims WHERE verdict <> 'confirmed'"
  ./reproduce sql -csv "FROM comparison" > comparison.csv
  ./reproduce sql "DESCRIBE points"
  ./reproduce sql --experiment experiments/queue "FROM points"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of the command: all words are for DuckDB's shell."""
    parser.usage = "%(prog)s [OPTION ...] [QUERY]"
    parser.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    parser.set_defaults(print_help=parser.print_help)
    # With this prefix, argparse treats no word as an option.
    parser.prefix_chars = "\0"


def run(arguments: argparse.Namespace) -> int:
    """Run a query, or open the shell.

    Raises:
        ResultError: if there are no results, they are damaged, or the query fails.
    """
    words = arguments.words
    if words[:1] in (["-h"], ["--help"]):
        arguments.print_help()
        return 0
    database, root = paths.RESULTS / "results.duckdb", paths.ROOT
    remedy = "./reproduce runs the studies and makes it."
    if words[:1] == ["--experiment"]:
        file, words = _experiment(words), words[2:]
        database, root = paths.experiment_database(paths.RESULTS, file.key), paths.RESULTS
        remedy = f"./reproduce run {file.path.parent} makes it."
    if not database.is_file():
        raise ResultError(f"{database}: no such file", remedy)
    if description_path(database).exists():
        require_size(database)
    command = [*_shell(root), str(database)]
    _keep_open(root)
    if words and not _is_option(words[-1]):
        *options, query = words
        # The dashes of a comment must not look like an option.
        return _answer([*command, *options, f"\n{query}" if query.startswith("-") else query])
    if not _writes_to_file():
        os.execv(command[0], [*command, *words])
    return _answer([*command, *words])


def _experiment(words: Sequence[str]) -> "ExperimentFile":
    from ns2studies.experiments.model import read_experiment

    if not words[1:]:
        raise StudyError("--experiment: expected the folder of an experiment")
    return read_experiment(Path(words[1]))


def _answer(command: Sequence[str]) -> int:
    status, output = _run(command)
    # DuckDB repeats the query, which may contain any bytes.
    errors = output.decode(errors="replace")
    if status > 0 and errors.strip():
        raise ResultError(_first_line(errors))
    sys.stderr.write(errors)
    # A query may set the exit status; a signal, such as that of a closed pipe, is reported as a
    # shell does.
    return status if status >= 0 else 128 - status


def _writes_to_file() -> bool:
    """Return whether the output is written to a file, or to a device that is not a terminal."""
    mode = os.fstat(sys.stdout.fileno()).st_mode
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not sys.stdout.isatty())


def _run(command: Sequence[str]) -> tuple[int, bytes]:
    """Run DuckDB's shell; return its status and its standard error.

    Raises:
        OSError: if there is not enough space for the output.
    """
    if not _writes_to_file():
        done = subprocess.run(command, stderr=subprocess.PIPE, check=False, close_fds=False)
        return done.returncode, done.stderr
    # The shell ignores write errors, so its output passes through this program.
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdout=pipe, stderr=pipe, close_fds=False) as process,
        ThreadPoolExecutor(1) as executor,
    ):
        assert process.stdout
        assert process.stderr
        errors = executor.submit(process.stderr.read)
        try:
            shutil.copyfileobj(process.stdout, sys.stdout.buffer)
            sys.stdout.flush()
            if stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode):
                os.fsync(sys.stdout.fileno())
        except BaseException:
            process.kill()
            raise
    return process.returncode, errors.result()


def _is_option(word: str) -> bool:
    return word.startswith("-") and len(word.split()) == 1


def _shell(root: Path) -> list[str]:
    """Return the program with options that let it read results, and the traces below ``root``."""
    import duckdb_cli

    settings = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        # The views over the traces name their files relative to the checkout.
        "file_search_path": quoted(plain_name(root)),
    }
    return [
        str(Path(duckdb_cli.__file__).with_name("duckdb")),
        # The user's start-up file must not affect the output.
        *("-no-init", "-readonly"),
        *(word for name, value in settings.items() for word in ("-cmd", f"SET {name} = {value}")),
        # By default it colors some output, even in files.
        *([] if sys.stdout.isatty() else ["-cmd", ".highlight off"]),
    ]


def _keep_open(root: Path) -> None:
    """Make the descriptor of the open folder inheritable, if the folder has no other name."""
    name = Path(plain_name(root))
    if name.parent == Path("/proc/self/fd"):
        os.set_inheritable(int(name.name), True)


def _first_line(message: str) -> str:
    """Return a message without the excerpt that marks the place of an error."""
    return " ".join(re.split(r"^LINE \d+:", message, flags=re.MULTILINE)[0].split())
