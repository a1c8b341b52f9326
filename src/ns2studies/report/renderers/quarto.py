"""Rendering by Quarto, where its program is on the PATH."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import run_within
from ns2studies.report.document import Document
from ns2studies.report.renderers.guarded import FOLDER, OUTCOMES, begun, write_guarded
from ns2studies.report.renderers.notebook import kernel_environment
from ns2studies.report.renderers.requests import (
    Request,
    interrupted,
    read_outcomes,
    require_success,
)
from nstrace.files import write_text_if_changed

NAME = "Quarto"

TIMEOUT_S = 1200

_SHOWN_LINES = 2

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
        ReportError: naming document, line and cause.
    """
    name = document.path.name
    kernel = folder / "jupyter"
    kernel.mkdir()
    requests = write_guarded(document, folder / name, kernel)
    failure = _run(program, name, folder, kernel)
    made = folder / Path(name).with_suffix(".html")
    if failure or not made.is_file():
        raise _error(document, requests, kernel, failure or _Failure("quarto made no page"))
    shutil.move(made, page)


@dataclass(frozen=True)
class _Failure:
    """Why Quarto failed.

    Attributes:
        stopped: whether it was stopped, not ended by itself.
    """

    reason: str
    stopped: bool = False


def _error(
    document: Document, requests: Sequence[Request], kernel: Path, failure: _Failure
) -> ReportError:
    """The error of a rendering that failed. Raises it by itself if a cell is the cause."""
    outcomes = read_outcomes(kernel / OUTCOMES)
    require_success(document, requests, outcomes)
    number = begun(kernel)
    if number == len(outcomes):
        return ReportError(f"{document.path}: {failure.reason}")
    died = "" if failure.stopped else "the process that runs it ended; "
    return interrupted(document, requests[number - 1], died + failure.reason)


def _run(program: str, name: str, folder: Path, kernel: Path) -> _Failure | None:
    """Run Quarto on the document called ``name``; returns why it failed, if it did."""
    environment = {"QUARTO_PYTHON": sys.executable, FOLDER: str(kernel)}
    command = [program, "render", name, "--to", "html", "--no-execute-daemon"]
    try:
        done = run_within(command, TIMEOUT_S, folder, kernel_environment(kernel) | environment)
    except subprocess.TimeoutExpired:
        return _Failure(f"quarto took longer than {TIMEOUT_S} s and was stopped", stopped=True)
    if done.returncode == 0:
        return None
    if killed := _signal_of(done.returncode):
        return _Failure(f"quarto was ended by {killed}", stopped=True)
    return _Failure(f"quarto: {_said(_COLOURS.sub('', done.stderr + done.stdout))}")


def _signal_of(status: int) -> str:
    """The signal that ended a program, or, as shells tell it, one that it ran."""
    number = -status if status < 0 else status - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""


def _said(log: str) -> str:
    """What Quarto's output tells of why it failed: its errors, or else how the output ends."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("WARN: ")]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    if not errors:
        return " ".join(lines[-_SHOWN_LINES:]) or "failed without a message"
    # The line after an error in a file says where.
    located = [f"{a} {b}" for a, b in pairwise(lines) if a in errors and b.startswith("(line ")]
    return " ".join(located or errors[:_SHOWN_LINES])
