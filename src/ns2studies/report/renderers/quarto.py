"""Render with Quarto, if its program is found.

Quarto renders a private copy of the document, in which each cell and each expression is a call of
:func:`run`. So both renderers reject what only one of them supports, and an error names the
document's line, which Quarto's own log doesn't. The kernel and this program share a folder with the
requests, the number of those begun, and the outcomes.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import run_within
from ns2studies.report.blocks import Block
from ns2studies.report.document import Cell, Document, read_document, read_options
from ns2studies.report.renderers.cells import (
    Request,
    as_json,
    interrupted,
    is_success,
    kernel_environment,
    outcome_of,
    read_outcomes,
    requests_of,
    require_success,
    write_outcome,
)
from nstrace.errors import NstraceError
from nstrace.files import write_text_if_changed

TIMEOUT_S = 1200

FOLDER: Final = "NS2STUDIES_CELLS"
"""Environment variable with the path of the folder shared with the kernel."""

DOCUMENTS: Final = "QUARTO_PROJECT_INPUT_FILES"
"""Environment variable in which Quarto lists the files it is about to render, one path a line."""

_REQUESTS: Final = "requests.json"
_BEGUN: Final = "begun.txt"
_OUTCOMES: Final = "outcomes.jsonl"

_SHOWN_LINES = 2

_COLORS = re.compile(r"\x1b\[[0-9;]*m")


def name_this_python(reports: Path) -> None:
    """Make `quarto render` and `quarto preview`, called in ``reports``, use this environment."""
    line = f'QUARTO_PYTHON="{sys.executable}"\n'
    write_text_if_changed(reports / "_environment.local", line)


def check_documents() -> int:
    """Check the documents that Quarto, called by itself in the working folder, will render.

    With ``_quarto.yml``, Quarto runs this first (``before_rendering.py``). Documents that
    ``./reproduce`` passes to Quarto have already been checked.

    Returns:
        The exit status: 1 if something is wrong, with a message on the standard error.
    """
    if FOLDER in os.environ:
        return 0
    folder = Path.cwd()
    try:
        read_options(folder)
        for name in os.environ.get(DOCUMENTS, "").splitlines():
            read_document(folder / name)
    except NstraceError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


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
    requests = requests_of(document)
    (kernel / _REQUESTS).write_text(as_json(requests), encoding="utf-8")
    (folder / name).write_text(_guarded(document, len(requests)), encoding="utf-8")
    failure = _run(program, name, folder, kernel)
    made = folder / Path(name).with_suffix(".html")
    if failure or not made.is_file():
        raise _error(document, requests, kernel, failure or _Failure("quarto made no page"))
    shutil.move(made, page)


def _guarded(document: Document, requests: int) -> str:
    """Return the copy of a document that calls :func:`run` for each request."""
    # An expression, which defines no name in the document.
    calls = (
        f'__import__("{__name__}", fromlist=["run"]).run({number}, globals())'
        for number in range(requests)
    )

    def fenced(cell: Cell) -> str:
        options = [line for line in cell.source.splitlines() if line.startswith("#|")]
        return "\n".join(["```{python}", *options, next(calls), "```"])

    return f"{document.head}\n{document.body_with(fenced, lambda: f'`{{python}} {next(calls)}`')}"


def run(number: int, names: dict[str, Any]) -> object:
    """Run one request of the document in Quarto's kernel, and write its outcome.

    Args:
        number: of the request, from 0.
        names: the kernel's variables.

    Returns:
        The object for Quarto to show: one with Markdown, an expression's value, or nothing.

    Raises:
        RuntimeError: to stop the kernel after a request that failed.
    """
    # IPython is installed where there is a kernel.
    from IPython.utils.capture import capture_output

    folder = Path(os.environ[FOLDER])
    request = json.loads((folder / _REQUESTS).read_text(encoding="utf-8"))[number]
    (folder / _BEGUN).write_text(str(number + 1), encoding="utf-8")
    with capture_output(stdout=False, stderr=False) as displayed:
        outcome = outcome_of(request, names)
    if displayed.outputs and "error" not in outcome:
        outcome = {"refused": "what display() shows"}
    write_outcome(folder / _OUTCOMES, outcome)
    if not is_success(outcome):
        raise RuntimeError(request["name"])
    if "value" in outcome:
        return outcome["value"]
    return Block(outcome["markdown"]) if outcome["markdown"] else None


@dataclass(frozen=True)
class _Failure:
    """A failure of Quarto.

    Attributes:
        stopped: whether a signal or a time-out ended it.
    """

    reason: str
    stopped: bool = False


def _error(
    document: Document, requests: Sequence[Request], kernel: Path, failure: _Failure
) -> ReportError:
    """Return the error of a failed rendering, or raise it if the cause is an outcome."""
    outcomes = read_outcomes(kernel / _OUTCOMES)
    require_success(document, requests, outcomes)
    file = kernel / _BEGUN
    begun = int(file.read_text(encoding="utf-8")) if file.is_file() else 0
    if begun == len(outcomes):
        return ReportError(f"{document.path}: {failure.reason}")
    died = "" if failure.stopped else "the process that runs it ended; "
    return interrupted(document, requests[begun - 1], died + failure.reason)


def _run(program: str, name: str, folder: Path, kernel: Path) -> _Failure | None:
    """Run Quarto on the document called ``name``; return why it failed, if it did."""
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
    return _Failure(f"quarto: {_message(_COLORS.sub('', done.stderr + done.stdout))}")


def _signal_of(status: int) -> str:
    """Return the signal that ended a program or, by a shell's convention, one that it ran."""
    number = -status if status < 0 else status - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""


def _message(log: str) -> str:
    """Return the errors in Quarto's output, or else its last lines."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("WARN: ")]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    if not errors:
        return " ".join(lines[-_SHOWN_LINES:]) or "failed without a message"
    # The line after an error in a file has its position.
    located = [f"{a} {b}" for a, b in pairwise(lines) if a in errors and b.startswith("(line ")]
    return " ".join(located or errors[:_SHOWN_LINES])
