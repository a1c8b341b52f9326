"""An archive's database and the pages of all its studies: those that are there, or of some only."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from ns2studies import stages
from ns2studies.archive.prepared import ArchiveResults, prepared_folder, problem_of, results_in
from ns2studies.archive.tables import opened_archive_results
from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_files, digest_value
from ns2studies.basics.errors import ResultError
from ns2studies.database.building import build_database
from ns2studies.database.metadata import require_whole
from ns2studies.database.provenance import write_provenance
from ns2studies.reporting.render import render
from ns2studies.reporting.renderer import choose
from ns2studies.reporting.renderer_names import RendererChoice
from nstrace.files import whole_folder


def select(
    root: Path, scales: Mapping[str, str], command: str, renderer: RendererChoice
) -> ArchiveResults:
    """Database and pages of an archive of some studies: prepared unless the results are of these.

    Args:
        root: the checkout.
        scales: the studies, and the scale of each.
        command: what makes the results; for messages.
        renderer: of pages that are made for it.

    Raises:
        ResultError: if a study is missing, at another scale or damaged.
        ReportError: if a page can't be rendered.
    """
    results = root / "results"
    whole = results_in(results, results / "reports")
    with opened_archive_results(whole.database, command) as database:
        existing = {entry["study"]: entry["scale"] for entry in database.studies()}
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
    return _made_for(root, list(scales), renderer)


def _made_for(root: Path, studies: list[str], renderer: RendererChoice) -> ArchiveResults:
    """What was made for an earlier archive of the same results; made now if there is none."""
    results = root / "results"
    parts = [paths.study_database(results, study) for study in studies]
    folder = prepared_folder(results, _digest_of(results, parts, renderer))
    if problem_of(folder):
        shutil.rmtree(folder.parent, ignore_errors=True)
        with whole_folder(folder) as made:
            _make(root, parts, made, renderer)
    return results_in(folder)


def _digest_of(results: Path, parts: list[Path], renderer: RendererChoice) -> str:
    """Short digest of all that the database and the pages of some studies are made of."""
    made_of = [
        digest_files(results, parts),
        stages.code_of_database(),
        [stages.inputs_of_page(page).digest for page in paths.PAGES_OF_ALL],
        choose(renderer).told,
    ]
    return digest_value(made_of)[:SHORT]


def _make(root: Path, parts: list[Path], folder: Path, renderer: RendererChoice) -> None:
    chosen = results_in(folder)
    build_database(root / "results", parts, chosen.database)
    write_provenance(chosen.provenance, chosen.database, parts)
    for page in chosen.pages:
        document = root / "reports" / f"{page.stem}.qmd"
        render(document, page, chosen.database, chosen.provenance, renderer=renderer)
