"""``./reproduce why``: the receipt of a number or of a claim, on a terminal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from ns2studies import paths
from ns2studies.errors import ResultError, StudyError
from ns2studies.results.described import opened
from ns2studies.results.receipt import (
    StudyFacts,
    claim_query,
    query_command,
    rows_of,
    run_commands,
    study_facts,
    value_query,
)

if TYPE_CHECKING:
    import duckdb

_NEAREST: Final = 6
"""Names that a message or a receipt lists at most."""


@dataclass(frozen=True)
class Entry:
    """A printed cell, or a claim, that has a receipt.

    Attributes:
        name: what it is called: study, item, row and column, or study and claim.
        text: further words that it is found by.
    """

    name: str
    text: str
    kind: str
    row: Mapping[str, Any]

    @property
    def words(self) -> list[str]:
        """All words that it is found by."""
        return _words(f"{self.name} {self.text}")


def why(arguments: Sequence[str]) -> int:
    """Print the receipt of what the arguments name.

    Raises:
        ResultError: if there are no results yet, or they are damaged.
        StudyError: if nothing fits; the message has what is nearest.
    """
    wanted = " ".join(arguments).strip()
    if not wanted or wanted in ("-h", "--help"):
        print("usage: ./reproduce why 'STUDY ITEM ROW COLUMN' or 'STUDY CLAIM'\n")
        print("examples:\n  ./reproduce why 'ceas Table 4.3 SACK TCP 1'")
        print("  ./reproduce why 'ceas congestion disorders'")
        return 0 if wanted else 2
    database = paths.RESULTS / "results.duckdb"
    if not database.is_file():
        raise ResultError(f"{database}: no such file", "./reproduce runs the studies and makes it.")
    with opened(database) as connection:
        entries = list(_entries(connection))
        found = matches(wanted, entries)
        if not found:
            names = ", ".join(repr(name) for name in nearest_names(wanted, entries))
            raise StudyError(f"nothing printed or claimed fits {wanted!r}", f"Nearest: {names}.")
        facts = study_facts(connection, found[0].row["study"])
    print("\n".join(receipt_lines(found[0], facts)))
    if len(found) > 1:
        others = [f"  {entry.name}" for entry in found[1 : _NEAREST + 1]]
        print(f"\n{len(found) - 1} more with these words, such as:", *others, sep="\n")
    return 0


def _entries(connection: "duckdb.DuckDBPyConnection") -> Iterator[Entry]:
    for row in rows_of(connection, "cells"):
        name = " ".join(row[key] for key in ("study", "item", "row", "column") if row[key])
        yield Entry(name, row["metric"].replace("_", " "), "cell", row)
    for row in rows_of(connection, "claims"):
        yield Entry(f"{row['study']} claim {row['claim']}", row["statement"], "claim", row)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+(?:\.[0-9]+)*", text.lower())


def matches(wanted: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that have all the words, first those that need no word of the study for it.

    A study's name may be a row's, too. Of two that fit equally well, the shorter name comes first.
    """
    asked = set(_words(wanted))
    if not asked:
        return []

    def rank(entry: Entry) -> tuple[int, int]:
        inside = _words(entry.name.partition(" ")[2])
        return -len(asked & set(inside)), len(inside)

    fitting = [entry for entry in entries if asked <= set(entry.words)]
    return sorted(fitting, key=rank)


def nearest_names(wanted: str, entries: Sequence[Entry]) -> list[str]:
    """The names that are most like the wanted one."""
    asked = set(_words(wanted))

    def likeness(entry: Entry) -> float:
        shared = len(asked & set(entry.words)) / max(1, len(asked))
        return shared + SequenceMatcher(None, wanted.lower(), entry.name.lower()).ratio()

    return [entry.name for entry in sorted(entries, key=likeness, reverse=True)[:_NEAREST]]


def receipt_lines(entry: Entry, facts: StudyFacts) -> list[str]:
    """The receipt as lines for a terminal."""
    of_kind = _cell_lines if entry.kind == "cell" else _claim_lines
    digests = [f"  {name}: {' '.join(ids)}" for name, ids in facts.digests.items()]
    return [entry.name, *of_kind(entry.row, facts), "", "programs (SHA-256)", *digests]


def _cell_lines(row: Mapping[str, Any], facts: StudyFacts) -> list[str]:
    metric = facts.metrics.get(row["metric"])
    lines = [
        f"  printed: {row['published_text'] or 'not known'} {row['unit']} (page {row['page']})",
        f"  ours:    {_value(row)}",
        f"  verdict: {row['verdict']}" + (f"; {row['note']}" if row["note"] else ""),
    ]
    if metric:
        lines += ["", f"{metric.title}, of {row['subject']}", f"  {metric.definition}"]
    scenario = _scenario_of(row, facts)
    lines += ["", f"scenario {row['study']}/{scenario}" if scenario else "scenario"]
    lines += _scenario_lines(scenario, facts)
    sql = value_query(row["study"], row["scenario"], row["metric"], row["subject"])
    return [*lines, *_remake_lines(scenario, facts), f"  {query_command(sql)}"]


def _scenario_of(row: Mapping[str, Any], facts: StudyFacts) -> str:
    """The scenario of a cell; of what a study derives the one that its name begins with, if any."""
    first = str(row["subject"] or "").partition(" ")[0]
    scenario = str(row["scenario"] or "")
    return first if not scenario and first in facts.scenarios else scenario


def _value(row: Mapping[str, Any]) -> str:
    if row["ours"] is None:
        return "not measured"
    interval = ""
    if row["ci_low"] is not None:
        interval = f", 95 % interval {row['ci_low']:.6g} to {row['ci_high']:.6g}"
    runs = "one run" if row["n"] == 1 else f"{row['n']} runs"
    return f"{row['ours']:.6g} {row['unit']} ({runs}{interval})"


def _scenario_lines(scenario: str, facts: StudyFacts) -> list[str]:
    found = facts.scenarios.get(scenario)
    if found is None:
        return ["  not run, or made of several scenarios by its query"]
    lines = [
        f"  {entry.parameter}: {entry.value} (most scenarios: {entry.usual})"
        for entry in found.differences
    ]
    runs = ", ".join(f"{run.seed} ({run.run_id})" for run in found.runs)
    return [*lines, f"  seeds and runs: {runs or 'none'}"]


def _remake_lines(scenario: str, facts: StudyFacts) -> list[str]:
    found = facts.scenarios.get(scenario)
    runs = found.runs if found else ()
    once = run_commands(facts.study, scenario, runs[0].seed) if runs else ()
    return ["", "make it again", f"  {facts.remake}", *(f"  {command}" for command in once)]


def _claim_lines(row: Mapping[str, Any], facts: StudyFacts) -> list[str]:
    command = query_command(claim_query(row["study"], row["claim"]))
    return [
        f"  {row['statement']} ({row['page']})",
        f"  verdict: {row['verdict']}",
        f"  evidence: {row['evidence']}",
        "",
        "query",
        *(f"  {line}" for line in row["sql"].strip().splitlines()),
        "",
        "make it again",
        f"  {facts.remake}",
        f"  {command}",
    ]
