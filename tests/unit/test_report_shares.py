"""The drawing of a network whose nodes share out what they send."""

import json
import re
from typing import Any

import polars as pl
import pytest

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import Topology, read_topology
from ns2studies.report.charts.topology import places_of, topology_block
from nstrace.pages.charts import Text
from reports.ceas.shares import WIDEST, Outage, shares_block

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


def told(html: str) -> dict[str, Any]:
    """What the page's script knows."""
    found = re.search(r'class="share-moments">(.*?)</script>', html)
    assert found is not None
    moments: dict[str, Any] = json.loads(found.group(1))
    return moments


def halves(html: str) -> dict[str, dict[str, str]]:
    """Attributes of the half links that are drawn, by name."""
    lines = re.findall(r'<line ([^>]*class="half[^>]*data-half[^>]*)/>', html)
    attributes = [dict(re.findall(r'([\w-]+)="([^"]*)"', line)) for line in lines]
    return {line["data-half"]: line for line in attributes}


def words_drawn(html: str) -> set[str]:
    """Texts of the drawing."""
    svg = re.search(r'<svg[^>]*class="topology-drawing.*?</svg>', html, re.DOTALL)
    assert svg is not None
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", svg.group(0)))


def test_slider_covers_all_moments() -> None:
    html = drawn()
    (slider,) = re.findall(r"<input [^>]*>", html)
    assert 'type="range" min="0" max="3" step="1" value="0"' in slider
    assert len(told(html)["words"]) == 4
    assert html.index("</svg>\n</div>") < html.index('class="chart-controls"')
    assert 'aria-labelledby="net-title" hidden' in html, "without script it would do nothing"


@pytest.mark.parametrize(("start_s", "moment"), [(0, 0), (10, 1), (11, 2), (30, 3), (99, 3)])
def test_slider_starts_where_it_should(start_s: float, moment: int) -> None:
    assert f'step="1" value="{moment}"' in drawn(start_s=start_s)


def test_half_link_ends_in_middle() -> None:
    found = halves(drawn())
    places = {node.node.id: (node.x, node.y) for node in places_of(TRIANGLE)}
    assert set(found) == {"1-0", "1-2"}, "the others have no share"
    half = {key: float(found["1-2"][key]) for key in ("x1", "y1", "x2", "y2")}
    assert (half["x1"], half["y1"]) == places[1]
    assert half["x2"] == pytest.approx((places[1][0] + places[2][0]) / 2, abs=0.05)
    assert half["y2"] == pytest.approx((places[1][1] + places[2][1]) / 2, abs=0.05)


def test_half_link_is_as_wide_as_its_share() -> None:
    for start_s, to_0, to_2 in ((0, 1.0, 0.0), (10, 0.75, 0.25), (30, 0.0, 1.0)):
        found = halves(drawn(start_s=start_s))
        for name, share in (("1-0", to_0), ("1-2", to_2)):
            assert float(found[name]["style"].partition(":")[2]) == WIDEST * share
            assert ("likely" in found[name]["class"]) == (share >= 0.5)


def test_moment_chooses_shares_and_words() -> None:
    for start_s, shares, words in (
        (0, {"100%"}, "0.0 s"),
        (10, {"75%", "25%"}, "10.0 s, link 2-1 is down"),
        (30, {"100%"}, "30.0 s"),
    ):
        html = drawn(start_s=start_s, outages=[OUTAGE])
        texts = words_drawn(html)
        assert {text for text in texts if text.endswith("%")} == shares
        assert words in texts
        assert f'aria-valuetext="{words}"' in html


def test_script_has_every_moment() -> None:
    moments = told(drawn(outages=[OUTAGE]))
    assert moments["halves"] == {"1-0": [1.0, 0.75, 0.25, 0.0], "1-2": [0.0, 0.25, 0.75, 1.0]}
    assert moments["down"] == {"1-2": [1, 3]}
    assert moments["words"][2] == "20.0 s, link 2-1 is down"


def test_missing_rows_are_shares_of_0() -> None:
    """Two connections of study ``ceas`` have such moments."""
    later = SHARES.filter((pl.col("neighbour") == 0) | (pl.col("time_s") > 10))
    html = shares_block(TRIANGLE, later, id="net", text=TEXT).markdown
    assert told(html)["halves"] == {"1-0": [1.0, 0.75, 0.25, 0.0], "1-2": [0.0, 0.0, 0.75, 1.0]}


def test_link_is_broken_while_it_is_down() -> None:
    for start_s, broken in ((0, 0), (10, 1), (20, 1), (30, 0)):
        html = drawn(outages=[OUTAGE], start_s=start_s)
        assert html.count(' down" data-link="1-2"') == broken
        assert ' down" data-link="0-1"' not in html


def test_all_shares_are_beside_drawing() -> None:
    html = drawn()
    assert 'download="net-data.csv"' in html
    assert html.count("<tr>") == SHARES.height + 1


def test_shares_block_extends_topology_drawing() -> None:
    """Without shares, slider and data, nothing else differs."""
    plain = topology_block(TRIANGLE, id="net", text=TEXT).markdown
    html = drawn()
    for pattern in (
        r'<line [^>]*class="half[^>]*data-half[^>]*/>\n',
        r'<text [^>]*class="name share"[^>]*>[^<]*</text>\n',
        r'<text [^>]*class="moment">[^<]*</text>\n',
        r'<p class="topology-roles"><span class="role"><svg viewBox="0 0 28 16".*?</p>\n',
        r'<div class="chart-controls".*?</div>\n',
        r"<script .*?</script>\n",
        r'<details class="chart-data">.*?</details>\n',
    ):
        html, number = re.subn(pattern, "", html, flags=re.DOTALL)
        assert number, pattern
    assert html.split() == plain.split()


Box = tuple[float, float, float, float]


def _boxes(html: str, kind: str, letter: float) -> list[Box]:
    """Where texts of a kind stand: from left to right, from top to bottom."""
    found = re.findall(
        rf'<text x="([\d.-]+)" y="([\d.]+)" class="{kind}"([^>]*)>([^<]+)</text>', html
    )
    boxes = []
    for x, y, more, words in found:
        anchor = re.search(r"text-anchor: (\w+)", more)
        part = {"end": 1.0, "start": 0.0}.get(anchor[1] if anchor else "", 0.5)
        left = float(x) - part * letter * len(words)
        boxes.append((left, left + letter * len(words), float(y) - 9, float(y) + 2))
    return boxes


def _crosses(box: Box, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a line runs through a box; by points of it that are close together."""
    points = [
        (start[0] + (end[0] - start[0]) * at / 200, start[1] + (end[1] - start[1]) * at / 200)
        for at in range(201)
    ]
    return any(box[0] < x < box[1] and box[2] < y < box[3] for x, y in points)


def test_share_labels_do_not_overlap() -> None:
    network = read_topology(DATA / "topologies" / "ceas-11.yaml")
    rows = [
        (0.0, *ends, 1.0)
        for link in network.links
        for ends in ((link.from_, link.to), (link.to, link.from_))
    ]
    shares = pl.DataFrame(rows, schema=SHARES.schema, orient="row")
    html = shares_block(network, shares, id="net", text=TEXT).markdown
    labels = _boxes(re.sub(r'\n data-half="[^"]*"', "", html), "name share", 8)
    nodes = [(at.x - 20, at.x + 20, at.y - 20, at.y + 20) for at in places_of(network)]
    assert len(labels) > 10
    for number, one in enumerate(labels):
        for other in (*nodes, *labels[:number]):
            apart = one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
            assert apart, (one, other)


@pytest.mark.parametrize("name", ["suite-dumbbell", "suite-parking-lot", "suite-simple-network"])
def test_no_link_runs_through_name_of_host(name: str) -> None:
    network = read_topology(DATA / "topologies" / f"{name}.yaml")
    drawn = {"id": "net", "text": TEXT, "step": 48, "radius": 12}
    lines = [
        (places_of(network, step=48)[link.from_], places_of(network, step=48)[link.to])
        for link in network.links
    ]
    hosts = [at for at, node in enumerate(network.nodes) if node.role == "host"]

    def crossed(beside: float) -> int:
        names = _boxes(topology_block(network, beside=beside, **drawn).markdown, "name", 5.6)
        return sum(
            _crosses(names[host], (one.x, one.y), (other.x, other.y))
            for host in hosts
            for one, other in lines
        )

    assert crossed(48) == 0
    assert crossed(0) > 0
