"""Charts: a Vega-Lite specification for the screen, and an SVG for paper and without JavaScript.

Every chart has a title, a description for those who can't see it, a caption, and its data as a
table. The page's script draws the specification in the reader's color theme; without JavaScript,
and on paper, the SVG is shown.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import altair as alt
import polars as pl
from altair.utils import schemapi
from markupsafe import Markup, escape

from nstrace.errors import PageError
from nstrace.pages.markup import fill, script_json
from nstrace.pages.receipts import RECEIPT, receipts_of
from nstrace.pages.tables import columns_of, table_html
from nstrace.pages.vega import Draw, draw, theme

# Altair validates a whole chart when it is converted to a specification. Disable the additional
# validation of each part, which takes a quarter of the time of a page.
schemapi.disable_debug_mode()

STATIC_WIDTH = 640
"""The width in pixels of the SVG; on the screen a chart is as wide as its column."""

MEASURED_FONT = "Liberation Sans"
"""The font for the layout of text in the SVG. It is built into the converter, so that the SVG does
not depend on the machine's fonts, which need not be loaded."""

WIDEST = "widest"
"""The key of ``usermeta`` with the largest useful width of a chart in pixels."""

BESIDE = "beside"
"""The key of ``usermeta`` with the width in pixels of what is beside the panels of a chart. The
panels have no width of their own, as the page's script sets it."""

TABLE_ROWS = 24
"""The number of rows of a chart's data shown in the page; the download has them all."""

GENERAL_NAMES = ("value", "x")
"""Columns with general names, which have their axis titles as headings in a chart's data."""


CALLED: Mapping[str, str] = MappingProxyType(
    {
        **{"low": "From", "high": "to", "n": "Runs", "singles": "Single runs"},
        "here": "These runs",
    }
)
"""Headings of columns with the same meaning in all charts."""


@dataclass(frozen=True)
class Text:
    """The texts of a chart.

    Args:
        title: the title.
        description: a description for readers who can't see the chart.
        caption: a caption on what to look at, and how it was measured.
    """

    title: str
    description: str
    caption: str


def chart_html(
    chart: alt.TopLevelMixin | Mapping[str, Any],
    data: pl.DataFrame,
    *,
    id: str,
    text: Text,
    digits: int = 6,
    draw: Draw = draw,
    definition: str = "",
) -> Markup:
    """Render a chart as an HTML figure.

    Args:
        chart: a single or layered chart; the page sets its width.
        data: its data, for the table and the download.
        id: a unique id in the page.
        text: its texts.
        digits: decimals of the numbers in the table.
        draw: renders the SVG for paper.
        definition: a link to the definition of the values, if any.

    Raises:
        PageError: if a text is missing, or the chart loads data from a URL.
    """
    for name, value in vars(text).items():
        if not value.strip():
            raise PageError(f"chart {id}: it has no {name}")
    spec = _specification(chart, id, text)
    widest = spec.get("usermeta", {}).get(WIDEST)
    if widest:
        del spec["usermeta"]
    svg = _static_svg(spec, id, draw)
    return fill(
        _FIGURE,
        id=id,
        text=text,
        definition=definition,
        spec=script_json(spec),
        svg=Markup(svg),
        height=_height(svg),
        widest=widest,
        printed='"printed"' in json.dumps(spec.get("layer", [])),
        here="here" in data.columns,
        rings='"style": "here"' in json.dumps(spec.get("layer", [])),
        zoom=any(param.get("name") == "zoom" for param in _params(spec)),
        data=data_details(
            data,
            id=id,
            title=text.title,
            digits=digits,
            headings=_headings(spec, data.columns),
            titles=_titles(spec),
        ),
    )


DEFINED = """
{%- if definition %} <a href="{{ definition }}">How it is defined</a>.{% endif %}"""
"""Template of the link to a definition, at the end of a caption."""

_FIGURE = (
    """\
<figure class="chart" id="{{ id }}" aria-labelledby="{{ id }}-title"
 style="--drawn: {{ height }}px{% if widest %}; --widest: {{ widest }}px{% endif %}">
<p class="chart-title" id="{{ id }}-title">{{ text.title }}</p>
<p class="chart-description visually-hidden" id="{{ id }}-description">{{ text.description }}</p>
<div class="chart-live" role="img" aria-labelledby="{{ id }}-title"
 aria-describedby="{{ id }}-description" hidden>
<div class="chart-canvas"></div></div>
<div class="chart-static" role="img" aria-labelledby="{{ id }}-title"
 aria-describedby="{{ id }}-description">{{ svg }}</div>
<script type="application/json" class="chart-spec">{{ spec }}</script>
{% if printed %}
<p class="chart-key"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"
 focusable="false"><path d="M8 1.5l6 6.5-6 6.5-6-6.5z"/></svg> printed in the text</p>
{% endif %}
{% if rings %}
<p class="chart-key"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"
 focusable="false"><circle cx="8" cy="8" r="6"/></svg> ring: the mean of these runs; points and
 intervals: full scale (the reference)</p>
{% elif here %}
<p class="chart-key">Points and intervals: full scale (the reference), which these runs have no part
 of</p>
{% endif %}
<figcaption>{{ text.caption }}"""
    + DEFINED
    + """
{%- if zoom %} <span class="chart-hint">Shift and the wheel enlarge, Shift and dragging move, a
 double click shows all.</span>{% endif %}</figcaption>
{{ data }}
</figure>"""
)

_DATA = """\
<details class="chart-data"><summary>Data of this chart</summary>
{{ table }}
</details>"""


def _params(spec: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the interactive parameters of a chart and its layers."""
    return [*spec.get("params", []), *(it for la in spec.get("layer", []) for it in _params(la))]


def _specification(
    chart: alt.TopLevelMixin | Mapping[str, Any], id: str, text: Text
) -> dict[str, Any]:
    spec = dict(chart) if isinstance(chart, Mapping) else chart.to_dict()
    if '"url"' in json.dumps(spec):
        raise PageError(f"chart {id}: it names a URL", "Put the data into the chart itself.")
    # The embedded library doesn't need it, and the page must not contain URLs.
    spec.pop("$schema", None)
    spec.pop("config", None)
    spec["description"] = f"{text.title}. {text.description}"
    if "hconcat" not in spec and "vconcat" not in spec and "facet" not in spec:
        spec["width"] = "container"
        spec["autosize"] = {"type": "fit-x", "contains": "padding"}
    return spec


def _static_svg(spec: Mapping[str, Any], id: str, draw: Draw) -> str:
    fixed = dict(spec)
    if fixed.get("width") == "container":
        fixed["width"] = STATIC_WIDTH
    if beside := fixed.get("usermeta", {}).get(BESIDE):
        fixed["spec"] = fixed["spec"] | {"width": STATIC_WIDTH - beside}
    config = theme("light")
    shown = str(escape(config["font"]).replace("&#39;", "'"))
    svg = draw(fixed, config | {"font": MEASURED_FONT})
    svg = svg.replace(f'font-family="{MEASURED_FONT}"', f'font-family="{shown}"')
    return _responsive(_own_ids(svg, id))


def _own_ids(svg: str, prefix: str) -> str:
    """Add a prefix to the ids in an SVG, so that they are unique in a page with several."""
    for name in sorted(set(re.findall(r'\bid="([^"]+)"', svg)), key=len, reverse=True):
        svg = svg.replace(f'id="{name}"', f'id="{prefix}-{name}"')
        svg = svg.replace(f"url(#{name})", f"url(#{prefix}-{name})")
        svg = svg.replace(f'href="#{name}"', f'href="#{prefix}-{name}"')
    return svg


def _responsive(svg: str) -> str:
    """Remove fixed size and ARIA roles from an SVG, as its container has the role of an image."""
    head, end, rest = svg.partition(">")
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    rest = re.sub(r' (?:role|aria-roledescription|aria-label)="[^"]*"', "", rest)
    return head + ' aria-hidden="true" focusable="false"' + end + rest


def _height(svg: str) -> int:
    """Return the height in pixels of an SVG of :data:`STATIC_WIDTH`, to reserve its space."""
    found = re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)
    return round(float(found[1])) if found else 0


def _layers(spec: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    inner: Mapping[str, Any] = spec.get("spec", spec)
    layers: Sequence[Mapping[str, Any]] = inner.get("layer", [inner])
    return layers


def _headings(spec: Mapping[str, Any], columns: Sequence[str]) -> dict[str, str]:
    """Return the headings in a chart's data of columns on its axes: names with units."""
    found: dict[str, str] = {}
    for layer in _layers(spec):
        encoding = layer.get("encoding", {})
        for axis in ("x", "y"):
            given = encoding.get(axis, {}).get("title") or ""
            title = given if isinstance(given, str) else " ".join(given)
            unit = title.rpartition(" (")[2].removesuffix(")") if title.endswith(")") else ""
            for end in (axis, f"{axis}2"):
                name = encoding.get(end, {}).get("field")
                if name in GENERAL_NAMES and title:
                    found[name] = title
                elif name in columns and unit and not name.endswith(f"_{unit}"):
                    found[name] = f"{name} ({unit})"
    return found


def _titles(spec: Mapping[str, Any]) -> dict[str, str]:
    """Return the titles of columns on a chart's axes, in its legend and tooltips."""
    found: dict[str, str] = {}
    for layer in _layers(spec):
        encoding = layer.get("encoding", {})
        channels = [encoding.get(name, {}) for name in ("x", "y", "color")]
        for channel in [*channels, *_listed(encoding.get("tooltip"))]:
            name, title = channel.get("field"), channel.get("title") or ""
            if name and title:
                found.setdefault(name, title if isinstance(title, str) else " ".join(title))
    return found


def _listed(tooltip: Any) -> list[Mapping[str, Any]]:
    """Return a channel's tooltips as a list; it may have one, several or none."""
    return tooltip if isinstance(tooltip, list) else [tooltip] if tooltip else []


def _digits(data: pl.DataFrame, most: int) -> int:
    """Return the significant decimals: two figures of the narrowest half interval, if any."""
    if not {"low", "high"} <= set(data.columns):
        return most
    ends = data.select("low", "high").drop_nulls().iter_rows()
    widths = [(high - low) / 2 for low, high in ends if math.isfinite(high - low) and high > low]
    return max(0, min(most, 1 - math.floor(math.log10(min(widths))))) if widths else most


def data_details(
    data: pl.DataFrame,
    *,
    id: str,
    title: str,
    digits: int = 6,
    headings: Mapping[str, str] = MappingProxyType({}),
    titles: Mapping[str, str] = MappingProxyType({}),
) -> Markup:
    """Render the data of a figure as a folded table with a download.

    Args:
        data: the data.
        id: the figure's id.
        title: the figure's title.
        digits: the largest number of decimals in the table.
        headings: headings that replace names of columns in the download.
        titles: titles of columns in the table.
    """
    shown = data.head(TABLE_ROWS)
    left_out = data.height - shown.height
    note = f"The first {shown.height} of {data.height} rows." if left_out else ""
    if left_out:
        # State explicitly that the table is truncated.
        note += " The download has them all."
    receipts = receipts_of(shown)
    is_estimate = set(RECEIPT) <= set(data.columns)
    if receipts:
        shown = shown.drop(name for name in RECEIPT if name in data.columns)
    names = {**headings, **titles, **CALLED}
    columns = [
        replace(
            column,
            ours=is_estimate and column.name == "value",
            title=names.get(column.name, column.name).replace("_", " "),
        )
        for column in columns_of(shown, _digits(data, digits))
    ]
    table = table_html(
        shown,
        columns,
        id=f"{id}-data",
        caption=f"{title}: data",
        note=note,
        download=data.rename(dict(headings)),
        sortable=False,
        cards=False,
        receipts=receipts,
    )
    return fill(_DATA, table=table)
