"""Reasons why published values or claims differ, with evidence from the study's results.

A reason is an SQL file in ``reports/STUDY/reasons/`` with a header: ``reason``, one of
:data:`REASONS`; ``parameter``, the unprinted parameter if that is the reason; ``cells`` and
``claims``, the results that it explains; ``words``, in a sentence or two. Its query returns one
text, the evidence.

``cells`` are ``item | row | column``, with ``*`` for anything, and ``claims`` names of claims, both
separated by semicolons. A misprint that ``data/published/STUDY-misprints.csv`` lists needs no file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.basics.sql import execute_file
from ns2studies.config.study_files import study_directory
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import Pattern, claims_of, is_named, patterns_in, separated
from ns2studies.evaluation.verdicts import TO_EXPLAIN
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import read_header
from nstrace.plain import read_text

if TYPE_CHECKING:
    import duckdb


MISPRINT: Final = "misprint"
UNPRINTED: Final = "unprinted parameter"

REASONS: Final = (
    MISPRINT,
    "rounding",
    UNPRINTED,
    "other tool",
    "chance",
    "contradiction in the text",
    "unknown after these attempts",
)
"""Reasons for a difference; with 'unknown', the words name the explanations that were tried."""

COLUMNS: Final = (
    "study", "kind", "item", "row", "column", "claim", "verdict",
    "reason", "parameter", "words", "evidence", "sql",
)  # fmt: skip
"""Columns of the table ``reasons``; ``kind`` is cell or claim.

A result that differs only in the reference has the reference's verdict, and no evidence, which
would need the reference's runs.
"""

UNEXPLAINED: Final = (
    "No file in the study's folder of reasons explains this difference. It is new, for example "
    "after an edit of a parameter, a claim or a published value."
)
"""Words shown for a difference without a known reason."""

_KEYS = ("reason", "words")
_OPTIONAL = ("parameter", "cells", "claims")


@dataclass(frozen=True)
class Reason:
    """A reason of a study, and the results that it explains."""

    study: str
    name: str
    reason: str
    words: str
    parameter: str
    cells: tuple[Pattern, ...]
    claims: tuple[str, ...]
    sql: str

    def explains_cell(self, item: str, row: str, column: str) -> bool:
        """Return whether the reason is about a published cell."""
        return is_named(self.cells, item, row, column)


_Told: TypeAlias = tuple[Reason, str | None]
"""A reason, and its evidence in these runs."""


def reasons_folder(study: str) -> Path:
    """Return the folder of a study's reasons."""
    return study_directory(study) / "reasons"


def reasons_of(study: str) -> list[Reason]:
    """Return the reasons of a study, in the order of their file names.

    Raises:
        ConfigError: if a header is invalid, or names an unknown claim.
    """
    known = {claim.name for claim in claims_of(study)}
    return [_read(study, path, known) for path in sorted(reasons_folder(study).glob("*.sql"))]


def _read(study: str, path: Path, known: set[str]) -> Reason:
    try:
        header = read_header(path, _KEYS, _OPTIONAL)
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    if header["reason"] not in REASONS:
        raise ConfigError(
            f"{path}: there is no reason {header['reason']!r}", f"Reasons: {', '.join(REASONS)}."
        )
    if (header["reason"] == UNPRINTED) != ("parameter" in header):
        raise ConfigError(
            f"{path}: expected a parameter if the reason is {UNPRINTED!r}, and only then"
        )
    claims = tuple(separated(header.get("claims", "")))
    if unknown := [name for name in claims if name not in known]:
        raise ConfigError(f"{path}: {study} has no claim {unknown[0]!r}")
    cells = patterns_in(path, "cells", header.get("cells", ""))
    if not cells and not claims:
        raise ConfigError(f"{path}: the header names neither cells nor claims")
    sql = read_text(path)
    told = header["reason"], header["words"], header.get("parameter", "")
    return Reason(study, path.stem, *told, cells, claims, sql)


def explained(connection: "duckdb.DuckDBPyConnection", study: str) -> list[dict[str, Any]]:
    """Return a row for each cell and claim whose verdict needs a reason, whether it has one or not.

    Raises:
        ResultError: if a query fails, or returns anything other than one text.
    """
    reasons = [(reason, _evidence(connection, reason)) for reason in reasons_of(study)]
    return _rows(connection, study, reasons, "cells_to_explain", "claims_to_explain")


def explained_in_reference(
    connection: "duckdb.DuckDBPyConnection", study: str
) -> list[dict[str, Any]]:
    """Return a row for each cell and claim whose verdict needs a reason only in the reference."""
    reasons = [(reason, None) for reason in reasons_of(study)]
    names = ("reference_cells_to_explain", "reference_claims_to_explain")
    return [row for row in _rows(connection, study, reasons, *names) if row["reason"]]


def _rows(
    connection: "duckdb.DuckDBPyConnection",
    study: str,
    reasons: Sequence[_Told],
    cells: str,
    claims: str,
) -> list[dict[str, Any]]:
    """Return rows for the cells and claims that two queries find."""
    verdicts = {"verdicts": list(TO_EXPLAIN)}
    return [
        *(
            _of_cell(study, reasons, row)
            for row in connection.execute(SQL[cells], verdicts).fetchall()
        ),
        *(
            _of_claim(study, reasons, *row)
            for row in connection.execute(SQL[claims], verdicts).fetchall()
        ),
    ]


def _of_cell(study: str, reasons: Sequence[_Told], row: tuple[str, ...]) -> dict[str, Any]:
    item, name, column, verdict, because = row
    told: dict[str, Any] = {"reason": MISPRINT, "words": because, "evidence": because}
    if verdict != MISPRINT:
        told = _told(entry for entry in reasons if entry[0].explains_cell(item, name, column))
    place = {"study": study, "kind": "cell", "item": item, "row": name, "column": column}
    return {**dict.fromkeys(COLUMNS), **place, "verdict": verdict, **told}


def _of_claim(study: str, reasons: Sequence[_Told], claim: str, verdict: str) -> dict[str, Any]:
    told = _told(entry for entry in reasons if claim in entry[0].claims)
    place = {"study": study, "kind": "claim", "claim": claim, "verdict": verdict}
    return {**dict.fromkeys(COLUMNS), **place, **told}


def _told(found: Iterator[_Told]) -> dict[str, Any]:
    """Return the columns of the first reason; without one, the words for unexplained results."""
    for reason, evidence in found:
        return {
            "reason": reason.reason, "parameter": reason.parameter or None,
            "words": reason.words, "evidence": evidence, "sql": reason.sql,
        }  # fmt: skip
    return {"words": UNEXPLAINED}


def unexplained(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> list[tuple[str, str]]:
    """Return study and name of each cell and claim of some studies that lacks a reason."""
    parameters = {"studies": list(studies)}
    return connection.execute(SQL["unexplained"], parameters).fetchall()


def _evidence(connection: "duckdb.DuckDBPyConnection", reason: Reason) -> str:
    """Return the evidence from the query; a dash if the configuration leaves out its runs."""
    place = f"reason {reason.study}/{reason.name}"
    path = reasons_folder(reason.study) / f"{reason.name}.sql"
    rows = execute_file(connection, path, reason.sql, place)
    if len(rows) > 1 or (rows and len(rows[0]) != 1):
        raise ResultError(f"{place}: expected one text, found {rows!r}")
    return str(rows[0][0]) if rows and rows[0][0] is not None else "–"
