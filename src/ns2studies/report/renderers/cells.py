"""Run the cells of a document: ``python -m ns2studies.report.renderers.cells OUTCOMES``.

A document becomes a list of requests: its cells, and the expressions in its texts. The built-in
renderer runs them in this program, which reads the list as JSON from its standard input; with
Quarto, a Jupyter kernel runs them one by one (quarto.py). Either way each outcome is appended to a
file as a line of JSON with one of these keys:

- ``markdown``: the Markdown that a cell adds to the page;
- ``value``: the text of an expression;
- ``refused``: the kind of output that is not allowed in a page;
- ``error``: name and message of an exception, and in ``offset`` the line that raised it, from 0.

The first request that is refused or raises an error ends the document.
"""

import ast
import gc
import io
import json
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from ns2studies.basics import paths
from ns2studies.basics.errors import ReportError
from ns2studies.report.document import Document, inline_expressions, label_of

_OTHER_FORMS: Final = {
    "_repr_html_": "text/html",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
}
"""Methods of objects for their display in Jupyter other than as Markdown."""

_MARKDOWN: Final = frozenset("$~^@")
"""Characters that Quarto does not escape in the value of an expression."""


@dataclass(frozen=True)
class Request:
    """A piece of Python to run: a cell, or an expression in a text.

    Attributes:
        name: for messages.
        line: of the document, from 1, on which the source starts.
        source: a cell's statements, or the expression.
    """

    kind: Literal["cell", "inline"]
    name: str
    line: int
    source: str


def requests_of(document: Document) -> list[Request]:
    """Return the requests of a document, in its order."""
    return list(_requests(document))


def _requests(document: Document) -> Iterator[Request]:
    for cell in document.cells:
        if cell.kind == "python":
            yield Request("cell", f"cell {label_of(cell.source)}", cell.line, cell.source)
            continue
        for inline in inline_expressions(cell.source):
            name = f"inline expression {inline.expression}"
            yield Request("inline", name, cell.line + inline.offset, inline.expression)


def as_json(requests: Sequence[Request]) -> str:
    """Return requests as JSON, the input of the process that runs them."""
    return json.dumps([asdict(request) for request in requests])


def kernel_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that runs cells, without the user's settings.

    Args:
        folder: private, for the files of IPython and Jupyter.
    """
    path = [str(paths.SOURCES), os.environ.get("PYTHONPATH", "")]
    private = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    return {
        **os.environ,
        **{name: str(folder / name.lower()) for name in private},
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        "PYTHONHASHSEED": "0",
    }


# --- in the process that runs cells ------------------------------------------------------


def main() -> None:
    """Run the requests on the standard input until one fails."""
    # The process is too short-lived to benefit from garbage collection.
    gc.disable()
    names: dict[str, Any] = {"__name__": "__main__"}
    outcomes = Path(sys.argv[1])
    outcomes.write_bytes(b"")
    for request in json.load(sys.stdin):
        outcome = outcome_of(request, names)
        write_outcome(outcomes, outcome)
        if not is_success(outcome):
            return


def outcome_of(request: Mapping[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Run a request and return its outcome.

    Args:
        request: a :class:`Request` as read from JSON.
        names: the document's variables, as set by earlier cells.
    """
    try:
        if request["kind"] == "inline":
            return {"value": _plain(eval(request["source"], names))}
        with redirect_stdout(io.StringIO()) as printed:
            shown = _run(request["source"], request["name"], names)
    except BaseException as error:  # noqa: BLE001 - any exception of a cell is a failure of its page
        line = _line_of(error, request["name"])
        # The text of a syntax error ends with Python's own place and line.
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        reason = [type(error).__name__, f"{message}{_module_of(error)}"]
        return {"error": reason, "offset": line - 1}
    return {"refused": "printed text"} if printed.getvalue() else _form(shown)


def write_outcome(file: Path, outcome: Mapping[str, Any]) -> None:
    """Append an outcome to a file."""
    with file.open("a", encoding="utf-8") as outcomes:
        outcomes.write(json.dumps(outcome) + "\n")


def _line_of(error: BaseException, name: str) -> int:
    """Return the line, from 1, of the source called ``name`` that an exception came from."""
    line = 1
    if isinstance(error, SyntaxError) and error.filename == name:
        line = error.lineno or line
    at = error.__traceback__
    while at:
        if at.tb_frame.f_code.co_filename == name:
            line = at.tb_lineno
        at = at.tb_next
    return line


def _module_of(error: BaseException) -> str:
    """Return file and line of the innermost call of a study's module, if there is one."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(paths.REPORTS):
            return f" ({frame.filename}, line {frame.lineno})"
    return ""


def _plain(value: object) -> str:
    """Return a value as text.

    Quarto would write other types as Python represents them, such as ``Decimal('1.5')``.

    Raises:
        ValueError: if the renderers would write it differently.
    """
    if type(value) not in (str, int, float):
        raise ValueError(
            f"expected a text or a number, found a value of type {type(value).__name__}"
        )
    text = str(value)
    found = sorted(set(text) & _MARKDOWN)
    if found:
        raise ValueError(f"its text has {' '.join(found)}, which Quarto treats as Markdown")
    return text


def _run(source: str, name: str, names: dict[str, Any]) -> object:
    """Run Python; return the value of its last statement, if that is an expression."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def _form(shown: object) -> dict[str, str]:
    if shown is None:
        return {"markdown": ""}
    markdown = getattr(shown, "_repr_markdown_", None)
    if markdown is not None:
        return {"markdown": markdown()}
    others = [kind for method, kind in _OTHER_FORMS.items() if hasattr(shown, method)]
    return {"refused": ", ".join(["text/plain", *others])}


# --- in the process that reads outcomes --------------------------------------------------


def is_success(outcome: Mapping[str, Any]) -> bool:
    """Return whether the output of a request is allowed in a page."""
    return "markdown" in outcome or "value" in outcome


def read_outcomes(file: Path) -> list[dict[str, Any]]:
    """Read the outcomes written so far, without the unfinished last line of a killed process."""
    content = file.read_bytes() if file.is_file() else b""
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def require_success(
    document: Document, requests: Sequence[Request], outcomes: Sequence[Mapping[str, Any]]
) -> None:
    """Check that all outcomes are allowed in a page.

    The first that isn't may not be the last: a kernel evaluates all expressions of a text before
    it reports one.

    Raises:
        ReportError: naming document, line and cause.
    """
    for request, outcome in zip(requests, outcomes, strict=False):
        if "refused" in outcome:
            raise ReportError(
                f"{_place(document, request)}: it emits {outcome['refused']}",
                "A cell must end with a Block (ns2studies.report.blocks) or with nothing.",
            )
        if "error" in outcome:
            reason = _reason(*outcome["error"])
            raise ReportError(f"{_place(document, request, outcome['offset'])}: {reason}")


def interrupted(document: Document, request: Request, reason: str) -> ReportError:
    """Return the error of a process that ended while it ran a request."""
    return ReportError(f"{_place(document, request)}: {reason}")


def _place(document: Document, request: Request, offset: int = 0) -> str:
    return f"{document.path}, line {request.line + offset}, {request.name}"


def _reason(name: str, message: str) -> str:
    """Return an exception's name and the first line of its message."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message).strip()
    return f"{name}: {plain.splitlines()[0].strip()}" if plain else name


if __name__ == "__main__":
    main()
