"""Which tables claims ask, as results keep it for later comparisons."""

from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.config.study_files import available
from ns2studies.database.derived import derived_of
from ns2studies.evaluation import claims as claims_module
from ns2studies.evaluation.claims import asked_tables, claims_of, shared_tables, with_macros

TABLES = """-- What claims look at.

CREATE OR REPLACE TEMP TABLE points AS
SELECT * FROM estimates WHERE is_large(mean);

-- Of points.
CREATE OR REPLACE TEMP VIEW peaks AS
SELECT max(mean) AS mean FROM points;

CREATE OR REPLACE TEMP VIEW others AS
SELECT * FROM sweeps;
"""
MACROS = "CREATE OR REPLACE TEMP MACRO is_large(value) AS value > 3;\n"
DERIVED = """-- table: sweeps
-- title: Sweeps
-- unit: 1
-- definition: What is swept.
-- source: ours
SELECT scenario, mean FROM estimates
"""
CLAIM = "-- page: 1\n-- statement: No others are meant.\nSELECT 'confirmed', mean FROM peaks\n"
OTHER = "-- page: 1\n-- statement: One.\nSELECT 'confirmed', mean FROM others\n"


OTHER_ASKS = {("other", "sweeps")}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The room of a study with two claims; what the claims of all studies share is left out."""
    monkeypatch.setattr(paths, "REPORTS", tmp_path)
    monkeypatch.setattr(claims_module, "SHARED", tmp_path / "shared")
    files = {
        "claims/_tables.sql": TABLES,
        "claims/_common.sql": MACROS,
        "claims/peak.sql": CLAIM,
        "claims/other.sql": OTHER,
        "derived/01-sweeps.sql": DERIVED,
    }
    for name, text in files.items():
        file = tmp_path / "toy" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "toy"


def asked() -> dict[str, dict[str, str]]:
    return asked_tables("toy", derived_of("toy"), with_macros("toy", claims_of("toy")))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def changed(room: Path, file: str, old: str, new: str) -> set[tuple[str, str]]:
    """Claim and table of each digest that an edit changes; which tables are asked stays."""
    before = asked()
    edit(room / file, old, new)
    after = asked()
    assert {name: set(tables) for name, tables in before.items()} == {
        name: set(tables) for name, tables in after.items()
    }
    return {
        (claim, table)
        for claim, tables in before.items()
        for table, digest in tables.items()
        if after[claim][table] != digest
    }


@pytest.mark.usefixtures("room")
def test_claim_tables_are_found_through_views() -> None:
    """Words of its header ask nothing."""
    found = {claim: set(tables) for claim, tables in asked().items()}
    assert found == {"peak": {"peaks", "points"}, "other": {"others", "sweeps"}}


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        ("claims/_tables.sql", "max(mean)", "min(mean)", {("peak", "peaks")}),
        ("claims/_common.sql", "> 3", "> 4", {("peak", "points")}),
        ("derived/01-sweeps.sql", "scenario, mean", "scenario, n AS mean", OTHER_ASKS),
        ("derived/01-sweeps.sql", "-- unit: 1", "-- unit: 1\n-- range: 0 to 1", OTHER_ASKS),
        ("derived/01-sweeps.sql", "What is swept.", "Whatever is swept.", set()),
        ("claims/_tables.sql", "-- Of points.", "-- Of all points.", set()),
        ("claims/peak.sql", "No others", "None", set()),
    ],
)  # fmt: skip
def test_edit_changes_digests_of_affected_tables(
    room: Path, file: str, old: str, new: str, wanted: set[tuple[str, str]]
) -> None:
    assert changed(room, file, old, new) == wanted


def test_every_shared_table_is_used_by_claim() -> None:
    shared, found = set(), set()
    for study in available():
        shared |= set(shared_tables(study))
        tables = asked_tables(study, derived_of(study), with_macros(study, claims_of(study)))
        found = found.union(*tables.values())
    assert found > shared > {"values_by_seed"}
