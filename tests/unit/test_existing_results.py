"""Which studies have results: a database that is another study's is none."""

from pathlib import Path

import pytest
from result_sets import MadeUp, write_database

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.database.metadata import description_path, existing_scales, made_of, own_description

STUDIES = ("mpls", "recovery")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    for study in STUDIES:
        write_database(tmp_path / "database", MadeUp(study=study))
    return tmp_path


def exchange(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def test_databases_that_were_exchanged_are_damaged(results: Path) -> None:
    assert existing_scales(results) == dict.fromkeys(STUDIES, "quick")
    one, other = (paths.study_database(results, study) for study in STUDIES)
    exchange(one, other)
    exchange(description_path(one), description_path(other))
    assert existing_scales(results) == {}
    assert made_of(results, "mpls") == ""
    with pytest.raises(ResultError, match=r"mpls\.duckdb is damaged: it belongs to another study"):
        own_description(results, "mpls")
