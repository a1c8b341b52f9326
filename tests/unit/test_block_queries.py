"""Queries told below the charts and tables that they were asked for."""

import re
import shlex
from dataclasses import dataclass, field
from html import unescape

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ns2studies.report.blocks import Block, raw_html
from ns2studies.report.page import Query, Scalar, with_queries


@dataclass
class Notebook:
    """Something that asks queries."""

    unshown_queries: list[Query] = field(default_factory=list)

    def ask(self, sql: str, **values: Scalar) -> None:
        self.unshown_queries.append(Query(sql, values))


def told(block: Block) -> list[str]:
    """The commands below a block."""
    return [unescape(code) for code in re.findall(r"<code>(.*?)</code>", block.markdown, re.DOTALL)]


def statements(command: str) -> str:
    """What the shell gets on its standard input."""
    first, *lines, last = command.splitlines()
    assert first == "./reproduce sql <<'SQL'"
    assert last == "SQL"
    assert not set(lines) & {"SQL"}
    return "\n".join(lines)


def test_query_without_parameters_is_shown_unchanged() -> None:
    query = Query("-- How many.\nSELECT count(*) FROM runs;\n", {})
    expected = "./reproduce sql <<'SQL'\n-- How many.\nSELECT count(*) FROM runs;\nSQL"
    assert query.command == expected
    assert shlex.split(query.command)[:2] == ["./reproduce", "sql"]


@given(
    text=st.text(st.characters(blacklist_categories=["Cs", "Cc"])),
    number=st.one_of(st.integers(-(2**60), 2**60), st.booleans(), st.none()),
    fraction=st.floats(allow_nan=False, allow_infinity=False),
)
def test_shown_query_reproduces_its_parameters(text: str, number: Scalar, fraction: float) -> None:
    """Whatever they are: no value becomes a part of the statement."""
    query = Query(
        "SELECT $text, twice($number), $fraction",
        {"text": text, "number": number, "fraction": fraction},
        ["CREATE OR REPLACE TEMP MACRO twice(x) AS [x, x]"],
    )
    found = duckdb.connect().execute(statements(query.command)).fetchall()
    assert found[0][:2] == (text, [number, number])
    assert float(found[0][2]) == pytest.approx(fraction)


@with_queries
def chart(notebook: Notebook, name: str) -> Block:
    notebook.ask("SELECT $name", name=name)
    return raw_html("<p>chart</p>")


@with_queries
def sheet(notebook: Notebook) -> Block:
    notebook.ask("SELECT 'of the sheet'")
    return chart(notebook, "one") + chart(notebook, "two")


def test_each_block_shows_its_own_queries_once() -> None:
    notebook = Notebook()
    notebook.ask("SELECT 'for the text'")
    parts = sheet(notebook).markdown.split("<p>chart</p>")[1:]
    assert ["one" in part for part in parts] == [True, False]
    assert ["two" in part for part in parts] == [False, True]
    assert ["of the sheet" in part for part in parts] == [False, True]
    assert not any("for the text" in part for part in parts)
    assert len(notebook.unshown_queries) == 1


def test_repeated_query_is_shown_once() -> None:
    @with_queries
    def both(notebook: Notebook) -> Block:
        notebook.ask("SELECT 1")
        notebook.ask("SELECT 1")
        return raw_html("<p>chart</p>")

    assert len(told(both(Notebook()))) == 1


def test_block_without_numbers_shows_no_query() -> None:
    @with_queries
    def nothing(notebook: Notebook) -> Block:
        notebook.ask("SELECT 1 WHERE false")
        return Block("Not measured.")

    notebook = Notebook()
    assert nothing(notebook).markdown == "Not measured."
    assert notebook.unshown_queries == []
