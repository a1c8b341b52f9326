"""Check everything that is stored: runs, measures, looks, databases, pages and archives."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ns2studies.archive.checking import check as check_archive
from ns2studies.archive.prepared import prepared_folders, problem_of
from ns2studies.basics import paths
from ns2studies.basics.checksums import (
    named_file_is_whole,
    page_is_whole,
    read_checksummed_json,
)
from ns2studies.basics.errors import ArchiveError, ResultError
from ns2studies.compare import previous as last_command
from ns2studies.config.scenarios import QUICK, SCALES, Scale
from ns2studies.config.study_files import available
from ns2studies.database import SQL
from ns2studies.database.derived import spreadsheet_of
from ns2studies.database.metadata import (
    description_path,
    existing_scales,
    opened,
    read_description,
    require_whole,
)
from ns2studies.metrics.measure_files import note_of, noted_files
from ns2studies.runs.finished import FinishedRuns
from ns2studies.workflow.study_index import runs_in


@dataclass(frozen=True)
class Finding:
    """A stored file or folder that has changed since it was made.

    Attributes:
        problem: what is wrong, naming the file.
        discard: files and folders to remove; the usual commands make them again.
        is_made_again: whether they are made again once removed; otherwise the user has to act.
    """

    problem: str
    discard: Sequence[Path] = ()
    is_made_again: bool = True


Check = Callable[[], Finding | None]


def check_all(results: Path, progress: Callable[[int, int, str], None]) -> list[Finding]:
    """Compare everything that is stored with the digest stored beside it.

    Args:
        progress: called with the number of things that have been checked, of all, and the kind of
            the next one.
    """
    checks = [(what, check) for what, group in _groups(results) for check in group]
    found = []
    for number, (what, check) in enumerate(checks):
        progress(number, len(checks), what)
        finding = _found(check)
        if finding:
            found.append(finding)
    progress(len(checks), len(checks), "")
    return found


def _found(check: Check) -> Finding | None:
    try:
        return check()
    except OSError as error:
        if error.filename is None:
            raise
        # A file that can't be read may be intact, so nothing is discarded.
        problem = f"{os.fsdecode(error.filename)}: {error.strerror}"
        return Finding(problem, is_made_again=False)


def _all_databases(results: Path) -> list[Path]:
    own = [paths.study_database(results, study) for study in available()]
    of_experiments = [paths.experiment_database(results, name) for name in _experiments(results)]
    return [*own, *of_experiments, results / "results.duckdb"]


def _all_pages(results: Path) -> list[Path]:
    own = [paths.page(results, name) for name in (*available(), *paths.PAGES_OF_ALL)]
    return [*own, *(paths.experiment_page(results, name) for name in _experiments(results))]


def _experiments(results: Path) -> list[str]:
    """Return the names of the experiments that have results."""
    return sorted(file.parent.name for file in paths.experiments(results).glob("*/provenance.json"))


def experiments_to_repair(results: Path) -> list[Path]:
    """Return the files of the experiments that have results and still exist."""
    found = []
    for name in _experiments(results):
        with suppress(ResultError):
            database = paths.experiment_database(results, name)
            found.append(Path(read_description(description_path(database))["experiment"]))
    return [file for file in found if file.is_file()]


def _groups(results: Path) -> Iterator[tuple[str, list[Check]]]:
    experiments = paths.experiments(results)
    runs = [*_stored_runs(results), *_stored_runs(experiments)]
    yield "runs", [*runs, *_wanted_runs(results)]
    measures = [*_stored_measures(results), *_stored_measures(experiments)]
    yield "measures", [*measures, *_noted_measures(results)]
    looks = results / "looks"
    yield "looks at claims", [partial(_damaged_look, it) for it in sorted(looks.glob("*.json"))]
    yield "databases", [*_databases(results), *_missing_databases(results)]
    yield "what results were before", list(_kept_before(results))
    yield "pages", list(_pages(results))
    archives = results / "archives"
    made = [partial(_made_for_archive, it) for it in prepared_folders(results)]
    yield "archives", [*made, *(partial(_archive, it) for it in sorted(archives.glob("*.zip")))]


def _stored_runs(results: Path) -> Iterator[Check]:
    store = FinishedRuns(results)
    for folder in sorted(store.runs.glob("study=*/run_id=*")):
        study, run_id = (part.partition("=")[2] for part in folder.parts[-2:])
        yield partial(_run, store, study, run_id)


def _run(store: FinishedRuns, study: str, run_id: str) -> Finding | None:
    try:
        store.check_contents(study, run_id)
    except ResultError as error:
        return Finding(error.message, [store.folder(study, run_id)])
    return None


def _wanted_runs(results: Path) -> Iterator[Check]:
    """Yield checks that the runs of the results exist.

    They are listed in databases. An index may list those of a command that was stopped before it
    had made them; it only helps to describe edits.
    """
    store = FinishedRuns(results)
    for study, scale in existing_scales(results).items():
        yield partial(_index, paths.index(results, study, scale))
        yield partial(_runs_of, store, study, paths.study_database(results, study))


def _index(index: Path) -> Finding | None:
    try:
        runs_in(index)
    except (OSError, ValueError):
        return Finding(f"{index} is missing or damaged", [index])
    return None


def _runs_of(store: FinishedRuns, study: str, database: Path) -> Finding | None:
    try:
        with opened(database, threads=1) as connection:
            rows = connection.table("runs").project("run_id").fetchall()
    except ResultError:
        # The damaged database itself is reported.
        return None
    runs = {run_id for (run_id,) in rows}
    absent = sorted(runs - store.finished(study))
    if not absent:
        return None
    more = f" and {len(absent) - 1} more runs" if len(absent) > 1 else ""
    return Finding(f"{store.folder(study, absent[0])}{more}: missing")


def _stored_measures(results: Path) -> Iterator[Check]:
    for file in sorted((results / "measures").glob("*/*.parquet")):
        yield partial(_measure, file)


def _measure(file: Path) -> Finding | None:
    if named_file_is_whole(file):
        return None
    return Finding(f"{file} is damaged: its contents do not match its name", [file])


def _noted_measures(results: Path) -> Iterator[Check]:
    for study, scale in existing_scales(results).items():
        note = note_of(paths.index(results, study, scale))
        files = noted_files(results, note)
        if files is None and os.path.lexists(note):
            yield partial(Finding, f"{note} is damaged: it names no files of measures", [note])
        for file in files or ():
            yield partial(_noted, file, note)


def _noted(file: Path, note: Path) -> Finding | None:
    # Without the note, missing measures of the study are computed again.
    return None if file.is_file() else Finding(f"{file} is missing", [note])


def _damaged_look(file: Path) -> Finding | None:
    try:
        read_checksummed_json(file)
    except (OSError, ValueError):
        return Finding(f"{file} is damaged: its contents have changed since it was made", [file])
    return None


def _databases(results: Path) -> Iterator[Check]:
    for database in _all_databases(results):
        if _is_there(database):
            yield partial(_database, database)


def _missing_databases(results: Path) -> Iterator[Check]:
    """Yield findings on databases that are missing with their metadata, though others need them.

    An index does not show that there was a database, since it is written at the start of a command,
    which may have been stopped.
    """
    existing, shown = existing_scales(results), _scales_shown(results)
    for study in available():
        database = paths.study_database(results, study)
        page = paths.page(results, study)
        if not _is_there(database) and (study in shown or page.exists()):
            yield partial(Finding, f"{database} is missing")
    if existing and not _is_there(results / "results.duckdb"):
        yield partial(Finding, f"{results / 'results.duckdb'} is missing")


def _is_there(database: Path) -> bool:
    return database.exists() or description_path(database).exists()


def _database(database: Path) -> Finding | None:
    try:
        require_whole(database)
    except ResultError as error:
        return _discarded_database(database, error.message)
    return None


def _discarded_database(database: Path, problem: str) -> Finding:
    return Finding(problem, [database, description_path(database)])


def _kept_before(results: Path) -> Iterator[Check]:
    """Yield checks of the files that ``compare previous`` reads."""
    note = last_command.note(results)
    if os.path.lexists(note):
        yield partial(_last_command, results)
    kept = last_command.folder(results)
    # For results that were damaged, only the metadata is kept.
    names = {file.stem for suffix in (".duckdb", ".json") for file in kept.glob(f"*{suffix}")}
    for name in sorted(names):
        yield partial(_kept_database, kept / f"{name}.duckdb", note)


def _last_command(results: Path) -> Finding | None:
    try:
        last_command.noted_command(results)
    except (OSError, ValueError):
        note = last_command.note(results)
        return Finding(f"{note} is damaged: it names no command", [note])
    return None


def _kept_database(database: Path, note: Path) -> Finding | None:
    description = description_path(database)
    try:
        if database.exists():
            require_whole(database)
        else:
            read_description(description)
    except ResultError as error:
        # Without the note, it is unknown whether the last command left the study unchanged.
        lost = f"{error.message}; it is kept again when {database.stem} changes"
        return Finding(lost, [database, description, note])
    return None


def _pages(results: Path) -> Iterator[Check]:
    for page in _all_pages(results):
        if page.exists():
            yield partial(_page, page)
    existing = existing_scales(results)
    for study in filter(spreadsheet_of, existing):
        yield partial(_spreadsheet, results, study)
    for name in (*existing, *paths.PAGES_OF_ALL) if existing else ():
        yield partial(_missing, paths.page(results, name))


def _page(page: Path) -> Finding | None:
    if page_is_whole(page):
        return None
    return Finding(f"{page} is damaged: its contents have changed since it was made", [page])


def _missing(page: Path) -> Finding | None:
    return None if page.exists() else Finding(f"{page} is missing")


def _spreadsheet(results: Path, study: str) -> Finding | None:
    # Every command checks sizes, which needs no tables.
    from ns2studies.database.derived import spreadsheet_is_whole

    file = paths.spreadsheet(results, study)
    try:
        if spreadsheet_is_whole(results, study):
            return None
    except ResultError:
        # The spreadsheet is made again with its database, which is reported.
        return None
    return Finding(f"{file} is missing, or differs from the database", [file])


def _made_for_archive(folder: Path) -> Finding | None:
    problem = problem_of(folder)
    return Finding(problem, [folder]) if problem else None


def _archive(archive: Path) -> Finding | None:
    try:
        check_archive(archive)
    except ArchiveError as error:
        # The owner may still recover parts of it.
        problem = f"{error.message}; ./reproduce archive makes another"
        return Finding(problem, is_made_again=False)
    return None


def discard(findings: Iterable[Finding]) -> None:
    """Remove damaged files, so that the usual commands make them again."""
    for path in (path for finding in findings for path in finding.discard):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def scales_to_repair(results: Path) -> dict[str, Scale]:
    """Return the scale of each study that has results, damaged or not."""
    known = _scales_shown(results)
    for study in available():
        page = paths.page(results, study)
        if page.exists() or _is_there(paths.study_database(results, study)):
            known.setdefault(study, _scale_planned(results, study))
    return {**known, **existing_scales(results)}


def _scales_shown(results: Path) -> dict[str, Scale]:
    """Return the scale of each of the checkout's studies in the database of all studies."""
    studies = available()
    with suppress(ResultError), opened(results / "results.duckdb") as connection:
        rows = connection.execute(SQL["scales"]).fetchall()
        return {study: scale for study, scale in rows if study in studies}
    return {}


def _scale_planned(results: Path, study: str) -> Scale:
    """Return the only scale for which a study has an index, or quick."""
    planned = [scale for scale in SCALES if paths.index(results, study, scale).exists()]
    return planned[0] if len(planned) == 1 else QUICK
