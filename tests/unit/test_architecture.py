"""What may depend on what, as docs/architecture.md says it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.inputs import imported_names
from ns2studies.config.study_files import known, shared_directories

PROGRAM = paths.SOURCES / "ns2studies"
MAP = paths.ROOT / "docs" / "architecture.md"
ROOMS_USE = ("evaluation", "report")
"""The last layers that a study's room may use."""


def layers() -> list[set[str]]:
    """The layers of the table in the map, each with its packages and modules."""
    table = MAP.read_text(encoding="utf-8").split("| layer | says |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    found = [set(re.findall(r"`(\w+)`", row)) for row in rows]
    assert found.pop() == set(), "the last row says: all else"
    named = set().union(*found)
    return [*found, {part_of(path) for path in PROGRAM.rglob("*.py")} - named]


def part_of(path: Path) -> str:
    """The package or module of the program that a file belongs to."""
    return path.relative_to(PROGRAM).parts[0].removesuffix(".py")


def used(path: Path, package: str) -> Iterator[str]:
    """The second word of all dotted names that a file imports from a package."""
    for name in imported_names(path.read_text(encoding="utf-8")):
        words = name.split(".")
        if words[0] == package and len(words) > 1:
            yield words[1]


LAYERS = layers()
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
DEEPEST = max(LEVEL[part] for part in ROOMS_USE)


def layers_used(path: Path) -> int:
    """The last layer of the program that a file uses."""
    return max((LEVEL.get(part, 0) for part in used(path, "ns2studies")), default=0)


def test_layers_name_existing_parts() -> None:
    there = {part_of(path) for path in PROGRAM.rglob("*.py")}
    assert set().union(*LAYERS[:-1]) <= there
    assert "cli" in LAYERS[-1]


@pytest.mark.parametrize("path", sorted(PROGRAM.rglob("*.py")), ids=lambda path: path.stem)
def test_program_imports_follow_layers(path: Path) -> None:
    level = LEVEL[part_of(path)]
    assert {part for part in used(path, "ns2studies") if LEVEL.get(part, 0) > level} == set()


def test_program_names_no_study() -> None:
    """It finds their rooms, and those that several share; only the words of the help know them."""
    for path in sorted(PROGRAM.rglob("*.py")):
        names = imported_names(path.read_text(encoding="utf-8"))
        assert not [name for name in names if name.split(".")[0] == "reports"], path


@pytest.mark.parametrize("study", known())
def test_study_directory_uses_itself_and_shared_ones(study: str) -> None:
    room = paths.REPORTS / study
    shared = {path.name for path in shared_directories()}
    for path in [*room.rglob("*.py"), paths.REPORTS / f"{study}.qmd"]:
        assert set(used(path, "reports")) <= {study, *shared}, path
        assert layers_used(path) <= DEEPEST, path


@pytest.mark.parametrize("room", shared_directories(), ids=lambda path: path.name)
def test_shared_directory_imports_no_study(room: Path) -> None:
    for path in room.rglob("*.py"):
        assert set(used(path, "reports")) <= {room.name}, path
        assert layers_used(path) <= DEEPEST, path


def test_nstrace_imports_no_study_code() -> None:
    for path in sorted((paths.SOURCES / "nstrace").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        roots = {name.split(".")[0] for name in imported_names(text)}
        assert not roots & {"ns2studies", "reports"}, path


def test_map_names_existing_folders() -> None:
    text = MAP.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:src|reports|config|data|tcl|docs|tests)/[\w/.-]*)`", text):
        for study in known() if "NAME" in name else [""]:
            path = paths.ROOT / name.replace("NAME", study)
            optional = path.parent.parent == paths.REPORTS
            assert path.exists() or optional, name
