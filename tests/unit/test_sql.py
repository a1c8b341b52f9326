"""Where SQL lives: in files, and only a little of it in Python (docs/architecture.md)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.inputs import queries_beside
from ns2studies.config.study_files import QUERIES, known, study_directory

MOST_LINES = 100
"""Of SQL in Python: statements that name tables, columns or files as the program goes."""

STATEMENT = re.compile(
    r"""\s*(?:--.*\n\s*)*(?:
    SELECT\s | FROM\s+\S | WITH\s+(?:RECURSIVE\s+)?\w+\s+AS | VALUES\s*\( | (?:UN)?PIVOT\s
    | CREATE\s+(?:\{\}|OR|TABLE|VIEW|TEMP|MACRO|SCHEMA|TYPE|INDEX) | INSERT\s+INTO | COPY\s
    | UPDATE\s+\S+\s+SET | DELETE\s+FROM | ALTER\s+TABLE | DROP\s | ATTACH\s | DETACH\s | USE\s
    | DESCRIBE\s | SUMMARIZE\s | SET\s | PRAGMA\s | CHECKPOINT\b | LOAD\s | INSTALL\s
    | WHERE\s | AND\s | (?:LEFT\s+)?JOIN\s | (?:ORDER|GROUP)\s+BY | UNION\b | QUALIFY\s | USING\s*\(
    )""",
    re.VERBOSE,
)
"""How a statement begins, or a piece that one is put together of; keywords are in capitals."""


def modules() -> list[Path]:
    return sorted(path for top in ("src", "reports") for path in (paths.ROOT / top).rglob("*.py"))


def sql_files() -> list[Path]:
    return sorted(path for top in ("src", "reports") for path in (paths.ROOT / top).rglob("*.sql"))


def literals(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Each text of a program but docstrings; values that are put into one are left out of it."""
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped |= {part for part in ast.walk(node) if part is not node}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (getattr(part, "value", "") for part in node.values)
            yield node, "".join(part if isinstance(part, str) else "{}" for part in parts)


def sql_in(text: str) -> Iterator[tuple[int, int, str]]:
    """First line, number of lines and words of each text of a program that is SQL."""
    for node, value in literals(ast.parse(text)):
        if STATEMENT.match(value):
            yield node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1, value


def test_sql_in_finds_statements_and_fragments() -> None:
    program = '''
def one(name):
    """SELECT is a word here."""
    return f"""
        SELECT *
        FROM {name}""" + " WHERE a = 1"
SET = "Set of scenarios"
'''
    assert [(line, count) for line, count, _ in sql_in(program)] == [(4, 3), (6, 1)]


def test_most_sql_is_in_files() -> None:
    found = [
        (str(path.relative_to(paths.ROOT)), line, count, words)
        for path in modules()
        for line, count, words in sql_in(path.read_text(encoding="utf-8"))
    ]
    places = [
        f"{path}:{line}: {count}: {words.strip()[:60]!r}" for path, line, count, words in found
    ]
    lines = sum(count for *_, count, _ in found)
    print(*places, f"{lines} lines", sep="\n")
    assert lines <= MOST_LINES, "\n".join(places)


def test_documents_contain_no_sql() -> None:
    for path in paths.REPORTS.glob("*.qmd"):
        assert not re.search(r"\bSELECT\b|\bFROM\s", path.read_text(encoding="utf-8")), path


@cache
def named(text: str) -> set[str]:
    """All texts of a program: a query that is asked is named by one of them."""
    return {value for _, value in literals(ast.parse(text))}


@pytest.mark.parametrize("study", known())
def test_study_has_exactly_queries_its_page_uses(study: str) -> None:
    room = study_directory(study)
    programs = [path.read_text(encoding="utf-8") for path in room.glob("*.py")]
    there = {path.stem for path in (room / QUERIES).glob("[!_]*.sql")}
    asked = {
        call.args[0].value
        for program in programs
        for call in ast.walk(ast.parse(program))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("study.rows", "study.value")
        if isinstance(call.args[0], ast.Constant)
    }
    assert there
    assert asked <= there
    assert there <= set().union(*map(named, programs))


@pytest.mark.parametrize("folder", sorted(queries_beside(modules())), ids=str)
def test_queries_beside_modules_are_asked(folder: Path) -> None:
    there = {path.stem for path in folder.glob("[!_]*.sql")}
    assert there
    programs = paths.SOURCES.rglob("*.py")
    assert there <= set().union(*(named(path.read_text(encoding="utf-8")) for path in programs))


@pytest.mark.parametrize("path", sql_files(), ids=lambda path: path.stem)
def test_query_parameters_are_named(path: Path) -> None:
    """A question mark that stands for a value says nothing of it."""
    text = re.sub(r"--.*|'[^']*'", "", path.read_text(encoding="utf-8"))
    assert "?" not in text
