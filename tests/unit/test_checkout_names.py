"""A checkout's folder may be called anything: names are never patterns, lists or columns."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from known_metrics import METRICS
from test_measures import make_run
from test_shell import ask

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, paths_list, plain_name, require_possible
from ns2studies.database.building import trace_views
from ns2studies.metrics.measure import measure_runs
from ns2studies.metrics.measure_files import covered_runs

NAMES = (
    "b*",
    "g[1]",
    "a,b",
    "run_id=5",
    "study=x",
    "two\nlines",
    "{a}",
    "it's",
    "**",
    "a?b",
    "a\\b",
)


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Checkouts side by side, also some whose names are similar, each with another run."""
    folder = tmp_path_factory.mktemp("checkouts")
    for seed, name in enumerate([*NAMES, "bZ", "g1", "a", "b", "aXb", "plain"], start=1):
        (folder / name).mkdir()
        make_run(folder / name / "results", seed=seed)
    return folder


@pytest.fixture(params=NAMES)
def results(checkouts: Path, request: pytest.FixtureRequest) -> Path:
    return checkouts / str(request.param) / "results"


def only_run(results: Path) -> tuple[str, Path]:
    (folder,) = (results / "runs" / "study=toy").iterdir()
    return folder.name.removeprefix("run_id="), folder


def test_run_is_measured_by_its_own_traces(results: Path) -> None:
    run, folder = only_run(results)
    measure = METRICS["packets_sent"]
    measure_runs(results, {run: folder}, [measure])
    covered = covered_runs(results, measure)
    assert covered.keys() == {run}
    assert covered[run].parents[2] == results
    files = paths_list(covered.values())
    rows = connect().execute(f"SELECT DISTINCT run_id FROM read_parquet({files})").fetchall()
    assert rows == [(run,)]


def make_view(connection: duckdb.DuckDBPyConnection, results: Path, run: str) -> None:
    columns = f"'toy' AS study, '{run}' AS run_id, 's' AS scenario, 1 AS seed"
    connection.execute(f"CREATE TABLE runs AS SELECT {columns}")
    trace_views(connection, results, ["packets"])


def test_views_find_traces_under_any_name(results: Path) -> None:
    run, _ = only_run(results)
    with connect() as connection:
        make_view(connection, results, run)
        rows = connection.execute("SELECT DISTINCT study, run_id FROM packets").fetchall()
    assert rows == [("toy", run)]


@pytest.mark.parametrize("results", ["a,b", "b*", "run_id=5", "two\nlines"], indirect=True)
def test_shell_finds_traces_under_any_name(results: Path) -> None:
    run, _ = only_run(results)
    with connect(results / "results.duckdb") as connection:
        make_view(connection, results, run)
    result = ask(results.parent, "-csv", "SELECT DISTINCT run_id FROM packets")
    assert (result.stdout, result.stderr) == (f"run_id\n{run}\n", "")


@pytest.mark.parametrize("results", ["a?b", "a\\b"], indirect=True)
def test_paths_that_duckdb_misreads_are_refused(results: Path) -> None:
    """DuckDB takes these characters for something else, and there is no way round it."""
    with pytest.raises(ResultError, match="backslash or a question mark"):
        connect(results / "results.duckdb")


def test_checkout_name_may_be_no_utf_8() -> None:
    """Commands that need no database work there; the others say what is wrong."""
    code = (
        "from pathlib import Path; from ns2studies.basics import paths; "
        "paths.ROOT = Path('/caf\\udce9'); import ns2studies.workflow.snakemake"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(ResultError, match="bytes that are not UTF-8"):
        require_possible(Path("/caf\udce9/results"))


def test_plain_name_keeps_ordinary_paths() -> None:
    path = Path("/home/it's me/results/runs/study=a/run_id=0/packets.parquet")
    assert plain_name(path, own=3) == str(path)
