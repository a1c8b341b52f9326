"""The fuzz target of nstrace's core (tests/fuzz): built, run on its seeds, and for a while."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from cmake_caches import drop_if_foreign
from user_cache import USER_CACHE

import nstrace
from ns2studies.basics.paths import BUILD, ROOT

FUZZ = ROOT / "tests" / "fuzz"
SEEDS = sorted((FUZZ / "corpus").iterdir())
RUNS = 20_000

COMPILED_ONCE = {
    "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
    "CCACHE_DIR": str(USER_CACHE / "fuzz"),
    "CCACHE_CONFIGPATH": os.devnull,
    # Packages of one version hold the same; the headers outside of them are compared.
    "CCACHE_COMPILERCHECK": "dpkg-query --show clang* libclang* libllvm*",
    "CCACHE_DEPEND": "1",
    # Other checkouts lie elsewhere; what the compiler notes of a place is for debuggers.
    "CCACHE_BASEDIR": str(ROOT),
    "CCACHE_NOHASHDIR": "1",
    "CCACHE_MAXSIZE": "500M",
}
"""By these CMake compiles nothing that a checkout of this user has compiled from the same contents
with the same compiler: sanitizers make that three quarters of a minute of a processor."""


def call(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A command; its messages may quote bytes that are no text."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        words,
        env={**os.environ, **COMPILED_ONCE, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.fixture(scope="module")
def target() -> Path:
    """The target of lines, and others beside it, built; only what has changed is compiled."""
    build = BUILD / "fuzz"
    drop_if_foreign(build, FUZZ)
    configured = call(
        *("cmake", "-S", FUZZ, "-B", build, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=clang++")
    )
    assert configured.returncode == 0, configured.stdout
    built = call("cmake", "--build", build)
    assert built.returncode == 0, built.stdout
    return build / "roundtrip"


def test_build_copied_from_elsewhere_is_dropped(tmp_path: Path) -> None:
    """CMake refuses a cache that was made in another folder."""
    build, source = tmp_path / "build", tmp_path / "source"
    own = f"CMAKE_CACHEFILE_DIR:INTERNAL={build}\nCMAKE_HOME_DIRECTORY:INTERNAL={source}\n"
    for text, stays in ((own, True), (own.replace(str(source), "/elsewhere"), False), ("", False)):
        build.mkdir(exist_ok=True)
        (build / "CMakeCache.txt").write_text(text)
        drop_if_foreign(build, source)
        assert build.exists() == stays
    drop_if_foreign(build, source)


def test_seeds_run_without_failure(target: Path, tmp_path: Path) -> None:
    result = call(target, f"-artifact_prefix={tmp_path}/", *SEEDS)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count("Executed ") == len(SEEDS)


def test_short_run(target: Path, tmp_path: Path) -> None:
    """The same inputs on every machine with the same Clang, since the seed is fixed."""
    found = tmp_path / "found"
    found.mkdir()
    options = ("-seed=1", f"-runs={RUNS}", "-max_len=400", "-timeout=60")
    result = call(
        *(target, *options, f"-dict={FUZZ / 'trace.dict'}", f"-artifact_prefix={tmp_path}/"),
        *(found, FUZZ / "corpus"),
    )
    assert result.returncode == 0, result.stdout
    assert f"Done {RUNS} runs" in result.stdout
    assert any(found.iterdir()), "no input reached anything that the seeds don't reach"


@pytest.mark.parametrize(("name", "runs"), [("hostile_rows", 5_000), ("records", 2_000)])
def test_short_runs_of_other_targets(target: Path, tmp_path: Path, name: str, runs: int) -> None:
    seeds = [FUZZ / "corpus-records"] if name == "records" else []
    options = ("-seed=1", f"-runs={runs}", "-max_len=400", "-timeout=60")
    result = call(
        *(target.with_name(name), *options, f"-artifact_prefix={tmp_path}/", tmp_path, *seeds)
    )
    assert result.returncode == 0, result.stdout
    assert f"Done {runs} runs" in result.stdout


def test_seeds_hold_every_form() -> None:
    """Whoever teaches the core another form of lines gives the fuzzer a line of it."""
    source = (ROOT / "src" / "nstrace" / "native" / "forms.cpp").read_text()
    known = {(table, form) for form, table in re.findall(r'\{"(\w+)", table::(\w+),', source)}
    assert len(known) > 60
    met: Counter[tuple[str, str]] = Counter()
    for seed in SEEDS:
        for name, rows in nstrace.read(seed).tables.items():
            if "form" in rows.column_names:
                met.update((name, form) for form in rows["form"].to_pylist())
    assert known - met.keys() == set()
