"""Sensitivity of each claim: its verdict with every choice that the text leaves open.

The rows are those of the table ``sensitivity`` (:mod:`ns2studies.evaluation.sensitivity`). The
matrix is a specification curve (Simonsohn et al. 2020) of verdicts, which lists first the claims
that hold with most choices.
"""

from collections.abc import Mapping

import polars as pl

from ns2studies.evaluation.sensitivity import AS_CHOSEN
from ns2studies.evaluation.verdicts import CONFIRMED, OPEN
from ns2studies.report.blocks import VERDICTS, Block, badge, folded_block, raw_html
from ns2studies.report.links import claim_id
from ns2studies.report.tables import table
from nstrace.pages.markup import csv_uri, fill
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

SENSITIVITY = SqlFiles.beside(__file__)["sensitivity"]
"""Query for the rows of :func:`sensitivity_blocks`."""


_BASELINE = "as chosen"

_MATRIX = """\
<div class="table-block" id="sensitivity-figure">
<div class="table-scroll" role="region" aria-labelledby="sensitivity-figure-caption" tabindex="0">
<table class="data tiles">
<caption id="sensitivity-figure-caption"><span>Verdicts by choice: {{ finding }}</span></caption>
<thead><tr><th scope="col">The study says</th>
{% for choice in choices %}<th scope="col">{{ choice }}</th>{% endfor %}
</tr></thead>
<tbody>
{% for id, statement, tiles in rows %}
<tr><th scope="row"><a href="#{{ id }}">{{ statement }}</a></th>
{%- for tile in tiles -%}
{%- if tile %}{% set sign, tone = signs[tile.verdict] -%}
{% set words = tile.verdict ~ ("; as chosen " ~ tile.verdict_as_chosen if tile.flips else "") -%}
<td class="badge-{{ tone }}{{ " changed" if tile.flips }}" title="{{ words }}"><span
 aria-hidden="true">{{ sign }}</span><span class="visually-hidden">{{ words }}</span></td>
{%- else %}<td></td>
{%- endif %}
{%- endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
<p class="verdict-line">{% for verdict in verdicts %}{{ badge(verdict) }} {% endfor %}</p>
<p class="table-tools"><span>Each statement that a choice can touch, judged as chosen and with one
other choice at a time; verdicts that change have a frame. Statements that hold with most choices
stand above, choices that change most verdicts left. An empty tile: the statement does not look at
runs with this choice, or they can't judge it. <a href="method.html#verdicts">What verdicts
mean</a></span>
<a download="sensitivity.csv" href="{{ csv }}">Download sensitivity.csv</a></p>
</div>"""


def sensitivity_blocks(rows: pl.DataFrame, names: Mapping[str, str]) -> Block:
    """Return the matrix, and the table with a sentence for each claim.

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
    return _matrix(rows, named, claims) + folded_block("In words", sentences)


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


def _matrix(rows: pl.DataFrame, named: pl.DataFrame, claims: pl.DataFrame) -> Block:
    """Return a tile for each claim and choice, with the sign of the verdict."""
    flips = (
        named.group_by("named")
        .agg(pl.col("flips").sum())
        .sort("flips", "named", descending=[True, False])
    )
    usual = rows.filter(
        (pl.col("choice") == AS_CHOSEN) & pl.col("claim").is_in(claims["claim"].to_list())
    ).with_columns(pl.lit(_BASELINE).alias("named"))
    tiles = pl.concat([usual, named], how="diagonal").select(
        *("claim", "statement", pl.col("named").alias("choice")),
        *("verdict", "verdict_as_chosen", "flips"),
    )
    found = {(row["claim"], row["choice"]): row for row in tiles.iter_rows(named=True)}
    choices = [_BASELINE, *flips["named"].to_list()]
    return raw_html(
        fill(
            _MATRIX,
            finding=_finding(named),
            choices=choices,
            rows=[
                (claim_id(name), statement, [found.get((name, choice)) for choice in choices])
                for name, statement in claims.select("claim", "statement").iter_rows()
            ],
            signs=VERDICTS,
            verdicts=[name for name in VERDICTS if name in set(tiles["verdict"])],
            badge=badge,
            csv=csv_uri(tiles),
        )
    )


def _finding(named: pl.DataFrame) -> str:
    """Count the decided claims whose verdict changes with a single choice."""
    decided = named.filter(~pl.col("verdict_as_chosen").is_in(OPEN))["claim"].n_unique()
    left = named["claim"].n_unique() - decided
    if not decided:
        return f"no statement is decided as chosen, so that none can change ({left} open)"
    changed = named.filter("flips")["claim"].n_unique()
    rest = f"; {left} {'is' if left == 1 else 'are'} open" if left else ""
    return f"{changed} of {decided} decided statements change with one alone{rest}"


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
