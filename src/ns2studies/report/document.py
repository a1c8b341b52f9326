"""A Quarto document and the options that all documents share, checked before anything runs.

Only features that both renderers treat alike are allowed: the options of ``_quarto.yml`` are listed
here one by one, and a document's own front matter may only have its title and description.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from ns2studies.basics.errors import ReportError
from ns2studies.basics.paths import RESULTS
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import parse_yaml, read_yaml
from nstrace.plain import read_text

OPTIONS = "_quarto.yml"
"""Name of the file beside the documents with their common options."""

_FRONT = re.compile(r"(---[ \t]*\n.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
_CELL = re.compile(r"^```\{python\}[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_NO_CELL = re.compile(r"^`{3,}[ \t]*\{\w.*", re.MULTILINE)
"""Pattern of the start of a cell of another kind, or of one without an end."""

_NOT_ALIKE = re.compile(
    r"\{\{<"
    r"|^:{3,}[ \t]*\{?[ \t]*[.#]?(?:callout|panel|fig|tbl|lst)-[^\n]*"
    r"|\{#(?:fig|tbl|lst|eq|sec)-[^}\n]*\}"
    r"|(?<![\w.])@(?:fig|tbl|lst|eq|sec)-[\w-]+"
    r"|\[-?@\w+[^\]\n]*\]",
    re.MULTILINE,
)
"""Pattern of Markdown that has a meaning only in Quarto: shortcodes, callouts and tabs, numbered
figures and tables, references to them, citations.
"""

_LABEL = re.compile(r"^#\|\s*label:\s*(\S+)\s*$", re.MULTILINE)
_INLINE = re.compile(r"(?<!`)`\{python\}[ \t]+([^`]+)`")


_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])[^>]*>?")
"""Pattern of text that Markdown takes for HTML, which would not be shown in headings and titles."""


def _shown_whole(text: str) -> str:
    """Raise ``ValueError`` for a text of which a part would not be shown."""
    if found := _TAG.search(text):
        tag = found[0]
        raise ValueError(f"{tag} would be treated as HTML and not shown: write \\{tag}")
    return text


Shown = Annotated[str, AfterValidator(_shown_whole)]


class FrontMatter(Model):
    """The front matter of a document."""

    title: Shown
    subtitle: Shown = ""
    description: str = Field("", description="one sentence for search engines and lists")


class Project(Model):
    """The ``project`` section: documents are rendered independently."""

    type: Literal["default"]
    pre_render: str = Field(alias="pre-render")


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
    """The contents of ``_quarto.yml``."""

    project: Project
    lang: str
    jupyter: Literal["python3"]
    execute: Execution
    format: Formats


@dataclass(frozen=True)
class Cell:
    """A piece of a document: Python to run, or Markdown with Python in its lines.

    Attributes:
        line: the document's line, from 1, on which the source starts.
    """

    kind: Literal["python", "markdown"]
    source: str
    line: int


@dataclass(frozen=True)
class Inline:
    """A Python expression in a text.

    Attributes:
        offset: number of lines of the text above it.
    """

    expression: str
    offset: int


@dataclass(frozen=True)
class Document:
    """A parsed document: its front matter and its cells of Markdown and Python.

    Attributes:
        head: the front matter as written in the file, with the lines around it.
    """

    path: Path
    front: FrontMatter
    head: str
    cells: list[Cell]

    def body_with(self, cell: Callable[[Cell], str], inline: Callable[[], str]) -> str:
        """Return the body with cells and inline expressions replaced, in the document's order.

        Args:
            cell: called for each Python cell.
            inline: called for each expression in a text.
        """
        parts = [
            cell(it) if it.kind == "python" else _INLINE.sub(lambda _: inline(), it.source)
            for it in self.cells
        ]
        return "\n\n".join(parts) + "\n"


def read_options(folder: Path) -> Options:
    """Read the common options of the documents in ``folder``.

    Raises:
        ConfigError: naming file, line and key of an option outside the subset.
        ReportError: if a file that an option names is missing; Quarto would ignore that.
    """
    options = validate(Options, read_yaml(folder / OPTIONS))
    html = options.format.html
    for name in (html.css, html.in_header, html.before_body, html.after_body):
        if not (folder / name).is_file():
            raise ReportError(f"{folder / name}: no such file", f"{folder / OPTIONS} names it.")
    return options


def read_document(path: Path) -> Document:
    """Read a ``.qmd`` file.

    Raises:
        ReportError: if the file is missing, it has no front matter, its Markdown is outside the
            subset that both renderers support, or a cell has no unique label.
        ConfigError: if the front matter has keys that are not allowed.
    """
    if not path.is_file():
        raise ReportError(f"{path}: there is no such document")
    text = read_text(path)
    front = _FRONT.match(text)
    if not front:
        raise ReportError(
            f"{path}, line 1: expected front matter", "Start the document with --- and a title."
        )
    checked = validate(FrontMatter, parse_yaml(path, front.group(1)))
    _check_markdown(path, text)
    cells = _cells(path, text, front.end())
    _check_labels(path, cells)
    return Document(path, checked, front.group(), cells)


def _cells(path: Path, text: str, start: int) -> list[Cell]:
    """Split a document's body, which begins at ``start``, into its cells.

    Jupytext could read documents, too, but loading it takes half as long as making a page.
    """
    cells = []
    for found in _CELL.finditer(text, start):
        cells.append(_cell("markdown", text, start, found.start()))
        cells.append(_cell("python", text, *found.span(1)))
        start = found.end()
    cells.append(_cell("markdown", text, start, len(text)))
    for cell in cells:
        _check_cell_ends(path, cell)
    return [cell for cell in cells if cell.kind == "python" or cell.source]


def _cell(kind: Literal["markdown", "python"], text: str, start: int, end: int) -> Cell:
    part = text[start:end]
    above = text.count("\n", 0, start) + len(part) - len(part.lstrip("\n"))
    return Cell(kind, part.strip("\n"), above + 1)


def _check_cell_ends(path: Path, cell: Cell) -> None:
    if cell.kind == "markdown" and (found := _NO_CELL.search(cell.source)):
        line = cell.line + cell.source.count("\n", 0, found.start())
        raise ReportError(
            f"{path}, line {line}: {found.group()} does not start a cell",
            "A cell starts with ```{python} and ends with ```, each on a line of its own.",
        )


def label_of(source: str) -> str:
    """Return the label of a Python cell, or an empty string."""
    found = _LABEL.search(source)
    return found.group(1) if found else ""


def inline_expressions(markdown: str) -> list[Inline]:
    """Return the Python expressions in a text, written ```{python} …```, in order."""
    return [
        Inline(found.group(1).strip(), markdown.count("\n", 0, found.start()))
        for found in _INLINE.finditer(markdown)
    ]


def escape_markdown(text: str) -> str:
    """Escape everything that Markdown could take for markup, and characters that Quarto escapes."""
    return re.sub(r"([\\`*_{}\[\]()>#+\-.,!<|~^$@])", r"\\\1", text)


def _check_markdown(path: Path, text: str) -> None:
    """Raise ``ReportError`` for Markdown that the two renderers would render differently."""
    # Remove the cells, but keep the numbers of the other lines.
    markdown = _CELL.sub(lambda cell: "\n" * cell.group().count("\n"), text)
    if found := _NOT_ALIKE.search(markdown):
        line = markdown.count("\n", 0, found.start()) + 1
        raise ReportError(
            f"{path}, line {line}: {found.group()} is shown by one renderer only",
            "Write a link ([words](#id)) to a heading or a block; use a plain class for a block.",
        )


def _check_labels(path: Path, cells: list[Cell]) -> None:
    """Require a unique label for each cell, for messages to name it."""
    python = [cell for cell in cells if cell.kind == "python"]
    labels = [label_of(cell.source) for cell in python]
    twice = [label for label, times in Counter(labels).items() if label and times > 1]
    if twice:
        second = [cell for cell in python if label_of(cell.source) == twice[0]][1]
        raise ReportError(f"{path}, line {second.line}: two cells have the label {twice[0]}")
    if "" in labels:
        line = python[labels.index("")].line
        raise ReportError(
            f"{path}, line {line}: this cell has no label", "Add a line #| label: NAME"
        )


INPUT_FILE = "page-input.json"
"""Name of the file with the input of a document, which the renderer writes beside it."""


@dataclass(frozen=True)
class PageInput:
    """The input of a document: the sources of its numbers, and facts about the rendering.

    Attributes:
        database: path of the results database.
        provenance: path of the provenance file, or empty.
        renderer: name and version, for the footer.
        has_library: whether the charts' library is added to the page after rendering.
    """

    database: str
    provenance: str
    renderer: str
    has_library: bool


def read_page_input(folder: Path) -> PageInput:
    """Return the input of the document in ``folder``.

    A document that is rendered in place (``quarto render reports/mpls.qmd``) has no such file: its
    results are those of this checkout.

    Raises:
        ReportError: if the input file is damaged.
    """
    file = folder / INPUT_FILE
    if not file.is_file():
        return _in_place()
    try:
        return PageInput(**json.loads(file.read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ReportError(f"{file}: not a page's input: {error}") from error


def _in_place() -> PageInput:
    provenance = RESULTS / "provenance.json"
    return PageInput(
        database=str(RESULTS / "results.duckdb"),
        provenance=str(provenance) if provenance.is_file() else "",
        renderer="Quarto" if "QUARTO_DOCUMENT_PATH" in os.environ else "Jupyter",
        has_library=False,
    )
