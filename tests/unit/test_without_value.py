"""Metrics and printed cells that have no value although their runs were made are named."""

from pathlib import Path

import pytest

from ns2studies.basics.sql import connect
from ns2studies.cli.summary import notes_on_values
from ns2studies.config.study_files import published_files
from ns2studies.config.study_metrics import listed_in, metrics_of
from ns2studies.database.metadata import describe, opened
from nstrace.metrics.catalogue import VALUES

STUDY = "recovery"
METRICS = [it.name for it in metrics_of(STUDY) if it.table == VALUES]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Results of a study in which each metric has a value of flow 1."""
    with connect(tmp_path / "results.duckdb") as connection:
        connection.execute("CREATE TABLE metrics (study TEXT, metric TEXT, value DOUBLE)")
        connection.execute(
            "CREATE TABLE estimates (study TEXT, scenario TEXT, metric TEXT, subject TEXT)"
        )
        connection.execute(
            'CREATE TABLE comparison (study TEXT, item TEXT, row TEXT, "column" TEXT, '
            "metric TEXT, scenario TEXT, subject TEXT, verdict TEXT, position INTEGER)"
        )
        for metric in METRICS:
            connection.execute("INSERT INTO metrics VALUES (?, ?, 1)", [STUDY, metric])
            connection.execute(
                "INSERT INTO estimates VALUES (?, 'set/a', ?, 'flow1')", [STUDY, metric]
            )
    describe(tmp_path / "provenance.json", tmp_path / "results.duckdb", {})
    return tmp_path


def notes(results: Path, *statements: str) -> list[str]:
    with connect(results / "results.duckdb") as connection:
        for statement in statements:
            connection.execute(statement)
    describe(results / "provenance.json", results / "results.duckdb", {})
    with opened(results / "results.duckdb") as connection:
        return list(notes_on_values(connection, [STUDY]))


def cell(position: int, scenario: str, subject: str, verdict: str) -> str:
    return (
        f"INSERT INTO comparison VALUES ('{STUDY}', 'Table 1', 'Reno', '{position}', "
        f"'{METRICS[0]}', '{scenario}', '{subject}', '{verdict}', {position})"
    )


def test_no_note_if_all_have_values(results: Path) -> None:
    assert notes(results, cell(1, "set/a", "flow1", "equal")) == []


@pytest.mark.parametrize("none", ["DELETE FROM metrics", "UPDATE metrics SET value = NULL"])
def test_metrics_without_any_value_are_named(results: Path, none: str) -> None:
    (note,) = notes(results, f"{none} WHERE metric = '{METRICS[1]}'")
    assert note.startswith(f"note: no value in any run of {STUDY}: {METRICS[1]}. ")
    assert str(listed_in(STUDY)) in note
    (note,) = notes(results, "DELETE FROM metrics")
    assert f": {', '.join(METRICS)}. " in note


def test_cell_of_unknown_subject_is_named(results: Path) -> None:
    (note,) = notes(
        results,
        # Runs of another scale, which are not here.
        cell(0, "set/b", "flow0", "not measured"),
        cell(1, "set/a", "flow0", "not measured"),
        cell(2, "set/a", "flow2", "not measured"),
    )
    assert note.startswith(f"note: {published_files(STUDY)[0]}: Table 1 | Reno | 1: ")
    assert f"{METRICS[0]} of set/a has no value of 'flow0', but of flow1; 2 cells " in note
