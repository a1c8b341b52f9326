"""The reference beside numbers, statements and points of a page."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from ns2studies.basics.errors import ReportError
from ns2studies.basics.paths import REPORTS
from ns2studies.config.study_files import available
from ns2studies.database.derived import Derived
from ns2studies.report.page import Page
from ns2studies.report.pages import outcomes, study_results
from ns2studies.report.pages.comparison import MATRIX_FROM, Labels, comparison_block
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text, chart_html
from nstrace.pages.figures import interval_chart, sweep_chart

CELL = {
    **{"item": "Table 1", "row": "Reno", "column": "Delay", "published": 2.0, "ours": 2.5},
    **{"published_text": "2.0", "ci_low": None, "ci_high": None, "n": 1, "unit": "s"},
    **{
        "verdict": "too few runs",
        "verdict_words": "too few runs",
        "note": "one run",
        "replayed": None,
        "page": "3",
    },
    **{"prediction_low": None, "prediction_high": None},
    **{"difference_low": None, "difference_high": None, "metric": "delay", "scenario": "s"},
    "subject": "flow1",
}
BESIDE = {
    **{"reference_verdict": "consistent", "reference_words": "consistent (n = 15)"},
    **{"reference_ours": 2.04, "reference_low": 1.9},
    **{"reference_high": 2.2, "reference_n": 15},
}
KEPT = """
CREATE TABLE studies AS SELECT 'alpha' AS study, 'A thesis.' AS source, 'quick' AS scale;
CREATE TABLE runs AS
SELECT 'alpha' AS study, 's' AS scenario, range AS seed, 'f' || range AS fingerprint,
    'r' || range AS run_id FROM range(4);
CREATE TABLE reference_runs AS
SELECT 'alpha' AS study, 's' AS scenario, range AS seed, 'f' || range AS fingerprint,
    'i' AS scenario_id, 60.0 AS simulated_s FROM range(15);
CREATE TABLE claims AS
SELECT 'alpha' AS study, claim, 'Words.' AS statement, '3' AS page, 'undecided' AS verdict,
    'two runs' AS evidence, CAST(NULL AS VARCHAR) AS would_decide
FROM (VALUES ('01-first'), ('02-second'), ('03-new')) AS names (claim);
CREATE TABLE comparison AS
SELECT 'alpha' AS study, 'Table 1' AS item, 'Reno' AS row, 'delay ' || range AS "column",
    'too few runs' AS verdict, verdict AS verdict_words, 1.0 AS published FROM range(2);
CREATE TABLE dependent_cells AS
SELECT study, item, row, "column", NULL::VARCHAR AS because FROM comparison WHERE false;
CREATE TABLE reasons AS SELECT 'alpha' AS study, '01-first' AS claim, NULL AS reason,
    NULL AS parameter, NULL AS words, NULL AS evidence WHERE false;
CREATE TABLE reference_comparison AS
SELECT study, item, row, "column", 'consistent' AS verdict,
    'consistent (n = 15)' AS verdict_words FROM comparison;
CREATE TABLE reference_claims AS
SELECT study, claim, 'confirmed' AS verdict,
    CASE claim WHEN '01-first' THEN '15 of 15 cases' ELSE evidence END AS evidence
FROM claims WHERE claim <> '03-new';
"""


def table_of(*rows: dict[str, object]) -> str:
    frame = pl.DataFrame(list(rows), infer_schema_length=None)
    labels = Labels(("Variant",))
    return comparison_block(frame, id="table-1-cells", caption="Delays", labels=labels).markdown


def test_cell_shows_reference_beside_its_value() -> None:
    html = table_of({**CELL, **BESIDE})
    assert "full scale: 2.0 (1.9\u202f…\u202f2.2, n\u00a0=\u00a015)" in html
    assert html.count('class="badge') == 2  # one in the line above the table, and one in the row
    assert "</span> consistent (n = 15)</span>" in html
    assert "these runs: too few runs" in html
    assert "reference_low" in html  # the download has the numbers


def test_exact_value_has_no_interval() -> None:
    beside = {**BESIDE, "reference_low": None, "reference_high": None, "reference_n": 1}
    assert "full scale: 2.0; these runs" in table_of({**CELL, **beside})


def test_cell_unknown_to_reference_stays_empty() -> None:
    unknown = dict.fromkeys(BESIDE, None)
    html = table_of({**CELL, **BESIDE}, {**CELL, "row": "SACK", **unknown})
    assert "1 of 2" in html
    assert "None" not in html


def test_without_reference_table_is_as_before() -> None:
    html = table_of(CELL)
    assert "reference" not in html
    assert "Full scale" not in html
    assert table_of({**CELL, **dict.fromkeys(BESIDE, None)}) == html


def test_large_table_marks_other_reference_verdicts() -> None:
    few = "too few runs"
    same = {**BESIDE, "reference_verdict": few, "reference_words": few}
    rows = [{**CELL, "row": f"Row {index}", **same} for index in range(MATRIX_FROM)]
    rows[7].update(BESIDE)
    html = table_of(*rows)
    assert html.count('<span class="mark">these runs: too few runs</span>') == 1
    assert f"{MATRIX_FROM - 1} of {MATRIX_FROM}" in html


@pytest.fixture
def study() -> StudyPage:
    """Three undecided claims, two of them decided at full scale."""
    connection = duckdb.connect()
    connection.execute(KEPT)
    return StudyPage(Page(connection, {}, "a test"), "alpha")


def test_page_of_unknown_study_is_refused(study: StudyPage) -> None:
    """Such as after a study was renamed, and its page was not."""
    with pytest.raises(ReportError, match=r"no study 'beta': they have alpha$"):
        StudyPage(study.page, "beta")


def test_claim_shows_reference_verdict_and_evidence(study: StudyPage) -> None:
    rows = study.claims().markdown.partition("<tbody>")[2].split("<tr")[1:]
    assert "confirmed" in rows[0]
    assert "15 of 15 cases" in rows[0]
    # The same evidence is not told twice.
    assert rows[1].count("two runs") == 1
    assert "confirmed" not in rows[2].partition("</tr>")[0]


def test_page_opens_with_references_outcome(study: StudyPage) -> None:
    html = study.headline().markdown
    title = html.index("Full scale (reference, 15 runs)")
    bars = html.index('class="outcome-bar"')
    values = html.index("Quick scale (these 4 runs), printed values:")
    statements = html.index("Quick scale (these 4 runs), statements:")
    assert title < bars < values < statements
    told = study.page.query("SELECT verdict FROM reference_claims")["verdict"].to_list()
    here = study.page.query("SELECT verdict FROM claims")["verdict"].to_list()
    assert told != here
    assert study.outcome().startswith(f"{told.count('confirmed')} of 3 statements are confirmed")
    assert study.cells("consistent") == "2"
    assert study.told_scale() == "full"
    assert study.label() == "Within chance"


def test_own_questions_are_not_counted_as_statements(
    study: StudyPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = study.page.query("SELECT claim FROM claims ORDER BY claim")["claim"].to_list()[:1]
    monkeypatch.setattr(outcomes, "own_questions", lambda name: ours)
    html = study.headline().markdown
    assert "Our questions" in html
    assert "1 confirmed" in html
    assert "Quick scale (these 4 runs), questions of ours:" in html


@pytest.mark.parametrize(
    "edit",
    [
        "fingerprint = 'other' WHERE seed = 2",
        "scenario = 'new'",
        # Another protocol in its place: the other runs are the reference's.
        "scenario = 's/steady' WHERE seed = 2",
    ],
)
def test_edited_study_shows_its_own_outcome_first(study: StudyPage, edit: str) -> None:
    study.page.results.execute(f"UPDATE runs SET {edit}")
    html = study.headline().markdown
    reference = html.index("Full scale (reference, 15 runs), statements:")
    assert html.index('class="outcome-bar"') < reference
    assert html.index("(these") < reference
    assert "Full scale (reference, 15 runs)</span>" not in html
    assert study.outcome() == "0 of 3 statements are confirmed and 3 are undecided"
    assert study.told_scale() == "quick"
    assert study.label() == "Numbers undecided"


@pytest.mark.parametrize(
    "more", ["scenario = 'own/new' WHERE seed = 2", "seed = 40 WHERE seed = 2"]
)
def test_additional_runs_do_not_count_as_edit(study: StudyPage, more: str) -> None:
    study.page.results.execute(f"UPDATE runs SET {more}")
    assert study.told_scale() == "full"


def test_heading_names_scale_if_verdicts_differ(study: StudyPage) -> None:
    study.page.results.execute(
        "UPDATE reference_claims SET verdict = 'partly' WHERE claim = '02-second'"
    )
    assert study.statements_in("3") == "at full scale 1 of 3 statements confirmed, 1 partly"
    study.page.results.execute("DELETE FROM reference_claims")
    alone = StudyPage(study.page, "alpha")
    assert alone.statements_in("3") == "0 of 3 statements confirmed"


POINTS = pl.DataFrame(
    {"x": [1.0, 2.0], "value": [2.0, 3.0], "low": [1.5, 2.5], "high": [2.5, 3.5]}
).with_columns(line=pl.lit("Reno"))
AXES = (Axis("x", "Load"), Axis("value", "Rate", "Mb/s"))


LOSSES = """
CREATE TABLE estimates AS
SELECT 'mpls' AS study, 'a' AS scenario, 'delay' AS metric, 'flow1' AS subject, 2e0 AS mean,
    1.5 AS ci_low, 2.5 AS ci_high, 5 AS n;
CREATE TABLE scenarios AS
SELECT 'mpls' AS study, scenario, 'losses' AS scenario_set, '{}' AS parameters, 'reno' AS variant,
    percent AS packet_error_percent
FROM (VALUES ('a', 1)) AS rows (scenario, percent);
CREATE TABLE reference_estimates AS
SELECT * REPLACE (name AS scenario, value AS mean, 15 AS n)
FROM estimates, (VALUES ('a', 22e-1), ('b', 3e0)) AS rows (name, value);
ALTER TABLE reference_estimates DROP COLUMN name;
ALTER TABLE reference_estimates DROP COLUMN value;
CREATE TABLE reference_scenarios AS
FROM scenarios
UNION ALL SELECT * REPLACE ('b' AS scenario, 2 AS packet_error_percent) FROM scenarios;
CREATE VIEW points AS
SELECT estimates.*, scenarios.* EXCLUDE (study, scenario, parameters)
FROM estimates JOIN scenarios USING (study, scenario);
UPDATE studies SET study = 'mpls';
UPDATE reference_claims SET study = 'mpls';
UPDATE reference_comparison SET study = 'mpls';
"""


def test_best_rows_prefer_reference(study: StudyPage) -> None:
    study.page.results.execute(LOSSES)
    page = StudyPage(Page(study.page.results, {}, "a test"), "mpls")
    wanted = {"metric": "delay", "subject": "flow1"}
    found = page.best_rows("by_error_rate", **wanted).sort("percent")
    assert found.select("percent", "value", "n", "here").rows() == [
        (1, 2.2, 15, 2.0),
        (2, 3.0, 15, None),
    ]
    # What only these runs have stays, such as after an edit.
    page.page.results.execute("UPDATE reference_scenarios SET scenario = 'c' WHERE scenario = 'a'")
    found = page.best_rows("by_error_rate", **wanted).sort("percent")
    assert found.select("percent", "value", "n").rows() == [(1, 2.0, 5), (2, 3.0, 15)]
    page.page.results.execute("UPDATE studies SET scale = 'full'")
    alone = StudyPage(Page(study.page.results, {}, "a test"), "mpls")
    assert alone.best_rows("by_error_rate", **wanted)["value"].to_list() == [2.0]


@pytest.mark.parametrize(("stored", "shares"), [("0.75", [0.75]), (None, [0.25])])
def test_full_scale_rows_are_of_derived_reference(
    study: StudyPage,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    stored: str | None,
    shares: list[float],
) -> None:
    """A reference from before the table was part of it has no rows; then these runs are told."""
    entry = Derived(
        "mpls", "shares", "toy_shares", "Shares", "1", "A share.", "ours", "", Path("shares.sql"),
        in_reference=True,
    )  # fmt: skip
    monkeypatch.setattr(study_results, "derived_of", lambda _: [entry])
    (tmp_path / "queries").mkdir()
    (tmp_path / "queries" / "shares.sql").write_text("-- Shares.\nFROM toy_shares\n")
    monkeypatch.setattr(study_results, "study_directory", lambda _: tmp_path)
    connection = study.page.results
    connection.execute(LOSSES)
    connection.execute("CREATE TABLE toy_shares AS SELECT 0.25 AS share")
    connection.execute("CREATE TABLE reference_toy_shares AS FROM toy_shares LIMIT 0")
    if stored:
        connection.execute(f"INSERT INTO reference_toy_shares VALUES ({stored})")
    page = StudyPage(Page(connection, {}, "a test"), "mpls")
    assert page.full_scale_rows("shares")["share"].cast(float).to_list() == shares
    assert page.with_scale("Shares") == "Shares. Full scale (the reference)"
    assert page.with_scale("Means of runs.") == "Means of runs. Full scale (the reference)."


@pytest.mark.parametrize("draw", [interval_chart, sweep_chart])
def test_rings_mark_values_of_these_runs(draw: Callable[..., Any]) -> None:
    series = Series("line", "Variant", ["Reno"])
    beside = POINTS.with_columns(here=pl.Series([2.2, None]))
    plain = draw(POINTS, *AXES, ("low", "high"), series).to_dict()
    chart = draw(beside, *AXES, ("low", "high"), series)
    layers = chart.to_dict()["layer"]
    assert len(layers) == len(plain["layer"]) + 1
    assert layers[-1]["mark"]["style"] == "here"
    assert layers[-1]["encoding"]["y"]["field"] == "here"
    html = chart_html(chart, beside, id="c", text=Text("T", "D", "C"), draw=lambda *_: "<svg>")
    assert "ring: the mean of these runs" in html
    without = draw(POINTS, *AXES, ("low", "high"), series)
    html = chart_html(without, POINTS, id="c", text=Text("T", "D", "C"), draw=lambda *_: "<svg>")
    assert "ring:" not in html


@pytest.mark.parametrize("name", available())
def test_opening_marks_numbers_of_these_runs(name: str) -> None:
    """What opens a page tells the reference's verdicts; other numbers say that they are not."""
    document = (REPORTS / f"{name}.qmd").read_text(encoding="utf-8")
    opening = document.partition("{.key-result}")[2].partition(":::")[0]
    told = (
        r"(study\.(told_scale|outcome|cells|printed|label|scale)"
        # These are of the reference, too.
        r"|phase_effect\.(measured_)?period|suite\.gains_in_words)\("
    )
    others = re.findall(rf"`{{python}} (?!{told}).*?`", opening)
    assert not others or "these runs" in opening.lower(), others
