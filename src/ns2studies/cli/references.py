"""Write docs/reference from the code: Python API, macros for claims, metrics, Tcl library, tables.

Tables of results are read from results/results.duckdb, which ./reproduce makes of all studies.
"""

import argparse
import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ns2studies.basics import paths

EXAMPLES: Final = """\
examples:
  ./reproduce references               after an edit of a docstring, a macro or a metric
"""

FOLDER: Final = paths.ROOT / "docs" / "reference"
"""The folder of the files."""

Section = tuple[str, Iterable[str]]
"""A heading, and the paragraphs below it."""

_CELL: Final = re.compile(r"^```\{python\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
_MACRO: Final = re.compile(
    r"(?P<comment>(?:^--.*\n)+)CREATE OR REPLACE TEMP MACRO (?P<call>\w+\([^)]*\))", re.MULTILINE
)
_PROCEDURE: Final = re.compile(
    r"(?P<comment>(?:^#.*\n)+)proc (?P<call>\w+::\w+ .*) \{$", re.MULTILINE
)

_PYTHON: Final = """\
What the modules of studies (`reports/*/*.py`) and their documents (`reports/*.qmd`) import.
`reports/recovery` is an example of their use."""

_MACROS: Final = """\
What a claim in `reports/NAME/claims` can call:

```sql
SELECT verdict_of(count(*) FILTER (mean > 0), count(*)) AS verdict, count(*) || ' cases' AS evidence
FROM points WHERE study = 'NAME' AND metric = 'loss_rate'
```"""

_TCL: Final = """\
What a file in `tcl/studies` can call, after `uses NAME`. [study-files.md](../study-files.md) lists
the parameters that procedures called `from_parameters` read."""

_METRICS: Final = """\
What `reports/NAME/metrics.txt` and the `metrics` of an experiment can list. `nstrace metrics`
computes the first section's for any trace."""

_TABLES: Final = """\
`./reproduce sql "FROM points LIMIT 5"` shows the first rows of a table;
[results.md](../results.md) says what a row is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command writes all files."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from nstrace.files import write_text_whole

    del arguments
    results = paths.RESULTS / "results.duckdb"
    written = references()
    if results.is_file():
        written["tables.md"] = tables(results)
    FOLDER.mkdir(exist_ok=True)
    for name, text in written.items():
        write_text_whole(FOLDER / name, text)
        print(FOLDER / name)
    if not results.is_file():
        print(f"{FOLDER / 'tables.md'} was not written, since there is no {results}: ./reproduce")
    return 0


def references() -> dict[str, str]:
    """Return the files that depend on the code alone, by name."""
    from ns2studies.evaluation.claims import SHARED, SHARED_FILES

    claims = sorted(SHARED.glob(SHARED_FILES))
    library = sorted((paths.ROOT / "tcl" / "library").glob("*.tcl"))
    return {
        "macros.md": _document("Macros for claims", _MACROS, _commented(claims, _MACRO)),
        "metrics.md": _document("Metrics", _METRICS, _metrics()),
        "python.md": _document("Python", _PYTHON, _modules()),
        "tcl.md": _document("The Tcl library", _TCL, _commented(library, _PROCEDURE)),
    }


def tables(results: Path) -> str:
    """Return the file of the tables in a database, with their columns and types."""
    from ns2studies.basics.sql import connect
    from nstrace.sql_files import SqlFiles

    with connect(results, read_only=True) as connection:
        rows = connection.sql(SqlFiles.beside(__file__)["columns"]).fetchall()
    columns: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in rows:
        columns.setdefault(table, []).append((f"`{column}`", f"`{kind}`"))
    sections = ((f"`{name}`", [_table(("column", "type"), it)]) for name, it in columns.items())
    return _document("Tables", _TABLES, sections)


def _document(title: str, lead: str, sections: Iterable[Section]) -> str:
    parts = [f"# {title}", "<!-- Written by ./reproduce references. -->", lead]
    for heading, paragraphs in sections:
        parts += [f"## {heading}", *paragraphs]
    return "\n\n".join(parts) + "\n"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    escaped = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    lines = [header, ["---"] * len(header), *escaped]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _entry(call: str, text: str) -> str:
    """Return a subsection. Text with indented lines or paragraphs keeps its lines."""
    lines = text.splitlines()
    keeps_lines = "" in lines or any(line.startswith(" ") for line in lines)
    return f"### `{call}`\n\n" + (f"```text\n{text}\n```" if keeps_lines else text)


def _commented(files: Iterable[Path], pattern: re.Pattern[str]) -> Iterator[Section]:
    """Yield the definitions below a comment, file by file."""
    for path in files:
        found = pattern.finditer(path.read_text(encoding="utf-8"))
        entries = [_entry(it["call"], _without_marks(it["comment"])) for it in found]
        if entries:
            yield f"`{path.name}`", entries


def _without_marks(comment: str) -> str:
    return "\n".join(re.sub("^(--|#) ?", "", line) for line in comment.splitlines())


def _metrics() -> Iterator[Section]:
    """Yield the metrics of any trace, of all studies, of several, and of each study."""
    from ns2studies.config.study_files import available
    from ns2studies.config.study_metrics import known_metrics
    from nstrace.metrics.catalogue import Metric

    found: dict[Path, dict[str, Metric]] = {}
    for study in ("", *available()):
        for metric in known_metrics(study).metrics.values():
            found.setdefault(metric.path.parent, {})[metric.name] = metric
    for folder, metrics in found.items():
        rows = [(f"`{it.name}`", it.unit, it.definition) for it in metrics.values()]
        title = folder.relative_to(paths.ROOT).as_posix()
        yield f"`{title}`", [_table(("metric", "unit", "definition"), sorted(rows))]


def _modules() -> Iterator[Section]:
    """Yield the functions and classes that studies import, module by module."""
    imported: dict[str, set[str]] = {}
    for text in _study_sources():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ns2studies."):
                of_module = imported.setdefault(str(node.module), set())
                of_module.update(alias.name for alias in node.names)
    for module, names in sorted(imported.items()):
        source = find_spec(module)
        text = Path(str(source and source.origin)).read_text(encoding="utf-8")
        entries = [
            entry
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names
            for entry in _described(node)
        ]
        if entries:
            yield f"`{module}`", entries


def _study_sources() -> Iterator[str]:
    """Yield the Python of all studies and of the cells in their documents."""
    for path in sorted(paths.REPORTS.glob("*/*.py")):
        yield path.read_text(encoding="utf-8")
    for path in sorted(paths.REPORTS.glob("*.qmd")):
        yield "\n".join(_CELL.findall(path.read_text(encoding="utf-8")))


def _described(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """Yield a function, or a class and its public methods."""
    docstring = ast.get_docstring(node) or ""
    if isinstance(node, ast.FunctionDef):
        yield _entry(_signature(node), docstring)
        return
    fields = [ast.unparse(it.target) for it in node.body if isinstance(it, ast.AnnAssign)]
    shown = [name for name in fields if not name.startswith("_")]
    yield _entry(f"class {node.name}({', '.join(shown)})", docstring)
    methods = [it for it in node.body if isinstance(it, ast.FunctionDef) and it.name[0] != "_"]
    summaries = [(it, (ast.get_docstring(it) or "").partition("\n")[0]) for it in methods]
    if methods:
        yield "\n".join(f"- `{_signature(it)}`: {summary}" for it, summary in summaries)


def _signature(node: ast.FunctionDef) -> str:
    """Return name and parameters as they are called, without types."""
    parameters = node.args
    bound = {"self", "cls"}
    positional = [*parameters.posonlyargs, *parameters.args]
    names = [it.arg for it in positional if it.arg not in bound]
    starred = [f"*{parameters.vararg.arg}"] if parameters.vararg else []
    keywords = [f"{it.arg}=" for it in parameters.kwonlyargs]
    if any(ast.unparse(it).endswith("property") for it in node.decorator_list):
        return node.name
    return f"{node.name}({', '.join([*names, *starred, *keywords])})"
