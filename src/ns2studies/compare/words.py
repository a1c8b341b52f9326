"""Words that the terminal and the page of a comparison share."""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ns2studies.compare.differences import StudyDifferences
from ns2studies.compare.sets import ResultSet

NO_VERDICT = "not there"
"""What stands for the verdict of a claim or a printed value that a set lacks."""


def number(value: float | None) -> str:
    """A measure with enough digits to tell similar ones apart."""
    return "–" if value is None else f"{value:.6g}"


def measure_name(row: Mapping[str, Any]) -> str:
    """Where a measure was taken: scenario and subject."""
    return ", ".join(part for part in (row["scenario"], row["subject"]) if part)


def change_words(before: float | None, after: float | None) -> str:
    """``19.13 to 21.4 (+11.9 %)``."""
    relative = ""
    if before and after is not None:
        relative = f" ({100 * (after - before) / abs(before):+.3g} %)"
    return f"{number(before)} to {number(after)}{relative}"


def chance_words(found: StudyDifferences) -> str:
    """How many measures were compared, and how many would move by chance."""
    of = {key: int(value) for key, value in found.totals.items()}
    words = [f"{of['measures']} measures compared: {of['alike']} alike"]
    if of["moved_exactly"]:
        words.append(f"{of['moved_exactly']} without chance in them moved")
    if of["intervals"]:
        words.append(
            f"of {of['intervals']} that differ and have an interval, {of['beyond']} moved beyond "
            f"it (by chance alone up to {found.totals['by_chance']:.1f} would)"
        )
    if of["too_few"]:
        words.append(f"{of['too_few']} differ, with too few runs to say more")
    if of["only_a"] or of["only_b"]:
        words.append(f"{of['only_a']} are only in A, {of['only_b']} only in B")
    return "; ".join(words) + "."


def run_words(found: StudyDifferences) -> str:
    """How many runs and scenarios both sets have in common."""
    of = {key: int(value) for key, value in found.totals.items()}
    words = f"{of['runs_a']} runs in A, {of['runs_b']} in B"
    # A set may say neither what its runs are made of nor what they gave.
    if of["told_apart"]:
        words += f", {of['shared']} of them the same"
    if of["gone"] or of["added"]:
        words += f"; {of['gone']} scenarios are only in A, {of['added']} only in B"
    return words + "."


def apart_lines(found: StudyDifferences, most: int) -> list[str]:
    """The scenarios that one set alone has; why, if the other has others in their place.

    Args:
        most: scenario sets that are named, first those that are in both.
    """
    rows = apart_rows(found)
    lines = [
        f"only in {row['side']}  {row['scenarios']} of {row['scenario_set']}: {named_first(row)}"
        for row in rows[:most]
    ]
    if len(rows) > most:
        lines.append(f"  and {len(rows) - most} more such sets")
    if has_other_values(rows):
        lines += textwrap.wrap(ANOTHER_VALUE, 94, initial_indent="  ", subsequent_indent="  ")
    return lines


def apart_rows(found: StudyDifferences) -> list[dict[str, Any]]:
    """Scenarios that one set alone has, by scenario set, first those sets that are in both."""
    rows = found.apart.to_dicts()
    sides = Counter(row["scenario_set"] for row in rows)
    return sorted(
        rows, key=lambda row: (-sides[row["scenario_set"]], row["scenario_set"], row["side"])
    )


def has_other_values(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Has a scenario set scenarios in either set of results that the other one has not?"""
    return len({row["scenario_set"] for row in rows}) < len(rows)


def named_first(row: Mapping[str, Any]) -> str:
    """The first scenarios of such a row, and how many more there are."""
    more = row["scenarios"] - len(row["first"])
    return ", ".join(row["first"]) + (f" and {more} more" if more else "")


ANOTHER_VALUE: Final = (
    "The values of axes are part of a scenario's name, so another value is another scenario, and "
    "the two are not compared. To see what it does, put it beside the old one, not in its place: "
    "the study's page then shows both."
)


def parameter_rows(found: StudyDifferences) -> list[tuple[str, str, str]]:
    """Key, change and place of each parameter that differs, those of the file first."""
    rows = [(it.key, it.words, "configuration file") for it in found.configuration]
    for it in found.parameters:
        place = it.example if it.scenarios == 1 else f"{it.scenarios} scenarios, as {it.example}"
        rows.append((it.key, it.words, place))
    return rows


def titles(sets: Sequence[ResultSet]) -> tuple[str, str]:
    """What both sets are called in legends and headings."""
    return f"A: {sets[0].name}", f"B: {sets[1].name}"
