"""What has no value although its runs were made: most often a slip, so a command names it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ns2studies import database, evaluation
from ns2studies.basics.counting import counted
from ns2studies.studies.rooms import published_files
from ns2studies.studies.selection import listed_in, metrics_of
from nstrace.metrics.catalogue import VALUES

if TYPE_CHECKING:
    import duckdb


def notes_on_values(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> Iterator[str]:
    """Notes on metrics of some studies without any value, and on cells of unknown subjects."""
    yield from _on_metrics(connection, studies)
    yield from _on_cells(connection, studies)


def _on_metrics(connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]) -> Iterator[str]:
    """For each study those without a value: NULL in all runs, or no row at all."""
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


def _on_cells(connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]) -> Iterator[str]:
    """For each study the first cell that stands beside nothing, and how many do."""
    rows = connection.execute(
        evaluation.SQL["strange_subjects"], {"studies": list(studies)}
    ).fetchall()
    for study in studies:
        found = [row for row in rows if row[0] == study]
        for _, cell, metric, scenario, subject, subjects in found[:1]:
            few = ", ".join(subjects[:4]) + (", …" if len(subjects) > 4 else "")
            yield (
                f"note: {published_files(study)[0]}: {cell}: {metric} of {scenario} has no value "
                f"of {subject or '(no subject)'!r}, but of {few}; "
                f"{counted(len(found), 'cell')} not measured for this reason"
            )
