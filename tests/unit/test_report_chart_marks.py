"""What charts draw: nothing cut, nothing hidden, nothing that only some readers can tell apart."""

import re
from importlib import import_module
from itertools import combinations
from typing import Any

import polars as pl
import pytest

from ns2studies.basics.paths import CONFIG
from ns2studies.config.yaml_file import read_yaml
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.sweeps import Heading, means, over_time
from ns2studies.report.pages.sensitivity import sensitivity_blocks
from nstrace.errors import PageError
from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.channels import DASHES, SHAPES, colour, domain
from nstrace.pages.charts import STATIC_WIDTH, Text, chart_html
from nstrace.pages.figures import interval_chart, line_chart, panel_chart, sweep_chart
from nstrace.pages.marks import DENSE_FROM, merged
from nstrace.pages.markup import whole
from nstrace.pages.vega import draw, theme

X, Y = Axis("x", "Load", "kb/s"), Axis("value", "Delay", "s")
SERIES = Series("variant", "Variant", ["Reno", "SACK"])
TEXT = Text("Title", "Description.", "Caption.")
POINTS = pl.DataFrame(
    {
        "x": [1, 1, 2, 2],
        "variant": SERIES.order * 2,
        "value": [1.0, 2.0, 3.0, 4.0],
        "low": [None, 1.5, 2.5, 3.5],
        "high": [None, 2.5, 3.5, 4.5],
        "n": [2, 5, 5, 5],
        "singles": [[0.5, 1.5], None, None, [4.0]],
        "here": [1.0, 1.9, None, 4.1],
    }
)
TABLE = POINTS.drop("singles")
BOUNDS = ("low", "high")
WITH_POINTS = [
    interval_chart(POINTS, X, Y, BOUNDS, SERIES),
    sweep_chart(POINTS, X, Y, BOUNDS, SERIES),
]


def layers(chart: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = chart.to_dict()["layer"]
    return found


def rows_of(chart: Any, layer: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = chart.to_dict()["datasets"][layer["data"]["name"]]
    return found


def test_chart_without_definition_is_refused() -> None:
    chart = line_chart(POINTS, X, Y, SERIES)
    with pytest.raises(PageError, match="chart one: its values have no definition"):
        chart_block(chart, TABLE, id="one", text=TEXT)
    html = chart_block(chart, TABLE, id="one", text=TEXT, definition="#phase").markdown
    assert '<a href="#phase">' in html


@pytest.mark.parametrize("chart", WITH_POINTS)
def test_tooltip_has_interval_and_runs(chart: Any) -> None:
    (points,) = [it for it in layers(chart) if "tooltip" in it["encoding"]]
    told = {it["field"]: it["title"] for it in points["encoding"]["tooltip"]}
    assert told["interval"] == "Error bar"
    assert told["n"] == "Runs"
    assert told["here"] == "These runs"
    (rows,) = chart.to_dict()["datasets"].values()
    assert [row["interval"] for row in rows] == ["none", "1.5 to 2.5", "2.5 to 3.5", "3.5 to 4.5"]


def test_tooltip_has_whole_clipped_interval() -> None:
    wide = POINTS.with_columns(high=pl.col("high") * 100)
    heading = Heading("Figure 1", "delay", "Words. ", metric="mean_delay")
    html = means(wide, X, Y, SERIES, heading).markdown
    assert '"interval":"1.5 to 250"' in html.replace('": "', '":"')


@pytest.mark.parametrize(("n", "words"), [(1, ", one run a point"), (4, ", up to 4 runs a point")])
def test_title_names_few_runs(n: int, words: str) -> None:
    few = POINTS.with_columns(low=pl.lit(None, pl.Float64), high=pl.lit(None, pl.Float64), n=n)
    heading = Heading("Figure 1", "delay", "Words. ", metric="mean_delay")
    assert f"{words}</" in means(few, X, Y, SERIES, heading).markdown
    assert f"{words}</" not in means(POINTS, X, Y, SERIES, heading).markdown


@pytest.mark.parametrize("chart", WITH_POINTS)
def test_ring_of_single_run_is_left_out(chart: Any) -> None:
    (rings,) = [
        it
        for it in layers(chart)
        if it["mark"].get("filled") is False and "style" not in it["mark"]
    ]
    assert "length(datum.singles) > 1" in rings["transform"][0]["filter"]


def test_moment_names_are_not_clipped() -> None:
    frame = pl.DataFrame({"time_s": range(DENSE_FROM + 1), "value": 1.0, "variant": "Reno"})
    moments = [Moment(5.0, "the link fails")]
    chart = line_chart(frame, Axis("time_s", "Time", "s"), Y, SERIES, points=False, moments=moments)
    assert "zoom" in str(chart.to_dict()["params"])
    (names,) = [it for it in layers(chart) if it["mark"]["type"] == "text"]
    assert names["mark"]["clip"] is False


def test_histogram_s_last_bar_is_whole() -> None:
    chart = line_chart(POINTS, Axis("x", "Packets"), Y, SERIES, histogram=True)
    line, points = layers(chart)
    places = [row["x"] for row in rows_of(chart, line) if row["variant"] == "Reno"]
    assert places == [1, 2, 0, 3]
    assert {row["value"] for row in rows_of(chart, line) if row["x"] in (0, 3)} == {0}
    assert points["mark"]["type"] == "point"
    assert "data" not in points or {row["x"] for row in rows_of(chart, points)} == {1, 2}


def test_integer_axes_have_integer_ticks() -> None:
    for frame, step in ((POINTS, 1), (POINTS.with_columns(pl.col("x").cast(pl.Float64)), None)):
        (layer, *_) = layers(line_chart(frame, X, Y, SERIES))
        assert layer["encoding"]["x"].get("axis", {}).get("tickMinStep") == step


def test_sweep_axis_shows_all_digits() -> None:
    places = [0.005, 0.7, 1.4, 2.0]
    data = POINTS.with_columns(x=pl.Series(places))
    drawn = draw(sweep_chart(data, X, Y, BOUNDS, SERIES).to_dict(), theme("light"))
    labels = re.findall(r">([^<>]+)</text>", drawn)
    assert {"0.7", "1.4", "2"} <= set(labels), labels


def test_axis_names_wrap_in_narrow_window() -> None:
    named = POINTS.with_columns(x=pl.lit("CEAS with memory"))
    (layer, *_) = layers(interval_chart(named, Axis("x", "Routing"), Y, BOUNDS, SERIES))
    assert layer["encoding"]["x"]["axis"]["labelExpr"].startswith("split(datum.label, width < ")


def test_chart_of_few_points_has_limited_width() -> None:
    few = chart_html(interval_chart(POINTS, X, Y, BOUNDS, SERIES), TABLE, id="few", text=TEXT)
    assert "--widest: 576px" in few
    assert "usermeta" not in few
    lines = chart_html(line_chart(POINTS, X, Y, SERIES), TABLE, id="lines", text=TEXT)
    assert "--widest" not in lines


def test_caption_means_have_unit_and_legend_order() -> None:
    frame = pl.DataFrame({"time_s": [0, 0, 1, 1], "value": 2.0, "variant": ["SACK", "Reno"] * 2})
    heading = Heading("Figure 1", "delay", "Words. ", metric="mean_delay")
    html = over_time(frame, Y, SERIES, heading, "one").markdown
    assert "Reno 2 ± 0 s; SACK 2 ± 0 s." in html


def test_mark_of_printed_values_is_unique() -> None:
    for name in ("light", "dark"):
        assert theme(name)["style"]["printed"]["shape"] not in SHAPES
    assert len({*SHAPES}) == len(SHAPES) == len(DASHES) == len(theme("light")["range"]["category"])


def test_axis_numbers_use_page_grouping() -> None:
    far = POINTS.with_columns(x=pl.col("x") * 1000)
    drawn = draw(line_chart(far, X, Y, SERIES).to_dict(), theme("light"))
    assert f">{whole(1000)}</text>" in drawn
    assert ">1,000<" not in drawn
    assert theme("dark")["locale"] == theme("light")["locale"]


def test_legend_names_are_not_cut() -> None:
    assert theme("light")["legend"]["labelLimit"] == theme("dark")["legend"]["labelLimit"] == 0


def test_sensitivity_has_tile_for_each_choice() -> None:
    row = {"claim": "38-second-several-paths", "statement": "So <b>.", "verdict": "confirmed",
           "verdict_here": "confirmed", "verdict_as_chosen": "confirmed", "flips": False,
           "touched": True}  # fmt: skip
    other = {**row, "verdict": "refuted", "flips": True, "choice": "load-of-512-bytes"}
    rows = pl.DataFrame([{**row, "choice": "as-chosen", "touched": False}, other])
    html = sensitivity_blocks(rows, {"load-of-512-bytes": "a load of 512 bytes"}).markdown
    assert '<th scope="col">as chosen</th><th scope="col">a load of 512 bytes</th>' in html
    assert '<a href="#claim-second-several-paths">So &lt;b&gt;.</a>' in html
    assert re.findall(r'<td class="([^"]*)" title="([^"]*)"', html) == [
        ("badge-good", "confirmed"),
        ("badge-bad changed", "refuted; as chosen confirmed"),
    ]
    assert '<a href="method.html#verdicts">' in html


@pytest.mark.parametrize(
    ("usual", "words"),
    [
        (("confirmed", "undecided"), "1 of 1 decided statements change with one alone; 1 is open"),
        (("confirmed", "confirmed"), "1 of 2 decided statements change with one alone"),
        (
            ("undecided", "not measured"),
            "no statement is decided as chosen, so that none can change (2 open)",
        ),
    ],
)
def test_open_statements_are_counted_apart(usual: tuple[str, str], words: str) -> None:
    rows = pl.DataFrame(
        {"claim": name, "statement": "So.", "verdict_here": verdict, "verdict_as_chosen": verdict,
         "verdict": "refuted" if flips else verdict, "flips": flips, "touched": True,
         "choice": "load-of-512-bytes"}
        for name, verdict, flips in (
            ("01-a", usual[0], usual[0] == "confirmed"), ("02-b", usual[1], False)
        )
    )  # fmt: skip
    assert f"Verdicts by choice: {words}<" in sensitivity_blocks(rows, {}).markdown


@pytest.mark.parametrize(
    ("study", "module"),
    [
        ("cases", "tables"), ("ceas", "tables"), ("recovery", "tables"),
        ("tcpeval", "tables"), ("mpls", "figures"), ("sync", "figures"),
    ],
)  # fmt: skip
def test_every_alternative_has_label(study: str, module: str) -> None:
    sets = read_yaml(CONFIG / f"{study}.yaml").value["scenario_sets"].values()
    choices = {name for it in sets for name in it.get("choices", ())}
    assert choices
    assert choices <= {*import_module(f"reports.{study}.{module}").CHOICES, "as-chosen"}


# --- colours ------------------------------------------------------------------------------------

SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""What is seen of red, green and blue light (Machado et al. 2009, severity 1)."""

APART = 10
"""Distance in CIELAB of colours that differ by more than a shade; 2.3 can just be noticed."""


def lab(colour: str, seen: str) -> tuple[float, float, float]:
    """A colour in CIELAB (D65), as people see it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    red, green, blue = (_product(row, linear) for row in SEEN[seen])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    one, two, three = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (max(x, 0), max(y, 0), max(z, 0))
    )
    return 116 * two - 16, 500 * (one - two), 200 * (two - three)


def _product(row: tuple[float, ...], linear: list[float]) -> float:
    return sum(a * b for a, b in zip(row, linear, strict=True))


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_colours_can_be_told_apart(name: str, seen: str) -> None:
    for pair in combinations(theme(name)["range"]["category"], 2):
        one, other = (lab(colour, seen) for colour in pair)
        apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert apart >= APART, (*pair, seen)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (["SACK", "NewReno", "Reno"], ["Reno", "SACK", "NewReno"]),
        (["Vegas", "SACK"], [" ", "SACK", "   ", "    ", "Vegas"]),
        (["SACK", "steady"], ["steady", "SACK"]),
        (["flow 2", "flow 1"], ["flow 2", "flow 1"]),
        # Both stand for the same place: the order of the series decides.
        (["Reno", "CEAS"], ["Reno", "CEAS"]),
    ],
)
def test_variants_keep_their_color(order: list[str], expected: list[str]) -> None:
    series = Series("variant", "Variant", order)
    assert domain(series) == expected
    assert colour(series).to_dict()["legend"]["values"] == order


def test_parts_of_names_have_channels_of_their_own() -> None:
    """Routing by color, TCP by dashes and symbols; each has its legend."""
    order = ["CEAS, Reno", "CEAS, SACK", "DVR, Reno", "DVR, SACK"]
    series = Series("line", "Routing and TCP", order, ("Routing", "TCP"))
    frame = POINTS.with_columns(line=pl.Series(order)).drop("variant")
    chart = sweep_chart(frame, X, Y, BOUNDS, series)
    lines, _, points, *_ = layers(chart)
    rows = rows_of(chart, chart.to_dict())
    assert (rows[1]["line_0"], rows[1]["line_1"]) == ("CEAS", "SACK")
    for channel, title, field in (
        (lines["encoding"]["color"], "Routing", "line_0"),
        (lines["encoding"]["strokeDash"], "TCP", "line_1"),
        (points["encoding"]["shape"], "TCP", "line_1"),
    ):
        assert (channel["title"], channel["field"]) == (title, field)
    assert lines["encoding"]["color"]["scale"]["domain"] == domain(
        Series("routing", "Routing", ["CEAS", "DVR"])
    )


def test_panels_have_equal_axes_and_no_legend() -> None:
    frame = POINTS.with_columns(x=pl.Series([1.0, 1.0, 2.0, 2.0]))
    chart = panel_chart(frame, X, Y, SERIES)
    spec: dict[str, Any] = chart.to_dict()
    assert spec["facet"]["row"]["sort"] == ["Reno", "SACK"]
    assert spec["spec"]["encoding"]["color"]["legend"] is None
    assert spec["title"] == "Delay (s)"
    assert "resolve" not in spec
    html = chart_html(chart, TABLE, id="panels", text=TEXT)
    # The script sets the width of panels; on paper they are as wide as other charts.
    beside = int(re.findall(r'"beside": ?(\d+)', html)[0])
    assert STATIC_WIDTH - beside > 500
    assert "Delay (s)" in html


def test_series_with_equal_points_are_one_line() -> None:
    frame = pl.DataFrame(
        {
            "x": [1, 2, 1, 2, 1, 2],
            "y": [3.0, 4.0, 3.0, 4.0, 3.0, 5.0],
            "name": ["Reno", "Reno", "SACK", "SACK", "Vegas", "Vegas"],
        }
    )
    series = Series("name", "Variant", ["Reno", "Vegas", "SACK"])
    drawn, joined = merged(frame, Axis("x", "x"), Axis("y", "y"), series)
    assert list(joined.order) == ["Reno = SACK", "Vegas"]
    assert drawn["name"].to_list() == ["Reno = SACK", "Reno = SACK", "Vegas", "Vegas"]
    # The line has the color of its first series.
    assert domain(joined).index("Reno = SACK") == domain(series).index("Reno")
    apart = frame.with_columns(y=pl.Series([3.0, 4.0, 3.0, 4.1, 3.0, 5.0]))
    assert merged(apart, Axis("x", "x"), Axis("y", "y"), series)[1] is series
