"""A Quarto document and the options all documents share, checked before anything runs.

Only what both renderers do alike is allowed: the options of ``_quarto.yml`` are listed here
one by one, and a document's own front matter holds no more than its title and description.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import jupytext
from nbformat import NotebookNode
from pydantic import Field
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import YamlFile, read_yaml
from ns2studies.errors import ReportError

OPTIONS = "_quarto.yml"
"""The file beside the documents that holds their common options."""

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
class Document:
    """A document taken apart: its front matter and its cells of Markdown and Python."""

    path: Path
    front: FrontMatter
    cells: list[NotebookNode]


def read_options(folder: Path) -> Options:
    """The common options of the documents in ``folder``.

    Raises:
        ConfigError: naming file, line and key of an option outside the subset.
    """
    return validate(Options, read_yaml(folder / OPTIONS))


def read_document(path: Path) -> Document:
    """Read a ``.qmd`` file.

    Raises:
        ReportError: if there is no such file, it has no front matter, or a cell has no label
            of its own.
        ConfigError: if the front matter holds more than it may.
    """
    if not path.is_file():
        raise ReportError(f"{path}: there is no such document")
    text = path.read_text(encoding="utf-8")
    # Jupytext's own reader of .qmd calls the quarto program; R Markdown differs in nothing
    # that these documents use.
    cells = jupytext.reads(text, fmt="Rmd").cells
    if not cells or cells[0].cell_type != "raw":
        raise ReportError(
            f"{path}, line 1: expected front matter", "Start the document with --- and a title."
        )
    front = validate(FrontMatter, _front_file(path, cells[0].source))
    _check_labels(path, cells)
    return Document(path, front, cells[1:])


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


def _check_labels(path: Path, cells: list[NotebookNode]) -> None:
    """Every cell has a label, so that an error can name it, and no two have the same."""
    labels = [label_of(cell.source) for cell in cells if cell.cell_type == "code"]
    twice = [label for label, times in Counter(labels).items() if label and times > 1]
    if twice:
        raise ReportError(f"{path}: two cells have the label {twice[0]}")
    if "" in labels:
        number = labels.index("") + 1
        raise ReportError(f"{path}: cell number {number} has no label", "Add a line #| label: NAME")


def _front_file(path: Path, source: str) -> YamlFile:
    yaml = source.strip().removesuffix("---")
    try:
        marked = YAML(typ="rt").load(yaml)
        plain: Any = YAML(typ="safe").load(yaml)
    except YAMLError as error:
        raise ReportError(f"{path}: its front matter is not YAML: {error}") from error
    return YamlFile(path, plain, marked)
