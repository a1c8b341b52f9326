"""``./reproduce why``: the receipt of a number, a claim or a figure, on a terminal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.command_line.receipt_names import Entry, matches, nearest_names, words_of
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
from ns2studies.studies.registry import available

if TYPE_CHECKING:
    import duckdb

_LISTED: Final = 12
"""Names that a list has at most."""

_HELP: Final = """\
usage: ./reproduce why 'STUDY ITEM ROW COLUMN' or 'STUDY CLAIM' or 'STUDY FIGURE'

How our value for a printed number, or a verdict, came to be: its runs, seeds, parameters and
query, the reason if it differs, and the commands that make it again. Some words of a name are
enough; if they fit several, these are listed.

examples
  ./reproduce why 'recovery Table 2 2 Reno'      a printed cell: table, row and column
  ./reproduce why 'ceas congestion disorders'    a claim, by words of its name
  ./reproduce why 'recovery Figure 3'            a figure: where it is, and what is behind it"""


def why(arguments: Sequence[str]) -> int:
    """Print the receipt of what the arguments name, or the names of all that they fit.

    Raises:
        ResultError: if there are no results yet, or they are damaged.
        StudyError: if nothing fits; the message has what is nearest.
    """
    wanted = " ".join(arguments).strip()
    if not wanted or wanted in ("-h", "--help"):
        print(_HELP)
        return 0 if wanted else 2
    database = paths.RESULTS / "results.duckdb"
    if not database.is_file():
        raise ResultError(f"{database}: no such file", "./reproduce runs the studies and makes it.")
    with opened(database) as connection:
        entries = list(_entries(connection))
        found = matches(wanted, entries)
        if not found:
            raise _nothing_fits(wanted, entries)
        lines = _list_lines(wanted, found) if found[1:] else _receipt(connection, found[0], entries)
    print("\n".join(lines))
    return 0


def _nothing_fits(wanted: str, entries: Sequence[Entry]) -> StudyError:
    shown = {entry.row["study"] for entry in entries}
    asked = words_of(wanted)
    for study in available():
        named = words_of(study)
        if study not in shown and asked[: len(named)] == named:
            return ResultError(
                f"{wanted!r}: there are no results of {study}", f"./reproduce {study} makes them."
            )
    names = ", ".join(repr(name) for name in nearest_names(wanted, entries))
    return StudyError(
        f"nothing printed or claimed fits {wanted!r}, and no figure", f"Nearest: {names}."
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
        f"{len(found)} have the words {wanted!r}; which one?",
        *(f"  {entry.name}" for entry in found[:_LISTED]),
        *([f"  and {left} more"] if left > 0 else []),
    ]


def _receipt(
    connection: "duckdb.DuckDBPyConnection", entry: Entry, entries: Sequence[Entry]
) -> list[str]:
    """The receipt as lines for a terminal."""
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
    # Few receipts are of figures, and what writes pages takes long to load.
    from nstrace.pages.markup import slug

    page = paths.page(paths.RESULTS, facts.study)
    printed = ["", "its printed values, each with a receipt", *(f"  {cell}" for cell in cells)]
    return [
        f"  page {figure['page']} of the text",
        f"  drawn from our runs: {page}#{slug(figure['item'])}",
        "  Below it stand the queries that its points come from, as commands that ask them again.",
        *(printed if cells else []),
        "",
        "make it again",
        f"  {facts.remake}",
    ]


def _reason_lines(reasons: Sequence[Mapping[str, Any]], entry: Entry) -> list[str]:
    """Why the entry differs, here or in the reference alone; nothing if it does not."""
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
        f"  printed: {row['published_text'] or 'not known'} {row['unit']} (page {row['page']})",
        f"  ours:    {_value(row)}",
        f"  verdict: {row['verdict']}" + (f"; {row['note']}" if row["note"] else ""),
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
    """Whether nstrace computes a metric from a trace of packets, without anything else of a run."""
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
