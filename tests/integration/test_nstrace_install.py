"""nstrace as a package of its own: what ``pip install .`` installs, without the studies."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cmake_caches import drop_if_foreign
from nstrace_cli import LINES

from ns2studies import paths
from nstrace.clustering import FEWEST_CLUSTERED


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, built from the sources.

    What the setup of this checkout has compiled is not compiled again; ``tests/bare_roots`` does
    that, where nothing is there.
    """
    target = tmp_path_factory.mktemp("an installed package")
    tools = Path(sys.executable).parent
    drop_if_foreign(paths.BUILD / "nstrace", paths.SOURCES / "nstrace" / "native")
    subprocess.run(
        [
            sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet",
            "--no-deps", "--no-build-isolation", "-C", f"build-dir={paths.BUILD / 'nstrace'}",
            "--target", target, paths.ROOT,
        ],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        check=True,
    )  # fmt: skip
    return target


def test_it_brings_nothing_but_itself(installed: Path) -> None:
    names = {path.name for path in installed.iterdir()}
    assert names == {"nstrace", "bin", *(name for name in names if name.endswith(".dist-info"))}
    assert not (installed / "nstrace" / "native").exists()


def test_the_command_works_elsewhere(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "out.tr").write_text(LINES)
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = installed / "bin" / "nstrace"

    def run(*words: str) -> str:
        return subprocess.run(
            [command, *words],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    run("convert", "out.tr", "-o", "out.parquet")
    assert run("export", "out.parquet") == LINES
    assert "data_packets_sent,flow1,2.0,packets" in run("metrics", "out.tr")
    where = "import nstrace, sys; print(nstrace.__file__, 'ns2studies' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", where],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert found.strip() == f"{installed / 'nstrace' / '__init__.py'} False"


def test_it_needs_no_numpy(tmp_path: Path) -> None:
    """``pip install .`` does not bring it, and pyarrow does much without it, but not all."""
    (tmp_path / "t.tr").write_text(LINES)
    many = LINES * (1 + FEWEST_CLUSTERED // LINES.count("\n"))
    (tmp_path / "many.tr").write_text(many)
    commands = [
        ["convert", "t.tr", "-o", "t.parquet"],
        ["convert", "many.tr", "-o", "many.parquet"],
        ["convert", "t.tr", "-o", "t.duckdb"],
        ["export", "t.parquet", "-o", "again.tr"],
        ["export", "many.parquet", "-o", "many-again.tr"],
        ["summary", "t.parquet", "t.tr"],
        ["metrics", "t.tr"],
        ["sql", "SELECT * FROM packets", "t.duckdb"],
        ["head", "t.parquet"],
        ["validate", "t.tr"],
    ]
    for words in commands:
        program = f"import sys; sys.modules['numpy'] = None; sys.argv[1:] = {words!r}; "
        program += "from nstrace.cli import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (words, done.stderr)
    assert (tmp_path / "again.tr").read_text() == LINES
    assert (tmp_path / "many-again.tr").read_text() == many


def test_it_never_imports_the_studies() -> None:
    for path in (paths.ROOT / "src" / "nstrace").rglob("*.py"):
        assert "ns2studies" not in path.read_text(encoding="utf-8"), path
