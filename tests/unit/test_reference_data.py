"""The references that the repository has."""

import json
import re

import pytest

from ns2studies.basics import paths
from ns2studies.basics.sql import connect, quoted
from ns2studies.config.study_files import available
from ns2studies.database.reference import (
    QUERIES,
    files_of,
    read_reference_description,
    reference_folder,
)
from ns2studies.evaluation import outcomes

REFERRED = [study for study in available() if read_reference_description(study)]

ROOM_BYTES = 6_000_000
"""What all of them may take in the repository: 0.55 MB are tables that charts draw."""


def test_readme_has_outcomes_of_references() -> None:
    text = outcomes.README.read_text(encoding="utf-8")
    (shown,) = re.findall(f"{outcomes.BEGIN}\n\n(.*?)\n\n{outcomes.END}", text, re.DOTALL)
    assert shown.splitlines() == outcomes.outcomes_table(available())


def test_references_are_small() -> None:
    files = [path for path in (paths.DATA / "reference").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= ROOM_BYTES
    known = {path for study in available() for path in files_of(study)}
    assert set(files) <= known, "what belongs to no study"


@pytest.mark.parametrize("study", REFERRED)
def test_references_are_full_scale_and_complete(study: str) -> None:
    facts = read_reference_description(study)
    assert facts
    assert (facts["study"], facts["scale"]) == (study, "full")
    assert facts["package"]["commit"]
    for table in QUERIES:
        with connect() as connection:
            file = quoted(reference_folder(study) / f"{table}.parquet")
            names = connection.execute(f"SELECT DISTINCT study FROM read_parquet({file})")
            assert names.fetchall() in ([(study,)], []), table


@pytest.mark.parametrize("study", REFERRED)
def test_every_run_has_its_fingerprint_and_parameters(study: str) -> None:
    with connect() as connection:
        rows = connection.execute(
            "SELECT count(*), count(DISTINCT (scenario, seed)), "
            "bool_and(regexp_full_match(fingerprint, '[0-9a-f]{64}')), "
            "bool_and(json_valid(parameters)), any_value(parameters) "
            f"FROM read_parquet({quoted(reference_folder(study) / 'runs.parquet')})"
        ).fetchall()
    ((runs, distinct, marked, valid, parameters),) = rows
    assert runs == distinct > 0
    assert marked and valid
    assert json.loads(parameters)["end_s"] > 0
