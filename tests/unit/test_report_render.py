"""Rendering: a page appears whole, from a private copy, or an error says which cell failed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
import small_reports
from small_reports import BODY, change, put_on_path, stand_in_quarto

from ns2studies.basics.errors import ReportError
from ns2studies.basics.paths import REPORTS
from ns2studies.database.metadata import describe
from ns2studies.report.document import INPUT_FILE
from ns2studies.report.page import Page
from ns2studies.report.render import render
from ns2studies.report.renderers import choice, quarto
from ns2studies.report.renderers.choice import RendererChoice, choose


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    return small_reports.reports(tmp_path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return small_reports.database(tmp_path)


def renderers() -> list[RendererChoice]:
    """The built-in renderer, and Quarto where there is one."""
    return ["built-in", "quarto"] if shutil.which("quarto") else ["built-in"]


@pytest.mark.parametrize("renderer", renderers())
def test_document_becomes_page(
    reports: Path, database: Path, tmp_path: Path, renderer: RendererChoice
) -> None:
    before = sorted(reports.rglob("*"))
    provenance = tmp_path / "provenance.json"
    facts_of_results = {"machine": {"number_of": "two <cores>"}, "list": [True], "one": 1}
    describe(provenance, database, facts_of_results)
    page = tmp_path / "out" / "page.html"
    render(reports / "page.qmd", page, database, provenance, renderer)
    html = page.read_text(encoding="utf-8")
    assert "Seven is 7, text a_b *c* &lt;i&gt;;" in html
    assert "<p id='made'>" in html or '<p id="made">' in html
    assert "<title>Cells &amp; values</title>" in html
    assert "<math" in html
    assert "<dt>machine, number of</dt><dd>two &lt;cores&gt;</dd>" in html
    assert "<dt>list</dt><dd>yes</dd>" in html
    assert "<dt>one</dt><dd>1</dd>" in html
    assert f"Page made by {choose(renderer)}" in html
    assert sorted(reports.rglob("*")) == before
    again = tmp_path / "again" / page.name
    render(reports / "page.qmd", again, database, provenance, renderer)
    assert again.read_bytes() == page.read_bytes()
    assert list(page.parent.iterdir()) == [page]


@pytest.mark.parametrize("renderer", renderers())
def test_failing_cell_keeps_earlier_page(
    reports: Path, database: Path, tmp_path: Path, renderer: RendererChoice
) -> None:
    document = change(reports, "raw_html(\"<p id='made'>", 'page.query("SELECT nothing")\n("')
    page = tmp_path / "page.html"
    page.write_text("earlier", encoding="utf-8")
    with pytest.raises(
        ReportError, match=r"page\.qmd, line 21, cell cell-block: ReportError: query failed"
    ):
        render(document, page, database, renderer=renderer)
    assert page.read_text(encoding="utf-8") == "earlier"
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".tmp"] == []


def test_theme_is_part_of_page(reports: Path, database: Path) -> None:
    page = reports / "page.html"
    render(reports / "page.qmd", page, database, renderer="built-in")
    html = page.read_text(encoding="utf-8")
    assert (reports / "theme" / "page.css").read_text(encoding="utf-8") in html
    assert (reports / "theme" / "page.js").read_text(encoding="utf-8") in html


def test_page_that_breaks_rule_is_not_written(
    reports: Path, database: Path, tmp_path: Path
) -> None:
    document = change(reports, "(#values)", "(#elsewhere)")
    page = tmp_path / "page.html"
    with pytest.raises(ReportError, match=r"page\.qmd: the page links to #elsewhere"):
        render(document, page, database, renderer="built-in")
    assert not page.exists()


def test_document_may_have_only_title(reports: Path, database: Path, tmp_path: Path) -> None:
    document = reports / "only.qmd"
    document.write_text("---\ntitle: Only\n---\n", encoding="utf-8")
    render(document, tmp_path / "only.html", database, renderer="built-in")
    assert (
        "skip-link" not in (tmp_path / "only.html").read_text(encoding="utf-8").partition("<h1")[2]
    )


@pytest.mark.parametrize("name", ["page.css", "head.html", "before-body.html", "after-body.html"])
def test_resource_that_is_missing_is_named(reports: Path, database: Path, name: str) -> None:
    (reports / "theme" / name).unlink()
    with pytest.raises(ReportError, match=rf"theme/{name}: no such file"):
        render(reports / "page.qmd", reports / "page.html", database, renderer="built-in")


def test_missing_database_is_refused_before_cells_run(reports: Path, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="there is no such database"):
        render(reports / "page.qmd", tmp_path / "page.html", tmp_path / "gone.duckdb")


QUARTO_THAT_RENDERS = """
import json, os, pathlib, sys
if sys.argv[1:] == ["--version"]:
    print("1.10.1")
    sys.exit()
assert sys.argv[1:] == ["render", "page.qmd", "--to", "html", "--no-execute-daemon"], sys.argv
assert os.environ["QUARTO_PYTHON"] == sys.executable
given = json.loads(pathlib.Path("page-input.json").read_text())
names = sorted(path.name for path in pathlib.Path().iterdir())
bar = "site-bar" in pathlib.Path("theme/before-body.html").read_text()
pathlib.Path("page.html").write_text(
    "<html lang='en'><title>t</title><body><h1>h</h1><pre>" + json.dumps([given, names, bar])
    + '</pre><script type="application/json" class="chart-spec">{}</script></body></html>'
)
"""


def test_quarto_runs_in_private_copy(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (reports / "other.qmd").write_text(BODY, encoding="utf-8")
    (reports / "page.html").write_text("left from a rendering in place", encoding="utf-8")
    put_on_path(tmp_path, QUARTO_THAT_RENDERS, monkeypatch)
    render(reports / "page.qmd", tmp_path / "out.html", database)
    html = (tmp_path / "out.html").read_text(encoding="utf-8")
    given, names, bar = json.loads(html.partition("<pre>")[2].partition("</pre>")[0])
    assert given["database"] == str(database)
    assert given["renderer"] == "Quarto (1.10.1)"
    ours = ["before_rendering.py", "jupyter", INPUT_FILE]
    assert names == ["_quarto.yml", *ours, "page.qmd", "theme"]
    assert bar
    assert html.count('id="chart-library"') == 1
    assert "</script>\n</body></html>\n<!-- " in html


def test_page_without_charts_has_no_library_for_them(
    reports: Path, database: Path, tmp_path: Path
) -> None:
    render(reports / "page.qmd", tmp_path / "out.html", database, renderer="built-in")
    assert 'id="chart-library"' not in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_failed_quarto_installation_gives_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the real pip, from a place that has no such package."""
    folders = os.environ["PATH"].split(os.pathsep)
    without = [folder for folder in folders if not shutil.which("quarto", path=folder)]
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), *without]))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(ReportError, match=r"(?s)can't be installed here.*quarto-cli==") as caught:
        choice.install_quarto()
    assert "--renderer built-in" in str(caught.value)
    stand_in_quarto(tmp_path, QUARTO_THAT_RENDERS)
    choice.install_quarto()
    assert str(choice.choose()) == "Quarto (1.10.1)"
    assert choice.choose("built-in").program is None


def test_quarto_called_in_place_finds_this_python(tmp_path: Path) -> None:
    quarto.name_this_python(tmp_path)
    line = (tmp_path / "_environment.local").read_text(encoding="utf-8")
    assert line == f'QUARTO_PYTHON="{sys.executable}"\n'


def test_quarto_in_place_writes_ignored_files_only() -> None:
    """It adds each of these lines, as they stand here, to a .gitignore that lacks it."""
    ignored = (REPORTS / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/.quarto/", "**/*.quarto_ipynb", "/_*.local"} <= set(ignored)


def test_page_rendered_in_place_has_library(database: Path) -> None:
    """As an element that the script of the charts finds, not as text that a reader sees."""
    with duckdb.connect(str(database), read_only=True) as connection:
        end = Page(connection, {}, "Quarto", has_library=False).end()
    markdown = end._repr_markdown_()
    assert markdown.count('<script type="text/plain" id="chart-library">') == 1
    assert "&lt;script" not in markdown


def test_quarto_that_does_not_work_is_named(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_path(tmp_path, "raise SystemExit(3)", monkeypatch)
    with pytest.raises(ReportError, match="quarto --version does not work"):
        render(reports / "page.qmd", tmp_path / "out.html", database)


def test_results_are_read_only(database: Path, tmp_path: Path) -> None:
    given = {"database": str(database), "provenance": "", "renderer": "r", "has_library": True}
    (tmp_path / INPUT_FILE).write_text(json.dumps(given), encoding="utf-8")
    page = Page.open(tmp_path)
    assert page.value("SELECT n FROM numbers WHERE n > $least", least=1) == 7
    with pytest.raises(ReportError, match="query failed"):
        page.query("DELETE FROM numbers")
    with pytest.raises(ReportError, match="query gives 2 rows of 1"):
        page.value("SELECT unnest([1, 2])")


def test_damaged_page_input_is_named(tmp_path: Path) -> None:
    (tmp_path / INPUT_FILE).write_text('{"database": 1', encoding="utf-8")
    with pytest.raises(ReportError, match=r"page-input\.json: not a page's input"):
        Page.open(tmp_path)


def test_page_job_imports_no_large_libraries() -> None:
    """The document's cells are run by a process of their own, which loads them."""
    program = (
        "import sys\n"
        "from ns2studies.compare.previous import note_command\n"
        "from ns2studies.report.render import render\n"
        "print(*{'altair', 'duckdb', 'numpy', 'polars', 'pyarrow'} & sys.modules.keys())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"
