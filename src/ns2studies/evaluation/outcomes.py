"""Count published values and claims by outcome, and write the README's table of outcomes.

The table is made from ``data/reference`` alone, so it can be written without any runs.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.sql import connect, plain_name
from ns2studies.config.study_files import available
from ns2studies.database.reference import read_reference_description, reference_folder
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import AGREEING, CHOSEN
from nstrace.files import write_text_if_changed

if TYPE_CHECKING:
    import duckdb


class PrintedCounts(NamedTuple):
    """Numbers of published values by outcome.

    Attributes:
        known: those that our copy of the text has.
        withheld: those that it lacks.
    """

    known: int = 0
    reproduced: int = 0
    misprints: int = 0
    close: int = 0
    off: int = 0
    chosen: int = 0
    contradict: int = 0
    undecided: int = 0
    not_measured: int = 0
    withheld: int = 0


class ClaimCounts(NamedTuple):
    """Numbers of claims by outcome."""

    confirmed: int = 0
    partly: int = 0
    refuted: int = 0
    contradict: int = 0
    fitted: int = 0
    undecided: int = 0
    not_tested: int = 0
    not_measured: int = 0


class Outcomes(NamedTuple):
    """Counts of published values, of claims and of our own questions, by study."""

    printed: Mapping[str, PrintedCounts]
    claims: Mapping[str, ClaimCounts]
    own: Mapping[str, ClaimCounts]


def count_outcomes(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str], prefix: str = ""
) -> Outcomes:
    """Count the outcomes of some studies.

    Args:
        prefix: of the tables ``comparison`` and ``claims``: ``reference_`` for the reference.
    """
    parameters = {
        "claims": f"{prefix}claims",
        "studies": list(studies),
        "ours": [f"{study}/{claim}" for study in studies for claim in own_questions(study)],
    }
    rows = [
        connection.execute(SQL["claim_outcomes"], {**parameters, "own": own}).fetchall()
        for own in (False, True)
    ]
    claims, own = ({study: ClaimCounts(*counts) for study, *counts in found} for found in rows)
    return Outcomes(count_printed(connection, "study", studies, prefix), claims, own)


def count_printed(
    connection: "duckdb.DuckDBPyConnection", column: str, studies: Sequence[str], prefix: str = ""
) -> dict[str, PrintedCounts]:
    """Count published values by the column ``study`` or ``item``, in the order of the texts."""
    parameters = {
        "by": column,
        "comparison": f"{prefix}comparison",
        "agreeing": list(AGREEING),
        "chosen": list(CHOSEN),
        "studies": list(studies),
    }
    rows = connection.execute(SQL["printed_outcomes"], parameters).fetchall()
    return {name: PrintedCounts(*counts) for name, *counts in rows}


def sum_printed(parts: Iterable[PrintedCounts]) -> PrintedCounts:
    """Add counts of published values."""
    return PrintedCounts(*map(sum, zip(*parts, strict=True)))


def sum_claims(parts: Iterable[ClaimCounts]) -> ClaimCounts:
    """Add counts of claims."""
    return ClaimCounts(*map(sum, zip(*parts, strict=True)))


# the README's table

README: Final = paths.ROOT / "README.md"

BEGIN: Final = "<!-- outcomes: ./reproduce reference writes what is between these marks -->"
END: Final = "<!-- end of outcomes -->"

_HEADINGS: Final = (
    "study", "published values reproduced", "close", "off", "claims confirmed", "partly", "refuted",
    "contradict each other", "undecided", "fitted, not tested as printed, or not measured", "runs",
    "CPU hours of ns",
)  # fmt: skip

_NEITHER: Final = (
    "Close values are off by at most 2 %. Published values in no column are misprints or fitted, "
    "have too few runs, or follow from the configuration."
)


class _Row(NamedTuple):
    printed: PrintedCounts
    claims: ClaimCounts
    runs: int
    cpu_hours: float

    @property
    def cells(self) -> list[str]:
        printed, claims = self.printed, self.claims
        others = claims.fitted + claims.not_tested + claims.not_measured
        counts = (claims.confirmed, claims.partly, claims.refuted, claims.contradict,
                  claims.undecided, others)  # fmt: skip
        return [
            f"{printed.reproduced} of {printed.known}" if printed.known else "none",
            *(map(str, (printed.close, printed.off)) if printed.known else ("", "")),
            *map(str, counts),
            f"{self.runs:,}",
            f"{self.cpu_hours:.2f}",
        ]


def write_outcomes(readme: Path = README, data: Path | None = None) -> None:
    """Write the table between its marks in the README.

    Args:
        data: replaces the checkout's ``data``.

    Raises:
        ConfigError: if the README doesn't have each mark once.
        ResultError: if a reference is damaged.
    """
    text = readme.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in before + after:
        raise ConfigError(
            f"{readme} has no place for the table of outcomes",
            f"Add the lines {BEGIN} and {END}, once each.",
        )
    table = "\n".join(outcomes_table(available(), data))
    write_text_if_changed(readme, f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


def outcomes_table(studies: Sequence[str], data: Path | None = None) -> list[str]:
    """Return the table in Markdown: a row for each study, and one for all that have a reference.

    Raises:
        ResultError: if a reference is damaged.
    """
    found = {study: read_reference_description(study, data) for study in studies}
    rows = {study: _row(study, data, facts) for study, facts in found.items() if facts}
    missing = ["not yet run at full scale", *[""] * (len(_HEADINGS) - 2)]
    cells = [[f"`{it}`", *(rows[it].cells if it in rows else missing)] for it in studies]
    if rows:
        cells.append(["all", *_sum(rows.values()).cells])
    rule = ["---", *["---:"] * (len(_HEADINGS) - 1)]
    table = [f"| {' | '.join(line)} |" for line in [_HEADINGS, rule, *cells]]
    own = [f"{len(names)} of `{study}`" for study in rows if (names := own_questions(study))]
    return [
        *table,
        "",
        _NEITHER,
        *([f"Our own questions are not counted: {', '.join(own)}."] if own else []),
    ]


def _row(study: str, data: Path | None, facts: Mapping[str, Any]) -> _Row:
    with connect() as connection:
        for table in ("comparison", "claims"):
            file = reference_folder(study, data) / f"{table}.parquet"
            connection.read_parquet(plain_name(file)).create_view(table)
        found = count_outcomes(connection, [study])
    return _Row(
        found.printed.get(study, PrintedCounts()),
        found.claims.get(study, ClaimCounts()),
        facts["runs"],
        facts["ns_cpu_hours"],
    )


def _sum(rows: Iterable[_Row]) -> _Row:
    printed, claims, runs, cpu_hours = zip(*rows, strict=True)
    return _Row(sum_printed(printed), sum_claims(claims), sum(runs), sum(cpu_hours))
