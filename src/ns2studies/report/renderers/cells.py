"""A process that runs a document's cells: ``python -m ns2studies.report.renderers.cells OUTCOMES``.

What to run comes as JSON on the standard input: a list of requests (requests.py). Each one's
outcome becomes a line of JSON in the file OUTCOMES as soon as there is one: the Markdown of a cell
or the value of an expression, what a cell gives instead, or the exception that ends the document.
A Jupyter kernel, which Quarto runs cells in, takes two seconds of a processor to start and stop.
"""

import ast
import gc
import io
import json
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

_OTHER_FORMS: Final = {
    "_repr_html_": "text/html",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
}
"""How else an object may say that Jupyter shows it."""


_MARKDOWN: Final = frozenset("$~^@")
"""What Quarto does not escape in a value between words."""


def main() -> None:
    """Run what is asked for, one after the other, until something fails."""
    # The process ends before there is much to collect; looking for it takes a tenth of its time.
    gc.disable()
    requests = json.load(sys.stdin)
    names: dict[str, Any] = {"__name__": "__main__"}
    with Path(sys.argv[1]).open("w", encoding="utf-8") as outcomes:
        for request in requests:
            outcome = outcome_of(request, names)
            outcomes.write(json.dumps(outcome) + "\n")
            outcomes.flush()
            if not SUCCESS & outcome.keys():
                return


SUCCESS: Final = frozenset({"markdown", "value"})
"""What an outcome holds if all went well; else it holds ``refused`` or ``error``."""


def outcome_of(request: Mapping[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Run a request (requests.py), and tell what came of it.

    Args:
        names: the document's variables, which earlier cells have set.
    """
    try:
        if request["kind"] == "inline":
            return {"value": _plain(eval(request["source"], names))}
        with redirect_stdout(io.StringIO()) as printed:
            shown = _run(request["source"], request["name"], names)
    except BaseException as error:  # noqa: BLE001 - whatever a cell raises is its page's failure
        line = _line_of(error, request["name"])
        # A syntax error's own text ends with place and line as Python counts it.
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        return {"error": [type(error).__name__, said], "offset": line - 1}
    return {"refused": "printed text"} if printed.getvalue() else _form(shown)


def _line_of(error: BaseException, name: str) -> int:
    """The line, from 1, of the source called ``name`` that an exception came from."""
    line = 1
    if isinstance(error, SyntaxError) and error.filename == name:
        line = error.lineno or line
    at = error.__traceback__
    while at:
        if at.tb_frame.f_code.co_filename == name:
            line = at.tb_lineno
        at = at.tb_next
    return line


def _plain(value: object) -> str:
    """A value as text, if both renderers write it alike.

    Quarto writes what else there is as Python would show it, such as ``Decimal('1.5')``, and takes
    some characters for Markdown.

    Raises:
        ValueError: if they don't.
    """
    if type(value) not in (str, int, float):
        raise ValueError(f"it gives no text or number but a {type(value).__name__}")
    text = str(value)
    found = sorted(set(text) & _MARKDOWN)
    if found:
        raise ValueError(f"it gives {' '.join(found)}, which Quarto takes for Markdown")
    return text


def _run(source: str, name: str, names: dict[str, Any]) -> object:
    """Run Python; what its last statement gives, if that is an expression."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def _form(shown: object) -> dict[str, str]:
    """How an object is shown: as Markdown, or as something that no page takes."""
    if shown is None:
        return {"markdown": ""}
    markdown = getattr(shown, "_repr_markdown_", None)
    if markdown is not None:
        return {"markdown": markdown()}
    others = [kind for method, kind in _OTHER_FORMS.items() if hasattr(shown, method)]
    return {"refused": ", ".join(["text/plain", *others])}


if __name__ == "__main__":
    main()
