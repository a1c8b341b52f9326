"""The start page: the studies, what of them is borne out, and what the runs cost."""

from collections.abc import Mapping

import polars as pl

from ns2studies.layout import REPORTS
from ns2studies.reporting.badges import badge
from ns2studies.reporting.markup import Block
from ns2studies.reporting.page import Page
from ns2studies.reporting.tables import table
from ns2studies.results.verdicts import AGREEING, CELLS, CLAIMS, DIFFERENT
from nstrace.pages.tables import Column

_AGREEING = ", ".join(f"'{verdict}'" for verdict in AGREEING)
_DIFFERENT = ", ".join(f"'{verdict}'" for verdict in DIFFERENT)


def agreeing(page: Page) -> str:
    """How many published values our results bear out."""
    return str(page.value(f"SELECT count(*) FROM comparison WHERE verdict IN ({_AGREEING})"))


def printed(page: Page) -> str:
    """How many published values we know."""
    return str(page.value("SELECT count(published) FROM comparison"))


def misprints(page: Page) -> str:
    """How many published values can't be right."""
    return str(page.value("SELECT count(*) FROM comparison WHERE verdict = 'misprint'"))


def studies(page: Page) -> Block:
    """One row for each study, linked to its page."""
    frame = page.query(_STUDIES).with_columns(
        pl.col("study").map_elements(_address, pl.String).alias("address")
    )
    columns = [
        Column("title", "Study", header=True, link="address"),
        Column("scale", "Scale"),
        Column("runs", "Runs", "", "number"),
        Column("printed", "Published values", "", "number"),
        Column("equal", "Equal", "", "number"),
        Column("agreeing", "Borne out", "", "number"),
        Column("misprints", "Misprints", "", "number"),
        Column("different", "Different", "", "number"),
        Column("claims", "Statements that hold"),
        Column("source", "Source", kind="words"),
    ]
    return table(frame, columns, id="studies-table", caption="Studies and their outcome")


def verdicts(page: Page) -> Block:
    """What the verdicts on published values mean."""
    counts = dict(page.query("SELECT verdict, count(*) FROM comparison GROUP BY ALL").iter_rows())
    return _defined(CELLS, counts, "verdicts-table", "Values", "Verdicts on published values")


def claim_verdicts(page: Page) -> Block:
    """What the verdicts on statements mean."""
    counts = dict(page.query("SELECT verdict, count(*) FROM claims GROUP BY ALL").iter_rows())
    return _defined(CLAIMS, counts, "claim-verdicts-table", "Statements", "Verdicts on statements")


def _defined(
    meanings: Mapping[str, str], counts: Mapping[str, int], id: str, counted: str, caption: str
) -> Block:
    """Every verdict with its meaning, and how often it was given."""
    rows = [
        {"verdict": verdict, "number": counts.get(verdict, 0), "meaning": meaning}
        for verdict, meaning in meanings.items()
    ]
    columns = [
        Column("verdict", "Verdict", kind="badge", drawn=badge),
        Column("number", counted, "", "number"),
        Column("meaning", "Meaning", kind="words"),
    ]
    return table(pl.DataFrame(rows), columns, id=id, caption=caption)


def costs(page: Page) -> Block:
    """What the runs of each study cost."""
    columns = [
        Column("study", "Study", header=True),
        Column("runs", "Runs", "", "number"),
        Column("simulated_h", "Simulated", "h", "number", 2),
        Column("cpu_s", "Processor time", "s", "number", 1),
        Column("peak_memory_mb", "Peak memory of a run", "MB", "number", 1),
        Column("trace_lines", "Trace lines", "millions", "number", 1),
    ]
    caption = "Runs behind these pages, as measured where they were made"
    return table(page.query(_COSTS), columns, id="costs-table", caption=caption)


def _address(study: str) -> str:
    """The study's page, if there is one."""
    return f"{study}.html" if (REPORTS / f"{study}.qmd").is_file() else ""


_STUDIES = f"""
SELECT study, title, scale, source,
       (SELECT count(*) FROM runs WHERE runs.study = studies.study) AS runs,
       count(published) AS printed,
       count(*) FILTER (verdict = 'equal') AS equal,
       count(*) FILTER (verdict IN ({_AGREEING})) AS agreeing,
       count(*) FILTER (verdict = 'misprint') AS misprints,
       count(*) FILTER (verdict IN ({_DIFFERENT})) AS different,
       (SELECT count(*) FILTER (verdict = 'holds') || ' of ' || count(*)
        FROM claims WHERE claims.study = studies.study) AS claims
FROM studies LEFT JOIN comparison USING (study)
GROUP BY ALL ORDER BY study"""

_COSTS = """
SELECT study, count(*) AS runs, sum(simulated_s) / 3600 AS simulated_h, sum(cpu_s) AS cpu_s,
       max(peak_memory_bytes) / 1e6 AS peak_memory_mb, sum(trace_lines) / 1e6 AS trace_lines
FROM runs GROUP BY study ORDER BY study"""
