"""The database and the pages of all studies in an archive; those prepared for archives of some.

Archives of all studies take the database, its description and the pages from the results. For some
of the studies they are prepared in a folder beside the archives, named by a digest of all that they
were made from, and used again: DuckDB gives each file that it writes a number of its own, so an
archive of the same results would be another one each time.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sealed import page_is_whole
from ns2studies.database.metadata import description_path, require_whole

_MADE: Final = ".made"


@dataclass(frozen=True)
class ArchiveResults:
    """What an archive holds of all its studies together: database, description, pages."""

    database: Path
    provenance: Path
    pages: tuple[Path, ...]


def results_in(folder: Path, pages: Path | None = None) -> ArchiveResults:
    """Where they lie in a folder.

    Args:
        pages: the folder with the pages, if that is another one.
    """
    database = folder / "results.duckdb"
    names = (f"{name}.html" for name in paths.PAGES_OF_ALL)
    files = tuple((pages or folder) / name for name in names)
    return ArchiveResults(database, description_path(database), files)


def prepared_folder(results: Path, digest: str) -> Path:
    """The folder of what is prepared from something with this digest."""
    return results / "archives" / _MADE / digest


def prepared_folders(results: Path) -> list[Path]:
    """The folders of what was prepared for archives of some studies."""
    return sorted(path for path in (results / "archives" / _MADE).glob("*") if path.is_dir())


def problem_of(folder: Path) -> str:
    """What is wrong with the first file of such a folder that is missing or damaged; or nothing."""
    made = results_in(folder)
    try:
        require_whole(made.database, made.provenance)
    except ResultError as error:
        return error.message
    for page in made.pages:
        if not page.exists():
            return f"{page} is missing"
        if not page_is_whole(page):
            return f"{page} is damaged: it holds something else than when it was made"
    return ""
