"""Reasons: what a file must say, what it explains, and that real results leave none open."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.basics.sql import quoted
from ns2studies.config.study_files import available
from ns2studies.database.reference import read_reference_description, reference_folder
from ns2studies.evaluation import reasons as module
from ns2studies.evaluation.claims import is_named
from ns2studies.evaluation.reasons import (
    COLUMNS,
    MISPRINT,
    REASONS,
    UNEXPLAINED,
    explained,
    explained_in_reference,
    reasons_of,
    unexplained,
)
from ns2studies.evaluation.verdicts import TO_EXPLAIN

FILE = "-- reason: chance\n-- cells: Table 1 | * | Reno\n-- words: So it is.\nSELECT 'seen'\n"

CELLS = [
    ("Table 1", "a", "Reno", "off", None),
    ("Table 1", "a", "SACK", "misprint", "a digit is turned over"),
    ("Table 2", "a", "Reno", "off", None),
    ("Table 2", "b", "Reno", "equal", None),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(module, "reasons_folder", lambda study: tmp_path)
    return tmp_path


@pytest.fixture
def results() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        connection.execute(
            'CREATE TABLE comparison (study TEXT, item TEXT, row TEXT, "column" TEXT, '
            "verdict TEXT, position INTEGER)"
        )
        connection.execute(
            'CREATE TABLE misprints (study TEXT, item TEXT, row TEXT, "column" TEXT, because TEXT)'
        )
        connection.execute(
            "CREATE TABLE claims AS SELECT 'mpls' AS study, '08-delay-grows-with-flows' AS claim, "
            "'partly' AS verdict"
        )
        for place, (*cell, verdict, because) in enumerate(CELLS):
            row = ["mpls", *cell]
            connection.execute(
                "INSERT INTO comparison VALUES (?, ?, ?, ?, ?, ?)", [*row, verdict, place]
            )
            if because:
                connection.execute("INSERT INTO misprints VALUES (?, ?, ?, ?, ?)", [*row, because])
        yield connection


def test_reason_explains_what_it_names(folder: Path, results: duckdb.DuckDBPyConnection) -> None:
    (folder / "01.sql").write_text(
        FILE.replace("words", "claims: 08-delay-grows-with-flows\n-- words")
    )
    rows = explained(results, "mpls")
    found = [
        (row["kind"], row["item"] or row["claim"], row["reason"], row["evidence"]) for row in rows
    ]
    assert found == [
        ("cell", "Table 1", "chance", "seen"),
        ("cell", "Table 1", "misprint", "a digit is turned over"),
        ("cell", "Table 2", None, None),
        ("claim", "08-delay-grows-with-flows", "chance", "seen"),
    ]
    assert [row["words"] for row in rows] == [
        "So it is.", "a digit is turned over", UNEXPLAINED, "So it is."
    ]  # fmt: skip


def test_reference_difference_has_no_evidence_here(
    folder: Path, results: duckdb.DuckDBPyConnection
) -> None:
    """At quick scale most statements are open, and pages tell the reference's verdict first."""
    named = "claims: 08-delay-grows-with-flows; 17-loss-throughput\n-- words"
    (folder / "01.sql").write_text(FILE.replace("words", named))
    results.execute("INSERT INTO claims VALUES ('mpls', '17-loss-throughput', 'undecided')")
    results.execute(
        "CREATE TABLE reference_claims AS SELECT study, claim, 'refuted' AS verdict FROM claims"
    )
    results.execute(
        "CREATE TABLE reference_comparison AS SELECT * REPLACE ('off' AS verdict) FROM comparison"
    )
    found = [
        (row["item"] or row["claim"], row["verdict"], row["reason"], row["words"], row["evidence"])
        for row in explained_in_reference(results, "mpls")
    ]
    # Table 2 has none here, and that is told where it differs.
    assert found == [("17-loss-throughput", "refuted", "chance", "So it is.", None)]


def test_differences_without_reason_are_listed(
    folder: Path, results: duckdb.DuckDBPyConnection
) -> None:
    (folder / "01.sql").write_text(FILE)
    rows = pl.DataFrame(explained(results, "mpls"), schema=dict.fromkeys(COLUMNS, pl.String))
    results.register("frame", rows.to_arrow())
    results.execute("CREATE TABLE reasons AS FROM frame")
    assert unexplained(results, ["mpls", "sync"]) == [
        ("mpls", "08-delay-grows-with-flows"), ("mpls", "Table 2 | a | Reno")
    ]  # fmt: skip
    assert unexplained(results, ["sync"]) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("chance", "ours differs by 3", "there is no reason 'ours differs by 3'"),
        ("chance", "unprinted parameter", "expected a parameter if the reason is"),
        ("chance\n", "chance\n-- parameter: x\n", "expected a parameter if the reason is"),
        ("Table 1 | * | Reno", "Table 1", "expected 'item | row | column', found 'Table 1'"),
        ("-- cells: Table 1 | * | Reno\n", "", "names neither cells nor claims"),
        ("-- cells: Table 1 | * | Reno", "-- claims: 99-no", "mpls has no claim '99-no'"),
        ("-- words: So it is.\n", "", "the header lacks words"),
    ],
)
def test_bad_file_is_named(folder: Path, old: str, new: str, words: str) -> None:
    assert old in FILE
    (folder / "01.sql").write_text(FILE.replace(old, new))
    with pytest.raises(ConfigError, match=r"01\.sql") as caught:
        reasons_of("mpls")
    assert words in str(caught.value)


@pytest.mark.parametrize("sql", ["VALUES ('a'), ('b')", "SELECT 'a', 'b'", "SELECT nothing"])
def test_evidence_query_must_give_one_text(
    folder: Path, results: duckdb.DuckDBPyConnection, sql: str
) -> None:
    (folder / "01.sql").write_text(FILE.replace("SELECT 'seen'", sql))
    with pytest.raises(ResultError, match="reason mpls/01"):
        explained(results, "mpls")


@pytest.mark.parametrize("study", available())
def test_reasons_explain_in_at_least_ten_words(study: str) -> None:
    for reason in reasons_of(study):
        assert reason.reason in REASONS
        assert len(reason.words.split()) >= 10, reason.name
        assert "ours differs by" not in reason.words, reason.name


@pytest.mark.parametrize("study", [it for it in available() if read_reference_description(it)])
def test_differences_of_reference_have_reasons(study: str) -> None:
    reasons = reasons_of(study)
    verdicts = list(TO_EXPLAIN)
    with duckdb.connect() as connection:
        cells = connection.execute(
            f'SELECT item, row, "column" FROM {stored(study, "comparison")} '
            "WHERE verdict IN (SELECT unnest(?)) AND verdict <> ?",
            [verdicts, MISPRINT],
        ).fetchall()
        claims = connection.execute(
            f"SELECT claim FROM {stored(study, 'claims')} WHERE verdict IN (SELECT unnest(?))",
            [verdicts],
        ).fetchall()
    assert [it for it in cells if not any(is_named(why.cells, *it) for why in reasons)] == []
    assert {name for (name,) in claims} <= {name for why in reasons for name in why.claims}


def stored(study: str, table: str) -> str:
    """A table of a study's reference, for a query."""
    return f"read_parquet({quoted(reference_folder(study) / f'{table}.parquet')})"
