"""The built-in renderer, for machines on which Quarto can't be installed.

Quarto's program is only available from one download site. Documents are limited to features that
this renderer supports as well: a process runs their cells, and pandoc, which Quarto uses, too,
writes the page.
"""

import errno
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pypandoc

from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import last_line, run_within
from ns2studies.report.document import Document, HtmlFormat, Options, escape_markdown
from ns2studies.report.renderers.cells import (
    Request,
    as_json,
    interrupted,
    is_success,
    kernel_environment,
    read_outcomes,
    requests_of,
    require_success,
)
from nstrace.files import disk_full, full_disk_named, no_room_left
from nstrace.scratch import private_folder

CELLS_TIMEOUT_S = 600
"""Time limit for all cells of a document. A Jupyter kernel would add two for start and stop."""

PANDOC_TIMEOUT_S = 300

_CELLS = (sys.executable, "-m", "ns2studies.report.renderers.cells")

_THEME = re.compile(
    r'<link rel="stylesheet" href="(?P<style>theme/[\w.-]+)" />'
    r'|<script src="(?P<script>theme/[\w.-]+)"></script>'
)


def render_built_in(document: Document, options: Options, folder: Path, page: Path) -> None:
    """Run ``document`` and write ``page``.

    Args:
        folder: the private copy of the reports folder that contains the document.

    Raises:
        ReportError: if a cell fails or emits anything but Markdown, naming document, line and
            cause, or if pandoc prints a warning.
    """
    body = folder / "body.md"
    body.write_text(_run_document(document, folder), encoding="utf-8")
    metadata = folder / "metadata.json"
    front = document.front.model_dump(exclude_defaults=True)
    html = options.format.html
    metadata.write_text(
        json.dumps({**front, "lang": options.lang, "toc-title": html.toc_title}), encoding="utf-8"
    )
    command = [
        pypandoc.get_pandoc_path(),
        *("--from=markdown", "--to=html5", "--standalone", "--mathml"),
        *("--wrap=none", "--section-divs", "--fail-if-warnings", f"--metadata-file={metadata}"),
        *_layout(html),
        f"--output={page}",
        str(body),
    ]
    _run_pandoc(command, folder, document)
    _embed_theme(page, folder, document.path)


def _run_document(document: Document, folder: Path) -> str:
    """Return the document's body as Markdown, its cells replaced by their output."""
    outcomes = iter(_execute(document, requests_of(document), folder))
    return document.body_with(
        lambda _: next(outcomes)["markdown"], lambda: escape_markdown(next(outcomes)["value"])
    )


def _execute(document: Document, requests: Sequence[Request], folder: Path) -> list[dict[str, Any]]:
    """Run requests in a process of their own and return their outcomes."""
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
    return len(outcomes) == len(requests) and all(map(is_success, outcomes))


def _is_full(folder: Path, message: str) -> bool:
    """Return whether a full disk caused a failure; it may have free space again by now."""
    return os.strerror(errno.ENOSPC) in message or no_room_left(folder)


def _run_process(requests: Sequence[Request], folder: Path, outcomes: Path) -> str:
    """Run requests; return why the process ended early, if it did."""
    command = [*_CELLS, str(outcomes)]
    environment = kernel_environment(outcomes.parent)
    try:
        done = run_within(command, CELLS_TIMEOUT_S, folder, environment, as_json(requests))
    except subprocess.TimeoutExpired:
        return f"the document's cells took more than {CELLS_TIMEOUT_S} s"
    message = last_line(done.stderr)
    return f"the process that runs it ended with status {done.returncode}. {message}".strip()


def _layout(html: HtmlFormat) -> list[str]:
    return [
        *(["--toc", f"--toc-depth={html.toc_depth}"] if html.toc else []),
        f"--css={html.css}",
        f"--include-in-header={html.in_header}",
        f"--include-before-body={html.before_body}",
        f"--include-after-body={html.after_body}",
    ]


def _run_pandoc(command: list[str], folder: Path, document: Document) -> None:
    try:
        done = run_within(command, PANDOC_TIMEOUT_S, folder)
    except subprocess.TimeoutExpired as error:
        raise ReportError(
            f"{document.path}: pandoc took longer than {PANDOC_TIMEOUT_S} s and was stopped"
        ) from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise ReportError(f"{document.path}: pandoc: {' '.join(lines) or 'failed'}")


def _embed_theme(page: Path, folder: Path, document: Path) -> None:
    """Embed the theme's style and script where the page names their files.

    Pandoc's own --embed-resources would parse the whole page, with all charts and data, to find
    further resources. There are none: the page is checked for that.
    """

    def content(found: re.Match[str]) -> str:
        element = "style" if found["style"] else "script"
        file = found["style"] or found["script"]
        try:
            text = (folder / file).read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise ReportError(f"{document.parent / file}: no such file") from error
        return f"<{element}>\n{text}</{element}>"

    page.write_text(_THEME.sub(content, page.read_text(encoding="utf-8")), encoding="utf-8")
