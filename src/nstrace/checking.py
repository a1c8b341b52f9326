"""The contents of a trace, and its lines of no known format."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from nstrace.converting import open_stored
from nstrace.names import KEPT, LINES, REJECTS
from nstrace.reading import is_stored
from nstrace.scanning import Progress, scan

EXAMPLES: Final = 3
"""The number of rejects shown for each reason."""


@dataclass
class Findings:
    """The findings about a trace.

    Attributes:
        lines: number of lines.
        forms: number of lines by table and form.
        rejected: number of rejected lines by reason.
        examples: the first rejects of each reason, as rows of ``rejects``.
        kept: number of lines stored as text as well, since their columns don't reproduce it.
    """

    lines: int = 0
    forms: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    kept: int = 0

    @property
    def typed(self) -> int:
        """The number of lines that are rows of typed tables."""
        return self.forms.total()


def check(trace: Path | str, *, threads: int = 1, progress: Progress = lambda _: None) -> Findings:
    """Read a trace, text or stored, and return its findings.

    Raises:
        TraceError: if it can't be read.
        StoredTraceError: if it is a stored trace that is damaged.
    """
    if is_stored(Path(trace)):
        return _check_stored(Path(trace))
    findings = Findings()
    for block in scan(trace, threads=threads, progress=progress):
        findings.lines += block.lines
        for table, rows in block.tables.items():
            _add(findings, table, rows)
    return findings


def _check_stored(path: Path) -> Findings:
    """Return the findings about a stored trace; reading all rows of all tables validates them."""
    stored = open_stored(path)
    findings = Findings(lines=stored.contents.lines)
    for table, count in stored.contents.rows.items():
        if count:
            for rows in stored.batches(table):
                _add(findings, table, rows)
    return findings


def _add(findings: Findings, table: str, rows: pa.RecordBatch) -> None:
    if table == REJECTS:
        _add_rejects(findings, rows)
    elif table == KEPT:
        findings.kept += len(rows)
    elif table in LINES:
        for form, count in _counts(rows.column("form")):
            findings.forms[table, form] += count


def _counts(column: pa.DictionaryArray) -> list[tuple[str, int]]:
    return [(entry["values"].as_py(), entry["counts"].as_py()) for entry in pc.value_counts(column)]


def _add_rejects(findings: Findings, rows: pa.RecordBatch) -> None:
    for reason, count in _counts(rows.column("reason")):
        findings.rejected[reason] += count
        shown = findings.examples.setdefault(reason, [])
        if len(shown) < EXAMPLES:
            same = rows.filter(pc.equal(rows.column("reason").cast(pa.string()), reason))
            shown += same.slice(0, EXAMPLES - len(shown)).to_pylist()
