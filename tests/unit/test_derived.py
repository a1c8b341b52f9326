"""Which derived values and tables queries ask."""

import re
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.database import derived
from ns2studies.database.derived import Derived, derive, derived_behind, derived_of
from ns2studies.evaluation.claims import claims_of, queries_behind


def entry(name: str, sql: str, table: str = "estimates") -> Derived:
    return Derived(
        "toy", name, table, "A title", "1", "A definition.", "ours", sql, Path("toy.sql")
    )


ENTRIES = [
    entry("shares", "SELECT share FROM metrics", table="toy_shares"),
    entry("sweeps", "SELECT max(share) FROM toy_shares", table="toy_sweeps"),
    entry("period", "SELECT value FROM toy_sweeps"),
    entry("period_of_noise", "SELECT value FROM metrics"),
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT 1 FROM metrics", []),
        ("SELECT 1 FROM toy_shares", ["shares"]),
        ("SELECT 1 FROM toy_sweeps", ["shares", "sweeps"]),
        ("FROM estimates WHERE metric = 'period'", ["shares", "sweeps", "period"]),
        ("FROM estimates WHERE metric = 'period_of_noise'", ["period_of_noise"]),
    ],
)
def test_derived_behind_includes_dependencies(query: str, names: list[str]) -> None:
    assert [one.name for one in derived_behind(ENTRIES, ["SELECT 2", query])] == names


def test_shared_macros_count_as_queries() -> None:
    """``newreno_at_each_ms`` of ``sync`` looks at sweeps, whichever claims are judged."""
    queries = queries_behind("sync", claims_of("sync")[:1])
    tables = [one.table for one in derived_behind(derived_of("sync"), queries)]
    assert tables == ["sync_run_shares", "sync_shares", "sync_sweeps"]


HEADER = """\
-- table: estimates
-- title: A title
-- unit: 1
-- definition: A definition.
-- source: ours
-- range: any
"""


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("01-one.sql", "-- spreadsheet: Yes", "spreadsheet: expected yes or no, found 'Yes'"),
        ("01-one.sql", "-- runs: None", "runs: expected none, found 'None'"),
        ("one.sql", "-- runs: none", "expected a number, a hyphen and a name"),
    ],
)
def test_invalid_header_value_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: str, words: str
) -> None:
    (tmp_path / name).write_text(f"{HEADER}{line}\nSELECT 1 AS value, 'a' AS subject\n")
    monkeypatch.setattr(derived, "derived_folder", lambda _: tmp_path)
    with pytest.raises(ConfigError, match=re.escape(words)):
        derived_of("toy")


def test_only_one_derived_table_is_spreadsheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived, "derived_folder", lambda _: tmp_path)
    rows = HEADER.replace("-- range: any\n", "-- spreadsheet: yes\n") + "SELECT 1 AS value\n"
    for place in (1, 2):
        text = rows.replace("table: estimates", f"table: toy_{place}")
        (tmp_path / f"0{place}-part-{place}.sql").write_text(text)
    with pytest.raises(ConfigError, match="part_1, part_2: only one derived table can have"):
        derived.spreadsheet_of("toy")
    (tmp_path / "02-part-2.sql").write_text(rows.replace("table: estimates", "table: a; DROP"))
    with pytest.raises(ConfigError, match="table: expected a name, found 'a; DROP'"):
        derived_of("toy")


@pytest.mark.parametrize("table", ["estimates", "toy_shares"])
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("SELECT\n    share AS value\nFROM nowhere\n", "line 9, column 6: Table with name nowhere"),
        ("SELECT\n    share value more\n", 'line 8, column 17: syntax error at or near "more"'),
        ("SELECT (\n    1\n", "after line 8: the query goes on where the file ends"),
    ],
)
def test_error_in_derived_query_names_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, query: str, words: str
) -> None:
    own = tmp_path / "01-one.sql"
    header = HEADER if table == "estimates" else HEADER.replace("-- range: any\n", "\n")
    own.write_text(header.replace("estimates", table) + query)
    monkeypatch.setattr(derived, "derived_folder", lambda _: tmp_path)
    (one,) = derived_of("toy")
    kind = "value" if table == "estimates" else "table"
    with (
        duckdb.connect() as connection,
        pytest.raises(ResultError, match=re.escape(f"derived {kind} toy/one: {own}, {words}")),
    ):
        derive(connection, one)
