"""Runs a document's cells in the kernel that Quarto starts, by the rules of the built-in renderer.

Quarto renders a private copy of the document, in which each cell and each expression is a call of
:func:`run`. So what only one renderer would publish is refused by both, and a failure names the
document's line, which Quarto's own log doesn't.
"""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ns2studies.report.document import Document, with_other_expressions
from ns2studies.report.markup import Block
from ns2studies.report.renderers.cells import SUCCESS, outcome_of
from ns2studies.report.renderers.requests import Request, requests_of

FOLDER: Final = "NS2STUDIES_CELLS"
"""The variable of the environment that names the folder of these files."""

_REQUESTS: Final = "requests.json"
_BEGUN: Final = "begun.txt"
OUTCOMES: Final = "outcomes.jsonl"


class RefusedError(Exception):
    """Ends the kernel's work after a cell that failed: its outcome is in the file."""


def write_guarded(document: Document, copy: Path, folder: Path) -> list[Request]:
    """Write the copy of ``document`` that Quarto renders, and to ``folder`` what it runs.

    Returns:
        What it runs, in its order.
    """
    requests = requests_of(document)
    calls = (_call(number) for number in range(len(requests)))
    parts = []
    for cell in document.cells:
        if cell.kind == "python":
            options = [line for line in cell.source.splitlines() if line.startswith("#|")]
            parts.append("\n".join(["```{python}", *options, next(calls), "```"]))
        else:
            parts.append(with_other_expressions(cell.source, calls))
    copy.write_text(document.head + "\n" + "\n\n".join(parts) + "\n", encoding="utf-8")
    listed = [asdict(request) for request in requests]
    (folder / _REQUESTS).write_text(json.dumps(listed), encoding="utf-8")
    return requests


def _call(number: int) -> str:
    # As one expression, which adds no name to the document's.
    return f'__import__("{__name__}", fromlist=["run"]).run({number}, globals())'


def begun(folder: Path) -> int:
    """How many requests were begun."""
    file = folder / _BEGUN
    return int(file.read_text(encoding="utf-8")) if file.is_file() else 0


def run(number: int, names: dict[str, Any]) -> object:
    """Run one request of the document, and write down its outcome.

    Args:
        number: its place among the requests, from 0.
        names: the kernel's variables.

    Returns:
        What Quarto is to show: an object with Markdown, an expression's value, or nothing.

    Raises:
        RefusedError: if it fails, or gives what a page doesn't take.
    """
    # IPython is there in a kernel, and nowhere else.
    from IPython.utils.capture import capture_output

    folder = Path(os.environ[FOLDER])
    request = json.loads((folder / _REQUESTS).read_text(encoding="utf-8"))[number]
    (folder / _BEGUN).write_text(str(number + 1), encoding="utf-8")
    with capture_output(stdout=False, stderr=False) as displayed:
        outcome = outcome_of(request, names)
    if displayed.outputs and "error" not in outcome:
        outcome = {"refused": "what display() shows"}
    with (folder / OUTCOMES).open("a", encoding="utf-8") as outcomes:
        outcomes.write(json.dumps(outcome) + "\n")
    if not SUCCESS & outcome.keys():
        raise RefusedError(request["name"])
    if "value" in outcome:
        return outcome["value"]
    return Block(outcome["markdown"]) if outcome["markdown"] else None
