"""How tests are named: ``test_<unit>_<behaviour>``, in at most 50 characters."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from ns2studies.basics import paths

LONGEST = 50


def names_in(text: str) -> list[str]:
    """Return the names of the tests in a source."""
    functions = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return [node.name for node in functions if node.name.startswith("test_")]


@pytest.mark.parametrize(
    "path",
    sorted((paths.ROOT / "tests").rglob("test_*.py")),
    ids=lambda path: str(path.relative_to(paths.ROOT)),
)
def test_names_are_short_and_unique(path: Path) -> None:
    names = names_in(path.read_text(encoding="utf-8"))
    assert [name for name in names if len(name) > LONGEST] == []
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_names_in_finds_tests_only() -> None:
    text = "def test_one(): ...\n\ndef helper(): ...\n\nasync def test_two(): ...\n"
    assert names_in(text) == ["test_one", "test_two"]
