"""Claims of the studies' texts, each with a verdict computed from the database.

A claim is an SQL file in ``reports/STUDY/claims/`` with a header: ``page``; ``statement``;
``about`` if it repeats the number of published cells, with which it must agree; ``question: ours``
if the text raises the question without an answer, so that it is not a claim of the text. The query
returns one row: ``verdict``, one of :data:`ns2studies.evaluation.verdicts.STATED`, and
``evidence``. Statements are paraphrased.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics.digests import SHORT, digest_text
from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.basics.sql import error_in, execute_file
from ns2studies.config.study_files import study_directory
from ns2studies.database.derived import VALUES, Derived
from ns2studies.evaluation.verdicts import NOT_MEASURED, STATED
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import read_header
from nstrace.plain import read_text

if TYPE_CHECKING:
    import duckdb


SHARED = Path(__file__).parent / "claims"
"""Folder of macros that the claims of several studies call."""

SHARED_FILES = "_*.sql"
"""Pattern of files that several claims share; they run before the claims are judged."""

_TABLES = "_tables.sql"
"""File with temporary tables and views that claims share; macros in the other files query them."""

_MACRO: Final = re.compile(
    r"^CREATE OR REPLACE TEMP MACRO (\w+)(.*?)(?=^CREATE |\Z)", re.DOTALL | re.MULTILINE
)
"""Pattern of a shared macro: its name, and its body."""

_TABLE: Final = re.compile(
    r"^CREATE OR REPLACE TEMP (?:TABLE|VIEW) (\w+)(.*?)(?=^CREATE |\Z)", re.DOTALL | re.MULTILINE
)
"""Pattern of a shared table or view: its name, and its query."""

_COMMENT: Final = re.compile(r"^\s*--.*\n", re.MULTILINE)
"""Pattern of a line with only a comment, on which no table depends."""

_ABOUT = "about"
_QUESTION = "question"
_OURS = "ours"

Pattern = tuple[str, str, str]
"""Item, row and column of published cells, each as a name or a pattern."""

Judged = dict[str, tuple[str, str]]
"""Verdict and evidence of claims, by name."""


@dataclass(frozen=True)
class Claim:
    """A claim of a study's text.

    Attributes:
        about: the published cells whose number it repeats.
        is_ours: whether it is our own question, which the text does not answer.
    """

    study: str
    name: str
    page: str
    statement: str
    sql: str
    about: tuple[Pattern, ...] = ()
    is_ours: bool = False


def claims_folder(study: str) -> Path:
    """Return the folder of a study's claims and their macros."""
    return study_directory(study) / "claims"


def claims_of(study: str) -> list[Claim]:
    """Return the claims of a study, in the order of their file names.

    Raises:
        ConfigError: if a claim's header is invalid.
    """
    paths = sorted(claims_folder(study).glob("*.sql"))
    return [_read(study, path) for path in paths if not path.match(SHARED_FILES)]


def _read(study: str, path: Path) -> Claim:
    try:
        header = read_header(path, ("page", "statement"), (_ABOUT, _QUESTION))
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    about = patterns_in(path, _ABOUT, header.pop(_ABOUT, ""))
    question = header.pop(_QUESTION, "")
    if question not in ("", _OURS):
        raise ConfigError(f"{path}: question: expected {_OURS!r}, found {question!r}")
    sql = read_text(path)
    return Claim(study, path.stem, sql=sql, about=about, is_ours=question == _OURS, **header)


def own_questions(study: str) -> list[str]:
    """Return the names of our own questions, which are not counted as claims of the text.

    The present files decide this for the reference, too.
    """
    return [claim.name for claim in claims_of(study) if claim.is_ours]


def prepare(connection: "duckdb.DuckDBPyConnection", study: str) -> None:
    """Create the macros and tables that all claims, and those of a study, share.

    Raises:
        ResultError: naming the file that can't be executed.
    """
    for folder in (SHARED, claims_folder(study)):
        macros = [path for path in folder.glob(SHARED_FILES) if path.name != _TABLES]
        for path in (*folder.glob(_TABLES), *sorted(macros)):
            _execute(connection, path)


def _execute(connection: "duckdb.DuckDBPyConnection", path: Path) -> None:
    # Plans only need the paths of these files, not DuckDB.
    import duckdb

    sql = read_text(path)
    try:
        connection.execute(sql)
    except duckdb.ParserException as error:
        raise ResultError(error_in(path, sql, error)) from error
    # If there are several statements, DuckDB's positions are not those of the file.
    except duckdb.Error as error:
        raise ResultError(f"{path}: {str(error).splitlines()[0]}") from error


def with_macros(study: str, claims: Iterable[Claim]) -> dict[str, str]:
    """Return the SQL of each claim with that of all macros that it calls."""
    macros = _macros(study)
    return {claim.name: _with_called(claim.sql, macros) for claim in claims}


def behind_all(study: str) -> str:
    """Return the SQL of the tables that all claims of a study share, with that of called macros."""
    return _with_called("\n".join(map(read_text, _table_files(study))), _macros(study))


def shared_tables(study: str) -> dict[str, str]:
    """Return the SQL of each table that all claims of a study share, with that of called macros."""
    macros, files = _macros(study), "\n".join(map(read_text, _table_files(study)))
    return {name: _with_called(sql, macros) for name, sql in _TABLE.findall(files)}


def _macros(study: str) -> dict[str, str]:
    """Return the macros that claims of a study share, by name."""
    return dict(_MACRO.findall("\n".join(queries_behind(study, []))))


def _with_called(sql: str, macros: Mapping[str, str]) -> str:
    """Return a query, followed by the macros that it calls."""
    return "\n".join([sql, *(macros[name] for name in called_by(sql, macros))])


def called_by(sql: str, known: Mapping[str, str]) -> list[str]:
    """Return the names that a query calls directly or indirectly, each once.

    Args:
        known: the SQL of each name that can be called.
    """
    texts, left = {**known, "": sql}, set(known)
    found, waiting = [], [""]
    while waiting:
        found.append(waiting.pop())
        called = left.intersection(re.findall(r"\w+", texts[found[-1]]))
        left -= called
        waiting += sorted(called)
    return found[1:]


def queries_behind(study: str, claims: Iterable[Claim]) -> list[str]:
    """Return the SQL of some claims, and of everything that the claims of a study share."""
    shared = [
        path for folder in (SHARED, claims_folder(study)) for path in folder.glob(SHARED_FILES)
    ]
    return [read_text(path) for path in shared] + [claim.sql for claim in claims]


def make_tables_again(connection: "duckdb.DuckDBPyConnection", study: str) -> None:
    """Create the shared tables of prepared claims again, from the present results."""
    for path in _table_files(study):
        _execute(connection, path)


def _table_files(study: str) -> list[Path]:
    """Return the files with tables and views that claims share."""
    return [path for it in (SHARED, claims_folder(study)) for path in it.glob(_TABLES)]


def judge(connection: "duckdb.DuckDBPyConnection", claim: Claim) -> tuple[str, str]:
    """Return the claim's verdict and evidence.

    If the configuration leaves out the runs that a claim is about, its query returns NULL.

    Raises:
        ResultError: if the query fails, or returns anything other than one verdict.
    """
    path = claims_folder(claim.study) / f"{claim.name}.sql"
    rows = execute_file(connection, path, claim.sql, f"claim {claim.study}/{claim.name}")
    if not rows or (len(rows) == 1 and None in rows[0]):
        return NOT_MEASURED, "the configuration has left out runs that this claim is about"
    if len(rows) != 1 or len(rows[0]) != 2 or rows[0][0] not in STATED:
        raise ResultError(
            f"claim {claim.study}/{claim.name}: expected a verdict, found {rows!r}",
            f"Return one row: a verdict and its evidence. Verdicts: {', '.join(STATED)}.",
        )
    return str(rows[0][0]), str(rows[0][1])


# the tables behind claims


def asked_tables(
    study: str, derived: Iterable[Derived], queries: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Return the tables behind each claim, each with a short digest of its query.

    These are the tables and views that claims share (``_tables.sql``), and derived tables; derived
    values are listed under the name of their metric. The digests are stored with the claims, so
    that ``./reproduce compare`` can name the queries that were edited.

    Args:
        derived: the study's.
        queries: the SQL of each claim with that of the macros it calls.
    """
    made = {name: _code(sql) for name, sql in shared_tables(study).items()}
    for entry in derived:
        name = entry.name if entry.table == VALUES else entry.table
        # The range affects intervals, but is in a comment, which _code removes.
        made[name] = made.get(name, "") + f"{_code(entry.sql)}-- range: {entry.range}\n"
    digests = {name: digest_text(sql)[:SHORT] for name, sql in made.items()}
    return {
        claim: {name: digests[name] for name in sorted(called_by(_code(query), made))}
        for claim, query in queries.items()
    }


def _code(sql: str) -> str:
    return _COMMENT.sub("", sql)


# names of cells in headers of claims and reasons: ``item | row | column``; ``*``: any


def patterns_in(path: Path, key: str, text: str) -> tuple[Pattern, ...]:
    """Return the patterns in a header's line, which are separated by semicolons.

    Raises:
        ConfigError: naming the file and the key, if a pattern does not have three parts.
    """
    return tuple(_pattern(path, key, part) for part in separated(text))


def separated(text: str) -> Iterator[str]:
    """Return the parts of a header's line between semicolons."""
    return (part.strip() for part in text.split(";") if part.strip())


def _pattern(path: Path, key: str, text: str) -> Pattern:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3:
        raise ConfigError(f"{path}: {key}: expected 'item | row | column', found {text!r}")
    return parts[0], parts[1], parts[2]


def is_named(patterns: tuple[Pattern, ...], item: str, row: str, column: str) -> bool:
    """Return whether a cell matches one of some patterns."""
    cell = (item, row, column)
    return any(all(map(fnmatchcase, cell, pattern)) for pattern in patterns)
