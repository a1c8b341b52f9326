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
from ns2studies.report.pages.outcomes import (
    CONTRADICTION,
    Counts,
    label,
    outcomes,
    plain_words,
)
from nstrace.pages.markup import slug

SCHEMA = """
CREATE TABLE studies (study VARCHAR, title VARCHAR, scale VARCHAR, source VARCHAR,
    configuration JSON);
CREATE TABLE runs (study VARCHAR, run_id VARCHAR, cpu_s DOUBLE);
CREATE TABLE comparison (
    study VARCHAR, item VARCHAR, row VARCHAR, "column" VARCHAR, verdict VARCHAR, page VARCHAR,
    ours DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n INTEGER, position INTEGER,
    published DOUBLE DEFAULT 2, replayed DOUBLE, unit VARCHAR, verdict_words VARCHAR);
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
INSERT INTO studies VALUES ('alpha', 'A <title>', 'quick', 'A thesis', '{"url": "https://example.org/a"}');
INSERT INTO runs VALUES ('alpha', 'r1', 1.0), ('alpha', 'r1', 1.0);
INSERT INTO comparison VALUES
    ('alpha', 'Table 2', 'a', 'x', 'off', '3', 1, NULL, NULL, 1, 0, 2, NULL, 's', 'off by 50 %'),
    ('alpha', 'Table 10', 'a', 'x', 'identical', '3', 2, NULL, NULL, 1, 1, 2, NULL, 's',
        'identical'),
    ('alpha', 'Table 10', 'b', 'x', 'too few runs', '3', 2, NULL, NULL, 1, 2, 2, NULL, 's',
        'too few runs');
INSERT INTO claims VALUES
    ('alpha', '01-late', '12-13', 'Late.', 'undecided', 'two runs'),
    ('alpha', '02-early', '2', 'Early <b>.', 'refuted', '0 of 3 cases'),
    ('alpha', '03-end', '1 (conclusion)', 'End.', 'confirmed', 'all');
INSERT INTO reasons VALUES ('alpha', '02-early', 'other tool', NULL, 'OPNET does otherwise.');
INSERT INTO figures VALUES ('alpha', 'Figure 1', '3'), ('alpha', 'Figure 2', '12');
INSERT INTO estimates VALUES ('alpha', 's', 'rate', 'flow1', 2e6, NULL, NULL, false);
"""

REFERENCE = """
INSERT INTO reference_claims VALUES
    ('alpha', '01-late', '12-13', 'Late.', 'refuted', '0 of 15 cases'),
    ('alpha', '02-early', '2', 'Early <b>.', 'undecided', 'wide intervals');
INSERT INTO reference_comparison VALUES
    ('alpha', 'Table 10', 'b', 'x', 'consistent', '3', 2.5, 2, 3, 15, 2, 2, NULL, 's',
        'consistent (n = 15)');
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
        ({"identical": 95, "off": 5}, {}, "To the digit"),
        ({"identical": 60, "identical with the author's seed": 35, "off": 5}, {}, "To the digit"),
        ({"identical": 94, "consistent": 1, "off": 5}, {}, "Within chance"),
        ({"identical": 94, "off": 6}, {}, "Most numbers"),
        ({"identical": 2, "off": 1}, {}, "Most numbers"),
        ({"identical": 24, "off": 24}, {}, "About half the numbers"),
        ({"identical": 1, "off": 2}, {}, "About half the numbers"),
        # What is no verdict on the value itself is no part of the share.
        ({"identical": 19, "off": 1, "misprint": 80, "withheld": 40}, {}, "To the digit"),
        ({"identical": 2, "off": 5}, {"confirmed": 1, "partly": 2}, "Order only"),
        ({"identical": 2, "off": 5}, {"confirmed": 1, "refuted": 1}, "Not reproduced"),
        ({"identical": 2, "off": 5}, {}, "Not reproduced"),
        ({"too few runs": 3}, {"confirmed": 1}, "Numbers undecided"),
        ({}, {"confirmed": 2, "refuted": 1}, "Most conclusions"),
        ({}, {"partly": 2, "refuted": 1}, "Conclusions in part"),
        ({}, {"confirmed": 1, "refuted": 1}, "Not reproduced"),
        ({}, {"refuted": 1}, "Not reproduced"),
        ({}, {"undecided": 2, "not measured": 1}, "Undecided"),
        ({}, {"confirmed": 1, "undecided": 2}, "Mostly undecided"),
    ],
)
def test_label_follows_documented_rule(
    cells: dict[str, int], claims: dict[str, int], words: str
) -> None:
    assert label(Counts(cells, claims)) == words
    rule = (REPORTS / "method.qmd").read_text(encoding="utf-8").partition("{#rule}")[2]
    assert words.lower() in " ".join(rule.lower().split())


@pytest.mark.parametrize(
    ("counts", "reasons", "words"),
    [
        (
            Counts({"identical": 19, "off": 1, "misprint": 2}, {"confirmed": 1, "undecided": 4}),
            [],
            "19 of 20 numbers reproduced, digit by digit; 1 of 5 conclusions confirmed, 4 open.",
        ),
        (
            Counts({"consistent": 1, "close": 2, "off": 1}, {"confirmed": 1, "refuted": 2}),
            [CONTRADICTION, CONTRADICTION],
            "1 of 4 numbers reproduced, 2 more close; 1 of 3 conclusions confirmed, "
            "2 refuted (each contradicts the text's own tables).",
        ),
        (
            Counts({"fitted": 3}, {"partly": 1, "refuted": 1}),
            ["other tool"],
            "No number is decided; 0 of 2 conclusions confirmed, 1 partly, 1 refuted.",
        ),
        (
            Counts(claims={"undecided": 3, "fitted": 1}),
            [],
            "No numbers are printed; none of 4 conclusions is decided.",
        ),
    ],
)
def test_plain_words_name_each_kind(counts: Counts, reasons: list[str], words: str) -> None:
    assert plain_words(counts, reasons) == words


@pytest.mark.parametrize(
    ("of_b", "numbers", "words"),
    [
        ("identical", {"identical": 1, "off": 1}, "About half the numbers"),
        ("too few runs", {"too few runs": 1, "off": 1}, "Not reproduced"),
        ("off", {"off": 2}, "Not reproduced"),
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


def test_questions_of_ours_are_counted_apart(plain: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (report_outcomes, start):
        monkeypatch.setattr(module, "own_questions", lambda study: ["02-early", "03-end"])
    (outcome,) = outcomes(plain)
    assert outcome.here.claims == {"undecided": 1}
    assert outcome.here.own == {"refuted": 1, "confirmed": 1}
    assert "Our questions" in start.overview(plain).markdown
    assert "OPNET" not in start.contradicted(plain).markdown


def test_overview_without_reference_shows_own_results(plain: Page) -> None:
    (outcome,) = outcomes(plain)
    assert outcome.reference is None
    assert outcome.here.cells == {"off": 1, "identical": 1, "too few runs": 1}
    html = start.overview(plain).markdown
    assert "A &lt;title&gt;" in html
    assert "1 of 2 numbers reproduced; 1 of 3 conclusions confirmed, 1 refuted, 1 open." in html


def test_overview_shows_reference(with_reference: Page) -> None:
    (outcome,) = outcomes(with_reference)
    assert outcome.best.claims == {"refuted": 1, "undecided": 1}
    html = start.overview(with_reference).markdown
    assert "1 of 1 numbers reproduced" in html
    assert 'href="https://example.org/a"' in html
    assert "2 runs at full scale" in html


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("M. Kazmi, A Comparison, MS thesis, 2009", "Kazmi 2009"),
        ("a paper on SACK PR, 2007", ""),
        ("M. Kazmi, undated", ""),
    ],
)
def test_text_is_cited_by_author_and_year(source: str, words: str) -> None:
    assert start.cited(source) == words


def test_numbers_chart_compares_with_best_value(with_reference: Page) -> None:
    frame = start.published_numbers(with_reference)
    found = dict(zip(frame["row"] + " " + frame["item"], frame["percent"], strict=True))
    assert found == pytest.approx({"a Table 2": -50, "a Table 10": 0, "b Table 10": 25})
    assert frame["size"].to_list() == ["off", "reproduced", "reproduced"]
    # Also where both verdicts are the same: it is the reference's that is told.
    same = page_of(REFERENCE, "UPDATE comparison SET verdict = 'consistent' WHERE row = 'b'")
    assert start.published_numbers(same)["percent"].to_list() == pytest.approx([-50, 0, 25])
    html = start.numbers_chart(with_reference).markdown
    assert "Of 3 published numbers 0 are close, 1 are off" in html


def test_verdicts_are_counted_at_each_scale(with_reference: Page, plain: Page) -> None:
    html = start.claim_verdicts(with_reference).markdown
    assert "Statements, full scale (reference)" in html
    assert "Statements, quick scale" in html
    row = html.partition("refuted</span>")[2].partition("</tr>")[0]
    assert re.findall(r">(\d+)</td>", row) == ["1", "1"]
    assert "reference" not in start.verdicts(plain).markdown


def test_reference_has_date_and_commit(plain: Page) -> None:
    assert "No study here has a reference." in start.references(plain).markdown
    html = start.references(page_of("UPDATE studies SET study = 'mpls'")).markdown
    made = json.loads((DATA / "reference" / "mpls.json").read_text(encoding="utf-8"))
    assert made["made_at"][:10] in html
    assert made["package"]["commit"][:10] in html


def test_full_scale_outcomes_have_no_reference() -> None:
    page = page_of(REFERENCE, "UPDATE studies SET scale = 'full'")
    assert "alpha" not in page.referred
    assert outcomes(page)[0].reference is None


def test_results_of_earlier_version_lack_reference() -> None:
    page = page_of("DROP TABLE reference_claims")
    assert "alpha" not in page.referred
    assert outcomes(page)[0].runs == 1


def test_contradicted_claims_are_listed_with_reasons(plain: Page) -> None:
    html = start.contradicted(plain).markdown
    assert "href=" not in html.partition("</table>")[0]  # the study has no page to link to
    assert "Early &lt;b&gt;." in html
    assert "OPNET does otherwise." in html
    assert "Late." not in html


def test_contradictions_of_reference_are_listed(with_reference: Page) -> None:
    html = start.contradicted(with_reference).markdown
    late, early = re.findall(r"<li>(.*?)</li>", html, re.DOTALL)
    assert "0 of 15 cases" in late
    # It leaves open what the results here decide.
    assert "OPNET does otherwise." in early
    assert re.findall(r"<h3>(.*?)</h3>", html) == ["No reason yet: 1 claim", "Other tool: 1 claim"]


@pytest.mark.parametrize(
    ("here", "there", "best"),
    [
        ("confirmed", "undecided", "confirmed"),
        ("confirmed", "refuted", "refuted"),
        # Both are open: the reference's says why more runs did not help.
        ("not tested as printed", "undecided", "undecided"),
        ("undecided", "not measured", "not measured"),
        ("undecided", None, "undecided"),
    ],
)
def test_best_verdict_prefers_decided_then_reference(
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


def test_map_follows_text(plain: Page) -> None:
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
    assert found["Table 2, a, x: off"] == VERDICTS["off"][0]
    assert found["Early <b>.: refuted"] == VERDICTS["refuted"][0]
    kinds = {name: classes & {"value", "figure", "statement"} for classes, _, name in squares.found}
    assert kinds["Table 2, a, x: off"] == {"value"}
    assert kinds["Figure 1: drawn"] == {"figure"}
    places = {name: place for _, place, name in squares.found}
    assert places["Table 10, b, x: too few runs"] == "alpha.html#table-10-cells-b-x"
    assert places["Figure 1: drawn"] == "alpha.html#figure-1"


def test_map_shows_verdict_of_most_runs(with_reference: Page) -> None:
    names = [name for _, _, name in Squares(text_map.map_block(with_reference).markdown).found]
    assert "Table 10, b, x: consistent" in names
    assert "Late.: refuted" in names
    assert "Early <b>.: refuted" in names


@pytest.mark.parametrize("study", available())
def test_page_title_equals_configuration_title(study: str) -> None:
    """The start page has that of the configuration; a document must give its own in its head."""
    title = read_document(REPORTS / f"{study}.qmd").front.title
    assert title == read_yaml(CONFIG / f"{study}.yaml").value["title"]


def test_every_figure_has_heading_on_its_page() -> None:
    for study in available():
        listed = [row["item"] for row in printed_rows(study)["figures"]]
        document = (REPORTS / f"{study}.qmd").read_text(encoding="utf-8")
        places = set(re.findall(r"^#+ .*\{#(figure-[\w-]+)\}", document, re.MULTILINE))
        assert {slug(item) for item in listed} == places, study


@pytest.mark.parametrize("row", ["Figure 1,", ",3", "Figure 1,3\nFigure 1,4"])
def test_list_of_figures_is_checked(tmp_path: Path, row: str) -> None:
    header = (FOLDER / "mpls.csv").read_text(encoding="utf-8").partition("\n")[0]
    (tmp_path / "alpha.csv").write_text(f"{header}\n", encoding="utf-8")
    (tmp_path / "alpha-figures.csv").write_text(f"item,page\n{row}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"alpha-figures\.csv, line \d: expected a figure"):
        printed_rows("alpha", tmp_path)
