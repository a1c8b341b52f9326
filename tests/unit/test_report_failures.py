"""What can fail while a page is rendered is told with document, line and cause."""

import shutil
from pathlib import Path

import pytest
import small_reports
from small_reports import CELL, INLINE, change, put_on_path

from ns2studies.basics import paths
from ns2studies.basics.errors import ReportError
from ns2studies.report.render import render
from ns2studies.report.renderers import built_in, quarto
from ns2studies.report.renderers.cells import outcome_of
from ns2studies.report.renderers.choice import RendererChoice
from nstrace.errors import DiskFullError


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    return small_reports.reports(tmp_path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return small_reports.database(tmp_path)


QUARTO = r"""
import subprocess, sys
if sys.argv[1:] == ["--version"]:
    print("1.10.18")
    sys.exit()
KERNEL = r'''
import re, sys
names = {}
parts = r"(?ms)^```{python}\n(.*?)^```$|`{python} ([^`]+)`"
for cell, inline in re.findall(parts, open("page.qmd").read()):
    try:
        exec(cell, names) if cell else eval(inline, names)
    except Exception:
        sys.exit(1)
'''
sys.stderr.write("\nExecuting 'page.quarto_ipynb'\n  Cell 1/3: 'cell-open'....Done\n")
nowhere = subprocess.DEVNULL
status = subprocess.call([sys.executable, "-c", KERNEL], stdout=nowhere, stderr=nowhere)
if status == 3:
    sys.stderr.write(
        "2026-11-23 03:51:49,583 - traitlets - ERROR - Kernel died while waiting for "
        "execute reply.\n\n\nKernel died\n"
    )
sys.stderr.write("\x1b[33mWARN: Error encountered when rendering files\x1b[39m\n")
sys.exit(1)
"""
"""Runs the document that Quarto is given in a process like its kernel, and ends as Quarto 1.10.18
did when that failed."""


@pytest.fixture(params=["built-in", "stand-in", "quarto"])
def engine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> RendererChoice:
    """The built-in renderer; Quarto with a stand-in for its program; Quarto itself."""
    if request.param == "built-in":
        return "built-in"
    if request.param == "quarto" and not shutil.which("quarto"):
        pytest.skip("there is no program named quarto on the PATH")
    if request.param == "stand-in":
        put_on_path(tmp_path, QUARTO, monkeypatch)
    return "quarto"


def message(document: Path, database: Path, renderer: RendererChoice) -> str:
    with pytest.raises(ReportError) as caught:
        render(document, document.with_suffix(".html"), database, renderer=renderer)
    return str(caught.value)


@pytest.mark.parametrize(
    ("found", "replacement", "told"),
    [
        (CELL, "x = 1\nraise ValueError('no such')", "22, cell cell-block: ValueError: no such"),
        (INLINE, "page.value(0 / 0)", "16, inline expression page.value(0 / 0): ZeroDivisionError"),
        (
            CELL,
            "__import__('os')._exit(3)",
            "20, cell cell-block: the process that runs it ended",
        ),
        (CELL, 'print("x")', "20, cell cell-block: it emits printed text"),
        (
            INLINE,
            "__import__('decimal').Decimal('1.5')",
            "16, inline expression __import__('decimal').Decimal('1.5'): "
            "ValueError: expected a text or a number, found a value of type Decimal",
        ),
    ],
)
def test_failure_names_document_line_and_cause(
    reports: Path,
    database: Path,
    engine: RendererChoice,
    found: str,
    replacement: str,
    told: str,
) -> None:
    document = change(reports, found, replacement)
    assert f"{document}, line {told}" in message(document, database, engine)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("None", "expected a text or a number, found a value of type NoneType"),
        ("True", "expected a text or a number, found a value of type bool"),
        ("[1]", "expected a text or a number, found a value of type list"),
        ("'5 $ and ~ 3'", "its text has $ ~, which Quarto treats as Markdown"),
    ],
)
@pytest.mark.parametrize("engine", ["built-in", "stand-in"], indirect=True)
def test_inline_value_must_suit_both_renderers(
    reports: Path, database: Path, engine: RendererChoice, expression: str, reason: str
) -> None:
    document = change(reports, INLINE, expression)
    place = f"page.qmd, line 16, inline expression {expression}: ValueError: {reason}"
    assert place in message(document, database, engine)


@pytest.mark.parametrize(
    ("cell", "emitted"),
    [
        ('__import__("IPython").display.HTML("<p>x</p>")', "text/plain, text/html"),
        ('print("x")', "printed text"),
        ("1 + 1", "text/plain"),
    ],
)
@pytest.mark.parametrize("engine", ["built-in", "stand-in"], indirect=True)
def test_cell_must_emit_markdown_only(
    reports: Path, database: Path, engine: RendererChoice, cell: str, emitted: str
) -> None:
    document = change(reports, CELL, cell)
    place = f"page.qmd, line 20, cell cell-block: it emits {emitted}"
    assert place in message(document, database, engine)


HALF_A_LINE = """import os, sys
with open(sys.argv[1], "a") as outcomes:
    outcomes.write('{"markup": "<p>')
os.kill(os.getpid(), 9)"""
"""The process is killed while it writes what came of a cell."""


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("x = (", "line 21, cell cell-block: SyntaxError: '(' was never closed"),
        ("__import__('sys').exit(3)", "line 21, cell cell-block: SystemExit: 3"),
        (
            "__import__('os')._exit(3)",
            "line 20, cell cell-block: the process that runs it ended with status 3",
        ),
        (
            "__import__('os').kill(__import__('os').getpid(), 9)",
            "line 20, cell cell-block: the process that runs it ended with status -9",
        ),
        (HALF_A_LINE, "line 20, cell cell-block: the process that runs it ended with status -9"),
    ],
)
def test_cell_that_ends_its_process_is_named(
    reports: Path, database: Path, cell: str, reason: str
) -> None:
    document = change(reports, CELL, cell)
    assert f"page.qmd, {reason}" in message(document, database, "built-in")


def test_cells_that_take_too_long_are_stopped(
    reports: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = change(reports, CELL, "__import__('time').sleep(1000)")
    # A busy machine takes some seconds to get to that cell.
    monkeypatch.setattr(built_in, "CELLS_TIMEOUT_S", 30)
    told = message(document, database, "built-in")
    assert "line 20, cell cell-block: the document's cells took more than 30 s" in told


def test_dead_kernel_gives_last_line_of_quarto(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_path(tmp_path, QUARTO, monkeypatch)
    told = message(change(reports, CELL, "__import__('os')._exit(3)"), database, "quarto")
    assert told.endswith("Kernel died")
    assert "WARN" not in told


def failing_quarto(folder: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that tells its version, and then does ``what``."""
    start = "import os, sys, time\nif '--version' in sys.argv: sys.exit(print('1.10.18'))\n"
    put_on_path(folder, start + what, monkeypatch)


BAD_YAML = """\
\x1b[91mERROR: Validation of YAML front matter failed.\x1b[39m
ERROR: In file page.qmd
(line 3, column 9) Field "\x1b[34mformat\x1b[39m" has value \x1b[34m3\x1b[39m, \
which must instead be 'ansi'
2: \x1b[34mtitle: t\x1b[39m
3: \x1b[34mformat: 3\x1b[39m
          ~
4: \x1b[34m---\x1b[39m

\x1b[91mERROR: Render failed due to invalid YAML.\x1b[39m
"""

NO_JUPYTER = """\
Python 3 installation:
{}

Jupyter is not available in this Python installation.
Install with \x1b[1mpython3 -m pip install jupyter\x1b[22m

\x1b[33mWARN: Error encountered when rendering files\x1b[39m
"""


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (
            f"sys.exit({BAD_YAML!r})",
            'quarto: ERROR: In file page.qmd (line 3, column 9) Field "format" has value 3, '
            "which must instead be 'ansi'",
        ),
        (
            f"sys.exit({NO_JUPYTER!r})",
            "quarto: Jupyter is not available in this Python installation. "
            "Install with python3 -m pip install jupyter",
        ),
        ("sys.exit('ERROR: no such thing')", "quarto: ERROR: no such thing"),
        ("sys.exit(1)", "quarto: failed without a message"),
        ("sys.exit(0)", "quarto made no page"),
        ("os.kill(os.getpid(), 9)", "quarto was ended by SIGKILL"),
        ("sys.exit(137)", "quarto was ended by SIGKILL"),
    ],
)
def test_errors_of_quarto_are_quoted(
    reports: Path,
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    reason: str,
) -> None:
    failing_quarto(tmp_path, what, monkeypatch)
    assert message(reports / "page.qmd", database, "quarto").endswith(f"page.qmd: {reason}")


def test_full_disk_is_not_blamed_on_cell(reports: Path, database: Path) -> None:
    document = change(reports, CELL, "raise OSError(28, 'No space left on device')")
    with pytest.raises(DiskFullError, match="no room left on the file system"):
        render(document, document.with_suffix(".html"), database, renderer="built-in")


def test_quarto_that_takes_too_long_is_stopped(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_quarto(tmp_path, "time.sleep(60)", monkeypatch)
    monkeypatch.setattr(quarto, "TIMEOUT_S", 0.2)
    told = message(reports / "page.qmd", database, "quarto")
    assert told.endswith("page.qmd: quarto took longer than 0.2 s and was stopped")


def test_quarto_killed_in_cell_names_cell(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_path(tmp_path, QUARTO, monkeypatch)
    document = change(reports, CELL, "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(5)")
    told = message(document, database, "quarto")
    assert "page.qmd, line 20, cell cell-block: quarto was ended by SIGKILL" in told


def test_quarto_asked_for_and_missing(
    reports: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = message(reports / "page.qmd", database, "quarto")
    assert "page.qmd: there is no program named quarto on the PATH" in told
    assert "./reproduce --renderer quarto installs it" in told
    assert "--renderer built-in does not need it" in told
    assert "renderer=built-in" in told, "for who calls snakemake, which has no such option"


def test_error_of_module_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "REPORTS", tmp_path)
    module, names = tmp_path / "toy" / "figures.py", {"__name__": "__main__"}
    exec(compile("def draw():\n    return {}['droped']\n", module, "exec"), names)
    outcome = outcome_of({"kind": "cell", "name": "cell a", "source": "\ndraw()"}, names)
    assert outcome["error"] == ["KeyError", f"'droped' ({module}, line 2)"]
    assert outcome["offset"] == 1
