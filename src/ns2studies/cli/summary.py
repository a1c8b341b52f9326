"""Print what a run ends with: outcomes, where the reports are, and what to do next."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.table import Table

from ns2studies import database
from ns2studies.basics.wording import counted
from ns2studies.config.scenarios import FULL, QUICK
from ns2studies.config.study_files import published_files
from ns2studies.config.study_metrics import listed_in, metrics_of
from ns2studies.database.against_reference import against_reference, comparison_lines
from ns2studies.evaluation import SQL
from ns2studies.evaluation.outcomes import (
    ClaimCounts,
    Outcomes,
    PrintedCounts,
    count_outcomes,
    count_printed,
    sum_claims,
    sum_printed,
)
from ns2studies.evaluation.reasons import unexplained
from nstrace.metrics.catalogue import VALUES

if TYPE_CHECKING:
    import duckdb


def show(
    console: Console,
    connection: "duckdb.DuckDBPyConnection",
    results: Path,
    studies: Sequence[str],
) -> None:
    """Print the outcomes of some of the studies in the results."""
    names = list(studies)
    scales = dict(connection.execute(database.SQL["scales"]).fetchall())
    smaller = [study for study in names if scales.get(study) != FULL]
    here = count_outcomes(connection, names)
    reference = count_outcomes(connection, smaller, "reference_")
    if len(names) == 1:
        items = count_printed(connection, "item", names)
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


# many studies

_HEADINGS: Final = (
    "values\nreproduced", "mis-\nprints", "dif-\nfers", "claims\nhold", "hold\nin\npart",
    "do\nnot\nhold", "con-\ntra-\ndict", "fit-\nted", "unde-\ncided",
    "not\ntested\nas\nprin-\nted", "not\nmea-\nsured",
)  # fmt: skip

_SELDOM: Final = ("con-\ntra-\ndict", "fit-\nted")
"""Columns that are left out if they are empty: most tables have no room to spare."""


def _all_studies(studies: Sequence[str], here: Outcomes, reference: Outcomes | None) -> Table:
    """Return a row for each study, one for all, and one for their reference."""
    title = "Published values and claims compared with our results"
    if reference:
        title += "; full: at full scale (the reference)"
    # With all columns, it fits 80 characters without padding.
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    rows = {
        study: _cells(here.printed.get(study), here.claims.get(study, ClaimCounts()))
        for study in studies
    }
    rows["all"] = _cells(sum_printed(here.printed.values()), sum_claims(here.claims.values()))
    if reference:
        # Studies of full scale here stand for their reference.
        kept = Outcomes(
            {**here.printed, **reference.printed}, {**here.claims, **reference.claims}, {}
        )
        rows[FULL] = _cells(sum_printed(kept.printed.values()), sum_claims(kept.claims.values()))
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
        reproduced = f"{printed.reproduced} of {printed.known}"
        of_values = [reproduced, _if_any(printed.misprints), _if_any(printed.different)]
    return [*of_values, *(_if_any(count) for count in claims)]


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
        console.print(f"{study}: the text has no values", markup=False)
    if study in claims:
        console.print(f"Claims of the text: {claims_in_words(claims[study])}.", markup=False)
    if study in reference.claims:
        kept = claims_in_words(reference.claims[study])
        console.print(f"At full scale (the reference): {kept}.", markup=False)


def _items(study: str, items: Mapping[str, PrintedCounts]) -> Table:
    """Return a row for each published table or figure; empty columns are left out."""
    table = Table(
        title=f"{study}: published values and ours",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    total = sum_printed(items.values())
    shown = [name for name in _ITEM_HEADINGS if name == "reproduced" or getattr(total, name)]
    table.add_column("published in", no_wrap=True)
    for name in shown:
        table.add_column(_ITEM_HEADINGS[name], justify="right", no_wrap=True)
    for item, counts in items.items():
        table.add_row(item, *_item_cells(counts, shown))
    table.add_section()
    table.add_row("all", *_item_cells(total, shown))
    return table


_ITEM_HEADINGS: Final = {
    "reproduced": "reproduced",
    "misprints": "misprints",
    "different": "different",
    "chosen": "agree by\nour choice",
    "contradict": "contra-\ndictory",
    "undecided": "undecided",
    "not_measured": "not\nmeasured",
    "withheld": "no value\npublished",
}


def _item_cells(counts: PrintedCounts, shown: Sequence[str]) -> list[str]:
    reproduced = f"{counts.reproduced} of {counts.known}" if counts.known else ""
    rest = [_if_any(getattr(counts, name)) for name in shown if name != "reproduced"]
    return [reproduced, *rest]


def claims_in_words(claims: ClaimCounts) -> str:
    """Count claims by outcome in words, those that hold first."""
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


# one or many


def _show_own(
    console: Console, here: Mapping[str, ClaimCounts], reference: Mapping[str, ClaimCounts]
) -> None:
    """Print the outcomes of our own questions, which are not counted as claims."""
    for study, counts in here.items():
        full = f"; at full scale {claims_in_words(reference[study])}" if study in reference else ""
        console.print(
            f"Our own questions beside the claims of {study}: {claims_in_words(counts)}{full}.",
            markup=False,
        )


def _show_unexplained(
    console: Console, connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> None:
    """Name results that differ without a given reason, if there are any."""
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
    """Count the scenarios that are as precise as requested, if any run until precise."""
    rows = connection.execute(
        SQL["precise_scenarios"],
        {"studies": studies},
    ).fetchall()
    for scenarios, precise in rows:
        if scenarios:
            words = f"{precise} of {scenarios} scenarios are as precise as requested"
            console.print(f"Replications: {words}.", markup=False)


def _show_undecided(
    console: Console, connection: "duckdb.DuckDBPyConnection", studies: list[str]
) -> list[str]:
    """Print what would decide undecided claims: their numbers, or for a single study their names.

    Returns:
        The studies in which more runs would decide some.
    """
    rows = connection.execute(
        SQL["undecided"],
        {"studies": studies},
    ).fetchall()
    if rows:
        console.print("What would decide the undecided claims:")
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
    """Print where the reports are, and what to do next.

    Args:
        quick: the studies whose results are of quick scale.
        undecided: those of them with claims that more runs would decide.
    """
    pages = results / "reports"
    index = pages / "index.html"
    console.print(f"\nReports: {index}", markup=False)
    if len(studies) == 1:
        console.print(f"         {pages / studies[0]}.html", markup=False)
    console.print("Next:    open it in a browser, or query the results: ./reproduce sql")
    if quick:
        study = quick[0] if len(quick) == 1 else "STUDY"
        words = "takes longer and gives narrower intervals"
        console.print(f"         ./reproduce full {study} {words}", markup=False)
    if undecided:
        study = undecided[0] if len(undecided) == 1 else "STUDY"
        words = "adds runs until claims are decided"
        console.print(f"         ./reproduce decide {study} {words}", markup=False)


# likely slips


def notes_on_values(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> Iterator[str]:
    """Note metrics that have no value in any run, and cells of unknown subjects: likely slips."""
    yield from _notes_on_metrics(connection, studies)
    yield from _notes_on_cells(connection, studies)


def _notes_on_metrics(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> Iterator[str]:
    for study in studies:
        metrics = [f"{study}/{it.name}" for it in metrics_of(study) if it.table == VALUES]
        found = connection.execute(database.SQL["empty_metrics"], {"metrics": metrics}).fetchall()
        if found:
            names = ", ".join(name.partition("/")[2] for (name,) in found)
            yield (
                f"note: no value in any run of {study}: {names}. Does a query give NULL or no "
                "rows, or do the runs lack what it looks at (a unit of a parameter)? Metrics that "
                f"are not wanted can be left out of {listed_in(study)}"
            )


def _notes_on_cells(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> Iterator[str]:
    """Name the first such cell of each study, and count the others."""
    rows = connection.execute(SQL["strange_subjects"], {"studies": list(studies)}).fetchall()
    for study in studies:
        found = [row for row in rows if row[0] == study]
        for _, cell, metric, scenario, subject, subjects in found[:1]:
            few = ", ".join(subjects[:4]) + (", …" if len(subjects) > 4 else "")
            yield (
                f"note: {published_files(study)[0]}: {cell}: {metric} of {scenario} has no value "
                f"of {subject or '(no subject)'!r}, but of {few}; "
                f"{counted(len(found), 'cell')} not measured for this reason"
            )
