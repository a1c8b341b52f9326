"""Running a document's Python cells and putting their Markdown where the cells stood."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ns2studies.errors import ReportError
from ns2studies.processes import bound
from ns2studies.reporting.document import (
    Cell,
    Document,
    fill_inline,
    inline_expressions,
    label_of,
)
from nstrace.scratch import private_folder

CELLS_TIMEOUT_S = 600
"""For all cells of a document together."""


def run_document(document: Document, folder: Path) -> str:
    """The document's body as Markdown, its cells replaced by what they emit.

    Args:
        folder: where the cells run; what the document reads lies there.

    Raises:
        ReportError: naming document, cell and reason, if a cell fails or emits anything
            but Markdown.
    """
    asked = [_asked(cell) for cell in document.cells]
    outcomes = iter(_execute(document, [cell for cell in asked if cell], folder))
    parts = []
    for cell, request in zip(document.cells, asked, strict=True):
        outcome = next(outcomes) if request else {}
        if cell.kind == "python":
            parts.append(_emitted(document, cell, outcome))
        else:
            parts.append(fill_inline(cell.source, outcome.get("values", [])))
    return "\n\n".join(parts) + "\n"


def kernel_environment(folder: Path) -> dict[str, str]:
    """The environment of a process that runs cells: this package, no user's settings.

    Args:
        folder: private; IPython and Jupyter keep their files there.
    """
    package = str(Path(__file__).resolve().parents[2])
    paths = [package, os.environ.get("PYTHONPATH", "")]
    private = {
        name: str(folder / name.lower())
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    return {
        **os.environ,
        **private,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "PYTHONHASHSEED": "0",
    }


def _asked(cell: Cell) -> dict[str, Any]:
    """What a cell has to run, and what messages call it; nothing if it is mere text."""
    if cell.kind == "python":
        return {"name": f"cell {label_of(cell.source)}", "source": cell.source}
    expressions = inline_expressions(cell.source)
    if not expressions:
        return {}
    return {"name": f"inline expressions {', '.join(expressions)}", "expressions": expressions}


def _execute(
    document: Document, asked: Sequence[dict[str, Any]], folder: Path
) -> list[dict[str, Any]]:
    """What came out of each cell, in a process of their own."""
    with private_folder("ns2studies-cells-") as (private, _):
        file = private / "outcomes.jsonl"
        reason = _run_process(asked, folder, file)
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    outcomes: list[dict[str, Any]] = [json.loads(line) for line in lines]
    if outcomes and "error" in outcomes[-1]:
        name = asked[len(outcomes) - 1]["name"]
        raise ReportError(f"{document.path}, {name}: {cell_reason(*outcomes[-1]['error'])}")
    if len(outcomes) < len(asked):
        raise ReportError(f"{document.path}, {asked[len(outcomes)]['name']}: {reason}")
    return outcomes


def _run_process(asked: Sequence[dict[str, Any]], folder: Path, outcomes: Path) -> str:
    """Run cells; returns why the process ended early, if it did."""
    # They must not outlive the program that waits for them.
    command = bound([sys.executable, "-m", "ns2studies.reporting.cells"])
    try:
        done = subprocess.run(
            [*command, str(outcomes)],
            cwd=folder,
            env=kernel_environment(outcomes.parent),
            input=json.dumps(list(asked)),
            capture_output=True,
            text=True,
            timeout=CELLS_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"the document's cells took more than {CELLS_TIMEOUT_S} s"
    last = done.stderr.strip().splitlines()[-1:]
    return f"the process that runs it ended with status {done.returncode}. {''.join(last)}".strip()


def cell_reason(name: str, value: str) -> str:
    """One line for an exception raised in a cell: its name, and what it says first."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", value).strip()
    return f"{name}: {plain.splitlines()[0].strip()}" if plain else name


def _emitted(document: Document, cell: Cell, outcome: dict[str, Any]) -> str:
    """The Markdown a cell shows."""
    if "refused" in outcome:
        raise ReportError(
            f"{document.path}, cell {label_of(cell.source)}: it emits {outcome['refused']}",
            "A cell must end in a Block (ns2studies.reporting.markup), or in nothing.",
        )
    return str(outcome["markdown"])
