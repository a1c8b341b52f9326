"""Sensitivity of each claim: its verdict with every choice that the text leaves open.

The rows are those of the table ``sensitivity`` (:mod:`ns2studies.evaluation.sensitivity`). The
figure is a specification curve (Simonsohn et al. 2020) of verdicts, which lists first the claims
that hold with most choices.
"""

import textwrap
from collections.abc import Mapping

import altair as alt
import polars as pl

from ns2studies.evaluation.sensitivity import AS_CHOSEN
from ns2studies.evaluation.verdicts import CONFIRMED, NOT_MEASURED, OPEN, PARTLY, REFUTED
from ns2studies.report.blocks import VERDICTS, Block, badge, folded_block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.tables import table
from nstrace.pages.channels import SHAPES
from nstrace.pages.charts import Text
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

SENSITIVITY = SqlFiles.beside(__file__)["sensitivity"]
"""Query for the rows of :func:`sensitivity_blocks`."""


_ORDER = (PARTLY, REFUTED, CONFIRMED, "contradicts itself")
"""Verdicts that have the theme's first colors and shapes; others get the next ones."""

_LETTERS, _LINE_HEIGHT = 22, 14
"""Letters in a line of a claim's name, so that it fits a narrow window, and the line's height in
pixels.
"""

_ROOM = {"left": 24, "top": 28, "right": 5, "bottom": 5}
"""Pixels around the chart, for names at its edges: letters may be wider where the drawing is shown
than where it was made.
"""


def sensitivity_blocks(rows: pl.DataFrame, names: Mapping[str, str]) -> Block:
    """Return the figure, and the table with a sentence for each claim.

    Args:
        rows: of :data:`SENSITIVITY`.
        names: display names of the choices.
    """
    touched = rows.filter("touched")
    if touched.is_empty():
        return Block("\n\nNo other choice was run that a statement looks at.\n\n")
    named = touched.with_columns(pl.col("choice").replace(dict(names)).alias("named"))
    claims = _sentences(named)
    sentences = _table(claims, rows["claim"].n_unique())
    return _figure(rows, named, claims) + folded_block("In words", sentences)


def _sentences(named: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each claim that a choice touches, most robust first."""
    found = []
    for _, group in named.group_by("claim", maintain_order=True):
        usual = str(group["verdict_as_chosen"][0])
        same = int((group["verdict"] == usual).sum())
        found.append(
            {
                "claim": group["claim"][0],
                "statement": group["statement"][0],
                "verdict_here": group["verdict_here"][0],
                "usual": usual,
                "choices": group.height,
                "same": same,
                "sentence": _sentence(usual, group) + _of_all_runs(usual, group),
                "holding": int((group["verdict"] == CONFIRMED).sum() + (usual == CONFIRMED)),
            }
        )
    order = pl.col("holding") / (pl.col("choices") + 1)
    return pl.DataFrame(found).sort(order, "claim", descending=[True, False])


def _sentence(usual: str, group: pl.DataFrame) -> str:
    """Describe how one claim depends on choices."""
    choices, same = group.height, int((group["verdict"] == usual).sum())
    flips, undecided = group.filter("flips"), group.filter(pl.col("verdict").is_in(OPEN))
    if same == choices:
        others = {1: "the other choice", 2: "both other choices"}.get(
            choices, f"all {choices} other choices"
        )
        return f"“{usual}” as chosen and with {others}: none changes it alone."
    parts = [f"“{usual}” as chosen" + (f" and with {same} of {choices} others" if same else "")]
    if flips.height:
        parts.append(f"changed by one choice alone: {_listed(flips)}")
    if usual in OPEN and same < choices:
        decided = group.filter(~pl.col("verdict").is_in(OPEN))
        parts.append(f"decided with: {_listed(decided)}")
    elif undecided.height:
        parts.append(f"left open by the runs with: {', '.join(undecided['named'])}")
    return "; ".join(parts) + "."


def _of_all_runs(usual: str, group: pl.DataFrame) -> str:
    """Explain why the verdict on all runs differs, if it does."""
    here = group["verdict_here"][0]
    if here == usual:
        return ""
    return (
        f" By all of the study's own runs it is “{here}”: compared here are only the places where "
        "other choices were run, too, and as many replications."
    )


def _listed(rows: pl.DataFrame) -> str:
    ways = [f"{row['named']} (“{row['verdict']}”)" for row in rows.iter_rows(named=True)]
    return "; ".join(ways)


def _figure(rows: pl.DataFrame, named: pl.DataFrame, claims: pl.DataFrame) -> Block:
    """Draw a mark for each claim and choice, by verdict."""
    data = _marks(rows, named, claims)
    flips = (
        named.group_by("named")
        .agg(pl.col("flips").sum())
        .sort("flips", "named", descending=[True, False])
    )
    choices = ["as chosen", *flips["named"].to_list()]
    finding = _finding(named)
    return chart_block(
        _chart(data, choices, claims), data,
        id="sensitivity-figure", definition="method.html#verdicts",
        text=Text(
            f"Verdicts by choice: {finding}",
            f"{claims.height} statements in rows, {len(choices)} choices in columns: {finding}.",
            "Each statement that a choice can touch, judged as chosen (first column) "
            "and with one other choice at a time. Statements that hold with most choices stand "
            "above, choices that change most verdicts left. No mark: the statement does not look "
            "at runs with this choice, or can't be judged by those that were made.",
        ),
    )  # fmt: skip


def _marks(rows: pl.DataFrame, named: pl.DataFrame, claims: pl.DataFrame) -> pl.DataFrame:
    """Return the marks of the figure: a claim, as chosen or with another choice."""
    usual = rows.filter(
        (pl.col("choice") == AS_CHOSEN) & pl.col("claim").is_in(claims["claim"].to_list())
    ).with_columns(pl.lit("as chosen").alias("named"))
    return pl.concat([usual, named], how="diagonal").select(
        pl.col("claim").str.replace_all("-", " ", literal=True),
        "statement",
        pl.col("named").alias("choice"),
        "verdict",
        pl.col("flips").replace_strict({True: "yes", False: "no"}).alias("changed"),
    )


def _chart(data: pl.DataFrame, choices: list[str], claims: pl.DataFrame) -> alt.Chart:
    """Draw claims in rows, whose names may take several lines, and choices in columns."""
    found = data["verdict"].unique().to_list()
    verdicts = _known(found)
    legend = alt.Legend(columns=1, values=[verdict for verdict in VERDICTS if verdict in found])
    lines = {claim: textwrap.wrap(_short(claim), _LETTERS) for claim in claims["claim"]}
    height = _LINE_HEIGHT * max(map(len, lines.values())) + 6
    rows_named = {_short(claim): "\n".join(found) for claim, found in lines.items()}
    chart: alt.Chart = (
        alt.Chart(data.with_columns(pl.col("claim").replace(rows_named).alias("row")))
        .mark_point(filled=True, size=110, opacity=1)
        .encode(
            x=alt.X("choice:N", sort=choices, title=None,
                    axis=alt.Axis(orient="top", labelAngle=-90, labelLimit=0)),
            y=alt.Y("row:N", sort=list(rows_named.values()), title=None,
                    axis=alt.Axis(labelExpr="split(datum.label, '\\n')", labelLimit=0,
                                  labelFontSize=11, labelLineHeight=_LINE_HEIGHT, grid=True)),
            color=alt.Color("verdict:N", title="Verdict", scale=alt.Scale(domain=verdicts),
                            legend=legend),
            shape=alt.Shape("verdict:N", title="Verdict", legend=legend,
                            scale=alt.Scale(domain=verdicts, range=SHAPES[: len(verdicts)])),
            tooltip=[
                alt.Tooltip("statement:N", title="Statement"),
                alt.Tooltip("choice:N", title="Choice"),
                alt.Tooltip("verdict:N", title="Verdict"),
                alt.Tooltip("changed:N", title="Changed by this choice alone"),
            ],
        )
        .properties(height=height * claims.height, padding=_ROOM)
    )  # fmt: skip
    return chart


def _finding(named: pl.DataFrame) -> str:
    """Count the decided claims whose verdict changes with a single choice."""
    decided = named.filter(~pl.col("verdict_as_chosen").is_in(OPEN))["claim"].n_unique()
    left = named["claim"].n_unique() - decided
    if not decided:
        return f"no statement is decided as chosen, so that none can change ({left} open)"
    changed = named.filter("flips")["claim"].n_unique()
    rest = f"; {left} {'is' if left == 1 else 'are'} open" if left else ""
    return f"{changed} of {decided} decided statements change with one alone{rest}"


def _short(claim: str) -> str:
    return claim.replace("-", " ")


def _known(found: list[str]) -> list[str]:
    """Return verdicts in the order of their colors, which are the same on every page."""
    usual = [*_ORDER, *(verdict for verdict in OPEN if verdict != NOT_MEASURED)]
    return [*usual, *(name for name in VERDICTS if name in found and name not in usual)]


def _table(claims: pl.DataFrame, judged: int) -> Block:
    """Return a table of the claims that a choice touches, with the number of all other claims.

    Args:
        judged: number of the study's statements, including those that no choice touches.
    """
    others = judged - claims.height
    looking = {0: "", 1: "; one other looks at no run with another choice"}.get(
        others, f"; {others} others look at no run with another choice"
    )
    columns = [
        Column("statement", "The study says", kind="words", header=True),
        Column("verdict_here", "Verdict", kind="badge", drawn=badge),
        Column("usual", "In runs for comparison", kind="badge", drawn=badge),
        Column("choices", "Choices that touch it", "", "number"),
        Column("same", "Same verdict", "", "number"),
        Column("sentence", "What it depends on", kind="words"),
    ]
    return table(
        claims.select(column.name for column in columns), columns, id="sensitivity-table",
        caption=f"What each statement depends on: choices one at a time{looking}",
    )  # fmt: skip
