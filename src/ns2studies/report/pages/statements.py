"""Statements of a text with our verdicts: the table of all of them, and cards beside figures.

Evidence may list dozens of values before the number of cases that agree. Such a list is folded, and
only its end stays visible.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

import polars as pl
from markupsafe import Markup

from ns2studies.report.blocks import Block, badge, raw_html
from ns2studies.report.links import claim_id
from ns2studies.report.pages.reference import (
    MARK,
    best_verdicts,
    is_there_alone,
)
from ns2studies.report.tables import table
from nstrace.pages.markup import fill, typeset
from nstrace.pages.tables import Column

FOLDED_FROM: Final = 120
"""Number of letters from which evidence is folded."""

_SHOWN: Final = 80
"""Number of letters of a folded text that stay visible, if it has no counts at its end."""

_COUNTS: Final = re.compile(r"(?:clearly so|alike) in \d+ of \d+ cases")

_VALUES: Final = "the values"
_MORE: Final = "more"
_EVIDENCE: Final = "Evidence: "
"""Labels in front of a folded list, a folded text, and the evidence of a reason."""


def folded(text: str) -> Markup:
    """Return a text as HTML; a long one is folded except for the counts at its end."""
    text = typeset(text)
    if len(text) < FOLDED_FROM:
        return fill("{{ text }}", text=text)
    counts = list(_COUNTS.finditer(text))
    start = text.rfind("; ", 0, counts[-1].start()) if counts else -1
    if start > 0:
        return fill(_FOLDED, shown=text[start + 2 :], hidden=text[:start], words=_VALUES)
    end = text.rfind(" ", 0, _SHOWN)
    return fill(_FOLDED, shown=f"{text[:end]} …", hidden=f"… {text[end + 1 :]}", words=_MORE)


def reasoned(text: str) -> Markup:
    """Return the words of a reason as HTML; the evidence after a long reason is folded."""
    text = typeset(text)
    words, evidence, values = text.partition(_EVIDENCE)
    if len(text) < FOLDED_FROM or not evidence:
        return fill("{{ text }}", text=text)
    return fill(_FOLDED, shown=words, hidden=values, words=_EVIDENCE.strip(": ").lower())


def statements_table(judged: pl.DataFrame, place: str, ours: Collection[str] = ()) -> Block:
    """Return all claims of a study, each with its verdicts, evidence and reason.

    Args:
        judged: rows of the query ``claims``, from :func:`reference.with_claims`.
        place: heading of their ``page``.
        ours: names of those that are questions of ours, which are in a table of their own.
    """
    is_ours = pl.col("claim").is_in(list(ours))
    said, asked = judged.filter(~is_ours), judged.filter(is_ours)
    found = Block("") if said.is_empty() else _statements(said, place)
    return found if asked.is_empty() else found + _statements(asked, "")


def _statements(judged: pl.DataFrame, place: str) -> Block:
    """Return a table of claims; without a ``place``, of questions of ours."""
    frame = _best(judged)
    columns = [
        Column("statement", "The study says" if place else "We ask", kind="words", header=True),
        *([Column("page", place)] if place else []),
        Column("best", "Verdict", kind="badge", drawn=badge, note="said", noted=folded),
        Column("reason", "Reason", kind="words", drawn=_strong, note="why", noted=reasoned),
    ]  # fmt: skip
    saved = ["statement", "page", "verdict", "evidence", "reason", "why"]
    if "reference_verdict" in judged.columns:
        saved[2:2] = ["reference_verdict", "reference_evidence"]
    if not any(frame["reason"].to_list()):
        columns, saved = columns[:-1], saved[:-2]
    return table(
        frame,
        columns,
        row_ids=[claim_id(claim) for claim in frame["claim"]],
        id="claims-table" if place else "questions-table",
        caption="Statements of the text (in our words) and what our results say of them"
        if place
        else "Questions of ours, which the text leaves open, and what our results say of them",
        download=frame.select(saved),
    )


def _strong(words: str) -> Markup:
    return fill("<b>{{ words }}</b>", words=words) if words else Markup("")


def statement_cards(judged: pl.DataFrame, names: Sequence[str]) -> Block:
    """Return cards of some claims: verdict, statement, evidence, and a link to the table.

    Args:
        judged: as for :func:`statements_table`; without rows there are no cards.
        names: the numbers at the beginning of the statements' names; one whose file was removed
            has no card.
    """
    if judged.is_empty():
        return Block("")
    found = {str(row["claim"]).partition("-")[0]: row for row in _best(judged).to_dicts()}
    cards = [
        {
            "badge": badge(row["best"]),
            "mark": row["mark"],
            "statement": row["statement"],
            "address": f"#{claim_id(row['claim'])}",
            "evidence": folded(row["told"] or ""),
        }
        for row in (found[name] for name in names if name in found)
    ]
    return raw_html(fill(_CARDS, cards=cards)) if cards else Block("")


def _best(judged: pl.DataFrame) -> pl.DataFrame:
    """Add the best verdict, its evidence (``told``) and a ``mark`` of its scale.

    In ``said``, the evidence ends with the verdict of the other runs, if it differs.
    """
    rows = best_verdicts(judged)
    if "reference_verdict" not in rows.columns:
        return rows.with_columns(told="evidence", said="evidence", mark=pl.lit(""))
    is_there = is_there_alone()
    told = pl.when(is_there).then("reference_evidence").otherwise("evidence")
    other = pl.when(is_there).then("verdict").otherwise("reference_verdict")
    whose = pl.when(is_there).then(pl.lit("these runs")).otherwise(pl.lit(MARK))
    named = pl.when(other != pl.col("best")).then(pl.format(" ({}: {})", whose, other))
    return rows.with_columns(
        told=told,
        said=pl.concat_str(told, named.otherwise(pl.lit("")), ignore_nulls=True),
        mark=pl.when(is_there).then(pl.lit(MARK)).otherwise(pl.lit("")),
    )


_FOLDED = """\
{{ shown }}<details class="folded"><summary>{{ words }}</summary>{{ hidden }}</details>"""

_CARDS = """\
<div class="claim-cards">
<p>Claims of the text about this</p>
<ul>
{% for card in cards %}
<li>{{ card.badge }}{% if card.mark %} <span class="mark">{{ card.mark }}</span>{% endif %}
<a href="{{ card.address }}">{{ card.statement }}</a>
<div class="note-below">{{ card.evidence }}</div></li>
{% endfor %}
</ul>
</div>"""
