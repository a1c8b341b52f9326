"""The charts of a report: one for each run with data, side by side."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from markupsafe import Markup

from nstrace.pages.charts import Text, chart_html
from nstrace.pages.markup import fill
from nstrace.report.drawing import (
    Frame,
    Lines,
    losses_by_place,
    losses_chart,
    no_losses,
    positions,
    positions_chart,
)
from nstrace.report.measuring import Run


def nothing(why: str, run: Run, several: bool) -> Markup:
    """Return a note on why a run has no block."""
    return fill(
        '<p class="note">{% if several %}{{ name }}: {% endif %}{{ why }}</p>',
        name=run.name,
        why=why,
        several=several,
    )


def _side_by_side(blocks: Sequence[Markup]) -> Markup:
    if len(blocks) == 1:
        return blocks[0]
    return fill(
        '<div class="side-by-side">{% for block in blocks %}<div>{{ block }}</div>{% endfor %}'
        "</div>",
        blocks=blocks,
    )


def _each(
    runs: Sequence[Run],
    why: Callable[[Run], str],
    draw: Callable[[int, Run], Markup | None],
) -> Markup:
    """Return a block for each run, or a note on why there is none."""
    several = len(runs) > 1
    found = [(run, draw(number, run)) for number, run in enumerate(runs)]
    reasons = {why(run) for run, block in found if block is None}
    if all(block is None for _, block in found) and len(reasons) == 1:
        return nothing(reasons.pop(), runs[0], several=False)
    return _side_by_side([block or nothing(why(run), run, several) for run, block in found])


def line_charts(chart: Lines, runs: Sequence[Run], frame: Frame) -> list[Markup]:
    """Return a chart for each run, side by side; an empty list for an optional one without data."""
    optional = chart.id in ("samples", "red", "columns")
    if optional and all(chart.rows(run).is_empty() for run in runs):
        return []

    def draw(number: int, run: Run) -> Markup | None:
        rows = chart.rows(run)
        if rows.is_empty():
            return None
        left = run.summary.left_out + len(run.summary.flows) - len(run.flows)
        note = (
            f" Only the {len(run.flows)} flows that sent most are shown."
            if left and chart.by_flow
            else ""
        )
        return chart_html(
            chart.chart(run, runs, frame),
            rows,
            id=f"{chart.id}-{number}",
            text=chart.text(run, len(runs) > 1, note),
            digits=6 if chart.over == "time_s" else 3,
        )

    return [_each(runs, chart.why_absent, draw)]


def loss_charts(runs: Sequence[Run]) -> Iterator[Markup]:
    """Yield charts of losses by place and cause, if any run has losses."""

    def draw(number: int, run: Run) -> Markup | None:
        rows = losses_by_place(run)
        if rows.is_empty():
            return None
        return chart_html(
            losses_chart(run),
            rows,
            id=f"losses-{number}",
            text=_text(
                "Losses by place and cause",
                run,
                len(runs),
                "A bar for each place and cause, the largest first.",
                "Drops of data packets in the trace, by place and cause; at most twelve bars.",
            ),
        )

    if any(not losses_by_place(run).is_empty() for run in runs):
        yield _each(runs, no_losses, draw)


_NO_PLACES: Final = (
    "No line gives the position of a node. Positions are in new and tagged wireless lines, in "
    "movements, and in nam nodes with coordinates."
)


def position_charts(runs: Sequence[Run]) -> Iterator[Markup]:
    """Yield charts of the last positions of nodes, or notes on why they are unknown."""
    drawn = [run for run in runs if not positions(run).is_empty()]

    def draw(number: int, run: Run) -> Markup | None:
        rows = positions(run)
        if rows.is_empty():
            return None
        left = len(run.series["node_positions"]) - len(rows)
        return chart_html(
            positions_chart(run, drawn),
            rows,
            id=f"positions-{number}",
            text=_text(
                "Positions of nodes",
                run,
                len(runs),
                "The last position of each node, with its number, in meters.",
                "The last position of each node in the trace, with a dashed line from its first "
                "position." + (f" {left} more nodes are not shown." if left else ""),
            ),
            digits=2,
        )

    yield _each(
        runs,
        lambda _: _NO_PLACES,
        draw,
    )


def _text(title: str, run: Run, runs: int, description: str, caption: str) -> Text:
    return Text(f"{title}: {run.name}" if runs > 1 else title, description, caption)
