"""What has no value although its runs were made: most often a slip, so a command names it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ns2studies.basics.counting import counted
from ns2studies.results.described import opened
from ns2studies.results.queries import SQL
from ns2studies.studies.rooms import published_files
from ns2studies.studies.selection import listed_in, metrics_of
from nstrace.metrics.catalogue import VALUES

if TYPE_CHECKING:
    import duckdb


def notes_on_values(results: Path, studies: Sequence[str]) -> list[str]:
    """Notes on metrics of some studies without any value, and on cells of unknown subjects."""
    with opened(results / "results.duckdb") as connection:
        named = [f"{study}/{it.name}" for study in studies for it in metrics_of(study)
                 if it.table == VALUES]  # fmt: skip
        return [*_on_metrics(connection, named), *_on_cells(connection, studies)]


def _on_metrics(connection: "duckdb.DuckDBPyConnection", named: Sequence[str]) -> Iterator[str]:
    """Those without a value: NULL in all runs, or no row at all."""
    for (name,) in connection.execute(SQL["empty_metrics"], {"metrics": named}).fetchall():
        study, _, metric = name.partition("/")
        yield (
            f"note: metric {metric} has no value in any run of {study}: its query gives NULL, or "
            f"no rows; leave it out of {listed_in(study)} if that is meant"
        )


def _on_cells(connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]) -> Iterator[str]:
    """For each study the first cell that stands beside nothing, and how many do."""
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
