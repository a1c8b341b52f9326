"""A Quarto document and the options all documents share, checked before anything runs.

Only what both renderers do alike is allowed: the options of ``_quarto.yml`` are listed here
one by one, and a document's own front matter holds no more than its title and description.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import parse_yaml, read_yaml
from ns2studies.errors import ReportError

OPTIONS = "_quarto.yml"
"""The file beside the documents that holds their common options."""

_FRONT = re.compile(r"(---[ \t]*\n.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
_CELL = re.compile(r"^```\{python\}[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_NO_CELL = re.compile(r"^`{3,}[ \t]*\{\w.*", re.MULTILINE)
"""The start of a cell of another kind, or of one without an end."""

_NOT_ALIKE = re.compile(
    r"\{\{<"
    r"|^:{3,}[ \t]*\{?[ \t]*[.#]?(?:callout|panel|fig|tbl|lst)-[^\n]*"
    r"|\{#(?:fig|tbl|lst|eq|sec)-[^}\n]*\}"
    r"|(?<![\w.])@(?:fig|tbl|lst|eq|sec)-[\w-]+"
    r"|\[-?@\w+[^\]\n]*\]",
    re.MULTILINE,
)
"""Markdown that Quarto gives a meaning, and the built-in renderer none: shortcodes, callouts and
tabs, numbered figures and tables, references to them, citations."""

_LABEL = re.compile(r"^#\|\s*label:\s*(\S+)\s*$", re.MULTILINE)
_INLINE = re.compile(r"(?<!`)`\{python\}[ \t]+([^`]+)`")


class FrontMatter(Model):
    """What a document says about itself."""

    title: str
    subtitle: str = ""
    description: str = Field("", description="one sentence for search engines and lists")


class Project(Model):
    """The ``project`` section: documents stand for themselves."""

    type: Literal["default"]


class Execution(Model):
    """The ``execute`` section: the only values that both renderers treat alike."""

    echo: Literal[False]
    output: Literal["asis"]
    warning: Literal[False]
    error: Literal[False]
    cache: Literal[False]
    freeze: Literal[False]
    daemon: Literal[False]


class HtmlFormat(Model):
    """The ``format: html`` section."""

    theme: Literal["none"]
    minimal: Literal[True]
    embed_resources: Literal[True] = Field(alias="embed-resources")
    math: Literal["mathml"] = Field(alias="html-math-method")
    tables: Literal["none"] = Field(alias="html-table-processing")
    toc: bool
    toc_depth: int = Field(alias="toc-depth", ge=1, le=6)
    toc_title: str = Field(alias="toc-title")
    css: str
    in_header: str = Field(alias="include-in-header")
    before_body: str = Field(alias="include-before-body")
    after_body: str = Field(alias="include-after-body")


class Formats(Model):
    """The ``format`` section: pages are HTML."""

    html: HtmlFormat


class Options(Model):
    """The whole of ``_quarto.yml``."""

    project: Project
    lang: str
    jupyter: Literal["python3"]
    execute: Execution
    format: Formats


@dataclass(frozen=True)
class Cell:
    """A piece of a document: Python to run, or Markdown with Python in its lines."""

    kind: Literal["python", "markdown"]
    source: str


@dataclass(frozen=True)
class Document:
    """A document taken apart: its front matter and its cells of Markdown and Python."""

    path: Path
    front: FrontMatter
    cells: list[Cell]


def read_options(folder: Path) -> Options:
    """The common options of the documents in ``folder``.

    Raises:
        ConfigError: naming file, line and key of an option outside the subset.
    """
    return validate(Options, read_yaml(folder / OPTIONS))


def read_document(path: Path) -> Document:
    """Read a ``.qmd`` file.

    Raises:
        ReportError: if there is no such file, it has no front matter, its Markdown is not in the
            subset that both renderers do, or a cell has no label of its own.
        ConfigError: if the front matter holds more than it may.
    """
    if not path.is_file():
        raise ReportError(f"{path}: there is no such document")
    text = path.read_text(encoding="utf-8")
    front = _FRONT.match(text)
    if not front:
        raise ReportError(
            f"{path}, line 1: expected front matter", "Start the document with --- and a title."
        )
    checked = validate(FrontMatter, parse_yaml(path, front.group(1)))
    _check_markdown(path, text)
    cells = _cells(path, text[front.end() :])
    _check_labels(path, cells)
    return Document(path, checked, cells)


def _cells(path: Path, text: str) -> list[Cell]:
    """A document's body in its parts; a pattern with one group splits it into two kinds by turns.

    Jupytext would read documents, too, but loading it takes longer than half of a page.
    """
    parts = [part.strip("\n") for part in _CELL.split(text)]
    for markdown in parts[::2]:
        if found := _NO_CELL.search(markdown):
            raise ReportError(
                f"{path}: {found.group()} starts no cell",
                "A cell starts with ```{python} and ends with ```, each on a line of its own.",
            )
    kinds: tuple[Literal["markdown", "python"], ...] = ("markdown", "python")
    cells = [Cell(kinds[number % 2], part) for number, part in enumerate(parts)]
    return [cell for cell in cells if cell.kind == "python" or cell.source]


def label_of(source: str) -> str:
    """The label of a Python cell, or an empty string."""
    found = _LABEL.search(source)
    return found.group(1) if found else ""


def inline_expressions(markdown: str) -> list[str]:
    """The Python expressions that stand in a text as ```{python} …```, in order."""
    return [expression.strip() for expression in _INLINE.findall(markdown)]


def fill_inline(markdown: str, values: list[str]) -> str:
    """``markdown`` with its inline expressions replaced by ``values`` as plain text."""
    remaining = iter(values)
    return _INLINE.sub(lambda _: escape_markdown(next(remaining)), markdown)


def escape_markdown(text: str) -> str:
    """``text`` so that Markdown sees no markup in it: the characters Quarto escapes, too."""
    return re.sub(r"([\\`*_{}\[\]()>#+\-.,!<|~^$@])", r"\\\1", text)


def _check_markdown(path: Path, text: str) -> None:
    """What the two renderers would make two pages of does not get as far."""
    # Without the cells, each line where it was.
    markdown = _CELL.sub(lambda cell: "\n" * cell.group().count("\n"), text)
    if found := _NOT_ALIKE.search(markdown):
        line = markdown.count("\n", 0, found.start()) + 1
        raise ReportError(
            f"{path}, line {line}: {found.group()} is shown by one renderer only",
            "Write a link ([words](#id)) to a heading or a block; use a plain class for a block.",
        )


def _check_labels(path: Path, cells: list[Cell]) -> None:
    """Every cell has a label, so that an error can name it, and no two have the same."""
    labels = [label_of(cell.source) for cell in cells if cell.kind == "python"]
    twice = [label for label, times in Counter(labels).items() if label and times > 1]
    if twice:
        raise ReportError(f"{path}: two cells have the label {twice[0]}")
    if "" in labels:
        number = labels.index("") + 1
        raise ReportError(f"{path}: cell number {number} has no label", "Add a line #| label: NAME")
