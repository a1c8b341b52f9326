"""Tables: what is shown, how it is aligned, and that no text is taken for markup."""

import re
import urllib.parse
from collections.abc import Sequence
from xml.etree import ElementTree

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ns2studies.basics.errors import ReportError
from ns2studies.evaluation import SQL
from ns2studies.evaluation.verdicts import CELLS, CLAIMS, NOT_MEASURED, STATED
from ns2studies.report.blocks import VERDICTS, badge, raw_html
from ns2studies.report.pages.comparison import (
    Labels,
    cell_ids,
    comparison_block,
    printed_digits,
)
from ns2studies.report.pages.definitions import with_titles
from ns2studies.report.tables import unit_sign
from nstrace.errors import PageError
from nstrace.pages.markup import number, typeset
from nstrace.pages.tables import Column, table_html

DELAYS = pl.DataFrame({"variant": ["Reno", "Vegas"], "delay": [202.5549, -1.5], "page": ["a", ""]})


def parse(html: str) -> ElementTree.Element:
    """The table as XML: our templates close what they open."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def html_of(markdown: str) -> str:
    """What a raw block holds."""
    return markdown.strip().split("\n", 1)[1].rsplit("\n", 1)[0]


def comparison(**columns: Sequence[object]) -> pl.DataFrame:
    rows = len(next(iter(columns.values())))
    empty = dict.fromkeys(
        [
            "ci_low",
            "ci_high",
            "prediction_low",
            "prediction_high",
            "difference_low",
            "difference_high",
            "note",
            "replayed",
            "metric",
            "scenario",
            "subject",
            "published",
            "published_text",
        ],
        [None] * rows,
    )
    start: dict[str, Sequence[object]] = {
        "row": ["r"] * rows,
        "column": ["c"] * rows,
        "n": [1] * rows,
        "unit": ["ms"] * rows,
    }
    start["verdict_words"] = columns["verdict"]
    return pl.DataFrame({**empty, **start, "page": [36] * rows, **columns}, strict=False)


def test_headings_units_scopes_and_alignment() -> None:
    columns = [
        Column("variant", "Variant", header=True),
        Column("delay", "Delay", "ms", "number", 3),
    ]
    root = parse(table_html(DELAYS, columns, id="t", caption="Mean delay"))
    assert [e.get("scope") for e in root.iter("th")] == ["col", "col", "row", "row"]
    assert ["".join(e.itertext()) for e in root.iter("th")][1] == "Delay (ms)"
    assert [e.text for e in root.iter("td")] == ["202.555", "\u22121.500"]
    assert {e.get("class") for e in root.iter("td")} == {"number"}
    region = root.find(".//div[@role='region']")
    assert region is not None
    assert region.get("aria-labelledby") == "t-caption"
    assert root.find(".//caption[@id='t-caption']") is not None


def test_download_holds_unrounded_numbers() -> None:
    html = table_html(DELAYS, [Column("delay", "Delay", "ms", "number", 0)], id="t", caption="c")
    link = parse(html).find(".//a")
    assert link is not None
    assert link.get("download") == "t.csv"
    data = urllib.parse.unquote((link.get("href") or "").partition(",")[2])
    assert data == "delay\n202.5549\n-1.5\n"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=30))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    frame = pl.DataFrame({"x": [text]})
    root = parse(table_html(frame, [Column("x", text)], id="t", caption=text))
    cell, caption = root.find(".//td"), root.find(".//caption/span")
    assert cell is not None
    assert caption is not None
    assert (cell.text or "") == text
    assert (caption.text or "") == text


def test_link_is_made_only_where_there_is_address() -> None:
    columns = [Column("variant", "Variant", link="page")]
    root = parse(table_html(DELAYS, columns, id="t", caption="c"))
    cells = list(root.iter("td"))
    assert [link.get("href") for link in cells[0].iter("a")] == ["a"]
    assert cells[1].text == "Vegas"


def test_only_long_tables_are_sortable() -> None:
    columns = [Column("delay", "Delay")]
    assert "data-sortable" not in table_html(DELAYS, columns, id="t", caption="c")
    assert "data-sortable" in table_html(pl.concat([DELAYS] * 6), columns, id="t", caption="c")


def test_unknown_column_is_error() -> None:
    with pytest.raises(PageError, match="table t: no column speed"):
        table_html(DELAYS, [Column("speed", "Speed")], id="t", caption="c")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(202.5549, 3, "202.555"), (-0.0001, 2, "0.00"), (-3.0, 0, "\u22123"), (None, 2, "–")],
)
def test_numbers(value: float | None, digits: int, text: str) -> None:
    assert number(value, digits) == text


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("gains of -34.2 to +8.55 %", "gains of \u221234.2 to +8.55\u00a0%"),
        ("-1.6 (-2.6 to -0.7) ms", "\u22121.6 (\u22122.6 to \u22120.7) ms"),
        ("at 500 kb/s in 3 s", "at 500\u00a0kb/s in 3\u00a0s"),
        ("pages 12-13, path 0-8, 4 senders, x-1", "pages 12-13, path 0-8, 4 senders, x-1"),
    ],
)
def test_words_with_numbers_are_typeset(text: str, set_as: str) -> None:
    assert typeset(text) == set_as
    frame = pl.DataFrame({"a": [text], "verdict": ["identical"], "note": [text]})
    columns = [
        Column("a", "A", kind="words"),
        Column("verdict", "Verdict", kind="badge", drawn=badge, note="note"),
    ]
    html = table_html(frame, columns, id="t", caption="c")
    assert html.partition("<tbody>")[2].count(set_as) == 2


def test_raw_block_survives_backticks_in_its_content() -> None:
    block = raw_html("<p>```` four</p>")
    fence = block.markdown.strip().splitlines()[0].removesuffix("{=html}")
    assert fence == "`" * 5


def test_every_verdict_has_sign_word_and_meaning() -> None:
    assert VERDICTS.keys() == {**CLAIMS, **CELLS}.keys()
    for verdict, (sign, _tone) in VERDICTS.items():
        text = "".join(parse(badge(verdict)).itertext())
        assert text == f"{sign} {verdict}"


def test_badge_keeps_words_after_verdict() -> None:
    for words in ("off by 3.2 %", "consistent (n = 15)", "identical with the author's seed"):
        sign, _tone = VERDICTS[words.partition(" by")[0].partition(" (")[0]]
        assert "".join(parse(badge(words)).itertext()) == f"{sign} {words}"


def test_every_verdict_of_database_has_badge() -> None:
    comparison_sql = SQL["comparison"]
    cases = comparison_sql.partition("CASE\n")[2].partition("END AS verdict")[0]
    given = re.findall(r"(?:THEN|ELSE) '((?:[^']|'')+)'", cases)
    assert len(given) > 5
    quoted = {verdict.replace("'", "''") for verdict in VERDICTS}
    assert {*given, *STATED, NOT_MEASURED} <= quoted


def test_unknown_verdict_is_error() -> None:
    with pytest.raises(ReportError, match="unknown verdict 'nearly'"):
        badge("nearly")


def test_comparison_uses_printed_digits() -> None:
    frame = comparison(
        row=["Reno"],
        published=[200.0],
        published_text=["200.0"],
        ours=[201.26],
        verdict=["off"],
    )
    block = comparison_block(frame, id="t", caption="c", labels=Labels(("Variant",)))
    root = parse(html_of(block.markdown))
    assert [e.text for e in root.iter("td")][:2] == ["200.0", "201.3"]
    difference = list(root.iter("td"))[-1]
    assert (difference.text, difference[0].text) == ("1.3", "0.63\u202f%")
    assert difference[0].get("class") == "note-below"
    assert "95% interval" not in "".join(root.itertext())


def test_cell_ids_are_stable_and_unique() -> None:
    frame = pl.DataFrame({"row": ["TCP 1", "TCP-1"], "column": ["Reno", "Reno"]})
    assert cell_ids(frame, "t-cells") == ["t-cells-tcp-1-reno", "t-cells-tcp-1-reno--2"]


def test_cells_of_card_name_their_columns() -> None:
    frame = pl.DataFrame({"a": ["x"], "verdict": ["off"], "why": ["a reason"]})
    columns = [
        Column("a", "Name", header=True),
        Column("verdict", "Verdict", kind="badge", drawn=badge, note="why"),
    ]
    root = parse(table_html(frame, columns, id="t", caption="c", row_ids=["t-x"]))
    cell = next(root.iter("td"))
    assert cell.get("data-label") == "Verdict"
    assert "".join(cell.itertext()).endswith("a reason")
    assert next(e for e in root.iter("tr") if e.get("id")).get("id") == "t-x"
    assert next(root.iter("th")).get("data-label") is None


def test_comparison_over_seeds_shows_its_interval() -> None:
    frame = comparison(
        published=[0.1457],
        published_text=["0.145702"],
        ours=[0.1461],
        ci_low=[0.1452],
        ci_high=[0.1470],
        n=[15],
        verdict=["consistent"],
        unit=["s"],
        replayed=[0.145702],
    )
    markdown = comparison_block(frame, id="t", caption="c", labels=Labels(("V",))).markdown
    (mean,) = (it for it in parse(html_of(markdown)).iter("td") if "ours" in it.get("class", ""))
    assert mean.text == "0.146100"
    assert mean[0].text == "0.145200\u202f…\u202f0.147000, n\u00a0=\u00a015"
    assert ">Our mean, its 95% interval" in markdown
    assert "Replayed" in markdown


def test_printed_mean_has_expected_interval() -> None:
    """It agrees by the difference of both means, though it lies beside the interval of ours."""
    frame = comparison(
        row=["a mean", "a run"],
        published=[44.46, 3.0],
        published_text=["44.46", "3.00"],
        ours=[38.01, 2.0],
        ci_low=[35.86, 1.5],
        ci_high=[40.16, 2.5],
        prediction_low=[None, 0.5],
        prediction_high=[None, 3.5],
        difference_low=[-12.93, None],
        difference_high=[0.03, None],
        n=[15, 15],
        verdict=["consistent", "consistent"],
    )
    markdown = comparison_block(frame, id="t", caption="c", labels=Labels(("V",))).markdown
    assert "31.53\u202f…\u202f44.49" in markdown
    assert "0.50\u202f…\u202f3.50" in markdown
    assert ">Printed expected, 95%" in markdown
    alone = comparison_block(frame[1:], id="t", caption="c", labels=Labels(("V",))).markdown
    assert ">95% of single runs" in alone


@pytest.mark.parametrize("n", [1, 15])
def test_verdict_column_precedes_difference(n: int) -> None:
    frame = comparison(
        published=[1.0], published_text=["1.0"], ours=[1.0], n=[n], verdict=["identical"]
    )
    beside = frame.with_columns(
        reference_verdict=pl.lit("identical"), reference_words=pl.lit("identical"),
        reference_ours=1.0, reference_low=0.9, reference_high=1.1, reference_n=15,
    )  # fmt: skip
    markdown = comparison_block(beside, id="t", caption="c", labels=Labels(("V",))).markdown
    ours = ">Our mean" if n > 1 else ">Ours"
    heads = (">Published", ours, ">Verdict", ">Difference")
    places = [markdown.index(head) for head in heads]
    assert places == sorted(places)


def test_withheld_cell_uses_digits_of_neighbours() -> None:
    frame = comparison(
        row=["a", "b"],
        published=[None, 1.25],
        published_text=[None, "1.25"],
        ours=[3.14159, 1.25],
        verdict=["withheld", "identical"],
    )
    assert printed_digits(frame) == [2, 2]
    markdown = comparison_block(frame, id="t", caption="c", labels=Labels(("V",))).markdown
    assert ">withheld<" in markdown
    assert markdown.count("1 of 2</span>") == 2
    assert ">3.14<" in markdown


def test_plain_number_has_no_unit() -> None:
    assert [unit_sign(unit) for unit in ("1", "s2", "Mb/s")] == ["", "s\N{SUPERSCRIPT TWO}", "Mb/s"]


def test_item_without_values_uses_digits_of_unit() -> None:
    frame = comparison(ours=[1.0], verdict=["withheld"], unit=["%"])
    assert printed_digits(frame) == [1]


def test_large_item_is_matrix_of_differences() -> None:
    names = ["New Reno", "Vegas"]
    frame = comparison(
        row=[str(n) for n in range(40) for _ in names],
        column=names * 40,
        published=[1.0] * 80,
        published_text=["1.0"] * 80,
        ours=[1.0] * 79 + [2.0],
        verdict=["identical"] * 79 + ["off"],
    )
    markdown = comparison_block(frame, id="t", caption="c", labels=Labels(("n",), "V")).markdown
    assert markdown.count('scope="colgroup"') == 2
    assert markdown.count('scope="row"') == 40
    # One badge in the table, and two in the line of verdicts above it.
    assert markdown.count('class="badge') == 3


def test_item_without_rows_is_error() -> None:
    with pytest.raises(ReportError, match="t: the database has no comparison rows"):
        comparison_block(
            comparison(ours=[], verdict=[]), id="t", caption="c", labels=Labels(("V",))
        )


def test_definitions_use_titles_of_metrics() -> None:
    titles = {"packets_received": "Data packets received", "mean_delay": "Mean delay"}
    assert with_titles("packets_received over all, as in mean_delay; n_x stays.", titles) == (
        "\u201cData packets received\u201d over all, as in \u201cMean delay\u201d; n_x stays."
    )
