"""Channels of a chart's marks: places, colours, dashes and symbols, and what a reader changes.

A series differs by colour, by dash and by symbol, so that no reader has to tell colours.
Colours come from the theme (charts.json), which has a palette for light and for dark.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import altair as alt

from nstrace.pages.axes import Axis, Series

SHAPES = ["circle", "square", "triangle-up", "cross", "triangle-down", "triangle-left"]
"""Symbols of series. A diamond is none of them: it marks what a text prints."""

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

LONG_SYMBOL = 900
"""Area in square pixels of a line in a legend, so that its dashes can be told apart."""

CHOSEN = "chosen"
"""The series that a reader has chosen in the legend: the others fade."""

FADED = 0.12

NARROW, SYMBOL, LINE, LETTER = 290, 26, 46, 7
"""Widths in pixels: of what a chart in a narrow window has beside its axis, of a symbol in a
legend, of a line in one, of a letter beside it."""

THEME_COLUMNS = 3
"""Columns of a legend in theme/charts.json."""


def x_channel(axis: Axis, *, whole: bool = False) -> alt.X:
    """Places across: numbers of the axis' column; ``whole`` ones have no ticks between them."""
    ticks = alt.Axis(tickMinStep=1) if whole else alt.Undefined
    return alt.X(f"{axis.name}:Q", title=axis.lines, scale=axis.scale, axis=ticks)


def y_channel(axis: Axis) -> alt.Y:
    """Places upwards: numbers of the axis' column."""
    return alt.Y(f"{axis.name}:Q", title=axis.label, scale=axis.scale)


def domain(series: Series) -> list[str]:
    """Return the domain of a series' scales: each name at its place, blanks where none is.

    Names that are not in :data:`PLACES` take the places that are free.
    """
    names = list(series.order)
    wanted = [PLACES[name] for name in names if name in PLACES]
    if not wanted or len(set(wanted)) < len(wanted) or len(names) > len(SHAPES):
        return names
    found = dict(zip(wanted, (name for name in names if name in PLACES), strict=True))
    free = iter(set(range(len(SHAPES))) - found.keys())
    found |= {next(free): name for name in names if name not in PLACES}
    return [found.get(place, " " * (place + 1)) for place in range(max(found) + 1)]


def colour(series: Series, *, lines: bool = False, **legend: Any) -> alt.Color:
    """A colour for each of the series' names.

    Args:
        lines: whether the legend shows lines, which take more room than symbols.
        legend: further properties of the legend.
    """
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
    """So many columns of names as a narrow window has room for; None: as the theme has it."""
    widest = max(map(len, series.order), default=0)
    room = NARROW // (symbol + LETTER * widest)
    return max(1, room) if room < THEME_COLUMNS else None


def dash_channel(series: Series, **legend: Any) -> alt.StrokeDash:
    """Dashes for each of the series' names; ``legend``: further properties of the legend."""
    names = domain(series)
    return alt.StrokeDash(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=names, range=DASHES[: len(names)]),
        legend=alt.Legend(values=list(series.order), **legend),
    )


def shape_channel(series: Series) -> alt.Shape:
    """Symbols for each of the series' names."""
    names = domain(series)
    return alt.Shape(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=names, range=SHAPES[: len(names)]),
        legend=alt.Legend(values=list(series.order)),
    )


def opacity(shown: float = 1, faded: float = FADED) -> Any:
    """How opaque what a reader has chosen is, and all else."""
    return alt.when(alt.param(CHOSEN)).then(alt.value(shown)).otherwise(alt.value(faded))


def choice(series: Series) -> alt.Parameter:
    """What is chosen by a click in the legend; nothing chosen is all."""
    chosen: alt.Parameter = alt.selection_point(
        name=CHOSEN, fields=[series.name], bind="legend", toggle=True
    )
    return chosen


def zoom() -> alt.Parameter:
    """Enlarging along x, with the shift key, so that wheel and finger go on moving the page."""
    zoom: alt.Parameter = alt.selection_interval(
        name="zoom",
        bind="scales",
        encodings=["x"],
        zoom="wheel![event.shiftKey]",
        translate="[pointerdown[event.shiftKey], window:pointerup] > window:pointermove!",
    )
    return zoom
