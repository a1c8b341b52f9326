"""Statements on a page: long evidence is folded, reasons stand beside, cards lead to the table."""

import re

import polars as pl
import pytest

from ns2studies.basics.paths import REPORTS
from ns2studies.config.study_files import available
from ns2studies.evaluation.claims import claims_of
from ns2studies.report.pages.statements import (
    FOLDED_FROM,
    folded,
    reasoned,
    statement_cards,
    statements_table,
)

VALUES = "at 0, 500, 1000 kb/s: " + "CEAS Reno 0.07011, 0.0717, 0.0717; " * 12
LONG = (
    f"{VALUES}within 20 %: alike in 29 of 33 cases, clearly apart in 2. To decide it: 4 more; how"
)

ROW = {
    "claim": "03-late", "statement": "Late.", "page": "5.2", "verdict": "undecided",
    "evidence": LONG, "reason": "chance", "why": "So it is.",
}  # fmt: skip
REFERENCE = {"reference_verdict": "refuted", "reference_evidence": "0 of 15 cases"}


def test_list_of_values_is_folded_behind_its_counts() -> None:
    html = folded(LONG)
    seen, _, hidden = html.partition("<details")
    assert seen == (
        "within 20\u00a0%: alike in 29 of 33 cases, clearly apart in 2. To decide it: 4 more; how"
    )
    assert "CEAS Reno 0.07011" in hidden
    assert folded("x < y" * 3) == "x &lt; y" * 3


def test_long_text_is_folded_after_its_beginning() -> None:
    text = "word " * FOLDED_FROM
    seen, _, hidden = folded(text).partition("<details")
    assert seen.startswith("word word")
    assert len(seen) < FOLDED_FROM
    assert hidden.count("word") + seen.count("word") == text.count("word")


def test_only_evidence_of_reason_is_folded() -> None:
    words = "So it is, since the text does not say. " * 10
    seen, _, hidden = reasoned(f"{words}Evidence: 5 of 7 choices.").partition("<details")
    assert seen == words
    assert "5 of 7 choices." in hidden
    assert reasoned("So. Evidence: 5 of 7.") == "So. Evidence: 5 of 7."
    assert reasoned(words) == words


def test_table_shows_reason_beside_both_verdicts() -> None:
    html = statements_table(pl.DataFrame([ROW | REFERENCE]), "Section").markdown
    assert html.count('scope="col"') == 4
    assert "<b>chance</b>" in html
    assert "So it is." in html
    assert "0 of 15 cases" in html
    saved = "statement,page,reference_verdict,reference_evidence,verdict,evidence,reason,why"
    assert saved in html or saved.replace(",", "%2C") in html


def test_without_reasons_there_is_no_column_for_them() -> None:
    html = statements_table(pl.DataFrame([ROW | {"reason": "", "why": ""}]), "Page").markdown
    assert html.count('scope="col"') == 3


def test_card_shows_best_verdict_and_links_to_row() -> None:
    html = statement_cards(pl.DataFrame([ROW | REFERENCE]), ["03"]).markdown
    assert "refuted" in html
    assert "full scale" in html
    assert "0 of 15 cases" in html
    assert 'href="#claim-late"' in html
    plain = statement_cards(pl.DataFrame([ROW]), ["03"]).markdown
    assert "undecided" in plain
    assert "full scale" not in plain


def test_removed_statement_has_no_card() -> None:
    judged = pl.DataFrame([ROW])
    assert statement_cards(judged, ["04"]).markdown == ""
    assert statement_cards(judged.clear(), ["03"]).markdown == ""
    assert statement_cards(judged, ["04", "03"]).markdown.count("<li>") == 1


@pytest.mark.parametrize("study", available())
def test_cards_of_page_are_of_its_statements(study: str) -> None:
    document = (REPORTS / f"{study}.qmd").read_text(encoding="utf-8")
    calls = re.findall(r"^study\.cards\(([^)]*)\)", document, re.MULTILINE)
    names = [name for call in calls for name in re.findall(r'"(\d+)"', call)]
    known = {claim.name.partition("-")[0] for claim in claims_of(study)}
    assert names
    assert len(names) == len(set(names)), "a statement stands at one place"
    assert set(names) <= known


def test_questions_of_ours_have_table_of_their_own() -> None:
    own = ROW | {"claim": "09-own", "statement": "Is it so?", "page": "12"}
    html = statements_table(pl.DataFrame([ROW, own]), "Page", ["09-own"]).markdown
    said, _, asked = html.partition('id="questions-table')
    assert "Late." in said
    assert "Is it so?" not in said
    assert "We ask" in asked
    assert "Is it so?" in asked
    assert ">12<" not in html
