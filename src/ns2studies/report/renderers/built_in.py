"""The built-in renderer: makes pages where Quarto can't be installed.

Quarto's program comes from one download site only. The documents keep to what this
renderer does as well: a process runs their cells, pandoc (the program that Quarto itself uses)
writes the page.
"""

import json
import re
import subprocess
from pathlib import Path

import pypandoc

from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import run_within
from ns2studies.report.document import Document, HtmlFormat, Options
from ns2studies.report.renderers.notebook import run_document

NAME = "built-in"

PANDOC_TIMEOUT_S = 300

_THEME = re.compile(
    r'<link rel="stylesheet" href="(?P<style>theme/[\w.-]+)" />'
    r'|<script src="(?P<script>theme/[\w.-]+)"></script>'
)


def version() -> str:
    """What the page's footer says about this renderer."""
    return f"pandoc {pypandoc.get_pandoc_version()}"


def render_built_in(document: Document, options: Options, folder: Path, page: Path) -> None:
    """Run ``document`` and write ``page``.

    Args:
        folder: the private copy of the reports folder that the document lies in.

    Raises:
        ReportError: if a cell fails, or pandoc finds anything to complain about.
    """
    body = folder / "body.md"
    body.write_text(run_document(document, folder), encoding="utf-8")
    metadata = folder / "metadata.json"
    front = document.front.model_dump(exclude_defaults=True)
    html = options.format.html
    metadata.write_text(
        json.dumps({**front, "lang": options.lang, "toc-title": html.toc_title}), encoding="utf-8"
    )
    command = [
        pypandoc.get_pandoc_path(),
        *("--from=markdown", "--to=html5", "--standalone", "--mathml"),
        *("--wrap=none", "--fail-if-warnings", f"--metadata-file={metadata}"),
        *_layout(html),
        f"--output={page}",
        str(body),
    ]
    _run(command, folder, document)
    _embed_theme(page, folder, document.path)


def _layout(html: HtmlFormat) -> list[str]:
    return [
        *(["--toc", f"--toc-depth={html.toc_depth}"] if html.toc else []),
        f"--css={html.css}",
        f"--include-in-header={html.in_header}",
        f"--include-before-body={html.before_body}",
        f"--include-after-body={html.after_body}",
    ]


def _embed_theme(page: Path, folder: Path, document: Path) -> None:
    """Put style and script of the theme into the page, where it names their files.

    Pandoc could do that itself (--embed-resources). It would take the whole page apart, all charts
    and data, in search of more to embed; there is nothing else, or the page's check says so.
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


def _run(command: list[str], folder: Path, document: Document) -> None:
    try:
        done = run_within(command, PANDOC_TIMEOUT_S, folder)
    except subprocess.TimeoutExpired as error:
        raise ReportError(
            f"{document.path}: pandoc took longer than {PANDOC_TIMEOUT_S} s and was stopped"
        ) from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise ReportError(f"{document.path}: pandoc: {' '.join(lines) or 'failed'}")
