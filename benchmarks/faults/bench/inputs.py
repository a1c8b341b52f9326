"""Damaged inputs: configurations, topologies, published values, references, traces."""

import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Final

import nstrace
from bench.damage import KINDS, damaged
from ns2studies.basics import paths
from ns2studies.config.registry import load_study
from ns2studies.config.study_files import available
from ns2studies.database.reference import files_of, read_reference_description
from ns2studies.evaluation import published
from nstrace.errors import NstraceError
from nstrace.querying import ask, database
from nstrace.schemas import SCHEMAS

_LONGEST_S: Final = 20.0
_STORED: Final = (".parquet", ".arrow", ".duckdb")

_SAME, _OTHER, _REFUSED = "as before", "other content", "refused by name"
COLUMNS: Final = (_REFUSED, _OTHER, _SAME)


@dataclass
class Outcome:
    """The outcome, counted by kind of input and by the reader's response."""

    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Input:
    """A file that users supply.

    Attributes:
        what: its name in the table.
        read: returns everything that is read from it, as text.
        may_differ: whether other content may pass; text has no digest that would detect it.
    """

    what: str
    file: Path
    read: Callable[[], str]
    may_differ: bool


def damage_inputs(number: int, seed: int, folder: Path) -> Outcome:
    """Damage inputs of this checkout, one at a time, each kind equally often.

    Args:
        folder: an empty folder for traces.
    """
    chance, outcome = random.Random(seed), Outcome()
    inputs: dict[str, list[_Input]] = {}
    for one in (*_of_studies(), *_traces(folder)) if number else ():
        inputs.setdefault(one.what, []).append(one)
    before: dict[Path, str] = {}
    for _ in range(number):
        one = chance.choice(inputs[chance.choice(list(inputs))])
        kind = chance.choice(KINDS)
        if one.file not in before:
            before[one.file] = one.read()
        with damaged(one.file, kind, chance):
            came, fault = _tried(one, before[one.file])
        outcome.done[one.what, came] += 1
        if fault:
            outcome.wrong.append(f"{kind} of {one.file}: {fault}")
    return outcome


def _tried(one: _Input, before: str) -> tuple[str, str]:
    """Read a damaged input; return the kind of outcome, and the fault or an empty string."""
    try:
        with _at_most(_LONGEST_S):
            found = one.read()
    except NstraceError as error:
        named = str(one.file) in str(error) or one.file.name in str(error)
        return _REFUSED, "" if named else f"no file is named: {error}"
    except Exception as error:  # noqa: BLE001 - tests that none is raised
        return _OTHER, f"{type(error).__name__}: {error}"
    if found == before:
        return _SAME, ""
    return _OTHER, "" if one.may_differ else "its reader takes it"


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer in {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _of_studies() -> Iterator[_Input]:
    for study in available():

        def planned(study: str = study) -> str:
            return repr(load_study(study, "quick").scenarios)

        def printed(study: str = study) -> str:
            return repr(published.printed_rows(study))

        def reference(study: str = study) -> str:
            return repr(read_reference_description(study))

        yield _Input("configurations", paths.ROOT / "config" / f"{study}.yaml", planned, True)
        for name in load_study(study, "quick").topologies:
            file = paths.DATA / "topologies" / f"{name}.yaml"
            yield _Input("topologies", file, planned, True)
        for file in (paths.DATA / "published").glob(f"{study}*.csv"):
            yield _Input("printed values", file, printed, True)
        for file in filter(Path.is_file, files_of(study)):
            yield _Input("references", file, reference, False)


def _traces(folder: Path) -> Iterator[_Input]:
    """Yield a trace with lines of many forms, as text and in each stored format."""
    text = folder / "trace.tr"
    seeds = sorted((paths.ROOT / "tests" / "fuzz" / "corpus").iterdir())
    text.write_bytes(b"\n".join(seed.read_bytes() for seed in seeds))
    yield _Input("traces", text, partial(_text_rows, text), True)
    for suffix in _STORED:
        file = folder / f"stored{suffix}"
        nstrace.convert(text, file)
        yield _Input(f"traces stored as {suffix}", file, partial(_stored, file), False)


def _text_rows(file: Path) -> str:
    """Return the number of rows of each table of a text trace; each line is a row of one table."""
    trace = nstrace.read(file)
    return repr({name: getattr(trace, name).num_rows for name in SCHEMAS if hasattr(trace, name)})


def _stored(file: Path) -> str:
    """Return the exported text and the rows by SQL of a stored trace."""
    text = BytesIO()
    nstrace.export_text(nstrace.open_stored(file), text)
    with database([file]) as connection:
        rows = [
            ask(connection, f"SELECT * FROM {name} ORDER BY line").to_pylist() for name in SCHEMAS
        ]
    return repr(text.getvalue()) + repr(rows)
