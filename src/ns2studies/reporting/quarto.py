"""Rendering by Quarto, where its program is on the PATH."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from ns2studies.errors import ReportError
from ns2studies.processes import bound
from ns2studies.reporting.document import Document, label_of
from ns2studies.reporting.notebook import cell_reason, kernel_environment
from nstrace.files import write_text_if_changed

NAME = "Quarto"

TIMEOUT_S = 1200

_EXCEPTION = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Warning|Exit)): ?(.*)$")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def find_quarto() -> str | None:
    """The path of the quarto program, on the PATH or beside this Python; or None."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("quarto") or shutil.which("quarto", path=beside)


def name_this_python(reports: Path) -> None:
    """Let `quarto render` and `quarto preview`, called in ``reports``, find this environment."""
    line = f'QUARTO_PYTHON="{sys.executable}"\n'
    write_text_if_changed(reports / "_environment.local", line)


def quarto_version(program: str) -> str:
    """The program's version.

    Raises:
        ReportError: if it can't be run.
    """
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=120, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ReportError(
            f"{program} --version does not work: {error}",
            "Repair Quarto, or remove it from the PATH to use the built-in renderer.",
        ) from error
    return done.stdout.strip()


def render_quarto(program: str, document: Document, folder: Path, page: Path) -> None:
    """Render ``document`` with Quarto and move the result to ``page``.

    Args:
        folder: the private copy of the reports folder: Quarto's intermediate files would
            collide if two documents were rendered in one.

    Raises:
        ReportError: naming document, cell and reason.
    """
    name = document.path.name
    jupyter = folder / "jupyter"
    jupyter.mkdir()
    try:
        done = subprocess.run(
            bound([program, "render", name, "--to", "html", "--no-execute-daemon"]),
            cwd=folder,
            env={**kernel_environment(jupyter), "QUARTO_PYTHON": sys.executable},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ReportError(
            f"{document.path}: quarto took longer than {TIMEOUT_S} s and was stopped"
        ) from None
    made = folder / Path(name).with_suffix(".html")
    if done.returncode != 0 or not made.is_file():
        raise ReportError(_failure(document, _COLOURS.sub("", done.stderr + done.stdout)))
    shutil.move(made, page)


def _failure(document: Document, log: str) -> str:
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    raised = [found for line in lines if (found := _EXCEPTION.match(line.strip()))]
    if not raised:
        return f"{document.path}: quarto: {' '.join(lines[-3:]) or 'failed without a message'}"
    return f"{document.path}, {_cell_in(document, log)}: {cell_reason(*raised[-1].groups())}"


def _cell_in(document: Document, log: str) -> str:
    """The cell whose source Quarto printed with the error."""
    for cell in document.cells:
        if cell.kind != "python":
            continue
        source = [line for line in cell.source.splitlines() if not line.startswith("#|")]
        if source and "\n".join(source).strip() in log:
            return f"cell {label_of(cell.source)}"
    return "a cell"
