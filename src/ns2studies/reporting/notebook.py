"""Running a document's Python cells and putting their Markdown where the cells stood."""

import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from nbformat import v4 as nbformat_v4

from ns2studies.errors import ReportError
from ns2studies.reporting.document import Document, fill_inline, inline_expressions, label_of

CELL_TIMEOUT_S = 600

LONGEST_SOCKET_PATH = 100
"""Unix socket addresses end at 107 characters, of which the kernel adds a few."""

_INLINE_TYPE = "application/vnd.ns2studies.inline+json"
_MARKDOWN = "text/markdown"


def run_document(document: Document, folder: Path) -> str:
    """The document's body as Markdown, its cells replaced by what they emit.

    Args:
        folder: where the cells run; what the document reads lies there.

    Raises:
        ReportError: naming document, cell and reason, if a cell fails or emits anything
            but Markdown.
    """
    notebook, owners = _notebook(document)
    _execute(document, notebook, folder)
    values = {
        owners[index]: _inline_values(cell)
        for index, cell in enumerate(notebook.cells)
        if index in owners
    }
    code = iter(cell for index, cell in enumerate(notebook.cells) if index not in owners)
    parts = []
    for position, cell in enumerate(document.cells):
        if cell.cell_type == "code":
            parts.append(_emitted(document, next(code)))
        else:
            parts.append(fill_inline(cell.source, values.get(position, [])))
    return "\n\n".join(parts) + "\n"


def kernel_environment(folder: Path) -> dict[str, str]:
    """The environment of a process that runs cells: this package, no user's settings.

    Args:
        folder: private; IPython and Jupyter keep their files there.
    """
    package = str(Path(__file__).resolve().parents[2])
    paths = [package, os.environ.get("PYTHONPATH", "")]
    private = {
        name: str(folder / name.lower())
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    return {
        **os.environ,
        **private,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "PYTHONHASHSEED": "0",
    }


def _notebook(document: Document) -> tuple[NotebookNode, dict[int, int]]:
    """Cells to run, in order, and which of them stand for a text's inline expressions."""
    cells: list[NotebookNode] = []
    owners: dict[int, int] = {}
    for position, cell in enumerate(document.cells):
        if cell.cell_type == "code":
            cells.append(_code_cell(cell.source))
        elif expressions := inline_expressions(cell.source):
            owners[len(cells)] = position
            cells.append(_code_cell(_inline_source(expressions)))
    notebook: NotebookNode = nbformat_v4.new_notebook(cells=cells)  # type: ignore[no-untyped-call]
    return notebook, owners


def _code_cell(source: str) -> NotebookNode:
    cell: NotebookNode = nbformat_v4.new_code_cell(source)  # type: ignore[no-untyped-call]
    return cell


def _inline_source(expressions: list[str]) -> str:
    values = ", ".join(f"str({expression})" for expression in expressions)
    return (
        f"#| label: inline expressions {', '.join(expressions)}\n"
        f"__import__('IPython').display.display({{{_INLINE_TYPE!r}: [{values}]}}, raw=True)"
    )


def _execute(document: Document, notebook: NotebookNode, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="ns2studies-kernel-") as private:
        manager = _kernel_manager(private)
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=CELL_TIMEOUT_S,
            resources={"metadata": {"path": str(folder)}},
            record_timing=False,
        )
        try:
            client.execute(env=kernel_environment(Path(private)), cleanup_kc=True)
        except CellExecutionError as error:
            reason = cell_reason(error.ename, error.evalue)
            raise ReportError(f"{document.path}, {_failed_cell(notebook)}: {reason}") from error
        except (CellTimeoutError, DeadKernelError) as error:
            reason = str(error).strip().splitlines()[0]
            raise ReportError(f"{document.path}, {_failed_cell(notebook)}: {reason}") from error


def _kernel_manager(private: str) -> AsyncKernelManager:
    # With no kernel folders to search, the only kernel is the Python that runs this.
    manager = AsyncKernelManager(kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
    sockets = f"{private}/kernel"
    if len(sockets) <= LONGEST_SOCKET_PATH:
        # Sockets in a private folder: no ports, so no race for them and no one listening in.
        manager.transport = "ipc"
        manager.ip = sockets
    return manager


def cell_reason(name: str, value: str) -> str:
    """One line for an exception raised in a cell: its name, and what it says first."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", value).strip()
    return f"{name}: {plain.splitlines()[0].strip()}" if plain else name


def _failed_cell(notebook: NotebookNode) -> str:
    """The cell that raised, or else the first that did not finish."""
    running = None
    for number, cell in enumerate(notebook.cells, start=1):
        if any(output.output_type == "error" for output in cell.outputs):
            return _cell_name(cell, number)
        if running is None and cell.execution_count is None:
            running = _cell_name(cell, number)
    return running or "the kernel"


def _cell_name(cell: NotebookNode, number: int) -> str:
    first = re.match(r"#\| label: (inline expressions .*)", cell.source)
    if first:
        return first.group(1)
    label = label_of(cell.source)
    return f"cell {label}" if label else f"cell number {number}"


def _inline_values(cell: NotebookNode) -> list[str]:
    shown: list[Mapping[str, list[str]]] = [output.get("data", {}) for output in cell.outputs]
    return [value for data in shown for value in data.get(_INLINE_TYPE, [])]


def _emitted(document: Document, cell: NotebookNode) -> str:
    """The Markdown a cell shows; what goes to its standard error is not shown."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stderr":
            continue
        markdown = output.get("data", {}).get(_MARKDOWN)
        if markdown is None:
            found = ", ".join(output.get("data", {"printed text": ""}))
            raise ReportError(
                f"{document.path}, cell {label_of(cell.source)}: it emits {found}",
                "A cell must end in a Block (ns2studies.reporting.markup), or in nothing.",
            )
        parts.append(markdown)
    return "\n\n".join(parts)
