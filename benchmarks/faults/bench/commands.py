"""Damage to files of a checkout, and how the whole command handles it."""

import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import duckdb

from bench.damage import KINDS, harm
from ns2studies.basics import paths

STATE: Final = ("results", ".snakemake")
"""Folders of a checkout that commands change."""

COMMAND: Final = (sys.executable, "-m", "ns2studies")
"""The command behind ``./reproduce``, once the environment is set up."""

_SHOWN: Final = {
    "metrics": "*",
    "estimates": "*",
    "comparison": "*",
    "claims": "study, claim, verdict, evidence",
}
"""Tables that the numbers on pages are queried from, and the columns compared."""


@dataclass
class Outcome:
    """The outcome of damage: how many commands gave right results, at once or after a repair."""

    done: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def shown(root: Path) -> dict[str, list[str]]:
    """Return all values that pages may show: rows as text, by database and table."""
    found: dict[str, list[Any]] = {}
    for database in sorted((root / "results" / "database").glob("*.duckdb")):
        with duckdb.connect(str(database), read_only=True) as connection:
            for table, columns in _SHOWN.items():
                query = f"SELECT {columns} FROM {table} ORDER BY ALL"
                found[f"{database.name} {table}"] = connection.execute(query).fetchall()
    return {name: [str(row) for row in rows] for name, rows in found.items()}


def torture(number: int, seed: int, folder: Path) -> Outcome:
    """Damage files of this checkout, one at a time, and run the command after each.

    Args:
        folder: an empty folder, which holds the state that each probe starts from.
    """
    chance = random.Random(seed)
    root = paths.ROOT
    wanted = shown(root)
    saved(folder)
    outcome = Outcome()
    for _ in range(number):
        files = sorted(
            path for name in STATE for path in (root / name).rglob("*") if path.is_file()
        )
        by_folder: dict[Path, list[Path]] = {}
        for file in files:
            by_folder.setdefault(_group(file.relative_to(root)), []).append(file)
        file = chance.choice(by_folder[chance.choice(list(by_folder))])
        kind = chance.choice(KINDS)
        harm(file, kind, chance)
        ask_for_all_again(root, chance)
        for fault in _faults(wanted, outcome):
            outcome.wrong.append(f"{kind} of {file}: {fault}")
        restored(folder)
    return outcome


def _group(file: Path) -> Path:
    """Return a key that is equal for files of the same kind."""
    return (
        Path(*file.parts[:2], file.suffix) if file.parts[0] == "results" else Path(*file.parts[:2])
    )


def ask_for_all_again(root: Path, chance: random.Random) -> None:
    """Delete random pages and databases, and sometimes measures, so that they are made again."""
    results = root / "results"
    metrics = sorted((results / "measures").iterdir())
    if metrics and chance.random() < 0.5:
        shutil.rmtree(chance.choice(metrics))
    for made in (*results.glob("reports/*.html"), *results.glob("database/*.duckdb")):
        if chance.random() < 0.5:
            made.unlink(missing_ok=True)


def saved(folder: Path) -> None:
    """Copy the checkout's state to an empty folder."""
    for name in STATE:
        shutil.copytree(paths.ROOT / name, folder / name)


def restored(folder: Path) -> None:
    """Restore the checkout's state from a folder that :func:`saved` filled."""
    for name in STATE:
        shutil.rmtree(paths.ROOT / name)
        shutil.copytree(folder / name, paths.ROOT / name)


def _faults(wanted: dict[str, list[str]], outcome: Outcome) -> Iterator[str]:
    done = _command()
    message = done.stderr + done.stdout
    if "Traceback" in message:
        yield f"a traceback: {message[-600:]}"
    if done.returncode == 0:
        outcome.done["right at once"] += 1
        if shown(paths.ROOT) != wanted:
            yield "other values, without a word"
        return
    outcome.done["refused, then repaired"] += 1
    if str(paths.ROOT) not in done.stderr or done.stderr.count("reproduce: ") != 1:
        yield f"no message that names a file: {message[-600:]}"
    repaired = _command("check", "--repair")
    if repaired.returncode != 0:
        yield f"not repaired: {(repaired.stderr + repaired.stdout)[-600:]}"
    elif shown(paths.ROOT) != wanted:
        yield "other values after the repair"


def _command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        cwd=paths.ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
