"""The start page and the page on method: outcomes, refuted claims, rules and costs."""

import re

import polars as pl
from markupsafe import Markup

from ns2studies.basics.paths import METHOD
from ns2studies.basics.wording import counted
from ns2studies.config.scenarios import FULL
from ns2studies.database.reference import read_reference_description
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import (
    AGREEING,
    CELLS,
    CLAIMS,
    CLOSE,
    CLOSE_PERCENT,
    OFF,
    PARTLY,
    REFUTED,
    REPLAYED,
)
from ns2studies.report.blocks import Block, badge, folded_block, raw_html
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.distances import distance_chart
from ns2studies.report.links import address_of, claim_id
from ns2studies.report.page import Page
from ns2studies.report.pages.outcomes import (
    Outcome,
    bars,
    outcomes,
    plain_words,
    together,
)
from ns2studies.report.pages.reference import (
    MARK,
    best_verdicts,
    is_there_alone,
    with_cells,
    with_claims,
)
from ns2studies.report.tables import meanings_table, table
from nstrace.pages.charts import Text
from nstrace.pages.markup import fill, typeset, whole
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


CONTRADICTED = (REFUTED, "contradicts itself")
"""Verdicts on statements that the start page lists with their reasons."""

REPRODUCED, NOT_JUDGED = "reproduced", "not judged"

SIZES = (REPRODUCED, CLOSE, OFF, NOT_JUDGED)
"""Classes of the distance between a published value and ours."""

SHORT_COMMIT = 10
"""Number of letters of a commit's name that are shown."""


def overview(page: Page) -> Block:
    """Return a table of the studies: text, outcome in words, and a bar for each kind of verdict."""
    found = {outcome.study: outcome for outcome in outcomes(page)}
    refuted = _refuted(page)
    rows = [
        {
            "study": study,
            "words": plain_words(
                outcome.best,
                refuted.filter(study=study)["kind"].to_list(),
            ),
            "bars": study,
        }
        for study, outcome in found.items()
    ]
    texts = {study: text for study, *text in page.query(_SQL["texts"]).iter_rows()}
    columns = [
        Column(
            "study", "Study", kind="words", header=True,
            drawn=lambda it: _named(found[it], *texts[it]),
        ),
        Column("words", "Outcome", kind="words"),
        Column("bars", "Verdicts", kind="words", drawn=lambda it: bars(found[it].best)),
    ]  # fmt: skip
    frame = pl.DataFrame(rows, schema=["study", "words", "bars"], orient="row")
    return table(frame, columns, id="outcomes-table", caption="Results by study")


def _named(outcome: Outcome, source: str, url: str) -> Markup:
    """Return a study's name, linked to its page, with the citation of its text."""
    address = address_of(outcome.study)
    return fill(_NAMED, it=outcome, address=address, cited=cited(source), source=source, url=url)


def cited(source: str) -> str:
    """Return author and year of a citation; empty if it does not begin with them."""
    found = re.match(r"\w\. ([\w-]+), .*\b(\d{4})$", source)
    return " ".join(found.groups()) if found else ""


def published_numbers(page: Page) -> pl.DataFrame:
    """Return all published values with ours, and the distances between them.

    Returns:
        A row for each value that is known and not 0, with ``best_ours``, our value behind the best
        verdict, ``percent``, by how much it exceeds the published value, in percent of the latter,
        and ``size``, one of :data:`SIZES`.
    """
    frame = page.query(_SQL["numbers"])
    parts = frame.partition_by("study", as_dict=True, maintain_order=True)
    judged = [best_verdicts(with_cells(page, str(study), it)) for (study,), it in parts.items()]
    found = pl.concat(judged, how="diagonal") if judged else best_verdicts(frame)
    ours = pl.col("ours")
    if "reference_ours" in found.columns:
        is_reference = (pl.col("best") == pl.col("reference_verdict")).fill_null(value=False)
        ours = pl.when(is_reference).then("reference_ours").otherwise(ours)
    ours = pl.when(pl.col("best") == REPLAYED).then("replayed").otherwise(ours)
    sizes = {**dict.fromkeys(AGREEING, REPRODUCED), CLOSE: CLOSE, OFF: OFF}
    return (
        found.with_columns(best_ours=ours)
        .filter(pl.col("best_ours").is_not_null(), pl.col("published") != 0)
        .with_columns(
            percent=100 * (pl.col("best_ours") / pl.col("published") - 1),
            size=pl.col("best").replace_strict(sizes, default=NOT_JUDGED),
        )
    )


def numbers_chart(page: Page) -> Block:
    """Draw a dot for the distance between each published number and ours."""
    frame = published_numbers(page)
    if frame.is_empty():
        return Block("\n\nNo text here prints a number.\n\n")
    data = frame.select(
        "study", "item", cell=pl.concat_str("row", "column", separator=", "),
        published="published", value="best_ours", unit="unit", percent="percent", size="size",
    )  # fmt: skip
    off, close = (frame.filter(size=size).height for size in (OFF, CLOSE))
    text = Text(
        title=f"Of {frame.height} published numbers {close} are close, {off} are off",
        description="A dot for each published number, a row for each study: ours divided by the "
        "published value, less 1, in percent. " + _in_rows(frame),
        caption="Zero is the published value; the shaded band is ±2 %, what is called close. "
        "Numbers that were fitted, are misprints or have too few runs are not judged. Dots of a "
        "row are spread upwards so that none hides another.",
    )
    return chart_block(
        distance_chart(data, SIZES, CLOSE_PERCENT), data, id="chart-numbers", text=text, digits=3,
        definition=f"{METHOD}.html#verdicts",
    )  # fmt: skip


def _in_rows(frame: pl.DataFrame) -> str:
    """Count the values of each study, as a text alternative for the chart."""
    counts = frame.group_by("study", "size").len().sort("study", "size")
    return "; ".join(f"{study}: {size} {number}" for study, size, number in counts.iter_rows())


def contradicted(page: Page) -> Block:
    """List the refuted claims, in all studies, grouped by the kind of reason."""
    frame = _refuted(page)
    if frame.is_empty():
        return Block("\n\nNo claim of the texts is refuted.\n\n")
    frame = frame.with_columns(place=_places(frame), why=frame["why"].map_elements(typeset))
    groups = [
        (str(kind or "no reason yet"), rows.to_dicts())
        for (kind,), rows in frame.partition_by("kind", as_dict=True, maintain_order=True).items()
    ]
    groups.sort(key=lambda group: (-len(group[1]), group[0]))
    return raw_html(fill(_REFUTED, groups=groups, badge=badge, counted=counted))


def _refuted(page: Page) -> pl.DataFrame:
    return _judged(page).filter(pl.col("best").is_in(CONTRADICTED))


def in_part(page: Page) -> Block:
    """List the claims that are partly confirmed, in all studies."""
    frame = _judged(page).filter(pl.col("best") == PARTLY)
    if frame.is_empty():
        return Block("")
    shown = _statements(frame, "in-part-table", "Statements that are partly confirmed, and why")
    several = "statements are" if frame.height != 1 else "statement is"
    summary = f"{frame.height} {several} partly confirmed: in which part, and why"
    return folded_block(summary, shown)


def _judged(page: Page) -> pl.DataFrame:
    """Return all claims of the texts with their best verdict, its scale, and the reason.

    Questions of ours are left out.
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
    # Without a reason the evidence is shown, which is the reference's if the verdict is.
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


def _places(frame: pl.DataFrame) -> pl.Series:
    """Return the address of each claim; empty if its study has no page."""
    addresses = [
        f"{address}#{claim_id(claim)}" if (address := address_of(study)) else ""
        for study, claim in frame.select("study", "claim").iter_rows()
    ]
    return pl.Series(addresses, dtype=pl.String)


def _statements(frame: pl.DataFrame, id: str, caption: str) -> Block:
    columns = [
        Column("study", "Study", header=True),
        Column("statement", "The text says", kind="words", link="place"),
        Column("best", "Verdict", kind="badge", drawn=badge),
        *([Column("scale", "Scale")] if any(frame["scale"].to_list()) else []),
        Column("reason", "Reason"),
        Column("why", "Why", kind="words"),
    ]
    return table(frame.with_columns(place=_places(frame)), columns, id=id, caption=caption)


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
        counts = {f"{MARK} (reference)": together(beside), **counts}
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


_NAMED = """\
{% if address %}<a href="{{ address }}">{{ it.title }}</a>{% else %}{{ it.title }}{% endif %}

<span class="note-below">{{ it.study }}{% if cited %}: {{ cited }}{% endif %}
{%- if url %}, <a href="{{ url }}" title="{{ source }}">text</a>{% endif -%}
; {{ it.best_runs }}</span>"""

_REFUTED = """\
<div class="by-reason">
{% for kind, claims in groups %}
<section>
<h3>{{ kind[:1] | upper }}{{ kind[1:] }}: {{ counted(claims | length, "claim") }}</h3>
<ul>
{% for claim in claims %}
<li><details><summary>{{ claim.study }}: {{ claim.statement }} {{ badge(claim.best) }}</summary>
<p>{% if claim.parameter %}{{ claim.parameter }}: {% endif %}{{ claim.why }}
{%- if claim.place %} <a href="{{ claim.place }}">The claim on its page</a>{% endif %}</p>
</details></li>
{% endfor %}
</ul>
</section>
{% endfor %}
</div>"""
