"""Digests of what a stage is made of: they change with it, and with nothing else."""

from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.inputs import inputs_behind
from ns2studies.config.study_files import published_files


@pytest.fixture
def explorer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data of the explorer's page, in which there is a module, too."""
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    folder = tmp_path / "report" / "pages" / "explorer"
    folder.mkdir(parents=True)
    (folder / "explorer.css").write_text("body {}")
    return folder


def test_digest_ignores_bytecode(explorer: Path) -> None:
    before = inputs_behind([], [explorer]).digest
    (explorer / "__pycache__").mkdir()
    (explorer / "__pycache__" / "page.cpython-311.pyc").write_bytes(b"compiled")
    assert inputs_behind([], [explorer]).digest == before


def test_published_files_belong_to_one_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "DATA", tmp_path)
    names = ["toy.csv", "toy-means.csv", "toy2.csv", "toy_b.csv", "toys-means.csv"]
    (tmp_path / "published").mkdir()
    for name in names:
        (tmp_path / "published" / name).touch()
    assert [path.name for path in published_files("toy")] == names[:2]


def test_data_file_changes_digest(explorer: Path) -> None:
    before = inputs_behind([], [explorer]).digest
    (explorer / "explorer.js").write_text("// more")
    added = inputs_behind([], [explorer]).digest
    (explorer / "explorer.css").write_text("body { margin: 0 }")
    assert len({before, added, inputs_behind([], [explorer]).digest}) == 3
