"""Print the summary at the end of a run: outcomes, where the reports are, and what to do next."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
    sum_printed,
)
from ns2studies.evaluation.reasons import unexplained
from ns2studies.evaluation.verdicts import CONFIRMED, NOT_MEASURED, PARTLY, REFUTED, UNDECIDED
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
    beside = against_reference(connection, names)
    if len(names) == 1:
        items = count_printed(connection, "item", names)
        _show_study(console, names[0], items, here.claims, reference)
    else:
        edited = {it.study for it in beside.differences if not it.is_equal}
        console.print(_all_studies(names, here, reference, edited))
    _show_own(console, here.own, reference.own)
    _show_unexplained(console, connection, names)
    _show_precision(console, connection, names)
    undecided = _show_undecided(console, connection, names)
    for line in comparison_lines(beside):
        console.print(line, markup=False)
    quick = [study for study in names if scales.get(study) == QUICK]
    _show_next(console, results, quick, names, [study for study in quick if study in undecided])


# many studies


def _all_studies(
    studies: Sequence[str], here: Outcomes, reference: Outcomes, edited: Collection[str]
) -> Table:
    """Return a row for each study: from its reference, unless its own runs were edited.

    Args:
        edited: studies with runs that differ from the reference.
    """
    told = {study: study in reference.claims and study not in edited for study in studies}
    of_all = ", at full scale (the reference)" if any(told.values()) else ""
    table = Table(title=f"Published values and claims{of_all}", title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    table.add_column("values reproduced")
    table.add_column("claims")
    for study in studies:
        own = "" if told[study] or not of_all else "\n(these runs)"
        table.add_row(study + own, *_words_of(reference if told[study] else here, study))
    return table


def _words_of(outcomes: Outcomes, study: str) -> tuple[str, str]:
    printed = outcomes.printed.get(study)
    claims = claims_in_words(outcomes.claims.get(study, ClaimCounts()))
    return printed_in_words(printed) if printed else "none printed", claims


def printed_in_words(printed: PrintedCounts) -> str:
    """Describe the counts of published values by outcome, the reproduced ones first."""
    parts = [f"{printed.reproduced} of {printed.known}"]
    for name, heading in _ITEM_HEADINGS.items():
        if name != "reproduced" and (count := getattr(printed, name)):
            words = heading.replace("-\n", "").replace("\n", " ")
            parts.append(f"{count} {words}")
    return ", ".join(parts)


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
    "misprints": "misprinted",
    "close": "close",
    "off": "off",
    "chosen": "by our\nchoice",
    "contradict": "contra-\ndictory",
    "undecided": "with too\nfew runs",
    "not_measured": "not\nmeasured",
    "withheld": "not\nknown",
}


def _item_cells(counts: PrintedCounts, shown: Sequence[str]) -> list[str]:
    reproduced = f"{counts.reproduced} of {counts.known}" if counts.known else ""
    rest = [_if_any(getattr(counts, name)) for name in shown if name != "reproduced"]
    return [reproduced, *rest]


def claims_in_words(claims: ClaimCounts) -> str:
    """Describe the counts of claims by outcome, the confirmed ones first."""
    words = {
        CONFIRMED: claims.confirmed,
        PARTLY: claims.partly,
        REFUTED: claims.refuted,
        "contradicting each other": claims.contradict,
        "fitted": claims.fitted,
        UNDECIDED: claims.undecided,
        "not tested as printed": claims.not_tested,
        NOT_MEASURED: claims.not_measured,
    }
    return ", ".join(f"{count} {verdict}" for verdict, count in words.items() if count)


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
    """Print the results that differ without a known reason, if there are any."""
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
    """Print how many scenarios are as precise as requested, if any run until precise."""
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
    """Print how many claims are undecided and, for a single study, how many runs would decide each.

    Returns:
        The studies in which more runs would decide some.
    """
    rows = connection.execute(
        SQL["undecided"],
        {"studies": studies},
    ).fetchall()
    if len(studies) > 1:
        undecided = sum(count for *_, count, _ in rows)
        if undecided:
            are = "claims are" if undecided > 1 else "claim is"
            console.print(f"With these runs alone {undecided} {are} undecided.")
        return sorted({study for study, *_, may_be in rows if may_be})
    if rows:
        console.print("What would decide the undecided claims:")
    for _, words, claims, count, _ in rows[:_MOST_KINDS]:
        named = ", ".join(claims[:_MOST_NAMED])
        rest = f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
        console.print(f"  {words}: {named}{rest}", markup=False)
    if len(rows) > _MOST_KINDS:
        console.print("  the rest: ./reproduce sql 'SELECT claim, would_decide FROM claims'")
    return sorted({study for study, *_, may_be in rows if may_be})


_MOST_KINDS: Final = 4
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
        undecided: the subset of them with claims that more runs would decide.
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
    """Yield notes on likely slips: metrics without a value, and cells of unknown subjects."""
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
    """Name the first cell of an unknown subject in each study, and count the others."""
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
