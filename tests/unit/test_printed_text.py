"""What a text prints and leaves open: its files, whether they are complete, what pages show."""

import re
from pathlib import Path

import polars as pl
import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import load_study
from ns2studies.config.study_files import available
from ns2studies.evaluation.claims import claims_of, own_questions
from ns2studies.evaluation.published import FOLDER, printed_rows
from ns2studies.evaluation.sensitivity import AS_CHOSEN
from ns2studies.report.pages.printed_text import items_table, open_choices_table, with_printed
from nstrace.pages.axes import Series

PROPOSED = {"data-before-ants", "piggyback", "rate-tunes-itself", "route-record"}
"""What the thesis of ``ceas`` and ``cases`` proposes for later: nothing that it leaves open."""

LISTED = [name for name in available() if (FOLDER / f"{name}-items.csv").is_file()]
"""Studies with a list of all that their text prints."""

OF_OTHER_RUNS = {"mpls": {"labels-by-data"}, "tcpeval": {"spike-rule", "response-0-8"}}
"""Choices that are no values of an axis of choices."""

CELL = (
    "item,row,column,published,unit,page,metric,scenario,subject,scale,rounding,replayed_scenario"
)


def refused(folder: Path, name: str, header: str, row: str) -> str:
    (folder / "s.csv").write_text(f"{CELL}\n", encoding="utf-8")
    (folder / f"s-{name}.csv").write_text(f"{header}\n{row}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        printed_rows("s", folder)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "header", "row", "expected"),
    [
        ("items", "item,page,kind,printed,place,left_out", "T,1,tabel,,#t,", "line 2: kind:"),
        ("items", "item,page,kind,printed,place,left_out", "T,1,table,,,", "expected either"),
        ("items", "item,page,kind,printed,place,left_out", "T,1,table,,#t,no", "expected either"),
        (
            "items",
            "item,page,kind,printed,place,left_out",
            "T,,table,,#t,",
            "an item that is not listed yet",
        ),
        (
            "open",
            "choice,taken,facts,favours,changes,alternatives",
            ",,,,,",
            "a choice that is not listed yet",
        ),
        ("curves", "figure,series,x,y,how", "F,S,1,2,", "how the point was read"),
        ("curves", "figure,series,x,y,how", "F,S,1,b,scan", "y: 'b' is not a number"),
    ],
)
def test_wrong_row_is_refused(
    tmp_path: Path, name: str, header: str, row: str, expected: str
) -> None:
    assert expected in refused(tmp_path, name, header, row)


def test_item_twice_is_refused(tmp_path: Path) -> None:
    header = "item,page,kind,printed,place,left_out"
    assert "line 3" in refused(tmp_path, "items", header, "T,1,table,,#t,\nT,1,table,,#t,")


@pytest.mark.parametrize("study", LISTED)
def test_every_claim_table_and_figure_has_item(study: str) -> None:
    rows = printed_rows(study)
    items = rows["printed_items"]
    named = {row["item"] for row in items}
    places = {place for row in items for place in row["place"].split("; ")}
    own = own_questions(study)
    claims = {f"claim {it.name.partition('-')[0]}" for it in claims_of(study) if it.name not in own}
    assert claims <= places
    assert {row["item"] for row in rows["published"]} <= named
    assert {row["item"] for row in rows["figures"]} <= named


@pytest.mark.parametrize("study", LISTED)
def test_places_of_items_exist_on_page(study: str) -> None:
    page = (paths.REPORTS / f"{study}.qmd").read_text(encoding="utf-8")
    anchors = {f"#{name}" for name in re.findall(r"\{#([a-z0-9-]+)[ }]", page)}
    places = [
        place for row in printed_rows(study)["printed_items"] for place in row["place"].split("; ")
    ]
    assert {place for place in places if place.startswith("#")} <= anchors
    numbers = {it.name.partition("-")[0] for it in claims_of(study)}
    asked = {place.removeprefix("claim ") for place in places if re.fullmatch(r"claim \d+", place)}
    assert asked <= numbers


@pytest.mark.parametrize("study", LISTED)
def test_listed_alternatives_are_run(study: str) -> None:
    scenarios = load_study(study, "full").scenarios
    run = {
        str(entry.point.values[axis])
        for entry in scenarios
        for axis in ("choice", "defaults")
        if axis in entry.point.values
    }
    # Part of the study's own runs: see its derived table of stand-ins.
    run |= OF_OTHER_RUNS.get(study, set())
    run -= {AS_CHOSEN, str(load_study(study, "full").config.parameters().get("defaults"))}
    rows = printed_rows(study)["open_choices"]
    named = {name for row in rows for name in row["alternatives"].split("; ") if name}
    assert named == run - {AS_CHOSEN, *PROPOSED}


def test_items_link_to_their_places() -> None:
    items = pl.DataFrame(
        {
            "item": ["A", "B"], "page": ["1", "2"], "kind": ["table", "parameter"],
            "printed": ["x", "y"], "place": ["claim 02; #figure-3-1; #table-4-1-a; #slips", ""],
            "left_out": ["", "too dear"],
        }
    )  # fmt: skip
    html = items_table(items, ["02-a-claim"]).markdown
    assert '<a href="#claim-a-claim">claim 02</a>; <a href="#figure-3-1">Figure 3.1</a>' in html
    assert '<a href="#table-4-1-a">Table 4.1 (a)</a>; <a href="#slips">Slips</a>' in html
    assert "too dear" in html
    assert "left out: 1" in html


def test_open_choice_lists_its_effects() -> None:
    choices = pl.DataFrame(
        {
            "study": ["s"], "choice": ["window"], "taken": ["20"], "facts": [""], "favours": [""],
            "changes": ["Delays"], "alternatives": ["window-of-40"], "flipped": [2],
            "touched": [5],
        }
    )  # fmt: skip
    html = open_choices_table(choices).markdown
    assert "Delays. Other choices that were run change the verdicts on 2 of 5 statements" in html


def test_printed_curves_are_drawn_beside_ours() -> None:
    ours = pl.DataFrame({"variant": ["SACK"], "time_s": [1.0], "cwnd": [2.0], "scenario": ["a"]})
    series = Series("variant", "Variant", ["SACK"])
    curves = pl.DataFrame({"series": ["SACK"], "x": [3.0], "y": [4.0], "how": ["by eye"]})
    data, wider = with_printed(ours, curves, ("time_s", "cwnd"), series)
    assert data.rows() == [("SACK", 1.0, 2.0, "a"), ("SACK, printed", 3.0, 4.0, None)]
    assert list(wider.order) == ["SACK", "SACK, printed"]
    same, as_it_was = with_printed(ours, curves.clear(), ("time_s", "cwnd"), series)
    assert same.equals(ours)
    assert as_it_was is series
