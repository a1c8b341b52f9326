"""What `quarto render`, called in the reports' folder, checks before it renders."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import small_reports
from small_reports import CELL, change

from ns2studies.basics.paths import REPORTS
from ns2studies.report.document import read_options
from ns2studies.report.renderers.quarto import DOCUMENTS, FOLDER, name_this_python


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    return small_reports.reports(tmp_path)


def run(reports: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run what the options name, as Quarto does."""
    script = read_options(REPORTS).project.pre_render
    return subprocess.run(
        [sys.executable, script],
        cwd=reports,
        env={**os.environ, DOCUMENTS: "page.qmd", **more},
        capture_output=True,
        text=True,
        check=False,
    )


def test_correct_documents_pass_silently(reports: Path) -> None:
    done = run(reports)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_mistake_gives_one_message_with_its_line(reports: Path) -> None:
    change(
        reports, CELL, "x = 1\n```\n\n{{< include other.md >}}\n\n```{python}\n#| label: cell-more"
    )
    done = run(reports)
    assert done.returncode == 1
    assert done.stderr.startswith(f"ERROR: {reports / 'page.qmd'}, line ")
    assert "is shown by one renderer only" in done.stderr
    assert "Traceback" not in done.stderr
    # What ./reproduce hands over is checked already, and its cells are wrapped.
    assert run(reports, **{FOLDER: "somewhere"}).returncode == 0


def test_include_that_is_missing_is_named(reports: Path) -> None:
    (reports / "theme" / "head.html").unlink()
    done = run(reports)
    assert done.returncode == 1
    assert f"{reports / 'theme' / 'head.html'}: no such file" in done.stderr


def test_python_without_project_is_named(reports: Path) -> None:
    """Quarto takes the PATH's where nothing else is named."""
    done = subprocess.run(
        [sys.executable, "-S", "before_rendering.py"],
        cwd=reports,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"ERROR: {sys.executable} has no package ns2studies")
    assert f"Call {reports.parent / 'reproduce'} once" in done.stderr
    assert "Traceback" not in done.stderr


def test_real_quarto_stops_at_mistake(reports: Path) -> None:
    quarto = shutil.which("quarto")
    if not quarto:
        pytest.skip("there is no program named quarto on the PATH")
    name_this_python(reports)
    (reports / "theme" / "head.html").unlink()
    done = subprocess.run(
        [quarto, "render", "page.qmd"], cwd=reports, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "head.html: no such file" in done.stderr
    assert not (reports / "page.html").exists()
