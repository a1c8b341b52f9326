"""Choices of the real studies: which scenario takes the place of which, at full scale."""

import json
from functools import cache

import duckdb
import polars as pl
import pytest

from ns2studies.config.registry import Study, load_study
from ns2studies.config.study import ChoiceSet
from ns2studies.config.study_files import known
from ns2studies.database.building import add_table
from ns2studies.database.derived import STAND_INS, derive, derived_of
from ns2studies.database.study_tables import scenarios_frame
from ns2studies.evaluation.sensitivity import AS_CHOSEN

PROPOSED = {"data-before-ants", "piggyback", "rate-tunes-itself", "route-record"}
"""What the thesis of ``ceas`` proposes for later: run, and no reading of what it did."""

STUDIES = [it for it in known() if any(entry.table == STAND_INS for entry in derived_of(it))]
"""Those that say which scenarios take a place: all that have choices."""


@cache
def full(study: str) -> Study:
    return load_study(study, "full")


@cache
def stand_ins(study: str) -> pl.DataFrame:
    """The rows of the study's table."""
    connection = duckdb.connect()
    loaded = full(study)
    configuration = json.dumps(loaded.config.parameters())
    add_table(
        connection, "studies", pl.DataFrame({"study": [study], "configuration": [configuration]})
    )
    rows = [
        {
            "study": study, "scenario": entry.label, "scenario_id": entry.scenario_id,
            "scenario_set": entry.point.scenario_set, "is_random": True,
            "parameters": json.dumps(entry.parameters), **entry.point.values,
        }
        for entry in loaded.scenarios
    ]  # fmt: skip
    add_table(connection, "scenarios", scenarios_frame(rows, dict(loaded.axes)))
    (table,) = [entry for entry in derived_of(study) if entry.table == STAND_INS]
    derive(connection, table)
    return connection.sql("FROM stand_ins").pl()


def parameters(study: str, label: str) -> object:
    return next(entry.parameters for entry in full(study).scenarios if entry.label == label)


@pytest.mark.parametrize("study", known())
def test_every_alternative_replaces_scenario(study: str) -> None:
    sets = [it for it in full(study).config.sets().values() if isinstance(it, ChoiceSet)]
    choices = {name for it in sets for name in it.choices} - {AS_CHOSEN, *PROPOSED}
    if study in STUDIES:
        taken = stand_ins(study).drop_nulls("scenario")
        assert taken.height
        assert choices <= {*taken["choice"].to_list()}
    assert not choices or study in STUDIES


@pytest.mark.parametrize("study", STUDIES)
def test_alternatives_replace_scenario_once(study: str) -> None:
    rows = stand_ins(study)
    assert not rows.select("choice", "stands_for").is_duplicated().any()
    others = rows.filter(pl.col("choice") != AS_CHOSEN).drop_nulls("scenario")
    for choice, place, scenario in others.rows():
        assert parameters(study, place) != parameters(study, scenario), (choice, place)


@pytest.mark.parametrize("study", STUDIES)
def test_alternatives_keep_axes_of_their_scenario(study: str) -> None:
    """Axes but the choice: a scenario for 1500 bytes does not stand where 9000 are."""
    points = {entry.label: entry.point.values for entry in full(study).scenarios}
    for choice, place, scenario in stand_ins(study).drop_nulls("scenario").rows():
        own, other = points[place], points[scenario]
        shared = own.keys() & other.keys()
        assert choice == AS_CHOSEN or all(own[axis] == other[axis] for axis in shared - OPEN)


OPEN = {"forwarding", "protocol"}
"""Axes that a choice may change: how labels are set up, the rule of a protocol."""
