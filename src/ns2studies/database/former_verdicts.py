"""Verdicts in the words of versions before 1.0, which archives and older databases have."""

from typing import TYPE_CHECKING, Final

from ns2studies.database import SQL

if TYPE_CHECKING:
    import duckdb

_CELLS: Final = ("comparison", "reference_comparison")
_CLAIMS: Final = ("claims", "reference_claims")


def translate_verdicts(connection: "duckdb.DuckDBPyConnection") -> None:
    """Put the present words for former verdicts in the tables of results that there are."""
    connection.execute(SQL["former_verdicts"])
    there = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    for table in there.intersection(_CELLS):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS verdict_words VARCHAR")
        connection.execute(
            f"UPDATE {table} SET verdict = "
            "present_verdict(verdict, ours, TRY_CAST(published_text AS DOUBLE)) "
            "WHERE verdict_words IS NULL"
        )
        connection.execute(
            f"UPDATE {table} SET verdict_words = verdict WHERE verdict_words IS NULL"
        )
    for table in there.intersection(_CLAIMS):
        connection.execute(f"UPDATE {table} SET verdict = present_claim_verdict(verdict)")
