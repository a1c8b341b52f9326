"""A comparison on a terminal: a row for each study, then what changed in those that did."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from ns2studies.compare.differences import StudyDifferences
from ns2studies.compare.sets import ResultSet
from ns2studies.compare.words import (
    NO_VERDICT,
    apart_lines,
    chance_words,
    change_words,
    measure_name,
    parameter_rows,
    run_words,
    titles,
)

_MOST: Final = 8
"""Lines of a kind that are shown of a study; the page has them all."""

_MOST_TABLES: Final = 3
"""Tables that are named of those behind a claim."""

_HEADINGS: Final = (
    "para-\nmeters", "claims", "printed\nvalues", "mea-\nsures", "moved,\nwithout\nchance",
    "moved\nbeyond\n95 %", "as many\nby mere\nchance", "too few\nruns\nto say",
)  # fmt: skip


def show(
    console: Console,
    sets: Sequence[ResultSet],
    found: Sequence[StudyDifferences],
    notes: Sequence[str],
) -> None:
    """Print a comparison.

    Args:
        notes: sentences on what was not compared.
    """
    for title in titles(sets):
        console.print(title, markup=False)
    console.print()
    told = [study for study in found if _is_told(study)]
    if told:
        console.print(_table(told))
    for study in told:
        console.print()
        for line in _study_lines(study):
            console.print(line, markup=False)
    if told and (same := [study.study for study in found if study not in told]):
        console.print(f"\nThe same in both: {', '.join(same)}.", markup=False)
    for note in notes:
        console.print(f"note: {note}", markup=False)
    if all(study.is_alike for study in found):
        console.print("Nothing moved: every verdict and every measure is the same in both.")


def _is_told(study: StudyDifferences) -> bool:
    return bool(not study.is_alike or parameter_rows(study) or study.programs)


def _table(found: Sequence[StudyDifferences]) -> Table:
    title = "What differs between A and B"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("study", no_wrap=True)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right")
    for study in found:
        table.add_row(study.study, *_cells(study))
    return table


def _cells(study: StudyDifferences) -> list[str]:
    of = study.totals
    counts = [
        study.changed_parameters,
        study.claims.height,
        study.cells.height,
        int(of["measures"]),
        int(of["moved_exactly"]),
    ]
    beyond = [f"{int(of['beyond'])} of {int(of['intervals'])}", f"{of['by_chance']:.1f}"]
    few = str(int(of["too_few"]) or "")
    return [*(str(it or "") for it in counts), *(beyond if of["intervals"] else ["", ""]), few]


def _study_lines(study: StudyDifferences) -> Iterator[str]:
    yield f"{study.study}: {run_words(study)}"
    for letter, facts in zip("AB", study.facts, strict=True):
        if facts.words:
            yield f"  {letter}: {facts.words}"
    yield from (f"  {line}" for line in apart_lines(study, _MOST))
    parameters = [f"{key}: {words} ({place})" for key, words, place in parameter_rows(study)]
    yield from _lines("parameter", parameters)
    yield from _lines("made with other", [f"{what}" for what in study.programs])
    yield from _lines("claim", list(_claims(study)))
    yield from _lines("printed value", list(_cells_of(study)))
    yield f"  {chance_words(study)}"
    yield from _lines("moved", list(_metrics(study)))


def _lines(kind: str, lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {kind}  {line}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"  {kind}  … and {len(lines) - _MOST} more"


def _claims(study: StudyDifferences) -> Iterator[str]:
    for row in study.claims.iter_rows(named=True):
        verdicts = _verdicts(row["verdict_a"], row["verdict_b"])
        yield f"{row['claim']}: {verdicts}{_asked_otherwise(row)}"


def _asked_otherwise(claim: Mapping[str, Any]) -> str:
    """What is not the same in both sets of what a claim asks."""
    parts = ["its query"] if claim["by_another_query"] else []
    if tables := claim["other_tables"]:
        more = "" if len(tables) <= _MOST_TABLES else f" and {len(tables) - _MOST_TABLES} more"
        parts.append(f"the query behind {', '.join(tables[:_MOST_TABLES])}{more}")
    return f" ({' and '.join(parts)} is another one)" if parts else ""


def _cells_of(study: StudyDifferences) -> Iterator[str]:
    for row in study.cells.iter_rows(named=True):
        place = " | ".join(row[key] for key in ("item", "row", "column") if row[key])
        values = change_words(row["ours_a"], row["ours_b"])
        yield f"{place}: {_verdicts(row['verdict_a'], row['verdict_b'])}; ours {values}"


def _verdicts(before: str | None, after: str | None) -> str:
    return f"{before or NO_VERDICT} -> {after or NO_VERDICT}"


def _metrics(study: StudyDifferences) -> Iterator[str]:
    for row in study.metrics.iter_rows(named=True):
        if row["moved"]:
            most = row["most"]
            values = change_words(most["mean_a"], most["mean_b"])
            unit = "" if row["unit"] in (None, "1") else f" {row['unit']}"
            where = f"most in {measure_name(most)}: {values}{unit}"
            yield f"{row['title']}: {row['moved']} of {row['measures']}, {where}"
