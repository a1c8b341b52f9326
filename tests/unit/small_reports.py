"""A reports folder with one small document, and programs that stand in for Quarto."""

import os
import shlex
import shutil
import stat
import sys
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.paths import REPORTS

BODY = """\
---
title: Cells & values
subtitle: A small page
---

```{python}
#| label: cell-open
from ns2studies.report.blocks import raw_html
from ns2studies.report.page import Page
page = Page.open()
page.start()
```

## Values {#values}

Seven is `{python} page.value("SELECT n FROM numbers")`, text `{python} "a_b *c* <i>"`;
see [values](#values) and $x^2$.

```{python}
#| label: cell-block
raw_html("<p id='made'>made &amp; kept</p>")
```

```{python}
#| label: cell-end
page.end([("other.html", "Another page")])
```
"""

CELL = "raw_html(\"<p id='made'>made &amp; kept</p>\")"
"""What the document's second cell holds, on line 21."""

INLINE = 'page.value("SELECT n FROM numbers")'
"""An expression in its text, on line 16."""


def reports(parent: Path) -> Path:
    """A reports folder, with a blank in its path, that holds the document ``page.qmd``."""
    folder = parent / "a b" / "reports"
    shutil.copytree(REPORTS / "theme", folder / "theme")
    for name in ("_quarto.yml", "before_rendering.py"):
        shutil.copy(REPORTS / name, folder)
    (folder / "page.qmd").write_text(BODY, encoding="utf-8")
    return folder


def database(folder: Path) -> Path:
    """The results that the document shows."""
    path = folder / "results.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE numbers AS SELECT 7 AS n")
    return path


def change(reports: Path, found: str, replacement: str) -> Path:
    assert found in BODY
    document = reports / "page.qmd"
    document.write_text(BODY.replace(found, replacement), encoding="utf-8")
    return document


def stand_in_quarto(folder: Path, script: str) -> None:
    """A program named quarto, as the real one can't be had on every machine."""
    # The path of this Python may hold blanks, which a "#!" line can't.
    (folder / "quarto.py").write_text(script, encoding="utf-8")
    program = folder / "quarto"
    start = shlex.join([sys.executable, str(folder / "quarto.py")])
    program.write_text(f'#!/bin/sh\nexec {start} "$@"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def put_on_path(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let such a program be the first one that is called quarto."""
    stand_in_quarto(folder, script)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
