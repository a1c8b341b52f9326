"""Which command made a database or a page last, beside what is kept of the results before it.

Every job that makes a page writes it down, and would wait for the libraries that comparing needs.
"""

from pathlib import Path
from typing import Final

from ns2studies.basics.checkout import command_name
from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from nstrace.files import write_text_if_changed

_COMMAND: Final = "command"


def folder(results: Path) -> Path:
    """Where that is, and what a comparison reads of the results before."""
    return results / "previous"


def note_command(results: Path, name: str = "") -> None:
    """Write down that the present command, or the one of a name, makes a database or a page."""
    write_text_if_changed(note(results), checksummed_json({_COMMAND: name or command_name()}))


def noted_command(results: Path) -> str:
    """The name of the command that was written down last.

    Raises:
        OSError: if there is none.
        ValueError: if the file is damaged.
    """
    return str(read_checksummed_json(note(results))[_COMMAND])


def note(results: Path) -> Path:
    """The file that it is written to."""
    return folder(results) / "last_command"
