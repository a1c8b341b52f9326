"""Running a document's Python cells and putting their Markdown where the cells stood."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ns2studies.basics import paths
from ns2studies.basics.processes import last_line, run_within
from ns2studies.report.document import Document, fill_inline
from ns2studies.report.renderers.cells import SUCCESS
from ns2studies.report.renderers.requests import (
    Request,
    interrupted,
    read_outcomes,
    requests_of,
    require_success,
)
from ns2studies.starting.ask import HERE
from nstrace.files import disk_full, full_disk_named, no_room_left
from nstrace.scratch import private_folder

CELLS_TIMEOUT_S = 600
"""For all cells of a document together."""


def run_document(document: Document, folder: Path) -> str:
    """The document's body as Markdown, its cells replaced by what they emit.

    Args:
        folder: where the cells run; what the document reads lies there.

    Raises:
        ReportError: naming document, line and cause, if a cell fails or emits anything
            but Markdown.
    """
    requests = requests_of(document)
    outcomes = iter(_execute(document, requests, folder))
    parts = []
    for cell in document.cells:
        if cell.kind == "python":
            parts.append(next(outcomes)["markdown"])
        else:
            # It takes as many as it needs.
            parts.append(fill_inline(cell.source, (outcome["value"] for outcome in outcomes)))
    return "\n\n".join(parts) + "\n"


def kernel_environment(folder: Path) -> dict[str, str]:
    """The environment of a process that runs cells: this package, no user's settings.

    Args:
        folder: private; IPython and Jupyter keep their files there.
    """
    folders = [str(paths.SOURCES), os.environ.get("PYTHONPATH", "")]
    private = {
        name: str(folder / name.lower())
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    return {
        **os.environ,
        **private,
        "PYTHONPATH": os.pathsep.join(filter(None, folders)),
        "PYTHONHASHSEED": "0",
    }


def _execute(document: Document, requests: Sequence[Request], folder: Path) -> list[dict[str, Any]]:
    """What came of each request, in a process of their own."""
    scratch = private_folder("ns2studies-cells-")
    with full_disk_named(Path(tempfile.gettempdir())), scratch as (private, _):
        file = private / "outcomes.jsonl"
        reason = _run_process(requests, folder, file)
        outcomes = read_outcomes(file)
        if not _are_whole(requests, outcomes) and _is_full(private, f"{reason} {outcomes[-1:]}"):
            raise disk_full(private)
    require_success(document, requests, outcomes)
    if len(outcomes) < len(requests):
        raise interrupted(document, requests[len(outcomes)], reason)
    return outcomes


def _are_whole(requests: Sequence[Request], outcomes: Sequence[Mapping[str, Any]]) -> bool:
    """Has all that was asked for come to a good end?"""
    return len(outcomes) == len(requests) and all(SUCCESS & it.keys() for it in outcomes)


def _is_full(folder: Path, said: str) -> bool:
    """Is it no cell's fault, but that of a disk without room? It may have some again by now."""
    return os.strerror(errno.ENOSPC) in said or no_room_left(folder)


def _run_process(requests: Sequence[Request], folder: Path, outcomes: Path) -> str:
    """Run cells; returns why the process ended early, if it did."""
    command = [sys.executable, *HERE, "cells", str(outcomes)]
    listed = json.dumps([asdict(request) for request in requests])
    environment = kernel_environment(outcomes.parent)
    try:
        done = run_within(command, CELLS_TIMEOUT_S, folder, environment, listed)
    except subprocess.TimeoutExpired:
        return f"the document's cells took more than {CELLS_TIMEOUT_S} s"
    said = last_line(done.stderr)
    return f"the process that runs it ended with status {done.returncode}. {said}".strip()
