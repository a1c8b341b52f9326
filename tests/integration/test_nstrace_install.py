"""nstrace as a package of its own: what it is distributed as, and what is installed of it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cmake_caches import drop_if_foreign
from nstrace_cli import LINES

import nstrace
from ns2studies.basics import paths
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
            "--no-deps", "--no-build-isolation", "--config-settings",
            f"build-dir={paths.BUILD / 'nstrace'}", "--target", target, paths.ROOT,
        ],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        check=True,
    )  # fmt: skip
    return target


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution; ``tests/bare_roots`` builds a wheel from one."""
    target = tmp_path_factory.mktemp("distributed")
    build = "from scikit_build_core.build import build_sdist; import sys; build_sdist(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, target], cwd=paths.ROOT, capture_output=True, check=True
    )
    name = f"nstrace-{nstrace.__version__}"
    subprocess.run(["tar", "-C", target, "-xf", target / f"{name}.tar.gz"], check=True)
    return target / name


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_source_distribution_has_exactly_nstrace(source: Path) -> None:
    known = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/nstrace",
         "src/trace-formats"],
        cwd=paths.ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    ours = {name for name in known.splitlines() if (paths.ROOT / name).exists()}
    ours |= {"LICENSE", "docs/formats.md", "docs/nstrace.md", "pyproject.toml"}
    assert files_below(source) == ours | {"PKG-INFO"}
    for name in ours:
        assert (source / name).read_bytes() == (paths.ROOT / name).read_bytes(), name


def test_package_metadata_has_version_and_readme(source: Path) -> None:
    told, _, description = (source / "PKG-INFO").read_text(encoding="utf-8").partition("\n\n")
    assert {f"Version: {nstrace.__version__}", "License-Expression: MIT"} <= set(told.split("\n"))
    package = source / "src" / "nstrace"
    assert description.strip() == (package / "README.md").read_text(encoding="utf-8").strip()
    changes = (package / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changes, re.M)[0] == nstrace.__version__


def test_document_links_stay_inside_package(source: Path) -> None:
    for document in source.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            found = (document.parent / target).resolve()
            assert found.exists() and found.is_relative_to(source), (document, target)


def test_wheel_has_modules_and_native_core(installed: Path, source: Path) -> None:
    package = installed / "nstrace"
    core = {name for name in files_below(package) if name.startswith("_native.") and ".so" in name}
    assert len(core) == 1
    python = {name for name in files_below(package) if "__pycache__" not in name} - core
    assert {"py.typed", "_native.pyi"} < python
    rest = files_below(source / "src" / "nstrace") - python
    assert {name for name in rest if not name.startswith("native/")} == {
        ".clang-tidy", "CHANGELOG.md", "README.md",
    }  # fmt: skip


def test_installation_has_only_nstrace(installed: Path) -> None:
    names = {path.name for path in installed.iterdir()}
    assert names == {"nstrace", "bin", *(name for name in names if name.endswith(".dist-info"))}
    assert not (installed / "nstrace" / "native").exists()


def test_command_works_elsewhere(installed: Path, tmp_path: Path) -> None:
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


def test_nstrace_works_without_numpy(tmp_path: Path) -> None:
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
    # One after the other in one process, since all of them load the same.
    program = f"""
import sys
sys.modules["numpy"] = None
from nstrace.cli import main
for words in {commands}:
    print(words, flush=True)
    if main(words):
        sys.exit(1)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert (tmp_path / "again.tr").read_text() == LINES
    assert (tmp_path / "many-again.tr").read_text() == many


def test_nstrace_never_imports_ns2studies() -> None:
    for path in (paths.ROOT / "src" / "nstrace").rglob("*.py"):
        assert "ns2studies" not in path.read_text(encoding="utf-8"), path
