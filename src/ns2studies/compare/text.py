"""Present a comparison as text, for its page and the terminal."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from ns2studies.compare.differences import StudyDifferences
from ns2studies.compare.results import ResultSet

_MOST: Final = 8
"""Maximum number of printed lines of a kind for a study; the page has all of them."""

_MOST_TABLES: Final = 3
"""Maximum number of tables that are named after a claim."""

_HEADINGS: Final = (
    "para-\nmeters", "claims", "pub-\nlished\nvalues", "mea-\nsures", "moved,\nwithout\nchance",
    "moved\nbeyond\n95 %", "expected\nby\nchance", "too\nfew\nruns",
)  # fmt: skip

AXIS_VALUES: Final = (
    "The values of axes are part of a scenario's name, so another value is another scenario, and "
    "the two are not compared. To see its effect, add the value instead of replacing the old one: "
    "the study's page then shows both."
)

NOTHING_MOVED: Final = "Nothing moved: every verdict and every measure is the same in both."


def set_titles(sets: Sequence[ResultSet]) -> tuple[str, str]:
    """Return titles of both sets for legends and headings."""
    return f"A: {sets[0].name}", f"B: {sets[1].name}"


def number_text(value: float | None) -> str:
    """Format a number with six significant digits."""
    return "–" if value is None else f"{value:.6g}"


def change_text(before: float | None, after: float | None) -> str:
    """Format a change: ``19.13 to 21.4 (+11.9 %)``."""
    relative = ""
    if before and after is not None:
        relative = f" ({100 * (after - before) / abs(before):+.3g} %)"
    return f"{number_text(before)} to {number_text(after)}{relative}"


def measures_text(found: StudyDifferences) -> str:
    """Describe how many measures were compared, and with which outcomes."""
    of = {key: int(value) for key, value in found.totals.items()}
    parts = [f"{of['measures']} measures compared: {of['equal']} equal"]
    if of["moved_exactly"]:
        parts.append(f"{of['moved_exactly']} without chance moved")
    if of["intervals"]:
        parts.append(
            f"of {of['intervals']} that differ and have an interval, {of['beyond']} moved beyond "
            f"it (at most {found.totals['by_chance']:.1f} expected by chance)"
        )
    if of["too_few"]:
        parts.append(f"{of['too_few']} differ, with too few runs to say more")
    if of["only_a"] or of["only_b"]:
        parts.append(f"{of['only_a']} are only in A, {of['only_b']} only in B")
    return "; ".join(parts) + "."


def runs_text(found: StudyDifferences) -> str:
    """Describe how many runs and scenarios both sets have in common."""
    of = {key: int(value) for key, value in found.totals.items()}
    text = f"{of['runs_a']} runs in A, {of['runs_b']} in B"
    # Sets may record neither the inputs of their runs nor their fingerprints.
    if of["told_apart"]:
        text += f", {of['shared']} of them the same"
    if of["gone"] or of["added"]:
        text += f"; {of['gone']} scenarios are only in A, {of['added']} only in B"
    return text + "."


def show(
    console: Console,
    sets: Sequence[ResultSet],
    found: Sequence[StudyDifferences],
    notes: Sequence[str],
) -> None:
    """Print a comparison: a row for each study, then what changed in each.

    Args:
        notes: sentences about what was not compared.
    """
    for title in set_titles(sets):
        console.print(title, markup=False)
    console.print()
    changed = [study for study in found if not study.is_equal]
    if changed:
        console.print(_table(changed))
    for study in changed:
        console.print()
        for line in _study_lines(study):
            console.print(line, markup=False)
    if changed and (equal := [study.study for study in found if study.is_equal]):
        console.print(f"\nThe same in both: {', '.join(equal)}.", markup=False)
    for note in notes:
        console.print(f"note: {note}", markup=False)
    if all(study.has_equal_results for study in found):
        console.print(NOTHING_MOVED)


def _table(found: Sequence[StudyDifferences]) -> Table:
    title = "What differs between A and B"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("study", no_wrap=True)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right")
    for study in found:
        table.add_row(study.study, *_counts(study))
    return table


def _counts(study: StudyDifferences) -> list[str]:
    of = {key: int(value) for key, value in study.totals.items()}
    changed = (study.changed_parameters, study.claims.height, study.cells.height)
    counts = [str(it or "") for it in (*changed, of["measures"], of["moved_exactly"])]
    beyond = [f"{of['beyond']} of {of['intervals']}", f"{study.totals['by_chance']:.1f}"]
    return [*counts, *(beyond if of["intervals"] else ["", ""]), str(of["too_few"] or "")]


def _study_lines(study: StudyDifferences) -> Iterator[str]:
    yield f"{study.study}: {runs_text(study)}"
    for letter, facts in zip("AB", study.facts, strict=True):
        if facts.text:
            yield f"  {letter}: {facts.text}"
    for side in "AB":
        rows = study.scenarios.filter(study.scenarios["side"] == side).iter_rows(named=True)
        yield from _lines(f"only in {side}", map(_scenarios, rows))
    if study.scenarios["is_on_both_sides"].any():
        yield from textwrap.wrap(AXIS_VALUES, 94, initial_indent="  ", subsequent_indent="  ")
    yield from _lines("parameter", map(_parameter, study.parameters.iter_rows(named=True)))
    yield from _lines("made with other", study.programs)
    yield from _lines("claim", map(_claim, study.claims.iter_rows(named=True)))
    yield from _lines("published value", map(_cell, study.cells.iter_rows(named=True)))
    yield f"  {measures_text(study)}"
    moved = study.metrics.filter(study.metrics["moved"] > 0)
    yield from _lines("moved", map(_metric, moved.iter_rows(named=True)))


def _lines(kind: str, texts: Iterable[str]) -> Iterator[str]:
    lines = list(texts)
    yield from (f"  {kind}  {line}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"  {kind}  … and {len(lines) - _MOST} more"


def _scenarios(row: Mapping[str, Any]) -> str:
    return f"{row['scenarios']} of {row['scenario_set']}: {row['named']}"


def _parameter(row: Mapping[str, Any]) -> str:
    return f"{row['key']}: {row['change']} ({row['place']})"


def _claim(row: Mapping[str, Any]) -> str:
    parts = ["its query"] if row["has_other_query"] else []
    if tables := row["other_tables"]:
        more = "" if len(tables) <= _MOST_TABLES else f" and {len(tables) - _MOST_TABLES} more"
        parts.append(f"the query behind {', '.join(tables[:_MOST_TABLES])}{more}")
    queries = f" ({' and '.join(parts)} changed)" if parts else ""
    return f"{row['claim']}: {row['verdict_a']} -> {row['verdict_b']}{queries}"


def _cell(row: Mapping[str, Any]) -> str:
    place = " | ".join(row[key] for key in ("item", "row", "column") if row[key])
    ours = change_text(row["ours_a"], row["ours_b"])
    return f"{place}: {row['verdict_a']} -> {row['verdict_b']}; ours {ours}"


def _metric(row: Mapping[str, Any]) -> str:
    most = row["most"]
    place = ", ".join(filter(None, [most["scenario"], most["subject"]]))
    unit = "" if row["unit"] in (None, "1") else f" {row['unit']}"
    change = f"{change_text(most['mean_a'], most['mean_b'])}{unit}"
    return f"{row['title']}: {row['moved']} of {row['measures']}, most in {place}: {change}"
