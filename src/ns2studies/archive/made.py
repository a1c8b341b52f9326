"""What stands for all studies of an archive, and what was made for archives of some of them.

The latter lies in a folder beside the archives, named by all that it was made of: an archive of the
same results is the same again, since DuckDB gives each file that it writes a number of its own.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies import paths
from ns2studies.errors import ResultError
from ns2studies.results.described import description_path, require_whole
from ns2studies.sealed import page_is_whole

_MADE: Final = ".made"


@dataclass(frozen=True)
class Selected:
    """What stands for all studies of an archive together."""

    database: Path
    provenance: Path
    pages: tuple[Path, ...]


def selected_in(folder: Path, pages: Path | None = None) -> Selected:
    """The files of a folder.

    Args:
        pages: the folder with the pages, if that is another one.
    """
    database = folder / "results.duckdb"
    names = (f"{name}.html" for name in paths.PAGES_OF_ALL)
    files = tuple((pages or folder) / name for name in names)
    return Selected(database, description_path(database), files)


def made_folder(results: Path, digest: str) -> Path:
    """The folder of what was made of something with this digest."""
    return results / "archives" / _MADE / digest


def folders_made(results: Path) -> list[Path]:
    """The folders of what was made for archives of some studies."""
    return sorted(path for path in (results / "archives" / _MADE).glob("*") if path.is_dir())


def problem_of(folder: Path) -> str:
    """What is wrong with the first file of such a folder that is missing or damaged; or nothing."""
    made = selected_in(folder)
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
