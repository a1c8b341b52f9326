"""The start page: what became of each study, what does not hold and why, and what it cost."""

from collections.abc import Mapping, Sequence

import polars as pl

from ns2studies.config.scenarios import FULL
from ns2studies.database.reference import read_reference_description
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import CELLS, CLAIMS
from ns2studies.report.blocks import VERDICTS, Block, badge, in_order, raw_html
from ns2studies.report.links import address_of, claim_id
from ns2studies.report.page import Page
from ns2studies.report.pages.outcomes import (
    Outcome,
    label,
    numbers,
    of_many,
    outcomes,
    sentence,
    together,
)
from ns2studies.report.pages.reference import TITLE, best_verdicts, is_there_alone, with_claims
from ns2studies.report.tables import meanings_table, table
from nstrace.pages.markup import fill, whole
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


CONTRADICTED = ("does not hold", "contradicts itself")
"""Verdicts of statements that the start page lists with their reasons."""

_OF_REFERENCE = f"{FULL} (the reference)"

SHORT_COMMIT = 10
"""Letters of a commit's name that are shown."""


def answer(page: Page) -> Block:
    """Return the shortest answer: a sentence with the totals, and a few words for each study."""
    found = outcomes(page)
    tiles = [(label(outcome.best), numbers(outcome.best), outcome) for outcome in found]
    return raw_html(fill(_ANSWER, scale=_scale_of(found), totals=_totals(found), tiles=tiles))


def _totals(found: Sequence[Outcome]) -> str:
    return sentence(together([outcome.best for outcome in found]))


def _scale_of(found: Sequence[Outcome]) -> str:
    scales = sorted({outcome.best_scale for outcome in found})
    several = f"{len(found)} studies" if len(found) != 1 else "one study"
    return f"At {' or '.join(scales)} scale, in {several}"


def outcome_cards(page: Page) -> Block:
    """Return a card for each study: a sentence, and bars of its published values and claims."""
    cards = [_card(outcome) for outcome in outcomes(page)]
    return raw_html(fill(_CARDS, cards=cards))


def _card(outcome: Outcome) -> dict[str, object]:
    return {
        "study": outcome.study,
        "title": outcome.title,
        "address": address_of(outcome.study),
        "label": label(outcome.best),
        "sentence": f"At {outcome.best_scale} scale: {sentence(outcome.best)}",
        "bars": _bars(outcome),
        "scale": _scale(outcome),
    }


def _bars(outcome: Outcome) -> list[dict[str, object]]:
    """Return bars of published values, claims and our questions; the reference's before ours."""
    kinds = (("Printed values", "cells"), ("Statements", "claims"), ("Our questions", "own"))
    return [
        {"name": name, "scale": scale, "parts": parts}
        for name, attribute in kinds
        for scale, parts in _by_scale(outcome, attribute)
        if parts
    ]


def _by_scale(
    outcome: Outcome, attribute: str
) -> list[tuple[str, list[tuple[str, int, str, str]]]]:
    """Return the counts at each scale; once where they are the same."""
    here = _parts(getattr(outcome.here, attribute))
    if not outcome.reference:
        return [(outcome.scale, here)]
    reference = _parts(getattr(outcome.reference, attribute))
    if reference == here:
        return [(f"{_OF_REFERENCE} and {outcome.scale}", here)]
    return [(_OF_REFERENCE, reference), (outcome.scale, here)]


def _parts(counts: Mapping[str, int]) -> list[tuple[str, int, str, str]]:
    return [
        (verdict if number == 1 else of_many(verdict), number, *VERDICTS[verdict])
        for verdict, number in in_order(counts)
    ]


def _scale(outcome: Outcome) -> str:
    """Return the scale of the results, and what full scale adds to them."""
    here = f"These pages: {outcome.scale} scale, {_runs(outcome.runs)}."
    if outcome.scale == FULL:
        return here
    left = outcome.here.open_claims
    if not outcome.reference:
        several = "statement" if left == 1 else "statements"
        waiting = f" Open for want of runs or tests: {left} {several}." if left else ""
        return f"{here}{waiting} All runs: ./reproduce full {outcome.study}"
    runs, hours = _runs(outcome.reference_runs), whole(round(outcome.reference_hours))
    more = f"Full scale: {runs}, {hours} simulated hours"
    return f"{here} {more}{_gained(left, outcome.reference.open_claims)}."


def _gained(left: int, left_there: int) -> str:
    if not left:
        return ""
    decided = max(left - left_there, 0)
    if left == 1:
        decides = "it decides" if decided else "nor does it decide"
        return f"; {decides} the one statement that is open here"
    return f"; it decides {decided} of the {left} statements that are open here"


def _runs(number: int) -> str:
    return f"{whole(number)} run{'' if number == 1 else 's'}"


def contradicted(page: Page) -> Block:
    """List the claims that do not hold, in all studies, with their reasons."""
    frame = _judged(page).filter(pl.col("best").is_in(CONTRADICTED))
    if frame.is_empty():
        return Block("\n\nNo statement of the texts is contradicted.\n\n")
    caption = "Statements of the texts (in our words) that do not hold, and why"
    return _statements(frame, "contradicted-table", caption)


def in_part(page: Page) -> Block:
    """List the claims that hold in part, in all studies."""
    frame = _judged(page).filter(pl.col("best") == "holds in part")
    if frame.is_empty():
        return Block("")
    shown = _statements(frame, "in-part-table", "Statements that hold in part, and why")
    several = "statements hold" if frame.height != 1 else "statement holds"
    summary = f"{frame.height} {several} in part: in which part, and why"
    opening = raw_html(fill("<details><summary>{{ words }}</summary>", words=summary))
    return opening + shown + raw_html("</details>")


def _judged(page: Page) -> pl.DataFrame:
    """Return all claims of the texts with their best verdict, its scale, and the reason.

    Questions of ours are no statements of a text.
    """
    frame = page.query(_SQL["index_claims"])
    ours = {study: own_questions(study) for study in frame["study"].unique()}
    is_ours = [claim in ours[study] for study, claim in frame["study", "claim"].iter_rows()]
    frame = frame.filter(~pl.Series(is_ours, dtype=pl.Boolean))
    found = frame.partition_by("study", as_dict=True, maintain_order=True)
    parts = [_of_study(page, str(study), part) for (study,), part in found.items()]
    return pl.concat(parts) if parts else frame.with_columns(best="verdict", scale=pl.lit(""))


def _of_study(page: Page, study: str, part: pl.DataFrame) -> pl.DataFrame:
    found = best_verdicts(with_claims(page, study, part))
    if "reference_verdict" not in found.columns:
        return found.with_columns(scale=pl.lit(""))
    same = pl.col("reference_verdict") == pl.col("verdict")
    # Without a reason the evidence stands there, which is the reference's if the verdict is.
    is_silent = pl.col("reason").fill_null("") == ""
    words = pl.when(is_there_alone() & is_silent).then("reference_evidence").otherwise("why")
    return found.with_columns(
        why=words,
        scale=pl.when(same)
        .then(pl.lit("both"))
        .when(is_there_alone())
        .then(pl.lit(FULL))
        .otherwise("scale"),
    ).drop("reference_verdict", "reference_evidence")


def _statements(frame: pl.DataFrame, id: str, caption: str) -> Block:
    places = [
        f"{address}#{claim_id(claim)}" if (address := address_of(study)) else ""
        for study, claim in frame.select("study", "claim").iter_rows()
    ]
    columns = [
        Column("study", "Study", header=True),
        Column("statement", "The text says", kind="words", link="place"),
        Column("best", "Verdict", kind="badge", drawn=badge),
        *([Column("scale", "Scale")] if any(frame["scale"].to_list()) else []),
        Column("reason", "Reason"),
        Column("why", "Why", kind="words"),
    ]
    return table(frame.with_columns(pl.Series("place", places)), columns, id=id, caption=caption)


def studies(page: Page) -> Block:
    """List the studies, linked to their pages."""
    frame = page.query(_SQL["studies"]).with_columns(
        pl.col("study").map_elements(address_of, pl.String).alias("address")
    )
    columns = [
        Column("title", "Study", header=True, link="address"),
        Column("scale", "Scale"),
        Column("runs", "Runs", "", "number"),
        Column("source", "Source", kind="words"),
    ]
    return table(frame, columns, id="studies-table", caption="Studies and their sources")


def verdicts(page: Page) -> Block:
    """Explain the verdicts on published values."""
    counts = _counted(page, "comparison", "Values")
    return meanings_table(CELLS, counts, "verdicts-table", "Verdicts on published values")


def claim_verdicts(page: Page) -> Block:
    """Explain the verdicts on claims."""
    counts = _counted(page, "claims", "Statements")
    return meanings_table(CLAIMS, counts, "claim-verdicts-table", "Verdicts on statements")


def _counted(page: Page, results: str, counted: str) -> dict[str, dict[str, int]]:
    """Count verdicts at each scale, by the heading of a column."""
    found = outcomes(page)
    kind = "cells" if results == "comparison" else "claims"
    scales = ", ".join(sorted({f"{outcome.scale} scale" for outcome in found}))
    counts = {scales: together([outcome.here for outcome in found])}
    if any(outcome.reference for outcome in found):
        beside = [outcome.reference for outcome in found if outcome.reference]
        counts = {TITLE.lower(): together(beside), **counts}
    return {f"{counted}, {scale}": dict(getattr(given, kind)) for scale, given in counts.items()}


def references(page: Page) -> Block:
    """List the references: date, commit and runs of each."""
    rows = [
        {
            "study": study,
            "made": made["made_at"][:10],
            "commit": (made["package"]["commit"] or "")[:SHORT_COMMIT],
            "runs": whole(made["runs"]),
        }
        for study in page.studies
        if (made := read_reference_description(study))
    ]
    if not rows:
        return Block("\n\nNo study here has a reference.\n\n")
    columns = [
        Column("study", "Study", header=True),
        Column("made", "Made"),
        Column("commit", "Commit"),
        Column("runs", "Runs", "", "number"),
    ]
    caption = "The reference: when each study was last run at full scale, and by which commit"
    return table(pl.DataFrame(rows), columns, id="references-table", caption=caption)


def costs(page: Page) -> Block:
    """List the costs of each study's runs."""
    columns = [
        Column("study", "Study", header=True),
        Column("runs", "Runs", "", "number"),
        Column("simulated_h", "Simulated", "h", "number", 2),
        Column("cpu_s", "Processor time", "s", "number", 1),
        Column("peak_memory_mb", "Peak memory of a run", "MB", "number", 1),
        Column("trace_lines", "Trace lines", "millions", "number", 1),
    ]
    caption = "Runs behind these pages, as measured where they were made"
    return table(page.query(_SQL["index_costs"]), columns, id="costs-table", caption=caption)


_ANSWER = """\
<p class="key-result totals"><b>{{ scale }}:</b> {{ totals }}</p>
<ul class="answer">
{% for label, numbers, it in tiles %}
<li><b>{{ label }}</b> <a href="#outcome-{{ it.study }}">{{ it.study }}</a>
<span>{{ it.title }}; {{ it.best_scale }} scale</span>
{% for line in numbers %}<span class="numbers">{{ line }}</span>{% endfor %}</li>
{% endfor %}
</ul>
<p class="answer-rule"><a href="#rule">By which rule the words in front are chosen</a></p>"""

_CARDS = """\
{% for card in cards %}
<section class="outcome" id="outcome-{{ card.study }}" aria-labelledby="{{ card.study }}-title">
<h3 id="{{ card.study }}-title">
{%- if card.address %}<a href="{{ card.address }}">{{ card.title }}</a>
{%- else %}{{ card.title }}{% endif %}</h3>
<p><b>{{ card.label }}.</b> {{ card.sentence }}</p>
{% for bar in card.bars %}
<div class="outcome-row">
<p class="outcome-name">{{ bar.name }} <span>{{ bar.scale }}</span></p>
<div class="outcome-bar" aria-hidden="true">
{%- for verdict, number, sign, tone in bar.parts -%}
<span class="tone-{{ tone }}" style="flex-grow: {{ number }}">{{ sign }}</span>
{%- endfor -%}
</div>
<ul class="outcome-parts" aria-label="{{ bar.name }}, {{ bar.scale }}">
{% for verdict, number, sign, tone in bar.parts %}
<li><span class="tone-{{ tone }}" aria-hidden="true">{{ sign }}</span>
 {{ number }} {{ verdict }}</li>
{% endfor %}
</ul>
</div>
{% endfor %}
<p class="outcome-scale">{{ card.scale }}</p>
</section>
{% endfor %}"""
