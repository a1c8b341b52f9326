"""Charts and drawings: what a reader without eyes, script or network gets of them."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import polars as pl
import pytest

from ns2studies.basics.digests import digest_text
from ns2studies.config.topology import Topology
from ns2studies.report.charts import drawings
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.drawings import cached_text, drawing
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.links import metric_id
from nstrace.errors import PageError
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import TABLE_ROWS, Text, chart_html
from nstrace.pages.figures import band_chart, interval_chart, line_chart, scatter_chart
from nstrace.pages.vega import theme

TEXT = Text("Delay <by> packets", "Rises & settles.", "As </script> measured.")
ORDER = ["Reno", "Vegas"]
SERIES = Series("variant", "Variant", ORDER)
DATA = pl.DataFrame(
    {
        "packets": [n for n in range(1, 21) for _ in ORDER],
        "delay": [n / 100 + i for n in range(1, 21) for i, _ in enumerate(ORDER)],
        "variant": ORDER * 20,
    }
)
LINES = line_chart(DATA, Axis("packets", "Packets"), Axis("delay", "Delay", "s"), SERIES)


def draw(text: Text = TEXT, id: str = "figure-one") -> str:
    return chart_html(LINES, DATA, id=id, text=text)


def spec_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" class="chart-spec">(.*?)</script>', html)
    assert found is not None
    spec: dict[str, object] = json.loads(found.group(1))
    return spec


def test_chart_specification_needs_no_network() -> None:
    spec = spec_of(draw())
    assert spec["description"] == "Delay <by> packets. Rises & settles."
    assert spec["width"] == "container"
    assert "http" not in json.dumps(spec)


def test_chart_reserves_its_height() -> None:
    found = re.search(r'style="--drawn: (\d+)px"', draw())
    assert found is not None
    assert 340 < int(found[1]) < 600


def test_axes_are_titled_with_their_units() -> None:
    assert '"title": "Delay (s)"' in json.dumps(spec_of(draw()))


def test_series_differ_by_more_than_colour() -> None:
    spec = json.dumps(spec_of(draw()))
    assert '"strokeDash"' in spec
    assert '"shape"' in spec


def test_texts_are_escaped() -> None:
    html = draw()
    assert "Delay &lt;by&gt; packets" in html
    assert html.count("</script>") == 1


def test_two_drawings_share_no_id() -> None:
    first, second = (set(re.findall(r'\bid="([^"]+)"', draw(id=name))) for name in ("a", "b"))
    assert first
    assert not first & second


def test_references_inside_drawing_follow_its_ids() -> None:
    html = draw()
    ids = set(re.findall(r'\bid="([^"]+)"', html))
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= ids


def test_same_chart_is_same_bytes() -> None:
    assert draw() == draw()


def test_chart_data_names_omitted_rows() -> None:
    html = draw()
    assert html.count("<tr>") == TABLE_ROWS + 1
    assert f"The first {TABLE_ROWS} of {DATA.height} rows." in html
    assert 'download="figure-one-data.csv"' in html


@pytest.mark.parametrize("part", ["title", "description", "caption"])
def test_chart_without_words_is_refused(part: str) -> None:
    with pytest.raises(PageError, match=f"chart figure-one: it has no {part}"):
        draw(replace(TEXT, **{part: " "}))


def test_chart_that_would_load_its_data_is_refused() -> None:
    spec = {"data": {"url": "https://example.org/data.csv"}, "mark": "point"}
    with pytest.raises(PageError, match="it names a URL"):
        chart_html(spec, DATA, id="figure-one", text=TEXT)


def test_mark_on_edge_is_drawn_whole() -> None:
    """A printed value may be the least of all; only a range that was chosen cuts points off."""
    frame = DATA.head(2).with_columns(low=pl.col("delay"), high=pl.col("delay"))
    for domain, cut in ((None, False), ((0.0, 0.5), True)):
        axis = Axis("delay", "Delay", "s", from_zero=False, domain=domain)
        chart = interval_chart(frame, Axis("packets", "n"), axis, ("low", "high"), SERIES, frame)
        marks = [layer["mark"] for layer in chart.to_dict()["layer"]]
        clipped = [mark["clip"] for mark in marks if mark["type"] == "point"]
        assert clipped == [cut, cut]


def test_chart_links_to_its_metric_definition() -> None:
    frame = DATA.with_columns(metric=pl.lit("mean_delay"))
    html = chart_block(LINES, frame, id="one", text=TEXT).markdown
    assert f'<a href="#{metric_id("mean_delay")}">' in html
    html = chart_block(LINES, DATA, id="one", text=TEXT, metric="delay_series").markdown
    assert '<a href="#metric-delay-series">' in html


def test_intervals_are_drawn() -> None:
    frame = pl.DataFrame(
        {"p": [1, 1], "y": [1.0, 2.0], "low": [0.9, 1.9], "high": [1.1, 2.1], "variant": ORDER}
    )
    chart = interval_chart(
        frame, Axis("p", "Loss", "%"), Axis("y", "Delay"), ("low", "high"), SERIES
    )
    html = chart_html(chart, frame, id="i", text=TEXT)
    marks = json.dumps(spec_of(html)["layer"])
    assert '"rule"' in marks
    assert '"y2": {"field": "high"}' in marks


def test_axis_names_keep_row_order() -> None:
    frame = pl.DataFrame(
        {"of": ["Reno", "Hybla"], "y": [1.0, 2.0], "low": [1.0, 2.0], "high": [1.0, 2.0],
         "variant": ORDER}
    )  # fmt: skip
    chart = interval_chart(frame, Axis("of", "Of"), Axis("y", "Delay"), ("low", "high"), SERIES)
    bars = spec_of(chart_html(chart, frame, id="i", text=TEXT))["layer"][0]
    assert bars["encoding"]["x"]["sort"] == ["Reno", "Hybla"]


def test_line_chart_can_draw_steps() -> None:
    x, y = Axis("packets", "Packets"), Axis("delay", "Delay", "s")
    for steps, ways in ((True, 1), (False, 0)):
        chart = line_chart(DATA, x, y, SERIES, points=False, steps=steps)
        drawn = json.dumps(spec_of(chart_html(chart, DATA, id="i", text=TEXT)))
        assert drawn.count('"interpolate": "step-after"') == ways


@pytest.mark.parametrize(
    ("axis", "scale"),
    [
        (Axis("packets", "Packets"), {"zero": True}),
        (Axis("packets", "Packets", from_zero=False), {"zero": False}),
        (Axis("packets", "Packets", logarithmic=True), {"type": "log"}),
        (
            Axis("packets", "Packets", domain=(3, 9)),
            {"domain": [3, 9], "nice": False, "zero": False},
        ),
    ],
)
def test_axis_has_its_scale(axis: Axis, scale: dict[str, object]) -> None:
    chart = scatter_chart(DATA, axis, Axis("delay", "Delay", "s"), SERIES)
    (layer,) = spec_of(chart_html(chart, DATA, id="i", text=TEXT))["layer"]
    assert layer["mark"]["type"] == "point"
    assert layer["encoding"]["x"]["scale"] == scale


def contrast(first: str, second: str) -> float:
    """Contrast ratio as WCAG 2.2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("name", "paper"), [("light", "#fdfdfb"), ("dark", "#16181b")])
def test_chart_colours_stand_out_from_paper(name: str, paper: str) -> None:
    for colour in theme(name)["range"]["category"]:
        assert contrast(colour, paper) >= 3
    for part in ("axis", "legend"):
        assert contrast(theme(name)[part]["labelColor"], paper) >= 4.5


def topology() -> Topology:
    nodes = [
        {"id": 0, "name": "a <b>", "role": "host", "x": 0, "y": 0},
        {"id": 1, "name": "r", "role": "router", "x": 1, "y": 1},
        {"id": 2, "name": "e", "role": "edge", "x": 2, "y": 0},
    ]
    links = [
        {"from": 0, "to": 1, "why": "x"},
        {"from": 1, "to": 2, "why": "x"},
        {"from": 0, "to": 2, "why": "x"},
    ]
    return Topology.model_validate({"title": "t", "nodes": nodes, "links": links})


def test_topology_block_draws_links_roles_and_path() -> None:
    html = topology_block(topology(), id="net", text=TEXT, paths=[[0, 1, 2]]).markdown
    assert html.count("<line") == 3
    assert html.count('class="link on-path"') == 2
    assert html.count("<circle") == 2  # the node, and its role in the legend
    assert "a &lt;b&gt;" in html
    assert "path 0–1–2" in html
    assert '<desc id="net-description">Rises &amp; settles.</desc>' in html


def test_legend_of_long_names_has_fewer_columns() -> None:
    """Three columns of the theme would leave a narrow window."""
    for names, columns in ((["a", "b"], None), (["fifteen letters", "b"], 2), (["b", "c" * 25], 1)):
        frame = pl.DataFrame({"x": [0.0, 1.0], "y": [1.0, 2.0], "name": names})
        chart = line_chart(frame, Axis("x", "X"), Axis("y", "Y"), Series("name", "Name", names))
        found = {
            layer["encoding"]["color"].get("legend", {}).get("columns")
            for layer in chart.to_dict()["layer"]
        }
        assert found == {columns}


def test_long_title_of_axis_takes_several_lines() -> None:
    """One line would leave a window of 390 pixels on both sides."""
    long = Axis("packets", "The link goes down after the configured moment by", "s")
    delay = Axis("delay", "Delay", "s")
    spec = spec_of(chart_html(line_chart(DATA, long, delay, SERIES), DATA, id="i", text=TEXT))
    encoding = spec["layer"][0]["encoding"]
    assert encoding["x"]["title"] == ["The link goes down after the", "configured moment by (s)"]
    assert encoding["y"]["title"] == "Delay (s)"


def test_band_chart_keeps_legend_colours_opaque() -> None:
    frame = DATA.with_columns(low=pl.col("delay") - 1, high=pl.col("delay") + 1)
    x, y = Axis("packets", "Packets"), Axis("delay", "Delay", "s")
    band, lines = band_chart(frame, x, y, ("low", "high"), SERIES).to_dict()["layer"]
    assert band["mark"]["type"] == "area"
    for layer in (band, lines):
        assert layer["encoding"]["color"]["legend"]["symbolOpacity"] == 1


def test_band_can_be_enlarged_and_stays_in_its_frame() -> None:
    frame = DATA.with_columns(low=pl.col("delay") - 1, high=pl.col("delay") + 1)
    x, y = Axis("packets", "Packets"), Axis("delay", "Delay", "s")
    spec = band_chart(frame, x, y, ("low", "high"), SERIES).to_dict()
    assert "zoom" in str(spec["params"])
    assert all(layer["mark"]["clip"] for layer in spec["layer"])
    html = chart_html(spec, frame, id="i", text=TEXT)
    assert "enlarge" in html


def test_data_of_chart_are_headed_with_units() -> None:
    frame = DATA.rename({"delay": "value"}).with_columns(low=pl.col("value"), high=pl.col("value"))
    x, y = Axis("packets", "Ants sent", "1/s"), Axis("value", "Delay", "s")
    chart = interval_chart(frame, x, y, ("low", "high"), SERIES)
    html = chart_html(chart, frame, id="i", text=TEXT)
    file = html.partition('href="data:text/csv;charset=utf-8,')[2]
    headings = unquote(file.partition("%0A")[0]).split(",")
    assert {*headings} == {"variant", "packets (1/s)", "Delay (s)", "low (s)", "high (s)"}
    for heading in ("Variant", "Ants sent (1/s)", "Delay (s)", "From", "to"):
        assert f">{heading}</th>" in html


def test_unused_drawings_are_pruned(tmp_path: Path) -> None:
    def used(name: str, days_ago: float) -> None:
        assert cached_text(name, lambda: name, tmp_path) == name
        then = time.time() - days_ago * 86_400
        os.utime(tmp_path / name, (then, then))

    for name, days_ago in {"old": 31, "older": 300, "young": 29, "asked for": 300}.items():
        used(name, days_ago)
    assert cached_text("asked for", lambda: "made again", tmp_path) == "asked for"
    drawings._prune.cache_clear()
    cached_text("new", lambda: "new", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"young", "asked for", "new"}


def test_chart_data_have_digits_of_their_intervals() -> None:
    frame = pl.DataFrame(
        {"packets": [1, 2], "value": [98.974351, 98.1], "low": [98.888566, None],
         "high": [99.053577, None], "variant": ["Reno", "SACK"]}
    )  # fmt: skip
    x, y = Axis("packets", "Packets"), Axis("value", "Throughput", "%")
    chart = interval_chart(frame, x, y, ("low", "high"), SERIES)
    html = chart_html(chart, frame, id="i", text=TEXT)
    assert ">98.974</td>" in html
    assert "98.974351" in unquote(html.partition('href="data:text/csv')[2])
    # Without an interval there are as many as the chart asks for.
    alone = frame.with_columns(pl.lit(None, pl.Float64).alias(end) for end in ("low", "high"))
    assert ">98.97</td>" in chart_html(chart, alone, id="i", text=TEXT, digits=2)


def test_damaged_cached_drawing_is_redrawn(tmp_path: Path) -> None:
    spec = {"mark": "bar", "data": {"values": [{"a": 1}]}, "encoding": {"x": {"field": "a"}}}
    first = drawing(spec, {}, tmp_path)
    (kept,) = tmp_path.iterdir()
    assert "<svg" in first
    # What is kept is what is used: a mark that no drawing has shows it.
    marked = first.replace("<svg", "<svg data-kept='yes'")
    kept.write_text(f"{digest_text(marked)}\n{marked}")
    assert drawing(spec, {}, tmp_path) == marked
    kept.write_text(kept.read_text().replace("yes", "no"))
    assert drawing(spec, {}, tmp_path) == first
    assert drawing(spec, {"background": "red"}, tmp_path) != first
    assert len(list(tmp_path.iterdir())) == 2


def test_drawing_that_cannot_be_kept_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    assert "<svg" in drawing({"mark": "bar", "data": {"values": []}}, {}, tmp_path / "a file/x")


FONTLESS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir></fontconfig>
"""

DRAWN = """\
import json, sys
from nstrace.pages.charts import MEASURED_FONT
from nstrace.pages.vega import draw
print(draw(json.loads(sys.stdin.read()), {"font": MEASURED_FONT}))
"""


def test_drawing_ignores_installed_fonts(tmp_path: Path) -> None:
    """Texts decide how wide an axis is; a machine may lack the font that another one measures."""
    configured = tmp_path / "fonts.conf"
    configured.write_text(FONTLESS.format(folder=tmp_path), encoding="utf-8")

    def drawn(**variables: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", DRAWN],
            input=json.dumps(LINES.to_dict()), env={**os.environ, **variables},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    assert "<svg" in drawn()
    assert drawn(FONTCONFIG_FILE=str(configured)) == drawn()
