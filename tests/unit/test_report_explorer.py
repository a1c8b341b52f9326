"""The explorer's rows: packed without loss, as many as a page has room for, and their addresses."""

import base64
import gzip
import json
import math
from typing import Any

import duckdb
import polars as pl
import pytest

from ns2studies.report.links import explorer_address
from ns2studies.report.page import Page
from ns2studies.report.pages.explorer.page import packed, rows_of, with_room

SCHEMA = """
CREATE TABLE studies AS
SELECT unnest(['mpls', 'gone']) AS study, 'A study' AS title, 'quick' AS scale;
CREATE TABLE scenarios (study VARCHAR, scenario VARCHAR, algorithm VARCHAR);
CREATE TABLE points (
    study VARCHAR, scenario VARCHAR, metric VARCHAR, subject VARCHAR, n INTEGER, mean DOUBLE,
    deviation DOUBLE, ci_low DOUBLE, ci_high DOUBLE, prediction_low DOUBLE, prediction_high DOUBLE,
    unit VARCHAR, algorithm VARCHAR);
CREATE TABLE comparison (
    study VARCHAR, item VARCHAR, row VARCHAR, "column" VARCHAR, metric VARCHAR, scenario VARCHAR,
    subject VARCHAR, published_text VARCHAR, ours DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n INTEGER,
    unit VARCHAR, verdict VARCHAR, note VARCHAR, position INTEGER, verdict_words VARCHAR);
CREATE TABLE claims (
    study VARCHAR, claim VARCHAR, page VARCHAR, statement VARCHAR, verdict VARCHAR,
    evidence VARCHAR, would_decide VARCHAR);
CREATE TABLE reasons (
    study VARCHAR, item VARCHAR, row VARCHAR, "column" VARCHAR, claim VARCHAR, verdict VARCHAR,
    reason VARCHAR, parameter VARCHAR, words VARCHAR);
INSERT INTO scenarios VALUES ('mpls', 's/1', 'hybla');
INSERT INTO points VALUES
    ('mpls', 's/1', 'goodput', 'flow1', 2, 0.1, NULL, NULL, NULL, NULL, NULL, 's', 'hybla');
INSERT INTO comparison BY NAME
SELECT 'mpls' AS study, unnest(['Table 1', 'Table 2', 'Table 1']) AS item, 'a' AS row,
       unnest(['x', 'x', 'x']) AS "column", 'goodput' AS metric, 's/1' AS scenario,
       'off' AS verdict, 'off by 3.0 %' AS verdict_words, unnest([0, 1, 2]) AS position;
INSERT INTO claims VALUES
    ('gone', '01-late', '12', 'Late.', 'confirmed', 'two runs', NULL),
    ('mpls', '02-early', '2', 'Early <b>.', 'refuted', '0 of 3', NULL);
INSERT INTO reasons BY NAME
SELECT 'mpls' AS study, '02-early' AS claim, 'refuted' AS verdict, 'other tool' AS reason,
    'OPNET.' AS words;
"""


@pytest.fixture
def page() -> Page:
    connection = duckdb.connect()
    connection.execute(SCHEMA)
    return Page(connection, {}, "test")


def unpacked(text: str) -> dict[str, list[Any]]:
    lines = gzip.decompress(base64.b64decode(text)).decode().split("\n")
    columns = dict(json.loads(line) for line in lines)
    return {
        name: [column["values"][code] for code in column["codes"]]
        if "codes" in column
        else column["values"]
        for name, column in columns.items()
    }


def test_packing_is_lossless() -> None:
    frame = pl.DataFrame(
        {
            "text": ["é", None, "", "é", "a\nb"],
            "number": [0.1 + 0.2, None, -0.0, 1e-300, 2.0],
            "n": [1, 2, 3, 4, 5],
        }
    )
    assert unpacked(packed(frame)) == frame.to_dict(as_series=False)
    assert packed(frame) == packed(frame)


def test_non_finite_numbers_become_missing() -> None:
    assert unpacked(packed(pl.DataFrame({"x": [math.inf, math.nan, 1.0]}))) == {
        "x": [None, None, 1.0]
    }


def test_variant_is_found_by_any_of_its_names(page: Page) -> None:
    assert rows_of(page, "points")["variant"].to_list() == ["hybla"]
    assert rows_of(page, "comparison")["variant"].to_list() == ["hybla"] * 3


def test_ants_are_routing_where_none_is_named(page: Page) -> None:
    assert rows_of(page, "points")["routing"].to_list() == [None]
    page.results.execute(
        "ALTER TABLE points ADD COLUMN routing VARCHAR;"
        "INSERT INTO points BY NAME SELECT * REPLACE ('link-state' AS routing) FROM points"
    )
    assert rows_of(page, "points")["routing"].to_list() == ["CEAS", "link-state"]


def test_estimates_have_reference_beside_them(page: Page) -> None:
    page.results.execute(
        "ALTER TABLE scenarios ADD COLUMN scenario_id VARCHAR;"
        "UPDATE scenarios SET scenario_id = 'same';"
        "CREATE TABLE reference_runs AS SELECT 'mpls' AS study, 's/1' AS scenario,"
        " 'same' AS scenario_id;"
        "CREATE TABLE reference_estimates AS SELECT * REPLACE"
        " (15 AS n, 1.23456789::DOUBLE AS mean, 1.0 AS ci_low, 1.5 AS ci_high) FROM points"
    )
    (row,) = rows_of(Page(page.results, {}, "test"), "points").to_dicts()
    assert (row["mean"], row["reference_mean"]) == (0.1, 1.23457)
    assert (row["reference_low"], row["reference_high"], row["reference_n"]) == (1.0, 1.5, 15)
    # A scenario of the same name with other parameters is another one.
    page.results.execute("UPDATE reference_runs SET scenario_id = 'other'")
    (row,) = rows_of(Page(page.results, {}, "test"), "points").to_dicts()
    assert row["reference_mean"] is None


def test_rows_link_to_their_places(page: Page) -> None:
    """Also where an item's rows are not together; a study without a page has no places."""
    assert rows_of(page, "comparison")["address"].to_list() == [
        "mpls.html#table-1-cells-a-x",
        "mpls.html#table-2-cells-a-x",
        "mpls.html#table-1-cells-a-x--2",
    ]
    claims = rows_of(page, "claims")
    assert claims["address"].to_list() == [None, "mpls.html#claim-early"]
    assert claims["reason"].to_list() == [None, "other tool"]


def test_reason_is_shown_for_its_verdict_only(page: Page) -> None:
    """That of the reference's verdict says nothing of runs that leave the statement open."""
    page.results.execute("UPDATE claims SET verdict = 'undecided' WHERE claim = '02-early'")
    assert rows_of(page, "claims")["reason"].to_list() == [None, None]


def test_verdict_rows_have_scale_and_reference(page: Page) -> None:
    for table in ("claims", "comparison"):
        assert rows_of(page, table)["reference"].null_count() == rows_of(page, table).height
        assert set(rows_of(page, table)["scale"]) == {"quick"}
    page.results.execute(
        "CREATE TABLE reference_comparison AS FROM comparison;"
        "CREATE TABLE reference_claims AS FROM claims WHERE study = 'mpls';"
        "UPDATE reference_claims SET verdict = 'confirmed', evidence = '3 of 3'"
    )
    beside = Page(page.results, {}, "test")
    assert rows_of(beside, "claims")["reference"].to_list() == [None, "confirmed"]
    assert rows_of(beside, "claims")["reference_evidence"].to_list() == [None, "3 of 3"]
    page.results.execute("UPDATE reference_claims SET evidence = '0 of 3'")  # as here: told once
    assert rows_of(beside, "claims")["reference_evidence"].to_list() == [None, None]
    assert rows_of(beside, "comparison").filter(item="Table 2")["reference"].item() == "off"


def test_open_claims_say_what_would_decide_them(page: Page) -> None:
    page.results.execute(
        "UPDATE claims SET verdict = 'undecided', would_decide = 'about 3 more runs'"
    )
    assert rows_of(page, "claims")["why"].to_list() == ["To decide it: about 3 more runs."] * 2


def test_largest_studies_are_left_out_first() -> None:
    points = pl.DataFrame(
        {"study": ["a"] * 9 + ["b"] * 900, "mean": [math.sqrt(number) for number in range(909)]}
    )
    text, left_out = with_room(points, 3000)
    assert left_out == ["b"]
    assert unpacked(text)["study"] == ["a"] * 9
    assert with_room(points, 300_000)[1] == []


def test_addresses_say_only_what_is_chosen() -> None:
    assert explorer_address() == "explore.html"
    address = explorer_address(study="mpls", text='"Table 4.6 (a)" & more', verdict="")
    assert address == "explore.html#study=mpls&text=%22Table%204.6%20%28a%29%22%20%26%20more"
