"""Render a report: a Quarto document and a database become one self-contained page."""

import json
import re
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ns2studies.basics.checksums import NOT_STATED, add_page_checksum
from ns2studies.basics.errors import ReportError
from ns2studies.database.metadata import require_whole
from ns2studies.report.charts.drawings import add_library
from ns2studies.report.check import check_page
from ns2studies.report.document import (
    INPUT_FILE,
    OPTIONS,
    Options,
    PageInput,
    read_document,
    read_options,
)
from ns2studies.report.links import bar_html
from ns2studies.report.renderers import built_in, quarto
from ns2studies.report.renderers.choice import Renderer, RendererChoice, choose
from nstrace.files import whole_file
from nstrace.scratch import private_folder

_TO_MAIN_PART: Final = re.compile(r'<a class="skip-link"[^>]*>[^<]*</a>')


def render(
    document: Path,
    output: Path,
    database: Path,
    provenance: Path | None = None,
    renderer: RendererChoice = "auto",
    unchanged: AbstractContextManager[None] | None = None,
    made_of: str = NOT_STATED,
    home: Path | None = None,
) -> None:
    """Render ``document`` to the page ``output``, whole or not at all.

    Args:
        document: a ``.qmd`` in a folder with ``_quarto.yml`` and ``theme/``.
        home: another folder that has these.
        database: the results, opened read-only by the document.
        provenance: the database's description.
        renderer: the renderer to use.
        unchanged: entered around all reading; if its exit raises an error, the previous page
            remains.
        made_of: short digest of the inputs of the page, which is written into the page.

    Raises:
        ResultError: if the database is damaged, or does not match its description.
        ReportError: if a cell fails, Quarto is required but missing, or the page breaks a
            rule (see :mod:`ns2studies.report.check`).
        ConfigError: if an option is outside the subset that both renderers support.
    """
    chosen = _renderer(document, renderer)
    if not database.is_file():
        raise ReportError(f"{database}: there is no such database", "Run the study first.")
    if provenance:
        require_whole(database, provenance)
    page_input = PageInput(
        database=str(database.resolve()),
        provenance=str(provenance.resolve()) if provenance else "",
        renderer=str(chosen),
        has_library=True,
    )
    with whole_file(output) as page, unchanged or nullcontext():
        _render_privately(document, home or document.parent, page, page_input, chosen.program)
        check_page(page, name=document.name)
        add_page_checksum(page, output.name, made_of)


def _renderer(document: Path, wanted: RendererChoice) -> Renderer:
    """Choose the renderer; an error names the document."""
    try:
        return choose(wanted)
    except ReportError as error:
        raise ReportError(f"{document}: {error.message}", error.hint) from error


def _render_privately(
    document: Path, home: Path, page: Path, page_input: PageInput, program: str | None
) -> None:
    """Render in a copy of the documents' folder that only this rendering uses."""
    options = read_options(home)
    parsed = read_document(document)
    with private_folder("ns2studies-report-") as (private, _):
        folder = private / "reports"
        shutil.copytree(home, folder, ignore=_others(home, document, options))
        shutil.copyfile(document, folder / document.name)
        (folder / INPUT_FILE).write_text(json.dumps(asdict(page_input)), encoding="utf-8")
        if home == document.parent:
            with (folder / options.format.html.before_body).open("a", encoding="utf-8") as stream:
                stream.write(bar_html(document.stem))
        if program:
            quarto.render_quarto(program, parsed, folder, page.resolve())
        else:
            built_in.render_built_in(parsed, options, folder, page.resolve())
    _drop_dead_link(page)
    add_library(page)


def _drop_dead_link(page: Path) -> None:
    """Remove the link to the main part from a page whose document does not open one."""
    html = page.read_text(encoding="utf-8")
    if 'id="content"' not in html:
        page.write_text(_TO_MAIN_PART.sub("", html), encoding="utf-8")


def _others(home: Path, document: Path, options: Options) -> Callable[[str, list[str]], set[str]]:
    """Return a filter that leaves out other documents, and files of earlier renderings in place."""

    def ignore(folder: str, names: list[str]) -> set[str]:
        if Path(folder) != home:
            return set()
        keep = {document.name, OPTIONS, options.project.pre_render, "theme"}
        return {name for name in names if name not in keep}

    return ignore
