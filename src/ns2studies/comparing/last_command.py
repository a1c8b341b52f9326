"""Which command made a database or a page last, beside what is kept of the results before it.

Every job that makes a page writes it down, and would wait for the libraries that comparing needs.
"""

from pathlib import Path

from ns2studies.locking import command_name
from nstrace.files import write_text_if_changed


def folder(results: Path) -> Path:
    """Where that is, and what a comparison reads of the results before."""
    return results / "previous"


def note_command(results: Path, name: str = "") -> None:
    """Write down that the present command, or the one of a name, makes a database or a page."""
    write_text_if_changed(_note(results), (name or command_name()) + "\n")


def noted_command(results: Path) -> str:
    """The name of the command that was written down last.

    Raises:
        OSError: if there is none.
        UnicodeDecodeError: if the file is damaged.
    """
    return _note(results).read_text(encoding="utf-8").strip()


def _note(results: Path) -> Path:
    return folder(results) / "last"
