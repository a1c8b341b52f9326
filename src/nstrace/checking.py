"""What a trace holds, and which of its lines are of no known format."""

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
"""Rejects that are shown for each reason."""


@dataclass
class Findings:
    """What was found in a trace.

    Attributes:
        lines: of the trace.
        forms: lines by table and form.
        rejected: lines by reason.
        examples: the first rejects of each reason, as rows of ``rejects``.
        kept: lines of which a text is kept, since their columns don't give it back.
    """

    lines: int = 0
    forms: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    kept: int = 0

    @property
    def typed(self) -> int:
        """Lines that are rows of typed tables."""
        return self.forms.total()


def check(trace: Path | str, *, threads: int = 1, progress: Progress = lambda _: None) -> Findings:
    """Read a trace, text or stored, for what it holds; nothing is stored.

    Raises:
        TraceError: if it can't be read.
        StoredTraceError: if it is a stored one that is damaged.
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
    """What a stored trace holds: all rows of all tables are read, which checks them."""
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
