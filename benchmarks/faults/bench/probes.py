"""Damage to single files, and whether their readers and the integrity check detect it."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.damage import KINDS, damaged
from ns2studies.basics.checksums import named_file_is_whole, page_is_whole
from ns2studies.basics.errors import ResultError
from ns2studies.database.metadata import require_whole
from ns2studies.runs.finished import FinishedRuns
from ns2studies.workflow.integrity import check_all


@dataclass
class Outcome:
    """The outcome of the probes.

    Attributes:
        done: number of probes, by kind of file and of damage.
        wrong: probes where a reader accepted the damaged file, or the check did not name it.
    """

    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def stored_files(results: Path) -> dict[str, list[Path]]:
    """Return the files that numbers on pages come from, and the pages, by kind."""
    patterns = {
        "facts of runs": "runs/study=*/run_id=*/run.json",
        "tables of runs": "runs/study=*/run_id=*/*.parquet",
        "measures": "measures/*/*.parquet",
        "databases": "database/*.duckdb",
        "descriptions": "database/*.json",
        "database of all": "results.duckdb",
        "its description": "provenance.json",
        "pages": "reports/*.html",
    }
    found = {name: sorted(results.glob(pattern)) for name, pattern in patterns.items()}
    return {name: files for name, files in found.items() if files}


def probe(results: Path, number: int, seed: int) -> Outcome:
    """Damage files one after the other, each kind equally often.

    Args:
        number: number of probes.
        seed: seed of the random choices.
    """
    chance = random.Random(seed)
    files = stored_files(results)
    outcome = Outcome()
    for _ in range(number):
        what, kind = chance.choice(list(files)), chance.choice(KINDS)
        file = chance.choice(files[what])
        outcome.done[what, kind] += 1
        with damaged(file, kind, chance):
            for fault in _faults(results, file):
                outcome.wrong.append(f"{kind} of {file}: {fault}")
    return outcome


def _faults(results: Path, file: Path) -> Iterator[str]:
    try:
        if _taken(results, file)():
            yield "its reader takes it"
        if not any(_names(finding.problem, file) for finding in check_all(results, _silent)):
            yield "the check does not name it"
    except Exception as error:  # noqa: BLE001 - tests that none is raised
        yield f"{type(error).__name__}: {error}"


def _taken(results: Path, file: Path) -> Callable[[], bool]:
    """Return a test of whether the reader of a file accepts it."""
    if file.is_relative_to(results / "runs"):
        study, run_id = (part.partition("=")[2] for part in file.parts[-3:-1])
        return lambda: _passes(lambda: FinishedRuns(results).check_contents(study, run_id))
    if file.is_relative_to(results / "measures"):
        return lambda: named_file_is_whole(file)
    if file.suffix == ".html":
        return lambda: page_is_whole(file)
    database = results / "results.duckdb" if file.parent == results else file.with_suffix(".duckdb")
    return lambda: _passes(lambda: require_whole(database))


def _passes(check: Callable[[], object]) -> bool:
    try:
        check()
    except ResultError:
        return False
    return True


def _names(problem: str, file: Path) -> bool:
    return str(file) in problem or (str(file.parent) in problem and "run_id=" in file.parent.name)


def _silent(done: int, total: int, what: str) -> None:
    """Ignore progress."""
