"""How docstrings begin: a function's with a verb, a constant's or a class's with what it is."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ns2studies.basics import paths

VERBS = frozenset(
    (Path(__file__).with_name("docstring_verbs.txt")).read_text(encoding="utf-8").split()
)
"""What the first word of a function's docstring may be, in the imperative."""

_CLAUSES = """
Are As By Can Did Does Has Have How Is So That Those What When Where Which Who Whose Why
"""
CLAUSES = frozenset(_CLAUSES.split())
"""First words of clauses, which name neither a thing nor an action."""

PROPERTIES = frozenset({"property", "cached_property", "functools.cached_property"})


def sources() -> list[Path]:
    folders = ("src", "reports", "benchmarks", "workflow")
    return sorted(path for name in folders for path in (paths.ROOT / name).rglob("*.py"))


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator) in PROPERTIES for decorator in node.decorator_list)


def constants(body: list[ast.stmt]) -> Iterator[str]:
    """The strings that follow an assignment."""
    for statement, following in pairwise(body):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(following, ast.Expr):
            value = following.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def unlike(text: str) -> Iterator[str]:
    """The first lines of a source's docstrings that begin otherwise."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node) or ""
            word, _, _ = docstring.partition(" ")
            known = word not in CLAUSES if is_property(node) else word.strip(":.,") in VERBS
            if docstring and not known:
                yield f"{node.lineno}: {docstring.splitlines()[0]}"
        elif isinstance(node, ast.ClassDef | ast.Module):
            for docstring in (ast.get_docstring(node) or "", *constants(node.body)):
                if docstring.split(maxsplit=1)[:1] and docstring.split()[0] in CLAUSES:
                    yield f"{getattr(node, 'lineno', 1)}: {docstring.splitlines()[0]}"


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(paths.ROOT)))
def test_docstrings_begin_as_agreed(path: Path) -> None:
    assert list(unlike(path.read_text(encoding="utf-8"))) == []


def test_docstrings_of_another_form_are_found() -> None:
    text = '''
"""What the module is about."""

LIMIT = 3
"""How many there may be."""

def missing(runs):
    """The runs that are missing."""

class Run:
    """A run."""

    @property
    def place(self):
        """Where it lies."""

    def start(self):
        """Start it."""
'''
    assert [line.partition(": ")[2] for line in unlike(text)] == [
        "What the module is about.",
        "How many there may be.",
        "The runs that are missing.",
        "Where it lies.",
    ]
