"""Documents are checked before anything runs, and inline values are never markup."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ns2studies.basics.errors import ConfigError, ReportError
from ns2studies.basics.paths import REPORTS
from ns2studies.report.document import (
    Inline,
    escape_markdown,
    inline_expressions,
    label_of,
    read_document,
    read_options,
)

DOCUMENT = """\
---
title: A page
---

## One {#one}

Value `{python} page.value("SELECT 1")` and code `{python}`.

```{python}
#| label: cell-one
x = 1
```

``` text
not run
```
"""


def write(folder: Path, text: str, name: str = "page.qmd") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_report_options_suit_both_renderers() -> None:
    assert read_options(REPORTS).format.html.css == "theme/page.css"


@pytest.mark.parametrize(
    ("found", "replacement", "message"),
    [
        ("theme: none", "theme: cosmo", r"line \d+: format\.html\.theme"),
        ("embed-resources: true", "embed-resources: false", r"format\.html\.embed-resources"),
        ("toc-depth: 3", "number-sections: true", r"number-sections: unknown key"),
        ("output: asis", "output: true", r"execute\.output"),
    ],
)
def test_option_outside_subset_is_refused(
    tmp_path: Path, found: str, replacement: str, message: str
) -> None:
    options = (REPORTS / "_quarto.yml").read_text(encoding="utf-8")
    assert found in options
    write(tmp_path, options.replace(found, replacement), "_quarto.yml")
    with pytest.raises(ConfigError, match=message):
        read_options(tmp_path)


def test_document_is_split_into_cells(tmp_path: Path) -> None:
    document = read_document(write(tmp_path, DOCUMENT))
    assert document.front.title == "A page"
    code = [cell.source for cell in document.cells if cell.kind == "python"]
    assert code == ["#| label: cell-one\nx = 1"]
    assert label_of(code[0]) == "cell-one"


def test_cells_and_expressions_are_replaced_in_order(tmp_path: Path) -> None:
    document = read_document(write(tmp_path, DOCUMENT))
    body = document.body_with(lambda cell: label_of(cell.source), lambda: "**1**")
    assert body.startswith("## One {#one}\n\nValue **1** and code `{python}`.\n\ncell-one\n\n```")


def test_text_and_cells_stand_in_their_order(tmp_path: Path) -> None:
    text = DOCUMENT + "```{python}\n#| label: cell-two\n\n```\n\n\nEnd.\n"
    document = read_document(write(tmp_path, text))
    assert [cell.kind for cell in document.cells] == [
        *("markdown", "python", "markdown", "python", "markdown")
    ]
    assert document.cells[2].source == "``` text\nnot run\n```"
    assert document.cells[3].source == "#| label: cell-two"
    assert document.cells[4].source == "End."


@pytest.mark.parametrize(
    ("cell", "start"),
    [
        ("```{python}\n#| label: cell-two\nx = 2\n", "```{python}"),
        ("```{python}\n#| label: cell-two\nx = 2 ```\n", "```{python}"),
        ("```{r}\nx <- 2\n```\n", "```{r}"),
        ("````{python}\n#| label: cell-two\n````\n", "````{python}"),
    ],
)
def test_unclosed_or_foreign_cell_is_refused(tmp_path: Path, cell: str, start: str) -> None:
    with pytest.raises(
        ReportError, match=rf"page\.qmd, line 17: {re.escape(start)} does not start a cell"
    ):
        read_document(write(tmp_path, DOCUMENT + cell))


@pytest.mark.parametrize(
    "markdown",
    [
        "See @fig-one.",
        "As [@knuth] says.",
        "{{< include other.md >}}",
        "::: {.callout-note}",
        "::: {.panel-tabset}",
        "::: {#fig-one}",
        ": Caption {#tbl-one}",
    ],
)
def test_markdown_of_one_renderer_is_refused(tmp_path: Path, markdown: str) -> None:
    with pytest.raises(ReportError, match=r"page\.qmd, line 17: .* is shown by one renderer only"):
        read_document(write(tmp_path, DOCUMENT + markdown + "\n"))


def test_markdown_of_both_renderers_is_taken(tmp_path: Path) -> None:
    text = "::: {.key-result}\nMail a@fig-tree.example, see [one](#one) and [1]; x^2^[^1].\n:::\n"
    cell = "```{python}\n#| label: cell-two\n'@fig-one'\n```\n"
    assert len(read_document(write(tmp_path, DOCUMENT + text + cell)).cells) == 4


def test_raw_blocks_and_blocks_of_class_are_text(tmp_path: Path) -> None:
    text = "```{=html}\n<p>x</p>\n```\n\n``` {.python}\nx = 3\n```\n"
    assert len(read_document(write(tmp_path, DOCUMENT + text)).cells) == 3


def test_document_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"page\.qmd: there is no such document"):
        read_document(tmp_path / "page.qmd")


def test_document_without_front_matter_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"page\.qmd, line 1: expected front matter"):
        read_document(write(tmp_path, "# Only text\n"))


def test_front_matter_of_another_kind_names_its_line(tmp_path: Path) -> None:
    text = DOCUMENT.replace("title: A page", "title: A page\nformat: pdf")
    with pytest.raises(ConfigError, match=r"page\.qmd, line 3: format: unknown key"):
        read_document(write(tmp_path, text))


def test_front_matter_that_is_not_yaml_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"page\.qmd, line \d+: did not find expected"):
        read_document(write(tmp_path, DOCUMENT.replace("A page", "[")))


@pytest.mark.parametrize("other", ["", "title: A page\nsub"])
def test_title_with_lossy_markup_is_refused(tmp_path: Path, other: str) -> None:
    whole = DOCUMENT.replace("title: A page", f"{other}title: 1 < 2 & \\<lossy> links")
    read_document(write(tmp_path, whole))
    words = r"page\.qmd, line \d: (sub)?title: <lossy> would .* write \\<lossy>"
    with pytest.raises(ConfigError, match=words):
        read_document(write(tmp_path, whole.replace("\\<", "<")))


def test_cell_without_label_is_refused(tmp_path: Path) -> None:
    text = DOCUMENT.replace("#| label: cell-one\n", "")
    with pytest.raises(ReportError, match=r"page\.qmd, line 10: this cell has no label"):
        read_document(write(tmp_path, text))


def test_two_cells_with_one_label_are_refused(tmp_path: Path) -> None:
    cell = "```{python}\n#| label: cell-one\n```\n"
    with pytest.raises(ReportError, match=r"page\.qmd, line 18: two cells have the label cell"):
        read_document(write(tmp_path, DOCUMENT + cell))


def test_inline_expressions_are_found_in_order() -> None:
    text = 'a `{python} f(1)` b `{python}  g("x")` c `{python}` d ``{python} h``'
    assert inline_expressions(text) == [Inline("f(1)", 0), Inline('g("x")', 0)]
    assert inline_expressions(f"one\n\n{text}")[0] == Inline("f(1)", 2)


@given(st.text("ab `*_[]()<>#!|~^$@\\-.+{}", max_size=40))
def test_inline_value_is_escaped_as_plain_text(value: str) -> None:
    escaped = escape_markdown(value)
    assert inline_expressions(escaped) == []
    assert escaped.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\") == value
