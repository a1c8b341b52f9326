"""What a command ends with: how much matched, and where the reports are."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ns2studies.sql import connect

_QUERY = """
SELECT
    item,
    count(*) AS printed,
    count(*) FILTER (verdict IN ('equal', 'equal when replayed')) AS equal,
    count(*) FILTER (verdict = 'misprint') AS misprints,
    count(*) FILTER (verdict = 'withheld') AS withheld,
    count(*) FILTER (verdict NOT IN ('equal', 'equal when replayed', 'misprint', 'withheld'))
        AS different
FROM comparison
WHERE study = ?
GROUP BY item
ORDER BY min(position)
"""

_CLAIMS = "SELECT verdict, count(*) FROM claims WHERE study = ? GROUP BY verdict ORDER BY verdict"

_PRECISION = """
SELECT count(*), count(*) FILTER (precise)
FROM (SELECT bool_and(reached) AS precise FROM precision WHERE study = ? GROUP BY scenario)
"""


def show(console: Console, results: Path, studies: Sequence[str]) -> None:
    """Print a table of what matched, and the paths of the reports."""
    connection = connect(results / "results.duckdb", read_only=True)
    for study in studies:
        rows = connection.execute(_QUERY, [study]).fetchall()
        if rows:
            console.print(_table(study, rows))
        else:
            console.print(f"{study}: the text prints no values", markup=False)
        claims = connection.execute(_CLAIMS, [study]).fetchall()
        if claims:
            counted = ", ".join(f"{count} {verdict}" for verdict, count in claims)
            console.print(f"Claims of the text: {counted}", markup=False)
        for scenarios, precise in connection.execute(_PRECISION, [study]).fetchall():
            if scenarios:
                words = f"{precise} of {scenarios} scenarios are as precise as asked for"
                console.print(f"Replications: {words}", markup=False)
    connection.close()
    console.print("\nReports:", markup=False)
    for name in ("index", *studies):
        console.print(f"  {results / 'reports' / name}.html", markup=False)


def _table(study: str, rows: list[tuple[str, int, int, int, int, int]]) -> Table:
    table = Table(title=f"{study}: printed values beside ours", title_justify="left")
    table.add_column("printed in")
    for heading in ("cells", "equal", "misprint", "no value printed", "different"):
        table.add_column(heading, justify="right")
    for item, *counts in rows:
        table.add_row(item, *(str(count or "") for count in counts))
    totals = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    table.add_section()
    table.add_row("all", *(str(total) for total in totals))
    return table
