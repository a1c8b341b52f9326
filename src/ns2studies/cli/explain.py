"""Explain how a result was computed.

Prints the runs, seeds, parameters and the query behind our value for a published number, or the
evidence and the query behind a verdict; the reason if it differs; and the commands that reproduce
it. A few words of a name are enough. If they match several names, these are listed.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.config.study_files import available
from ns2studies.database.metadata import opened
from ns2studies.database.receipt import (
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

EXAMPLES: Final = """\
examples:
  ./reproduce explain 'recovery Table 2 2 Reno'      a published value: table, row and column
  ./reproduce explain 'ceas congestion disorders'    a claim, by words of its name
  ./reproduce explain 'recovery Figure 3'            a figure: where it is, and its data"""

_LISTED: Final = 12
"""Maximum number of names in a list of matches."""

_NEAREST: Final = 6
"""Maximum number of names in a hint."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of the command."""
    parser.add_argument(
        "words", nargs="+", metavar="WORD",
        help="words of STUDY ITEM ROW COLUMN, of STUDY CLAIM, or of STUDY FIGURE",
    )  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A published value, a claim or a figure.

    Attributes:
        name: study, item, row and column; or study and claim.
        text: further words by which it is found.
        row: the facts about it in the results.
    """

    name: str
    text: str
    kind: Literal["cell", "claim", "figure"]
    row: Mapping[str, Any]

    @cached_property
    def name_words(self) -> list[str]:
        """The words of the item's name."""
        return words_of(self.name)

    @cached_property
    def words(self) -> Counter[str]:
        """All words by which it is found, with their counts."""
        return Counter([*self.name_words, *words_of(self.text)])


def words_of(text: str) -> list[str]:
    """Split a text into its words and numbers."""
    return re.findall(r"[a-z0-9]+(?:\.[0-9]+)*", text.lower())


def matches(wanted: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that match best.

    These are the first found of: entries of exactly this name; of this name without the study and
    the word "claim", in any order; claims of this number; entries whose names contain all words; or
    whose texts do. A word that is given twice must occur twice: the 2 of "Table 2" is no row.
    """
    words = words_of(wanted)
    if not words:
        return []
    counted = Counter(words)
    tests: Sequence[Callable[[Entry], bool]] = (
        lambda entry: entry.name_words == words,
        lambda entry: _short(Counter(entry.name_words), entry) == _short(counted, entry),
        lambda entry: entry.kind == "claim" and words in _claim_numbers(entry),
        lambda entry: counted <= Counter(entry.name_words),
        lambda entry: counted <= entry.words,
    )
    found = ([entry for entry in entries if test(entry)] for test in tests)
    return next((matching for matching in found if matching), [])


def _claim_numbers(claim: Entry) -> list[list[str]]:
    """Return the names that consist of a claim's study and number, such as "sync 05"."""
    at = claim.name_words.index("claim")
    study, number = claim.name_words[:at], claim.name_words[at + 1 : at + 2]
    return [study + number, [*study, "claim", *number]]


def _short(words: Counter[str], entry: Entry) -> Counter[str]:
    """Remove words of a name that may be left out; a row may be named like the study."""
    optional = {entry.name_words[0]} | ({"claim"} if entry.kind == "claim" else set())
    return Counter({word: count for word, count in words.items() if word not in optional})


def _nearest_names(wanted: str, entries: Sequence[Entry]) -> list[str]:
    words = Counter(words_of(wanted))

    def likeness(entry: Entry) -> float:
        shared = (words & entry.words).total() / max(1, words.total())
        return shared + SequenceMatcher(None, wanted.lower(), entry.name.lower()).ratio()

    return [entry.name for entry in sorted(entries, key=likeness, reverse=True)[:_NEAREST]]


def run(arguments: argparse.Namespace) -> int:
    """Print the receipt of the result that the words name, or all names that they match.

    Raises:
        ResultError: if there are no results yet, or they are damaged.
        StudyError: if nothing matches; the message lists the nearest names.
    """
    wanted = " ".join(arguments.words).strip()
    database = paths.RESULTS / "results.duckdb"
    if not database.is_file():
        raise ResultError(f"{database}: no such file", "./reproduce runs the studies and makes it.")
    with opened(database) as connection:
        entries = list(_entries(connection))
        found = matches(wanted, entries)
        if not found:
            shown = {study for (study,) in connection.table("studies").project("study").fetchall()}
            raise _no_match(wanted, entries, shown)
        lines = _list_lines(wanted, found) if found[1:] else _receipt(connection, found[0], entries)
    print("\n".join(lines))
    return 0


def _no_match(wanted: str, entries: Sequence[Entry], shown: Collection[str]) -> StudyError:
    words, with_entries = words_of(wanted), {entry.row["study"] for entry in entries}
    for study in available():
        name = words_of(study)
        if study in with_entries or words[: len(name)] != name:
            continue
        if study in shown:
            return StudyError(
                f"{wanted!r}: {study} has no published value, claim or figure to explain",
                f"""Its means: ./reproduce sql "FROM points WHERE study = '{study}'".""",
            )
        return ResultError(
            f"{wanted!r}: there are no results of {study}", f"./reproduce {study} makes them."
        )
    names = ", ".join(repr(name) for name in _nearest_names(wanted, entries))
    return StudyError(
        f"no published value, claim or figure matches {wanted!r}", f"Nearest: {names}."
    )


def _entries(connection: "duckdb.DuckDBPyConnection") -> Iterator[Entry]:
    for row in rows_of(connection, "cells"):
        name = " ".join(row[key] for key in ("study", "item", "row", "column") if row[key])
        yield Entry(name, row["metric"].replace("_", " "), "cell", row)
    for row in rows_of(connection, "claims"):
        yield Entry(f"{row['study']} claim {row['claim']}", row["statement"], "claim", row)
    for row in rows_of(connection, "figures"):
        yield Entry(f"{row['study']} {row['item']}", "", "figure", row)


def _list_lines(wanted: str, found: Sequence[Entry]) -> list[str]:
    left = len(found) - _LISTED
    return [
        f"{len(found)} names match {wanted!r}:",
        *(f"  {entry.name}" for entry in found[:_LISTED]),
        *([f"  and {left} more"] if left > 0 else []),
    ]


def _receipt(
    connection: "duckdb.DuckDBPyConnection", entry: Entry, entries: Sequence[Entry]
) -> list[str]:
    facts = study_facts(connection, entry.row["study"])
    if entry.kind == "figure":
        cells = [it.name for it in entries if it.kind == "cell" and _is_of(it.row, entry.row)]
        return [entry.name, *_figure_lines(entry.row, cells, facts)]
    reasons = _reason_lines(rows_of(connection, "reasons"), entry)
    of_kind = _cell_lines if entry.kind == "cell" else _claim_lines
    digests = [f"  {name}: {' '.join(ids)}" for name, ids in facts.digests.items()]
    lines = of_kind(entry.row, reasons, facts)
    return [entry.name, *lines, "", "programs (SHA-256)", *digests]


def _is_of(cell: Mapping[str, Any], figure: Mapping[str, Any]) -> bool:
    return all(cell[key] == figure[key] for key in ("study", "item"))


def _figure_lines(figure: Mapping[str, Any], cells: Sequence[str], facts: StudyFacts) -> list[str]:
    # The modules that write pages take long to load, and few receipts are about figures.
    from nstrace.pages.markup import slug

    page = paths.page(paths.RESULTS, facts.study)
    printed = ["", "its published values, each with a receipt", *(f"  {cell}" for cell in cells)]
    return [
        f"  page {figure['page']} of the text",
        f"  reproduced in {page}#{slug(figure['item'])}",
        "  The page lists the queries behind its points, as commands.",
        *(printed if cells else []),
        "",
        "make it again",
        f"  {facts.remake}",
    ]


def _reason_lines(reasons: Sequence[Mapping[str, Any]], entry: Entry) -> list[str]:
    """Explain why the entry differs, here or only in the reference."""
    keys = ("study", "item", "row", "column") if entry.kind == "cell" else ("study", "claim")
    return [
        line
        for reason in reasons
        if reason["kind"] == entry.kind and all(reason[key] == entry.row[key] for key in keys)
        for line in _of_reason(reason, entry.row["verdict"])
    ]


def _of_reason(reason: Mapping[str, Any], verdict: str) -> list[str]:
    where = "" if reason["verdict"] == verdict else f" (in the reference: {reason['verdict']})"
    named = (reason["reason"], reason["parameter"])
    kind = ": ".join(part for part in named if part) or "not explained"
    evidence = [f"    evidence: {reason['evidence']}"] if reason["evidence"] else []
    return [f"  because{where}: {kind}", f"    {reason['words']}", *evidence]


def _cell_lines(row: Mapping[str, Any], reasons: Sequence[str], facts: StudyFacts) -> list[str]:
    metric = facts.metrics.get(row["metric"])
    lines = [
        f"  published: {row['published_text'] or 'not known'} {row['unit']} (page {row['page']})",
        f"  ours:      {_value(row)}",
        f"  verdict:   {row['verdict']}" + (f"; {row['note']}" if row["note"] else ""),
        *reasons,
    ]
    if metric:
        lines += ["", f"{metric.title}, of {row['subject']}", f"  {metric.definition}"]
    scenario = _scenario_of(row, facts)
    lines += ["", f"scenario {row['study']}/{scenario}" if scenario else "scenario"]
    lines += _scenario_lines(scenario, facts)
    sql = value_query(row["study"], row["scenario"], row["metric"], row["subject"])
    return [*lines, *_remake_lines(scenario, row["metric"], facts), f"  {query_command(sql)}"]


def _scenario_of(row: Mapping[str, Any], facts: StudyFacts) -> str:
    """Return the scenario of a cell; for a derived value, the one its subject begins with."""
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
        return ["  not run, or derived from several scenarios by its query"]
    lines = [
        f"  {entry.parameter}: {entry.value} (most scenarios: {entry.usual})"
        for entry in found.differences
    ]
    runs = ", ".join(f"{run.seed} ({run.run_id})" for run in found.runs)
    return [*lines, f"  seeds and runs: {runs or 'none'}"]


def _remake_lines(scenario: str, metric: str, facts: StudyFacts) -> list[str]:
    lines = ["", "make it again", f"  {facts.remake}"]
    found = facts.scenarios.get(scenario)
    if not found or not found.runs:
        return lines
    first = found.runs[0]
    lines += [f"  {command}" for command in run_commands(facts.study, scenario, first.seed)]
    traced = paths.RESULTS / "runs" / f"study={facts.study}" / f"run_id={first.run_id}"
    if (traced / "packets.parquet").is_file() and _reads_packets_alone(metric):
        lines.append(f"  ./reproduce nstrace metrics --metric {metric} traces/packets.tr")
    return lines


def _reads_packets_alone(metric: str) -> bool:
    """Return whether nstrace computes a metric from the packets alone."""
    from nstrace.metrics.catalogue import catalogue

    known = catalogue().metrics.get(metric)
    return known is not None and not re.search(r"\b(?:FROM|JOIN)\s+variables\b", known.text)


def _claim_lines(row: Mapping[str, Any], reasons: Sequence[str], facts: StudyFacts) -> list[str]:
    command = query_command(claim_query(row["study"], row["claim"]))
    return [
        f"  {row['statement']} ({row['page']})",
        f"  verdict: {row['verdict']}",
        f"  evidence: {row['evidence']}",
        *reasons,
        "",
        "query",
        *(f"  {line}" for line in row["sql"].strip().splitlines()),
        "",
        "make it again",
        f"  {facts.remake}",
        f"  {command}",
    ]
