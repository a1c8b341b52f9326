"""Claims that repeat the number of printed cells agree with them, and none goes by a majority."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.study_files import available
from ns2studies.evaluation.claims import (
    SHARED,
    SHARED_FILES,
    Claim,
    claims_folder,
    claims_of,
    is_named,
    patterns_in,
)
from ns2studies.evaluation.published import published_cells
from ns2studies.evaluation.verdicts import AGREEING, CELLS, CLAIMS

PAIRED = [claim for study in available() for claim in claims_of(study) if claim.about]
REFERENCE = paths.DATA / "reference"

MAJORITY = re.compile(
    r"median\s*\(|mode\s*\(|count\(\*\)\s*[*/]|[*/]\s*count\(|\bcases\s*[*/]|[*/]\s*cases\b"
)
"""What a verdict by most of some cases would be written with."""


ASKED = [
    path
    for folder in (SHARED, *map(claims_folder, available()))
    for path in folder.glob(SHARED_FILES)
]
"""What several claims ask, of a study or of all."""


@pytest.mark.parametrize("path", ASKED, ids=lambda path: str(path.relative_to(paths.ROOT)))
def test_only_tables_file_creates_claim_tables(path: Path) -> None:
    """In another world macros find its tables; a table or view that was made earlier does not."""
    made = {
        tuple(statement.query.upper().partition("CREATE")[2].split()[:4])
        for statement in duckdb.extract_statements(path.read_text(encoding="utf-8"))
    }
    kinds = {"TABLE", "VIEW"} if path.name == "_tables.sql" else {"MACRO"}
    assert made <= {("OR", "REPLACE", "TEMP", kind) for kind in kinds}


def cells_of(claim: Claim, frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of the cells that a claim is about."""
    named = [is_named(claim.about, *row) for row in frame["item", "row", "column"].iter_rows()]
    return frame.filter(named)


@pytest.mark.parametrize("claim", PAIRED, ids=lambda claim: f"{claim.study}/{claim.name}")
def test_claims_name_existing_cells(claim: Claim) -> None:
    assert not cells_of(claim, published_cells(claim.study)).is_empty()


def pairs() -> Iterator[tuple[Claim, str, list[str]]]:
    """Claims with their verdict and those of their cells, in the results of full scale."""
    for claim in PAIRED:
        folder = REFERENCE / claim.study
        if folder.is_dir():
            claims = pl.read_parquet(folder / "claims.parquet")
            (verdict,) = claims.filter(pl.col("claim") == claim.name)["verdict"]
            cells = cells_of(claim, pl.read_parquet(folder / "comparison.parquet"))
            yield claim, verdict, cells["verdict"].to_list()


def test_pairs_of_claims_and_cells_exist() -> None:
    assert {claim.study for claim, *_ in pairs()} >= {"mpls", "sync"}


def agree(claim: str, cells: Collection[str]) -> bool:
    """Whether a claim says the same as the printed cells whose number it repeats.

    What holds has no cell that differs, what does not hold has none that is reproduced, and what
    is open has cells that are. A claim may hold in part for more than its cells say. Misprints, and
    what was not measured, speak for neither.
    """
    reproduced = any(verdict in AGREEING for verdict in cells)
    different = any(verdict == "off" for verdict in cells)
    return {
        "confirmed": not different,
        "partly": different or not reproduced,
        "refuted": not reproduced,
        "undecided": not reproduced and not different,
    }.get(claim, not reproduced)


@pytest.mark.parametrize(
    ("claim", "verdict", "cells"),
    list(pairs()),
    ids=lambda it: it.name if isinstance(it, Claim) else "",
)
def test_claim_and_its_cells_agree(claim: Claim, verdict: str, cells: list[str]) -> None:
    assert agree(verdict, cells), (claim.statement, verdict, cells)


@pytest.mark.parametrize(
    ("claim", "cells", "same"),
    [
        ("confirmed", ["identical", "consistent", "misprint"], True),
        ("confirmed", ["identical", "off"], False),
        ("partly", ["identical", "off"], True),
        ("partly", ["identical", "identical with the author's seed"], False),
        ("refuted", ["off", "misprint"], True),
        ("refuted", ["off", "consistent"], False),
        ("undecided", ["too few runs"], True),
        ("undecided", ["consistent"], False),
        ("undecided", ["off"], False),
        ("contradicts itself", ["off"], True),
        ("contradicts itself", ["identical"], False),
    ],
)
def test_agree_compares_claims_with_cells(claim: str, cells: list[str], same: bool) -> None:
    assert claim in CLAIMS
    assert set(cells) <= set(CELLS)
    assert agree(claim, cells) == same


def test_cell_pattern_has_three_parts() -> None:
    place = Path("a-claim.sql")
    assert patterns_in(place, "about", "Table 1 | a | *; Table 2 | * | b") == (
        ("Table 1", "a", "*"),
        ("Table 2", "*", "b"),
    )
    with pytest.raises(ConfigError, match=r"a-claim.sql: about: expected 'item \| row \| column'"):
        patterns_in(place, "about", "Table 1")


def verdicts_in(sql: str) -> Iterator[str]:
    """The expressions that give verdicts, from their SELECT on."""
    for found in re.finditer(r"(?i)\bAS verdict\b", sql):
        yield sql[sql.rfind("SELECT", 0, found.start()) : found.start()]


@pytest.mark.parametrize("study", available())
def test_claims_use_no_majority_rule(study: str) -> None:
    folder = paths.REPORTS / study / "claims"
    for path in sorted(folder.glob("*.sql")):
        for expression in verdicts_in(path.read_text(encoding="utf-8")):
            assert not MAJORITY.search(expression), path


def test_majority_pattern_matches_majority_rules() -> None:
    assert MAJORITY.search("SELECT CASE WHEN median(share) < 10 THEN 'partly'")
    assert MAJORITY.search("SELECT CASE WHEN count(*) FILTER (ok) > count(*) / 2 THEN 'confirmed'")
    assert MAJORITY.search("SELECT CASE WHEN said > cases / 2 THEN 'confirmed'")
    assert not MAJORITY.search("SELECT verdict_of(count(*) FILTER (share < 10), count(*))")
