"""Drawings of the case studies' networks: what they show, and that it can be read."""

import math
import re
from itertools import combinations

import pytest

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import read_topology
from reports.cases.networks import twelve_nodes, uninett

LETTER = 7.0
"""Drawing units that a letter of a name takes at most, on average; names are 12 units high."""

Point = tuple[float, float]


def texts(html: str, kind: str) -> list[tuple[Point, str]]:
    found = re.findall(rf'<text x="([\d.]+)" y="([\d.]+)" class="{kind}">([^<]+)<', html)
    return [((float(x), float(y)), words) for x, y, words in found]


def box(at: Point, words: str) -> tuple[float, float, float, float]:
    half = len(words) * LETTER / 2
    return at[0] - half, at[0] + half, at[1] - 10, at[1] + 2


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]


def distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a stretch of a line."""
    along = (end[0] - start[0], end[1] - start[1])
    share = sum((p - s) * a for p, s, a in zip(point, start, along, strict=True))
    share = min(1.0, max(0.0, share / (along[0] ** 2 + along[1] ** 2)))
    return math.dist(point, (start[0] + share * along[0], start[1] + share * along[1]))


def test_every_name_and_number_of_uninett_can_be_read() -> None:
    html = uninett().markdown
    names = [box(at, words) for at, words in texts(html, "name")]
    numbers = texts(html, "number")
    nodes = [(x - 14, x + 14, y - 19, y + 9) for (x, y), _ in numbers]
    assert (len(names), len(nodes)) == (58, 58)
    assert all(apart(one, other) for one, other in combinations(names, 2))
    assert all(apart(one, other) for one, other in combinations(nodes, 2))
    for number, name in enumerate(names):
        assert all(apart(name, node) for at, node in enumerate(nodes) if at != number)


def test_uninett_links_avoid_other_nodes() -> None:
    html = uninett().markdown
    centres = [(x, y - 5) for (x, y), _ in texts(html, "number")]
    for link in read_topology(DATA / "topologies" / "ceas-uninett.yaml").links:
        start, end = centres[link.from_], centres[link.to]
        others = {link.from_, link.to}
        near = [
            n for n, at in enumerate(centres) if n not in others and distance(at, start, end) < 16
        ]
        assert not near, f"{link.from_}-{link.to} runs through {near}"


def test_uninett_shows_capacities_and_sources() -> None:
    html = uninett().markdown
    drawing, legend = html.split("</svg>", 1)
    assert drawing.count("band-0") == 15
    assert drawing.count("band-2") == len(re.findall(r"bandwidth_bps: \d{2,3}_000_000,", source()))
    assert drawing.count("link printed") == source().count("source: printed")
    assert drawing.count("on-path") == 3 + 4
    for words in ("2.5 Gb/s", "10 to 155 Mb/s", "link printed", "guessed", "path 4–5–1–51"):
        assert words in legend
    assert "13 named in the text" in html


def source() -> str:
    return (DATA / "topologies" / "ceas-uninett.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ceas-12", "ceas-12-fans", "ceas-12-sparse"])
def test_twelve_nodes_are_drawn(name: str) -> None:
    html = twelve_nodes(name).markdown
    drawing, legend = html.split("</svg>", 1)
    topology = read_topology(DATA / "topologies" / f"{name}.yaml")
    assert drawing.count("<line") == len(topology.links)
    assert len(texts(html, "name")) == 12
    assert "band-" not in html
    assert "end of a TCP connection" in legend
