"""What the Snakefile needs from the package."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ns2studies import layout
from ns2studies.digests import SHORT, digest_files

_PACKAGE = Path(__file__).parent
_METRICS = _PACKAGE.parent / "nstrace" / "metrics"

_STAGES = {
    "measures": [_PACKAGE / "measures", _METRICS],
    "results": [*(_PACKAGE / name for name in ("results", "precision", "measures")), _METRICS],
    "reporting": [
        _PACKAGE / "reporting",
        layout.REPORTS / "theme",
        layout.REPORTS / "_quarto.yml",
        layout.DATA / "topologies",
    ],
}

_SUFFIXES = {".py", ".sql", ".css", ".js", ".html", ".json", ".lua", ".yml", ".yaml"}


def code_of(stage: str) -> str:
    """Short digest of the code and the data files behind a stage of the workflow."""
    files = sorted({file for path in _STAGES[stage] for file in _files(path)})
    return digest_files(layout.ROOT, files)[:SHORT]


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    else:
        yield from (file for file in path.rglob("*") if file.suffix in _SUFFIXES)


def empty_plan() -> dict[str, Any]:
    """The plan of a Snakefile that is read without one, to list or check its rules."""
    return {"scale": "quick", "batches": {}, "libraries": {}}
