"""The start page: outcomes by rule, what does not hold, the map, and the reference beside all."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import polars as pl
import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import CONFIG, DATA, REPORTS
from ns2studies.config.study_files import available
from ns2studies.config.yaml_file import read_yaml
from ns2studies.evaluation.published import FOLDER, printed_rows
from ns2studies.report.blocks import VERDICTS
from ns2studies.report.document import read_document
from ns2studies.report.page import Page
from ns2studies.report.pages import outcomes as report_outcomes
from ns2studies.report.pages import reference, start, text_map
from ns2studies.report.pages.outcomes import Counts, label, numbers, outcomes, sentence
from nstrace.pages.markup import slug

SCHEMA = """
CREATE TABLE studies (study VARCHAR, title VARCHAR, scale VARCHAR, source VARCHAR);
CREATE TABLE runs (study VARCHAR, run_id VARCHAR, cpu_s DOUBLE);
CREATE TABLE comparison (
    study VARCHAR, item VARCHAR, row VARCHAR, "column" VARCHAR, verdict VARCHAR, page VARCHAR,
    ours DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n INTEGER, position INTEGER);
CREATE TABLE dependent_cells (
    study VARCHAR, item VARCHAR, row VARCHAR, "column" VARCHAR, because VARCHAR);
CREATE TABLE claims (
    study VARCHAR, claim VARCHAR, page VARCHAR, statement VARCHAR, verdict VARCHAR,
    evidence VARCHAR);
CREATE TABLE reasons (
    study VARCHAR, claim VARCHAR, reason VARCHAR, parameter VARCHAR, words VARCHAR);
CREATE TABLE figures (study VARCHAR, item VARCHAR, page VARCHAR);
CREATE TABLE estimates (
    study VARCHAR, scenario VARCHAR, metric VARCHAR, subject VARCHAR, mean DOUBLE,
    ci_low DOUBLE, ci_high DOUBLE, is_exact BOOLEAN);
CREATE TABLE reference_comparison AS FROM comparison;
CREATE TABLE reference_claims AS FROM claims;
CREATE TABLE reference_runs (
    study VARCHAR, scenario_id VARCHAR, seed BIGINT, simulated_s DOUBLE);
CREATE TABLE reference_estimates AS FROM estimates;
INSERT INTO studies VALUES ('alpha', 'A <title>', 'quick', 'A thesis');
INSERT INTO runs VALUES ('alpha', 'r1', 1.0), ('alpha', 'r1', 1.0);
INSERT INTO comparison VALUES
    ('alpha', 'Table 2', 'a', 'x', 'differs', '3', 1, NULL, NULL, 1, 0),
    ('alpha', 'Table 10', 'a', 'x', 'equal', '3', 2, NULL, NULL, 1, 1),
    ('alpha', 'Table 10', 'b', 'x', 'undecided', '3', 2, NULL, NULL, 1, 2);
INSERT INTO claims VALUES
    ('alpha', '01-late', '12-13', 'Late.', 'undecided', 'two runs'),
    ('alpha', '02-early', '2', 'Early <b>.', 'does not hold', '0 of 3 cases'),
    ('alpha', '03-end', '1 (conclusion)', 'End.', 'holds', 'all');
INSERT INTO reasons VALUES ('alpha', '02-early', 'other tool', NULL, 'OPNET does otherwise.');
INSERT INTO figures VALUES ('alpha', 'Figure 1', '3'), ('alpha', 'Figure 2', '12');
INSERT INTO estimates VALUES ('alpha', 's', 'rate', 'flow1', 2e6, NULL, NULL, false);
"""

REFERENCE = """
INSERT INTO reference_claims VALUES
    ('alpha', '01-late', '12-13', 'Late.', 'does not hold', '0 of 15 cases'),
    ('alpha', '02-early', '2', 'Early <b>.', 'undecided', 'wide intervals');
INSERT INTO reference_comparison VALUES
    ('alpha', 'Table 10', 'b', 'x', 'agrees', '3', 2.5, 2, 3, 15, 2);
INSERT INTO reference_runs VALUES ('alpha', 'r1', 1, 3600), ('alpha', 'r1', 2, 3600);
INSERT INTO reference_estimates VALUES ('alpha', 's', 'rate', 'flow1', 3e6, 1e6, 4e6, false);
"""


def page_of(*parts: str) -> Page:
    connection = duckdb.connect()
    for part in (SCHEMA, *parts):
        connection.execute(part)
    return Page(connection, {}, "a test")


@pytest.fixture
def plain() -> Page:
    """Results without a reference, of a study without a page."""
    return page_of()


@pytest.fixture
def with_reference() -> Page:
    """The same beside a reference."""
    return page_of(REFERENCE)


@pytest.mark.parametrize(
    ("cells", "claims", "words"),
    [
        ({"equal": 95, "differs": 5}, {}, "To the digit"),
        ({"equal": 60, "equal when replayed": 35, "differs": 5}, {}, "To the digit"),
        ({"equal": 94, "agrees": 1, "differs": 5}, {}, "Within chance"),
        ({"equal": 94, "differs": 6}, {}, "Most numbers"),
        ({"equal": 2, "differs": 1}, {}, "Most numbers"),
        ({"equal": 24, "differs": 24}, {}, "About half the numbers"),
        ({"equal": 1, "differs": 2}, {}, "About half the numbers"),
        # What is no verdict on the value itself is no part of the share.
        ({"equal": 19, "differs": 1, "misprint": 80, "withheld": 40}, {}, "To the digit"),
        ({"equal": 2, "differs": 5}, {"holds": 1, "holds in part": 2}, "Order only"),
        ({"equal": 2, "differs": 5}, {"holds": 1, "does not hold": 1}, "Not reproduced"),
        ({"equal": 2, "differs": 5}, {}, "Not reproduced"),
        ({"undecided": 3}, {"holds": 1}, "Numbers undecided"),
        ({}, {"holds": 2, "does not hold": 1}, "Most conclusions"),
        ({}, {"holds in part": 2, "does not hold": 1}, "Conclusions in part"),
        ({}, {"holds": 1, "does not hold": 1}, "Not reproduced"),
        ({}, {"does not hold": 1}, "Not reproduced"),
        ({}, {"undecided": 2, "not measured": 1}, "Undecided"),
        ({}, {"holds": 1, "undecided": 2}, "Mostly undecided"),
    ],
)
def test_the_words_in_front_follow_the_rule(
    cells: dict[str, int], claims: dict[str, int], words: str
) -> None:
    assert label(Counts(cells, claims)) == words
    rule = (REPORTS / "index.qmd").read_text(encoding="utf-8").partition("{#rule}")[2]
    assert words.lower() in " ".join(rule.lower().split())


def test_values_and_statements_are_never_pooled() -> None:
    counts = Counts({"equal": 3, "differs": 1, "misprint": 2}, {"holds": 1, "undecided": 4})
    assert sentence(counts) == (
        "Of 4 printed values that are decided, 3 are borne out. "
        "Of 5 statements 1 holds, 4 are left open."
    )


def test_cells_that_are_not_told_are_not_said_to_count_once() -> None:
    """Those of Table 4.2 (ceas) are fitted, and in no number."""
    counts = Counts({"equal": 3, "fitted": 15}, together={"equal": 3, "fitted": 1})
    assert sentence(counts).strip() == "Of 3 printed values that are decided, 3 are borne out."


def test_a_statement_that_a_parameter_was_chosen_by_does_not_hold_and_is_not_open() -> None:
    counts = Counts(claims={"holds": 2, "fitted": 1})
    assert numbers(counts) == ["statements: 2 hold, 1 fitted"]
    assert sentence(counts).endswith("Of 3 statements 2 hold, 1 is fitted.")
    assert (counts.decided_claims, counts.open_claims) == (2, 0)
    none = Counts(claims={"undecided": 4, "fitted": 1})
    assert sentence(none).endswith("None of 5 statements is decided.")


@pytest.mark.parametrize(
    ("of_b", "numbers", "words"),
    [
        ("equal", {"equal": 1, "differs": 1}, "About half the numbers"),
        ("undecided", {"undecided": 1, "differs": 1}, "Not reproduced"),
        ("differs", {"differs": 2}, "Not reproduced"),
    ],
)
def test_cells_that_belong_together_are_one_number(
    of_b: str, numbers: dict[str, int], words: str
) -> None:
    page = page_of(
        "INSERT INTO dependent_cells "
        "SELECT study, item, row, \"column\", 'one draw' FROM comparison "
        "WHERE item = 'Table 10'",
        f"UPDATE comparison SET verdict = '{of_b}' WHERE row = 'b'",
        "DELETE FROM claims",
    )
    (outcome,) = outcomes(page)
    assert (outcome.here.numbers, label(outcome.here)) == (numbers, words)
    assert sum(outcome.here.cells.values()) == 3
    assert "; cells that belong together count once." in sentence(outcome.here)


def test_questions_of_ours_are_counted_apart(plain: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (report_outcomes, start):
        monkeypatch.setattr(module, "own_questions", lambda study: ["02-early", "03-end"])
    (outcome,) = outcomes(plain)
    assert outcome.here.claims == {"undecided": 1}
    assert outcome.here.own == {"does not hold": 1, "holds": 1}
    assert "Of 2 questions of ours 1 holds, 1 not at all." in sentence(outcome.here)
    assert "Our questions" in start.outcome_cards(plain).markdown
    assert "OPNET" not in start.contradicted(plain).markdown


def test_without_a_reference_the_page_tells_of_its_own_results(plain: Page) -> None:
    (outcome,) = outcomes(plain)
    assert outcome.reference is None
    assert outcome.here.cells == {"differs": 1, "equal": 1, "undecided": 1}
    html = start.outcome_cards(plain).markdown
    assert "A &lt;title&gt;" in html
    assert "Open for want of runs or tests: 1 statement." in html
    assert "All runs: ./reproduce full alpha" in html
    assert "the reference" not in html


def test_the_reference_comes_first_and_says_what_full_scale_adds(with_reference: Page) -> None:
    (outcome,) = outcomes(with_reference)
    assert outcome.best.claims == {"does not hold": 1, "undecided": 1}
    html = start.outcome_cards(with_reference).markdown
    assert html.index("full (the reference)") < html.index("<span>quick</span>")
    assert "Full scale: 2 runs, 2 simulated hours" in html


def test_the_first_screen_answers_with_numbers_and_their_scale(with_reference: Page) -> None:
    html = start.answer(with_reference).markdown
    assert "<b>At full scale, in one study:</b> Of 1 printed values that are decided, 1" in html
    assert "Of 2 statements 0 hold, 1 not at all, 1 is left open." in html
    assert "1 of 1 printed values borne out" in html
    assert "statements: 1 not, 1 open" in html
    assert 'href="#rule"' in html


def test_verdicts_are_counted_at_each_scale(with_reference: Page, plain: Page) -> None:
    html = start.claim_verdicts(with_reference).markdown
    assert "Statements, full scale (reference)" in html
    assert "Statements, quick scale" in html
    row = html.partition("does not hold</span>")[2].partition("</tr>")[0]
    assert re.findall(r">(\d+)</td>", row) == ["1", "1"]
    assert "reference" not in start.verdicts(plain).markdown


def test_one_is_not_spoken_of_as_several() -> None:
    page = page_of(REFERENCE, "DELETE FROM reference_claims WHERE claim = '02-early'")
    assert "it decides the one statement that is open here." in start.outcome_cards(page).markdown
    parts = start.outcome_cards(page_of(REFERENCE)).markdown
    assert "1 does not hold" in parts
    more = page_of("UPDATE claims SET verdict = 'does not hold'")
    assert "3 do not hold" in start.outcome_cards(more).markdown


def test_the_reference_has_a_date_and_a_commit(plain: Page) -> None:
    assert "No study here has a reference." in start.references(plain).markdown
    html = start.references(page_of("UPDATE studies SET study = 'mpls'")).markdown
    made = json.loads((DATA / "reference" / "mpls.json").read_text(encoding="utf-8"))
    assert made["made_at"][:10] in html
    assert made["package"]["commit"][:10] in html


def test_at_full_scale_nothing_stands_beside() -> None:
    page = page_of(REFERENCE, "UPDATE studies SET scale = 'full'")
    assert "alpha" not in page.referred
    assert outcomes(page)[0].reference is None


def test_results_of_an_earlier_version_have_no_reference() -> None:
    page = page_of("DROP TABLE reference_claims")
    assert "alpha" not in page.referred
    assert outcomes(page)[0].runs == 1


def test_what_does_not_hold_is_listed_with_its_reason(plain: Page) -> None:
    html = start.contradicted(plain).markdown
    assert "href=" not in html.partition("</table>")[0]  # the study has no page to link to
    assert "Early &lt;b&gt;." in html
    assert "OPNET does otherwise." in html
    assert "Late." not in html


def test_the_reference_adds_what_it_contradicts(with_reference: Page) -> None:
    html = start.contradicted(with_reference).markdown
    rows = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], re.DOTALL)
    late, early = rows
    assert "0 of 15 cases" in late
    assert ">full<" in late
    # It leaves open what the results here decide.
    assert "OPNET does otherwise." in early
    assert ">quick<" in early


def test_the_scale_of_a_verdict_is_that_of_the_results() -> None:
    page = page_of(REFERENCE, "UPDATE studies SET scale = 'decide'")
    html = start.contradicted(page).markdown
    assert ">decide<" in html.partition("Early")[2]
    assert ">quick<" not in html


@pytest.mark.parametrize(
    ("here", "there", "best"),
    [
        ("holds", "undecided", "holds"),
        ("holds", "does not hold", "does not hold"),
        # Both are open: the reference's says why more runs did not help.
        ("not tested as printed", "undecided", "undecided"),
        ("undecided", "not measured", "not measured"),
        ("undecided", None, "undecided"),
    ],
)
def test_the_reference_speaks_unless_only_the_results_here_decide(
    here: str, there: str | None, best: str
) -> None:
    judged = pl.DataFrame({"verdict": [here], "reference_verdict": [there]})
    assert reference.best_verdicts(judged)["best"].to_list() == [best]


class Squares(HTMLParser):
    """The squares of a map: classes, address, name and what stands in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[set[str], str, str]] = []
        self.signs: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "a":
            found = set(given["class"].split()), given.get("href", ""), given["aria-label"]
            self.found.append(found)
            assert given["title"] == given["aria-label"]

    def handle_data(self, data: str) -> None:
        if self.found and data.strip() and len(self.signs) < len(self.found):
            self.signs.append(data.strip())


def test_the_map_follows_the_text(plain: Page) -> None:
    titles = [group.title for group in text_map.groups_of(plain, "alpha")]
    # A conclusion ends its chapter; numbers are numbers; statements follow what they are about.
    assert titles == [
        *("Statements, 1 (conclusion)", "Statements, 2"),
        *("Figure 1", "Table 2", "Table 10"),
        *("Figure 2", "Statements, 12-13"),
    ]


def test_every_square_has_sign_shape_place_and_name(
    plain: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "href" not in text_map.map_block(plain).markdown
    monkeypatch.setattr(text_map, "address_of", lambda study: f"{study}.html")
    squares = Squares(text_map.map_block(plain).markdown)
    found = dict(zip((name for _, _, name in squares.found), squares.signs, strict=True))
    assert found["Table 2, a, x: differs"] == VERDICTS["differs"][0]
    assert found["Early <b>.: does not hold"] == VERDICTS["does not hold"][0]
    kinds = {name: classes & {"value", "figure", "statement"} for classes, _, name in squares.found}
    assert kinds["Table 2, a, x: differs"] == {"value"}
    assert kinds["Figure 1: drawn"] == {"figure"}
    places = {name: place for _, place, name in squares.found}
    assert places["Table 10, b, x: undecided"] == "alpha.html#table-10-cells-b-x"
    assert places["Figure 1: drawn"] == "alpha.html#figure-1"


def test_the_map_shows_the_verdict_of_most_runs(with_reference: Page) -> None:
    names = [name for _, _, name in Squares(text_map.map_block(with_reference).markdown).found]
    assert "Table 10, b, x: agrees" in names
    assert "Late.: does not hold" in names
    assert "Early <b>.: does not hold" in names


def test_the_band_has_the_unit_of_its_point(with_reference: Page) -> None:
    point = {"scenario": "s", "metric": "rate", "subject": "flow1", "value": 2.0}
    band = reference.with_band(with_reference, "alpha", pl.DataFrame([point]))
    assert band.select("reference_low", "reference_high").row(0) == (1.0, 4.0)
    other = pl.DataFrame([{**point, "subject": "flow2"}])
    alone = reference.with_band(with_reference, "alpha", other)
    assert alone["reference_low"].to_list() == [None]


@pytest.mark.parametrize("study", available())
def test_a_study_has_one_name(study: str) -> None:
    """The start page has that of the configuration; a document must give its own in its head."""
    title = read_document(REPORTS / f"{study}.qmd").front.title
    assert title == read_yaml(CONFIG / f"{study}.yaml").value["title"]


def test_every_figure_of_a_text_has_its_place_on_the_page() -> None:
    for study in available():
        listed = [row["item"] for row in printed_rows(study)["figures"]]
        document = (REPORTS / f"{study}.qmd").read_text(encoding="utf-8")
        places = set(re.findall(r"^#+ .*\{#(figure-[\w-]+)\}", document, re.MULTILINE))
        assert {slug(item) for item in listed} == places, study


@pytest.mark.parametrize("row", ["Figure 1,", ",3", "Figure 1,3\nFigure 1,4"])
def test_a_list_of_figures_is_checked(tmp_path: Path, row: str) -> None:
    header = (FOLDER / "mpls.csv").read_text(encoding="utf-8").partition("\n")[0]
    (tmp_path / "alpha.csv").write_text(f"{header}\n", encoding="utf-8")
    (tmp_path / "alpha-figures.csv").write_text(f"item,page\n{row}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"alpha-figures\.csv, line \d: expected another figure"):
        printed_rows("alpha", tmp_path)
