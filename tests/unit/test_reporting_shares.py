"""The drawing of a network whose nodes share out what they send."""

import json
import re
from typing import Any

import polars as pl
import pytest

from ns2studies.config.topology import Topology
from ns2studies.reporting.charts import chart_block
from ns2studies.reporting.shares import Outage, shares_block
from nstrace.pages.charts import Text

TEXT = Text("Shares over time", "All to 1, later all to 2.", "Widths are shares.")

TRIANGLE = Topology.model_validate(
    {
        "title": "triangle",
        "nodes": [
            {"id": 0, "name": "a", "role": "host", "x": 0, "y": 0},
            {"id": 1, "name": "b", "role": "router", "x": 2, "y": 2},
            {"id": 2, "name": "c", "role": "host", "x": 4, "y": 0},
        ],
        "links": [{"from": 0, "to": 1, "why": "x"}, {"from": 1, "to": 2, "why": "x"}],
    }
)

SHARES = pl.DataFrame(
    [
        (10.0 * moment, 1, neighbour, share if neighbour == 0 else 1 - share)
        for moment, share in enumerate([1.0, 0.75, 0.25, 0.0])
        for neighbour in (0, 2)
    ],
    schema=["time_s", "node", "neighbour", "share"],
    orient="row",
)

OUTAGE = Outage((2, 1), 10.0, 30.0)


def drawn(**more: Any) -> str:
    return shares_block(TRIANGLE, SHARES, id="net", text=TEXT, **more).markdown


def spec_of(html: str) -> dict[str, Any]:
    found = re.search(r'class="chart-spec">(.*?)</script>', html)
    assert found is not None
    spec: dict[str, Any] = json.loads(found.group(1))
    return spec


def datasets(html: str) -> list[list[dict[str, Any]]]:
    return list(spec_of(html)["datasets"].values())


def dataset_with(html: str, *columns: str) -> list[dict[str, Any]]:
    (found,) = (rows for rows in datasets(html) if set(columns) <= rows[0].keys())
    return found


def words_drawn(html: str) -> set[str]:
    """Texts of the static drawing."""
    svg = re.search(r"<svg.*?</svg>", html, re.DOTALL)
    assert svg is not None
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", svg.group(0)))


def test_a_slider_goes_over_all_moments_and_stands_beside_the_image() -> None:
    html = drawn()
    (moment,) = spec_of(html)["params"]
    bind = moment["bind"]
    assert (bind["input"], bind["min"], bind["max"], bind["step"]) == ("range", 0, 3, 1)
    image, controls = html.index('class="chart-live"'), html.index('class="chart-controls"')
    assert "</div></div>" in html[image:controls], "the slider is not inside of the image"


@pytest.mark.parametrize(("start_s", "moment"), [(0, 0), (10, 1), (11, 2), (30, 3), (99, 3)])
def test_the_slider_starts_where_it_should(start_s: float, moment: int) -> None:
    assert spec_of(drawn(start_s=start_s))["params"][0]["value"] == moment


def test_a_half_link_ends_in_the_middle() -> None:
    halves = {row["half"]: row for row in dataset_with(drawn(), "x2", "half")}
    assert set(halves) == {"0-1", "1-0", "1-2", "2-1"}
    assert [halves["1-2"][key] for key in ("x", "y", "x2", "y2")] == [2, 2, 3, 1]
    assert [halves["2-1"][key] for key in ("x", "y", "x2", "y2")] == [4, 0, 3, 1]


def test_the_moment_chooses_shares_and_words() -> None:
    for start_s, shares, words in (
        (0, {"100%"}, "0.0 s"),
        (10, {"75%", "25%"}, "10.0 s, link 2-1 is down"),
        (30, {"100%"}, "30.0 s"),
    ):
        texts = words_drawn(drawn(start_s=start_s, outages=[OUTAGE]))
        assert {text for text in texts if text.endswith("%")} == shares
        assert words in texts


def test_a_link_is_broken_while_it_is_down() -> None:
    rows = dataset_with(drawn(outages=[OUTAGE]), "down")
    assert [(row["down"], row["up"]) for row in rows] == [(4, 4), (1, 3)]
    for start_s, broken in ((0, 0), (10, 1), (20, 1), (30, 0)):
        html = drawn(outages=[OUTAGE], start_s=start_s)
        assert html.count('stroke-dasharray="2,6"') == broken


def test_all_shares_are_beside_the_drawing() -> None:
    html = drawn()
    assert 'download="net-data.csv"' in html
    assert html.count("<tr>") == SHARES.height + 1


def test_a_chart_without_a_slider_has_no_place_for_one() -> None:
    spec = {"data": {"values": [{"x": 1}]}, "mark": "point"}
    assert "chart-controls" not in chart_block(spec, SHARES, id="net", text=TEXT).markdown
