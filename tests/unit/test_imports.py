"""Which files a program is made of, and what that means for runs, measures and pages."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.inputs import imported_names, reached_from
from ns2studies.runs.identity import code_digest, deciding_files

SOURCES = paths.ROOT / "src"

INGEST = """
import sys
from pathlib import Path
from ns2studies.runs.ingest import ingest
traces = Path(sys.argv[1])
(traces / "packets.tr").write_text("+ 1.84375 0 2 tcp 1040 ------- 1 0.0 3.1 225 610\\n")
(traces / "tables").mkdir()
assert ingest(traces, traces / "tables", {"key": "value"}) == {"packets": 1}
for module in list(sys.modules.values()):
    print(getattr(module, "__file__", None) or "")
"""
"""A program that stores a trace as a run does, and says which modules that took."""


def write(folder: Path, name: str, text: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def names_parsed(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(
    "path",
    [*sorted(SOURCES.rglob("*.py")), *sorted((paths.ROOT / "tests").rglob("*.py"))],
    ids=lambda path: path.relative_to(paths.ROOT).as_posix(),
)
def test_imports_are_found_as_python_finds_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(names_parsed(text)) <= set(imported_names(text))


def test_file_outside_sources_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "checkout.py")
    start = write(tmp_path, "checkout/start.py", "import json\nfrom checkout import this\n")
    assert reached_from([start], tmp_path / "checkout") == [start]


def test_imports_are_followed_transitively(tmp_path: Path) -> None:
    start = write(tmp_path, "one/start.py", "from one import near\nimport two.far as f\n")
    near = write(
        tmp_path, "one/near.py", "def later():\n    from two.named import (\n        x,\n    )\n"
    )
    far = write(tmp_path, "two/far.py", "import json\nfrom one import start\n")
    named = write(tmp_path, "two/named.py", "x = 1\n")
    write(tmp_path, "one/__init__.py", "from one import unused\n")
    write(tmp_path, "one/unused.py")
    assert reached_from([start], tmp_path) == sorted([start, near, far, named])


def test_import_from_package_includes_its_init(tmp_path: Path) -> None:
    init = write(tmp_path, "one/__init__.py", "from one.inner import value\n")
    inner = write(tmp_path, "one/inner.py", "value = 1\n")
    start = write(tmp_path, "start.py", "from one import value\n")
    assert reached_from([start], tmp_path) == sorted([init, inner, start])


def test_native_module_means_its_sources(tmp_path: Path) -> None:
    code = write(tmp_path, "one/native/code.cpp")
    shared = write(tmp_path, "trace-formats/shared.hpp")
    for other in (".clang-tidy", "code.cpp~", ".code.cpp.swp"):
        write(tmp_path, f"one/native/{other}")
    start = write(tmp_path, "one/start.py", "from one import _native\n")
    assert reached_from([start], tmp_path) == sorted([code, shared, start])


def test_imports_in_document_cells_are_followed(tmp_path: Path) -> None:
    module = write(tmp_path, "one/page.py")
    page = write(tmp_path, "page.qmd", "---\n---\n\n```{python}\nfrom one import page\n```\n")
    assert reached_from([page], tmp_path) == sorted([module, page])


# --- the identity of runs ----------------------------------------------------------------


def test_every_module_that_stores_trace_is_found(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INGEST, str(tmp_path)],
        env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {Path(line) for line in done.stdout.splitlines() if line.startswith(str(SOURCES))}
    code = {path for path in loaded if path.suffix == ".py" and path.name != "__init__.py"}
    assert SOURCES / "nstrace" / "parquet_file.py" in code
    assert code <= set(deciding_files())


def test_edit_of_deciding_file_changes_digest(tmp_path: Path) -> None:
    copy = tmp_path / "src"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    before = code_digest(copy)
    assert before == code_digest()
    files = deciding_files(copy)
    names = {
        path.relative_to(copy / "nstrace").as_posix() for path in files if "nstrace" in path.parts
    }
    assert {"parquet_pages.py", "clustering.py", "thrift.py", "records.py", "workers.py"} <= names
    assert {f"native/{path.name}" for path in (SOURCES / "nstrace" / "native").iterdir()} <= names
    assert set((copy / "trace-formats").iterdir()) <= set(files)
    for path in files:
        content = path.read_bytes()
        path.write_bytes(content + b"\n")
        code_digest.cache_clear()
        assert code_digest(copy) != before, path
        path.write_bytes(content)
    code_digest.cache_clear()
    assert code_digest(copy) == before


def test_reporting_code_does_not_decide_runs() -> None:
    decided = {path.relative_to(SOURCES).parts[:2] for path in deciding_files()}
    for room in ("report", "results", "measures", "archive", "studies", "config"):
        assert ("ns2studies", room) not in decided
    assert ("nstrace", "metrics") not in decided
