"""Channels of a chart's marks: position, color, dashes and symbols, and interactive selections.

Series differ by color, dashes and symbol, so that no reader has to distinguish colors. Colors come
from the theme (charts.json), which has a light and a dark palette.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import altair as alt

from nstrace.pages.axes import Axis, Series

SHAPES = ["circle", "square", "triangle-up", "cross", "triangle-down", "triangle-left"]
"""Symbols of series. The diamond is reserved for published values."""

DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]]

PLACES: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{
            "Reno": 0,
            "SACK": 1,
            "Sack": 1,
            "New Reno": 2,
            "NewReno": 2,
            "Tahoe": 3,
            "Vegas": 4,
            "Hybla": 5,
        },
        **{"SACK PR": 5, "CEAS": 0, "CEAS with memory": 1, "LSRP": 2, "DVR": 3},
    }
)
"""Names with the same color, symbol and dashes on every page: places in the theme's palette."""

SAME = " = "
"""The separator of names in the name of several series that are one line."""

LONG_SYMBOL = 900
"""Area in square pixels of a line in a legend, long enough to show its dashes."""

CHOSEN = "chosen"
"""The selection of series in the legend; the others fade."""

FADED = 0.12

NARROW, SYMBOL, LINE, LETTER = 290, 26, 46, 7
"""Widths in pixels: of a chart in a narrow window without its axis, and, in a legend, of a symbol,
a line and a letter."""

_NO_COLOUR = "#808080"
"""Gray, for symbols in a legend that does not explain colors."""

THEME_COLUMNS = 3
"""The number of columns of a legend in theme/charts.json."""


def x_channel(axis: Axis, *, whole: bool = False) -> alt.X:
    """Return the x channel of an axis; ``whole`` numbers have no ticks between them."""
    ticks = alt.Axis(tickMinStep=1) if whole else alt.Undefined
    return alt.X(f"{axis.name}:Q", title=axis.lines, scale=axis.scale, axis=ticks)


def y_channel(axis: Axis) -> alt.Y:
    """Return the y channel of an axis."""
    return alt.Y(f"{axis.name}:Q", title=axis.label, scale=axis.scale)


def domain(series: Series) -> list[str]:
    """Return the domain of a series' scales: each name at its place, and blanks at unused places.

    Names that are not in :data:`PLACES` take the free places. One line of several series takes the
    place of the first.
    """
    names = list(series.order)
    fixed = {name: PLACES[first] for name in names if (first := name.split(SAME)[0]) in PLACES}
    if not fixed or len(set(fixed.values())) < len(fixed) or len(names) > len(SHAPES):
        return names
    found = {place: name for name, place in fixed.items()}
    free = iter(set(range(len(SHAPES))) - found.keys())
    found |= {next(free): name for name in names if name not in fixed}
    return [found.get(place, " " * (place + 1)) for place in range(max(found) + 1)]


def colour(series: Series, *, lines: bool = False, **legend: Any) -> alt.Color:
    """Return the color channel of a series.

    Args:
        lines: whether the legend shows lines, which are wider than symbols.
        legend: further properties of the legend.
    """
    series = series.part(0)
    colour = alt.Color(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=domain(series)),
    )
    legend["values"] = list(series.order)
    columns = _legend_columns(series, LINE if lines else SYMBOL)
    if columns is not None:
        legend["columns"] = columns
    return colour.legend(**legend) if legend else colour


def _legend_columns(series: Series, symbol: int) -> int | None:
    """Return the number of legend columns that fit in a narrow window; None for the theme's."""
    widest = max(map(len, series.order), default=0)
    room = NARROW // (symbol + LETTER * widest)
    return max(1, room) if room < THEME_COLUMNS else None


def dash_channel(series: Series, **legend: Any) -> alt.StrokeDash:
    """Return the dash channel of a series; ``legend`` has further properties of the legend."""
    own = series.part(1)
    names = domain(own)
    if series.parts:
        legend |= {"symbolFillColor": _NO_COLOUR}
    return alt.StrokeDash(
        f"{own.name}:N",
        title=own.title,
        sort=list(own.order),
        scale=alt.Scale(domain=names, range=DASHES[: len(names)]),
        legend=alt.Legend(values=list(own.order), **legend),
    )


def shape_channel(series: Series) -> alt.Shape:
    """Return the symbol channel of a series."""
    own = series.part(1)
    names = domain(own)
    return alt.Shape(
        f"{own.name}:N",
        title=own.title,
        sort=list(own.order),
        scale=alt.Scale(domain=names, range=SHAPES[: len(names)]),
        legend=alt.Legend(values=list(own.order)),
    )


def opacity(shown: float = 1, faded: float = FADED) -> Any:
    """Return the opacity of chosen series, ``shown``, and of others, ``faded``."""
    return alt.when(alt.param(CHOSEN)).then(alt.value(shown)).otherwise(alt.value(faded))


def choice(series: Series) -> alt.Parameter:
    """Return the selection of series by clicks in the legend; initially all are shown."""
    chosen: alt.Parameter = alt.selection_point(
        name=CHOSEN, fields=[series.part(0).name], bind="legend", toggle=True
    )
    return chosen


def zoom() -> alt.Parameter:
    """Return a zoom along x that needs the shift key, so that wheel and touch scroll the page."""
    zoom: alt.Parameter = alt.selection_interval(
        name="zoom",
        bind="scales",
        encodings=["x"],
        zoom="wheel![event.shiftKey]",
        translate="[pointerdown[event.shiftKey], window:pointerup] > window:pointermove!",
    )
    return zoom
