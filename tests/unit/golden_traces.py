"""The traces in tests/data/traces, and what is expected of each."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import nstrace
from nstrace.names import KEPT, LINE_ENDS, LINES, REJECTS

FOLDER = Path(__file__).parent.parent / "data" / "traces"
SUFFIXES = (".tr", ".nam")
TRACES = sorted(path for path in FOLDER.iterdir() if path.suffix in SUFFIXES)


def expected(trace: Path) -> dict[str, Any]:
    """What stands in the file beside a trace."""
    return tomllib.loads(trace.with_name(f"{trace.name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Read:
    """A trace as it was read.

    Attributes:
        lines: how many there are, as the reader counts them.
        rows: of typed tables, by line number: the table, and the values that are not null.
        rejects: rows of that table.
        kept: by line number, which part of the line is kept as text.
        ends: from which line on lines end how.
    """

    lines: int
    rows: dict[int, tuple[str, dict[str, Any]]]
    rejects: list[dict[str, Any]]
    kept: dict[int, str]
    ends: list[list[Any]]

    def counts(self) -> Counter[str]:
        """Rows by form, and rejects."""
        counts = Counter(f"{table}.{row['form']}" for table, row in self.rows.values())
        return counts + Counter({REJECTS: len(self.rejects)})


def read(trace: Path, threads: int = 1) -> Read:
    """Read a trace as :func:`nstrace.scan` gives it."""
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in nstrace.SCHEMAS}
    lines = 0
    for block in nstrace.scan(trace, threads=threads):
        lines += block.lines
        for name, rows in block.tables.items():
            tables[name] += rows.to_pylist()
    typed = {
        row.pop("line"): (name, {key: value for key, value in row.items() if value is not None})
        for name in LINES
        if name != REJECTS
        for row in tables[name]
    }
    kept = {row["line"]: row["part"] for row in tables[KEPT]}
    ends = [[row["line"], row["ending"]] for row in tables[LINE_ENDS]]
    return Read(lines, typed, tables[REJECTS], kept, ends)


def stored_and_exported(trace: Path, target: Path, threads: int = 1) -> bytes:
    """The text that comes out of a trace's stored form."""
    nstrace.convert(trace, target, threads=threads)
    if target.suffix == ".tr":
        return target.read_bytes()
    text = BytesIO()
    nstrace.export_text(nstrace.open_stored(target), text)
    return text.getvalue()
