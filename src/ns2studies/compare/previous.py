"""Results as they were before the last command that changed any of them.

A job that replaces the database of a study or an experiment keeps the old one as
``results/previous/NAME.duckdb``. Its metadata names the command that replaced it.
``results/previous/last_command`` names the last command that made a study's database or page;
studies that this command did not replace are unchanged. If there was no intact database to keep,
there is only the metadata.
"""

import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.checkout import command_name
from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from ns2studies.basics.errors import ResultError
from ns2studies.basics.paths import comparison
from ns2studies.compare.results import ResultSet, read_databases, read_results
from ns2studies.database.metadata import (
    description_path,
    forget_description,
    read_description,
    require_whole,
)
from ns2studies.experiments.model import ExperimentFile
from nstrace.files import whole_file, write_text_if_changed, write_text_whole

_COMMAND: Final = "command"
_REPLACED_BY: Final = "replaced_by"
_NAME: Final = "previous results"
STALE_SHOWN: Final = '<p class="note" id="stale"'
STALE_HIDDEN: Final = f"{STALE_SHOWN} hidden"
"""Beginning of a note on the page of a comparison, before and after results have changed."""

_REMEDY: Final = (
    "./reproduce check --repair discards it. Name a revision or an archive instead: "
    "./reproduce compare HEAD"
)


def folder(results: Path) -> Path:
    """Return the folder of the previous databases."""
    return results / "previous"


def note(results: Path) -> Path:
    """Return the file that names the last command."""
    return folder(results) / "last_command"


def note_command(results: Path, name: str = "") -> None:
    """Record that the current command, or the named one, makes a database or a page."""
    write_text_if_changed(note(results), checksummed_json({_COMMAND: name or command_name()}))


def noted_command(results: Path) -> str:
    """Return the name of the last command.

    Raises:
        OSError: if none is recorded.
        ValueError: if the file is damaged.
    """
    return str(read_checksummed_json(note(results))[_COMMAND])


@contextmanager
def kept(results: Path, database: Path, name: str) -> Iterator[None]:
    """Keep the previous version of a database that is replaced in the block.

    If the block fails, the older copy remains. A missing or damaged database is not kept; the
    older copy is then obsolete.

    Args:
        name: of the study or experiment.
    """
    target, command, replaced_by = _previous_database(results, name), command_name(), ""
    with suppress(ResultError):
        replaced_by = _replaced_by(results, name)
    if replaced_by == command:
        # The same command replaces it again; its version before the command is already kept.
        yield
    else:
        with _copied(database, target) as metadata:
            yield
        text = checksummed_json({**metadata, _REPLACED_BY: command})
        write_text_whole(description_path(target), text)
    _mark_stale(comparison(results))


def _mark_stale(page: Path) -> None:
    """Show on the page of the last comparison that results have changed since."""
    with suppress(FileNotFoundError):
        html = page.read_text(encoding="utf-8")
        write_text_if_changed(page, html.replace(STALE_HIDDEN, STALE_SHOWN, 1))


@contextmanager
def _copied(database: Path, target: Path) -> Iterator[dict[str, Any]]:
    """Copy a database when the block succeeds; yield its metadata, empty if it is not intact."""
    try:
        metadata = require_whole(database)
    except ResultError:
        yield {}
        target.unlink(missing_ok=True)
        return
    with whole_file(target) as temporary:
        shutil.copyfile(database, temporary)
        yield metadata
        forget_description(target)


def _previous_database(results: Path, name: str) -> Path:
    return folder(results) / f"{name}.duckdb"


def previous_of_experiments(results: Path, files: Sequence[ExperimentFile]) -> ResultSet:
    """Find the results of experiments before their last change.

    Raises:
        ResultError: if nothing was kept.
    """
    databases = {file.name: _previous_database(results, file.key) for file in files}
    found = read_results(_NAME, databases, _REMEDY)
    if absent := [name for name in databases if name not in found.studies]:
        raise ResultError(
            f"no previous results of {', '.join(absent)} were kept",
            "They are kept whenever a run changes them. Or name an archive.",
        )
    return found


def _replaced_by(results: Path, study: str) -> str:
    """Return the command that replaced a study's database; empty if none is known.

    Raises:
        ResultError: if the metadata is damaged or missing.
    """
    database = _previous_database(results, study)
    metadata = description_path(database)
    if not (database.exists() or metadata.exists()):
        return ""
    try:
        return str(read_description(metadata).get(_REPLACED_BY, ""))
    except ResultError as error:
        raise ResultError(error.message, _REMEDY) from error


def read_previous(results: Path, studies: Sequence[str] = ()) -> ResultSet:
    """Find the results before the last command.

    Args:
        studies: those for which to use the database before the last change, whenever that was.

    Raises:
        ResultError: if nothing was kept, or metadata is damaged.
    """
    previous = read_databases(_NAME, folder(results), _REMEDY).studies
    current = read_databases(_NAME, results / "database").studies
    last, found, unchanged = "", {}, []
    with suppress(OSError, ValueError):
        last = noted_command(results)
    for study in current:
        replaced_by = _replaced_by(results, study)
        if study in previous and (study in studies or replaced_by == last):
            found[study] = previous[study]
        elif last and replaced_by != last and study not in studies:
            found[study] = current[study]
            unchanged.append(study)
    _require(found.keys(), studies)
    return ResultSet(_NAME, found, _notes(unchanged) if not studies else [])


def _require(found: Collection[str], studies: Sequence[str]) -> None:
    absent = [study for study in studies if study not in found]
    if absent or not found:
        raise ResultError(
            f"no previous results{' of ' if absent else ''}{', '.join(absent)} were kept",
            "They are kept whenever a command replaces them. Name a revision or an archive "
            "instead: ./reproduce compare HEAD",
        )


def _notes(unchanged: Sequence[str]) -> list[str]:
    if not unchanged:
        return []
    return [
        f"the last command left these unchanged: {', '.join(unchanged)}. Name a study to compare "
        "it with its results before their last change."
    ]
