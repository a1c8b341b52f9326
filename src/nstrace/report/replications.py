"""Several traces as replications of an experiment: a report on their means."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from nstrace.over_files import mean_and_half_width, student_t
from nstrace.report.measuring import Run
from nstrace.summary import Shown, Summary

_KEYS: Final = ("subject", "time_s", "x", "percent", "place", "cause")
"""Columns that identify a row, in any series."""

_AS_THEY_ARE: Final = ("node_positions", "traffic")
"""Series that are taken from the first trace."""


def mean_run(runs: Sequence[Run]) -> Run:
    """Return one run with the means of several, and their 95 % intervals."""
    first = runs[0]
    return Run(
        name=f"the mean of {len(runs)} traces",
        kind=first.kind,
        summary=_mean_summary([run.summary for run in runs]),
        totals=_mean_rows([run.totals for run in runs]),
        energy=_mean_rows([run.energy for run in runs]),
        series={name: _mean_series(name, runs) for name in first.series},
        flows=list(dict.fromkeys(name for run in runs for name in run.flows)),
        drops=first.drops if all(run.drops for run in runs) else (),
        is_empty=all(run.is_empty for run in runs),
    )


def with_interval(values: Sequence[float]) -> str:
    """Return a mean with half the width of its interval, as text."""
    mean, half = mean_and_half_width(values)
    return f"{mean:.6g}" if half is None else f"{mean:.6g} ± {half:.2g}"


def _mean_series(name: str, runs: Sequence[Run]) -> pl.DataFrame:
    """Return the mean of each value over the traces that have it, with ``_low`` and ``_high``."""
    frames = [run.series[name] for run in runs]
    if name in _AS_THEY_ARE:
        return frames[0]
    keys = [key for key in _KEYS if key in frames[0].columns]
    values = [column for column in frames[0].columns if column not in keys]
    # A trace without losses of a kind has no row for it, which counts as 0.
    count = pl.lit(len(runs)) if name == "losses_by_place" else pl.len()
    quantiles = {n: student_t(n - 1) if n > 1 else 0.0 for n in range(1, len(runs) + 1)}
    t = pl.len().replace_strict(quantiles, return_dtype=pl.Float64)
    found = []
    for value in values:
        half = t * pl.col(value).cast(pl.Float64).std() / pl.len().sqrt()
        mean = pl.col(value).cast(pl.Float64).sum() / count
        found += [
            mean.alias(value),
            (mean - half.fill_null(0)).alias(f"{value}_low"),
            (mean + half.fill_null(0)).alias(f"{value}_high"),
        ]
    return pl.concat(frames).group_by(keys).agg(found).sort(keys)


def _mean_rows(of_runs: Sequence[Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Return rows of metric, subject, value, unit with the means of the values, and ``shown``."""
    values: dict[tuple[str, str, str], list[float]] = {}
    for rows in of_runs:
        for row in rows:
            values.setdefault((row["metric"], row["subject"], row["unit"]), []).append(row["value"])
    return [
        {
            "metric": metric,
            "subject": subject,
            "unit": unit,
            "value": mean_and_half_width(found)[0],
            "shown": with_interval(found),
        }
        for (metric, subject, unit), found in values.items()
    ]


def _mean_summary(summaries: Sequence[Summary]) -> Summary:
    first = summaries[0]
    alike = {
        name: value
        for name, value in first.facts.items()
        if all(summary.facts.get(name) == value for summary in summaries)
    }
    totals = [summary.total for summary in summaries if summary.total]
    return Summary(
        facts={"traces": str(len(summaries)), **alike},
        flows=_mean_table([summary.flows for summary in summaries]),
        left_out=max(summary.left_out for summary in summaries),
        notes=_notes([summary.notes for summary in summaries]),
        total=_mean_table([[total] for total in totals])[0] if totals else None,
        tables=[
            Shown(
                table.title,
                table.columns,
                _mean_table(
                    [
                        other.rows
                        for summary in summaries
                        for other in summary.tables
                        if other.title == table.title
                    ]
                ),
            )
            for table in first.tables
        ],
    )


def _mean_table(tables: Sequence[Sequence[Sequence[Any]]]) -> list[list[Any]]:
    """Return one row for each name, with the means of all rows of that name."""
    rows: dict[str, list[Sequence[Any]]] = {}
    for table in tables:
        for row in table:
            rows.setdefault(row[0], []).append(row)
    return [
        [name, *map(_mean_cell, list(zip(*found, strict=True))[1:])] for name, found in rows.items()
    ]


def _mean_cell(cells: Sequence[Any]) -> str | None:
    known = [cell for cell in cells if isinstance(cell, int | float)]
    if known:
        return with_interval(known)
    return next((cell for cell in cells if cell is not None), None)


def _notes(of_runs: Sequence[Sequence[str]]) -> list[str]:
    """Return notes that differ only in numbers once, with the number of traces that have them."""
    found: dict[str, list[str]] = {}
    for notes in of_runs:
        for note in notes:
            found.setdefault(re.sub(r"\d[\d.,]*", "#", note), []).append(note)
    return [
        f"{notes[0]} ({len(notes)} traces have such a note)" if notes[1:] else notes[0]
        for notes in found.values()
    ]
