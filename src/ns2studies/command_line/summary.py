"""What a command ends with: what is borne out, where the reports are, and what to do next."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

from ns2studies import database
from ns2studies.basics.scales import FULL, QUICK
from ns2studies.database.against_reference import against_reference, comparison_lines
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.reasons import unexplained
from ns2studies.evaluation.verdicts import AGREEING, CHOSEN, DIFFERENT

if TYPE_CHECKING:
    import duckdb


REFERENCE: Final = "reference_"
"""What the names of tables begin with that the reference keeps."""


class PrintedCounts(NamedTuple):
    """Printed values counted by outcome.

    Attributes:
        known: those that our copy of the text has.
        withheld: those that it lacks.
    """

    known: int = 0
    borne_out: int = 0
    misprints: int = 0
    different: int = 0
    chosen: int = 0
    contradict: int = 0
    undecided: int = 0
    not_measured: int = 0
    withheld: int = 0


class ClaimCounts(NamedTuple):
    """A text's claims counted by outcome."""

    hold: int = 0
    in_part: int = 0
    do_not_hold: int = 0
    contradict: int = 0
    fitted: int = 0
    undecided: int = 0
    not_tested: int = 0
    not_measured: int = 0


class Outcomes(NamedTuple):
    """What became of printed values, of claims and of our own questions, by study."""

    printed: Mapping[str, PrintedCounts]
    claims: Mapping[str, ClaimCounts]
    own: Mapping[str, ClaimCounts]


def show(
    console: Console,
    connection: "duckdb.DuckDBPyConnection",
    results: Path,
    studies: Sequence[str],
) -> None:
    """Print the outcome of some studies, which may be a part of those in the results."""
    names = list(studies)
    scales = dict(connection.execute(database.SQL["scales"]).fetchall())
    smaller = [study for study in names if scales.get(study) != FULL]
    ours = [f"{study}/{claim}" for study in names for claim in own_questions(study)]
    here = _outcomes(connection, names, ours)
    reference = _outcomes(connection, smaller, ours, REFERENCE)
    if len(names) == 1:
        items = _printed_by(connection, "item", names)
        _show_study(console, names[0], items, here.claims, reference)
    else:
        is_known = reference.claims.keys() | reference.printed.keys() >= set(smaller)
        console.print(_all_studies(names, here, reference if smaller and is_known else None))
    _show_own(console, here.own, reference.own)
    _show_unexplained(console, connection, names)
    _show_precision(console, connection, names)
    undecided = _show_undecided(console, connection, names)
    for line in comparison_lines(against_reference(connection, names)):
        console.print(line, markup=False)
    quick = [study for study in names if scales.get(study) == QUICK]
    _show_next(console, results, quick, names, [study for study in quick if study in undecided])


def _outcomes(
    connection: "duckdb.DuckDBPyConnection", studies: list[str], ours: list[str], tables: str = ""
) -> Outcomes:
    """What became of some studies, by the results or by what the reference keeps of them.

    Args:
        ours: which claims are questions of our own, ``STUDY/CLAIM``.
    """
    printed = _printed_by(connection, "study", studies, tables)
    parameters = {"claims": f"{tables}claims", "studies": studies, "ours": ours}
    found = [
        connection.execute(SQL["claim_outcomes"], {**parameters, "own": own}).fetchall()
        for own in (False, True)
    ]
    claims, own = ({study: ClaimCounts(*counts) for study, *counts in rows} for rows in found)
    return Outcomes(printed, claims, own)


def _printed_by(
    connection: "duckdb.DuckDBPyConnection", column: str, studies: list[str], tables: str = ""
) -> dict[str, PrintedCounts]:
    """Outcomes of printed values by study or item, in the order of the texts."""
    rows = connection.execute(
        SQL["printed_outcomes"],
        {
            "by": column,
            "comparison": f"{tables}comparison",
            "agreeing": list(AGREEING),
            "different": list(DIFFERENT),
            "chosen": list(CHOSEN),
            "studies": studies,
        },
    ).fetchall()
    return {name: PrintedCounts(*counts) for name, *counts in rows}


# many studies

_HEADINGS: Final = (
    "values\nborne out", "mis-\nprints", "dif-\nfers", "claims\nhold", "hold\nin\npart",
    "do\nnot\nhold", "con-\ntra-\ndict", "fit-\nted", "unde-\ncided",
    "not\ntested\nas\nprin-\nted", "not\nmea-\nsured",
)  # fmt: skip

_SELDOM: Final = ("con-\ntra-\ndict", "fit-\nted")
"""Columns that are left out where they would be empty: most tables have no room to spare."""


def _all_studies(studies: Sequence[str], here: Outcomes, reference: Outcomes | None) -> Table:
    """A row for each study, one for all, and what full scale says of these."""
    title = "What the texts print and claim, beside our results"
    if reference:
        title += "; full: those of full scale (the reference)"
    # Without more blanks between columns it fits on 80 with all of them.
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    rows = {
        study: _cells(here.printed.get(study), here.claims.get(study, ClaimCounts()))
        for study in studies
    }
    rows["all"] = _cells(_all_printed(here.printed), _all_claims(here.claims))
    if reference:
        # Those that were run at full scale here are what they are there.
        kept = Outcomes(
            {**here.printed, **reference.printed}, {**here.claims, **reference.claims}, {}
        )
        rows[FULL] = _cells(_all_printed(kept.printed), _all_claims(kept.claims))
    columns = list(zip(_HEADINGS, *rows.values(), strict=True))
    shown = [column for column in columns if column[0] not in _SELDOM or any(column[1:])]
    table.add_column("study", no_wrap=True)
    for heading, *_ in shown:
        table.add_column(heading, justify="right")
    for number, name in enumerate(rows, start=1):
        if name == "all":
            table.add_section()
        table.add_row(name, *(column[number] for column in shown))
    return table


def _cells(printed: PrintedCounts | None, claims: ClaimCounts) -> list[str]:
    of_values = ["-", "", ""]
    if printed:
        borne_out = f"{printed.borne_out} of {printed.known}"
        of_values = [borne_out, _if_any(printed.misprints), _if_any(printed.different)]
    return [*of_values, *(_if_any(count) for count in claims)]


def _all_printed(parts: Mapping[str, PrintedCounts]) -> PrintedCounts:
    return PrintedCounts(*map(sum, zip(*parts.values(), strict=True)))


def _all_claims(parts: Mapping[str, ClaimCounts]) -> ClaimCounts:
    return ClaimCounts(*map(sum, zip(*parts.values(), strict=True)))


def _if_any(count: int) -> str:
    return str(count or "")


# one study


def _show_study(
    console: Console,
    study: str,
    items: Mapping[str, PrintedCounts],
    claims: Mapping[str, ClaimCounts],
    reference: Outcomes,
) -> None:
    if items:
        console.print(_items(study, items))
    else:
        console.print(f"{study}: the text prints no values", markup=False)
    if study in claims:
        console.print(f"Claims of the text: {claims_in_words(claims[study])}.", markup=False)
    if study in reference.claims:
        kept = claims_in_words(reference.claims[study])
        console.print(f"At full scale (the reference): {kept}.", markup=False)


def _items(study: str, items: Mapping[str, PrintedCounts]) -> Table:
    """A row for each printed table or figure; columns in which nothing would stand are left out."""
    table = Table(
        title=f"{study}: printed values beside ours",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    total = _all_printed(items)
    shown = [name for name in _ITEM_HEADINGS if name == "borne_out" or getattr(total, name)]
    table.add_column("printed in", no_wrap=True)
    for name in shown:
        table.add_column(_ITEM_HEADINGS[name], justify="right", no_wrap=True)
    for item, counts in items.items():
        table.add_row(item, *_item_cells(counts, shown))
    table.add_section()
    table.add_row("all", *_item_cells(total, shown))
    return table


_ITEM_HEADINGS: Final = {
    "borne_out": "borne out",
    "misprints": "misprints",
    "different": "different",
    "chosen": "agree by\nour choice",
    "contradict": "contra-\ndictory",
    "undecided": "undecided",
    "not_measured": "not\nmeasured",
    "withheld": "no value\nprinted",
}


def _item_cells(counts: PrintedCounts, shown: Sequence[str]) -> list[str]:
    borne_out = f"{counts.borne_out} of {counts.known}" if counts.known else ""
    rest = [_if_any(getattr(counts, name)) for name in shown if name != "borne_out"]
    return [borne_out, *rest]


def claims_in_words(claims: ClaimCounts) -> str:
    """The claims counted by outcome, those that hold first."""
    words = (
        (claims.hold, "holds", "hold"),
        (claims.in_part, "holds in part", "hold in part"),
        (claims.do_not_hold, "does not hold", "do not hold"),
        (claims.contradict, "contradicts another one", "contradict each other"),
        (claims.fitted, "is fitted", "are fitted"),
        (claims.undecided, "is undecided: too few runs", "are undecided: too few runs"),
        (claims.not_tested, "is not tested as printed", "are not tested as printed"),
        (claims.not_measured, "is not measured", "are not measured"),
    )
    counted = [(count, one if count == 1 else many) for count, one, many in words if count]
    return ", ".join(f"{count} {verb}" for count, verb in counted)


# both


def _show_own(
    console: Console, here: Mapping[str, ClaimCounts], reference: Mapping[str, ClaimCounts]
) -> None:
    """What came of our own questions, which are no claims of a text."""
    for study, counts in here.items():
        full = f"; at full scale {claims_in_words(reference[study])}" if study in reference else ""
        console.print(
            f"Our own questions beside the claims of {study}: {claims_in_words(counts)}{full}.",
            markup=False,
        )


def _show_unexplained(
    console: Console, connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> None:
    """Name what differs for no reason that a study gives, if anything does."""
    found = unexplained(connection, studies)
    if found:
        (study, name), *others = found
        more = f" and {len(others)} more" if others else ""
        console.print(
            f"Differs without a given reason: {study}: {name}{more} "
            "(a reason is an SQL file in reports/STUDY/reasons).",
            markup=False,
        )


def _show_precision(
    console: Console, connection: "duckdb.DuckDBPyConnection", studies: list[str]
) -> None:
    """How many scenarios that run until precise are precise; nothing if there are none."""
    rows = connection.execute(
        SQL["precise_scenarios"],
        {"studies": studies},
    ).fetchall()
    for scenarios, precise in rows:
        if scenarios:
            words = f"{precise} of {scenarios} scenarios are as precise as asked for"
            console.print(f"Replications: {words}.", markup=False)


def _show_undecided(
    console: Console, connection: "duckdb.DuckDBPyConnection", studies: list[str]
) -> list[str]:
    """What would decide undecided claims; returns the studies in which more runs would decide some.

    For several studies, their numbers are printed; for a single one, their names.
    """
    rows = connection.execute(
        SQL["undecided"],
        {"studies": studies},
    ).fetchall()
    if rows:
        console.print("What would decide the undecided statements:")
    for study, words, claims, count, _ in rows[:_MOST_KINDS]:
        named = ", ".join(claims[:_MOST_NAMED])
        rest = f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
        which = f"{count} of {study}" if len(studies) > 1 else named + rest
        console.print(f"  {words}: {which}", markup=False)
    if len(rows) > _MOST_KINDS:
        console.print("  the rest: ./reproduce sql 'SELECT claim, would_decide FROM claims'")
    return sorted({study for study, *_, may_be in rows if may_be})


_MOST_KINDS: Final = 8
_MOST_NAMED: Final = 3


def _show_next(
    console: Console,
    results: Path,
    quick: Sequence[str],
    studies: Sequence[str],
    undecided: Sequence[str],
) -> None:
    """Where the reports are and what can be done now.

    Args:
        quick: the studies whose results are of quick scale.
        undecided: those of them that have statements which more runs would decide.
    """
    pages = results / "reports"
    index = pages / "index.html"
    console.print(f"\nReports: {index}", markup=False)
    if len(studies) == 1:
        console.print(f"         {pages / studies[0]}.html", markup=False)
    console.print("Next:    open it in a browser, or ask the results: ./reproduce sql")
    if quick:
        study = quick[0] if len(quick) == 1 else "STUDY"
        words = "takes longer and gives narrower intervals"
        console.print(f"         ./reproduce full {study} {words}", markup=False)
    if undecided:
        study = undecided[0] if len(undecided) == 1 else "STUDY"
        words = "adds runs until statements are decided"
        console.print(f"         ./reproduce decide {study} {words}", markup=False)
