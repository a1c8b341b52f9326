"""The queries and commands of docs/results.md give rows, on results of a small checkout."""

import csv
import re
import shlex

import pytest
from own_checkout import Checkout

from ns2studies.basics import paths

SECTION = re.search(
    r"^## Querying the results\n(.*?)^## ",
    (paths.ROOT / "docs" / "results.md").read_text(encoding="utf-8"),
    re.DOTALL | re.MULTILINE,
)
"""The part of the page; None if its title has changed, which fails below."""


def blocks(language: str) -> str:
    assert SECTION
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", SECTION[1], re.DOTALL | re.MULTILINE))


def queries() -> list[str]:
    return [query.strip() for query in blocks("sql").split(";\n") if query.strip()]


def commands() -> list[list[str]]:
    """The words of each ``./reproduce sql`` that asks something."""
    lines = [shlex.split(line, comments=True) for line in blocks("sh").splitlines()]
    assert all(words[:2] == ["./reproduce", "sql"] for words in lines)
    return [words[1 : words.index(">") if ">" in words else None] for words in lines if words[2:]]


def test_documentation_has_queries_and_commands() -> None:
    assert len(queries()) >= 3
    assert len(commands()) >= 2


@pytest.mark.parametrize("query", queries())
def test_each_query_has_answer(checkout: Checkout, query: str) -> None:
    rows = list(csv.reader(checkout.run("sql", "-csv", query).stdout.splitlines()))
    assert len(rows) > 1, query


@pytest.mark.parametrize("words", commands())
def test_each_command_has_answer(checkout: Checkout, words: list[str]) -> None:
    assert len(checkout.run(*words).stdout.splitlines()) > 1
