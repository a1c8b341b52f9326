"""The database and the pages in an archive.

An archive of all studies takes them from the results. For an archive of some studies they are made
in a folder beside the archives, which is named by the digest of all inputs, and reused. They have
to be reused, because DuckDB gives each database file a unique identifier: archives of the same
results would differ each time.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.archive.tables import opened_results, studies_in
from ns2studies.basics import paths
from ns2studies.basics.checksums import page_is_whole
from ns2studies.basics.digests import SHORT, digest_files, digest_value
from ns2studies.basics.errors import ResultError
from ns2studies.database.metadata import description_path, require_whole
from ns2studies.evaluation.stage_digests import code_of_database
from ns2studies.report.page_digests import inputs_of_page
from ns2studies.report.renderers.choice import RendererChoice
from nstrace.files import whole_folder

_MADE: Final = ".made"


@dataclass(frozen=True)
class ArchiveResults:
    """Database, provenance and pages of all studies in an archive."""

    database: Path
    provenance: Path
    pages: tuple[Path, ...]


def results_in(folder: Path, pages: Path | None = None) -> ArchiveResults:
    """Return the paths of the results in a folder.

    Args:
        pages: the folder with the pages, if it is another one.
    """
    database = folder / "results.duckdb"
    files = tuple((pages or folder) / f"{name}.html" for name in paths.PAGES_OF_ALL)
    return ArchiveResults(database, description_path(database), files)


def prepared_folders(results: Path) -> list[Path]:
    """Return the folders with databases and pages that were made for archives of some studies."""
    return sorted(path for path in (results / "archives" / _MADE).glob("*") if path.is_dir())


def problem_of(folder: Path) -> str:
    """Describe the first missing or damaged file of such a folder; empty if there is none."""
    made = results_in(folder)
    try:
        require_whole(made.database, made.provenance)
    except ResultError as error:
        return error.message
    for page in made.pages:
        if not page.exists():
            return f"{page} is missing"
        if not page_is_whole(page):
            return f"{page} is damaged: its contents have changed since it was made"
    return ""


def prepare(
    root: Path, scales: Mapping[str, str], command: str, renderer: RendererChoice
) -> ArchiveResults:
    """Return the results for an archive of some studies; make them unless they exist.

    Args:
        root: the checkout.
        scales: the studies, and the scale of each.
        command: the command that makes the results, for messages.
        renderer: for pages that have to be made.

    Raises:
        ResultError: if the results of a study are missing, at another scale or damaged.
        ReportError: if a page can't be rendered.
    """
    results = root / "results"
    whole = results_in(results, results / "reports")
    with opened_results(whole.database, command) as connection:
        existing = {entry["study"]: entry["scale"] for entry in studies_in(connection)}
    for study, scale in scales.items():
        if existing.get(study) != scale:
            found = f"at scale {existing[study]}" if study in existing else "not in it"
            raise ResultError(
                f"{whole.database}: {study} is {found}, not at scale {scale}",
                f"{command} makes it anew.",
            )
    if existing == dict(scales):
        require_whole(whole.database)
        return whole
    return _made_for(root, [paths.study_database(results, study) for study in scales], renderer)


def _made_for(root: Path, parts: Sequence[Path], renderer: RendererChoice) -> ArchiveResults:
    from ns2studies.report.renderers.choice import choose

    results = root / "results"
    made_of = [
        digest_files(results, parts),
        code_of_database(),
        [inputs_of_page(page).digest for page in paths.PAGES_OF_ALL],
        choose(renderer).told,
    ]
    folder = results / "archives" / _MADE / digest_value(made_of)[:SHORT]
    if problem_of(folder):
        shutil.rmtree(folder.parent, ignore_errors=True)
        with whole_folder(folder) as made:
            _make(root, parts, results_in(made), renderer)
    return results_in(folder)


def _make(
    root: Path, parts: Sequence[Path], target: ArchiveResults, renderer: RendererChoice
) -> None:
    from ns2studies.database.building import build_database
    from ns2studies.database.provenance import write_provenance
    from ns2studies.report.render import render

    build_database(root / "results", parts, target.database)
    write_provenance(target.provenance, target.database, parts)
    for page in target.pages:
        document = root / "reports" / f"{page.stem}.qmd"
        render(document, page, target.database, target.provenance, renderer=renderer)
