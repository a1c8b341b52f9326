"""The benchmark of reading traces, on a short one: all readers must find the same in it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

RUN = paths.ROOT / "benchmarks" / "ingest" / "run.py"
OTHER_LINES = "v 2.1000000000000001 link-down 2 1\nv 2.3 link-up 2 1\n"


def benchmark(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUN), *map(str, words)], capture_output=True, text=True, check=False
    )


def simulated(folder: Path, seed: int) -> Path:
    words = ["--megabytes", "0.3", "--seed", str(seed), "--folder", folder]
    done = benchmark("--only-simulate", *words)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="module")
def written(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trace as ns wrote it."""
    return simulated(tmp_path_factory.mktemp("a trace"), seed=1)


@pytest.fixture(scope="module")
def trace(written: Path) -> Path:
    """The same with lines among the packets that are none."""
    path = written.with_name("mixed.tr")
    lines = written.read_text(encoding="ascii").splitlines(keepends=True)
    path.write_text("".join([*lines[:1000], OTHER_LINES, *lines[1000:]]), encoding="ascii")
    return path


def expected_totals(trace: Path) -> dict[str, int]:
    lines = [line.split() for line in trace.read_text(encoding="ascii").splitlines()]
    packets = [words for words in lines if len(words) == 12]
    return {
        "rows": len(packets),
        "size_bytes": sum(int(words[5]) for words in packets),
        "uid": sum(int(words[11]) for words in packets),
        "time_us": sum(round(float(words[1]) * 1e6) for words in packets),
    }


def test_all_readers_give_equal_totals(trace: Path, tmp_path: Path) -> None:
    done = benchmark("--trace", trace, "--rounds", "1", "--folder", tmp_path / "a folder")
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "a folder" / "results.json").read_text(encoding="utf-8"))
    found = {(m["tool"], m["task"], m["kind"], m["cores"]): m for m in results["measurements"]}
    readers = ["nstrace", "Polars", "pyarrow", "DuckDB"]
    assert {key[0] for key in found if key[1] == "arrow"} == {*readers, "gawk -b", "mawk"}
    assert {key[0] for key in found if key[1] == "parquet"} == {
        *readers, "nstrace --in-order", "nstrace, pyarrow's writer",
    }  # fmt: skip
    assert {key[2] for key in found if key[1] == "memory"} == {"stdin", "fifo", "gz", "zst", "xz"}
    expected = expected_totals(trace)
    for key, measured in found.items():
        (one,) = measured["rounds"]
        assert one["totals"] == expected, key
        assert one["wall_s"] > 0 and one["cpu_s"] > 0 and one["peak_bytes"] > 1e6, key
        assert (one["output_bytes"] > 0) == (key[1] != "arrow"), key


def test_readers_that_disagree_fail_benchmark(trace: Path, tmp_path: Path) -> None:
    words = ["--trace", trace, "--rounds", "1", "--tasks", "arrow", "--folder", tmp_path]
    assert benchmark(*words, "--tools", "pyarrow").returncode == 0
    (copy,) = tmp_path.glob("*.packets")
    copy.write_bytes(copy.read_bytes().rpartition(b"\n+")[0] + b"\n")
    done = benchmark(*words, "--tools", "pyarrow", "mawk")
    assert done.returncode == 1
    assert "the readers disagree" in done.stderr


def test_seed_determines_trace(written: Path, tmp_path: Path) -> None:
    again, other = (simulated(tmp_path / str(seed), seed).read_bytes() for seed in (1, 2))
    assert written.read_bytes() == again != other
    assert len(again) >= 300_000


def test_file_that_is_not_trace_fails(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("two words\n", encoding="ascii")
    done = benchmark("--trace", other, "--tools", "pyarrow", "--folder", tmp_path)
    assert done.returncode == 1
    assert "no line has 12 columns" in " ".join(done.stderr.split())


def test_trace_that_is_missing(tmp_path: Path) -> None:
    done = benchmark("--trace", tmp_path / "none.tr", "--folder", tmp_path)
    assert done.returncode == 1
    assert "is not a file" in " ".join(done.stderr.split())
