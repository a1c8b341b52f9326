"""The README of an archive."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from ns2studies.archive.tables import Table
from ns2studies.basics.wording import counted
from ns2studies.database.derived import spreadsheet_of

_TEMPLATE: Final = Path(__file__).with_name("readme.txt")

_OF_STUDIES: Final = {
    "heading": "PUBLISHED TCP STUDIES ON NS-2, RUN AGAIN",
    "what": "each study's scenarios were run",
    "first": "index.html explore.html",
    "folder": "results",
    "store": "results/runs/",
    "table": "comparison",
    "own": "",
}
_OF_EXPERIMENT: Final = {
    "heading": "AN EXPERIMENT ON NS-2",
    "what": "its script was run for all values",
    "first": "index.html",
    "folder": "experiments",
    "store": "results/experiments/runs/",
    "table": "points",
    "own": "experiment/\n    The experiment's file, its script, and the files that this reads.\n",
}


@dataclass(frozen=True)
class LeftOut:
    """A file or folder that is too large for an archive."""

    name: str
    size_bytes: int
    limit_bytes: int

    @property
    def sentence(self) -> str:
        """A sentence that names the missing file and gives the reason."""
        return (
            f"{self.name} is NOT INCLUDED: it takes {self.size_bytes / 1e6:.0f} MB, and archives "
            f"hold it up to {self.limit_bytes / 1e6:.0f} MB."
        )


def readme_text(
    studies: Sequence[Mapping[str, str]],
    tables: Sequence[Table],
    left_out: Sequence[LeftOut],
    commands: Sequence[str],
    is_experiment: bool = False,
) -> str:
    """Explain in plain words what an archive is, and how to open, check and query it.

    Args:
        commands: the commands that make the results.
    """
    words = _OF_EXPERIMENT if is_experiment else _OF_STUDIES
    named = [] if is_experiment else [_page(entry["study"]) for entry in studies]
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        words,
        studies="\n".join(_study(entry) for entry in studies),
        left_out="".join(f"\n{_wrapped(entry.sentence)}\n" for entry in left_out),
        pages=", ".join([*words["first"].split(), *named]),
        commands="\n".join(f"    {command}" for command in commands),
        tables="\n".join(_table(table) for table in tables),
    )


def _page(study: str) -> str:
    return f"{study}.html" + (f" with {study}.csv" if spreadsheet_of(study) else "")


def _study(entry: Mapping[str, str]) -> str:
    heading = f"{entry['study']}: {entry['title']} (scale: {entry['scale']})"
    return f"{_wrapped(heading)}\n{_wrapped(entry['source'], '    ', '    ')}"


def _table(table: Table) -> str:
    columns = ", ".join(table.columns)
    return _wrapped(f"{table.name} ({counted(table.rows, 'row')}): {columns}", "", "    ")


def _wrapped(text: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(text, 80, initial_indent=first, subsequent_indent=others)
