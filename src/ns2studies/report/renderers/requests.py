"""What a document asks to be run, and what came of it: the same with both renderers."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ns2studies.basics.errors import ReportError
from ns2studies.report.document import Document, inline_expressions, label_of
from ns2studies.report.renderers.cells import SUCCESS


@dataclass(frozen=True)
class Request:
    """Python that a document asks to be run: a cell, or an expression in a text.

    Attributes:
        name: what messages call it.
        line: of the document, from 1, on which the source starts.
        source: a cell's statements, or the expression.
    """

    kind: Literal["cell", "inline"]
    name: str
    line: int
    source: str


def requests_of(document: Document) -> list[Request]:
    """All that a document asks for, in its order."""
    return list(_requests(document))


def _requests(document: Document) -> Iterator[Request]:
    for cell in document.cells:
        if cell.kind == "python":
            yield Request("cell", f"cell {label_of(cell.source)}", cell.line, cell.source)
            continue
        for inline in inline_expressions(cell.source):
            name = f"inline expression {inline.expression}"
            yield Request("inline", name, cell.line + inline.offset, inline.expression)


def read_outcomes(file: Path) -> list[dict[str, Any]]:
    """The outcomes that were written so far, a line of JSON each.

    What was being written when the program was killed, a line without an end, is none yet.
    """
    content = file.read_bytes() if file.is_file() else b""
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def require_success(
    document: Document, requests: Sequence[Request], outcomes: Sequence[Mapping[str, Any]]
) -> None:
    """Stop at the first outcome of a cell or expression that failed, or may not be shown.

    It need not be the last: a kernel evaluates all expressions of a text before it tells of one.

    Raises:
        ReportError: naming document, line and cause.
    """
    bad = [number for number, outcome in enumerate(outcomes) if not SUCCESS & outcome.keys()]
    if not bad:
        return
    request, outcome = requests[bad[0]], outcomes[bad[0]]
    if "refused" in outcome:
        raise ReportError(
            f"{_place(document, request)}: it emits {outcome['refused']}",
            "A cell must end in a Block (ns2studies.report.markup), or in nothing.",
        )
    reason = _reason(*outcome["error"])
    raise ReportError(f"{_place(document, request, outcome['offset'])}: {reason}")


def interrupted(document: Document, request: Request, reason: str) -> ReportError:
    """The error of a process that ended while it ran a request."""
    return ReportError(f"{_place(document, request)}: {reason}")


def _place(document: Document, request: Request, offset: int = 0) -> str:
    return f"{document.path}, line {request.line + offset}, {request.name}"


def _reason(name: str, value: str) -> str:
    """One line for an exception raised in a cell: its name, and what it says first."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", value).strip()
    return f"{name}: {plain.splitlines()[0].strip()}" if plain else name
