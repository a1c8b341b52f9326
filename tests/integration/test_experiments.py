"""Experiments from a script to a page: by the command line, and the examples at small size."""

import json
import re
import shlex
import shutil
import subprocess
import zipfile
from argparse import Namespace
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import pytest
import yaml
from driven_scripts import SCRIPTS
from experiment_picture import PICTURE, made_of, picture_of
from own_checkout import Checkout, make_checkout

from ns2studies.basics import paths
from ns2studies.basics.checksums import page_made_of
from ns2studies.database.experiment_database import build_experiment_database
from ns2studies.database.metadata import description_path
from ns2studies.database.provenance import write_study_provenance
from ns2studies.experiments.make import ExperimentStore
from ns2studies.experiments.measures import measure_experiment
from ns2studies.experiments.model import FILE, ExperimentFile, read_experiment
from ns2studies.report.experiment_page import write_experiment_page
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.batches import batches_of
from ns2studies.workflow.experiment_plan import index_text_of_experiment, plan_experiment
from ns2studies.workflow.jobs import simulate

EXAMPLES = paths.ROOT / "examples"

WIRED = """\
script: my.tcl
parameters:
  val(rate): [0.001, 0.05]
  val(queue): [DropTail, RED]
seeds: 3
metrics: [goodput, loss, pdr]
printed: {at: 'ended at (\\S+)'}
awk: {pdr: pdr.awk out.tr}
baseline: {val(queue): DropTail}
"""


class Text(HTMLParser):
    """What a page says between its tags, without scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._skipped, self.said = 0, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.said += data


def results_of(file: ExperimentFile, folder: Path, ns: Simulator) -> tuple[Path, str]:
    """Make the results of an experiment in this process; return database and page."""
    results = folder / "experiments"
    while (plan := plan_experiment(file, ns.ns_sha256, results)).missing:
        store = ExperimentStore(results)
        for run, _ in plan.missing:
            store.make(run, ns.ns, file.experiment.limits)
        measure_experiment(file, results, plan.run_ids)
    index, database = folder / "index.json", folder / "made" / "results.duckdb"
    index.write_text(index_text_of_experiment(plan, ns), encoding="utf-8")
    build_experiment_database(results, index, database)
    write_study_provenance(description_path(database), database, index, "0" * 16)
    page = folder / "made" / "index.html"
    write_experiment_page(database, page, "0" * 16)
    return database, page.read_text(encoding="utf-8")


def small(name: str, folder: Path) -> ExperimentFile:
    """An example with two values of each axis, and two seeds."""
    home = folder / name
    shutil.copytree(EXAMPLES / name, home)
    content = yaml.safe_load((home / FILE).read_text(encoding="utf-8"))
    content["seeds"] = 2
    content["parameters"] = {key: it[:2] for key, it in content["parameters"].items()}
    (home / FILE).write_text(json.dumps(content), encoding="utf-8")
    return read_experiment(home)


@pytest.mark.parametrize(
    ("name", "metrics", "runs"),
    [
        ("queue", {"unique_throughput", "mean_one_way_delay", "loss"}, 8),
        ("aodv-dsdv", {"delivery_ratio", "mean_one_way_delay", "routing_load"}, 8),
        ("own-awk", {"jitter_rfc3550", "counted_calls", "late"}, 4),
    ],
)
def test_example_gives_page(
    tmp_path: Path, ns: Simulator, name: str, metrics: set[str], runs: int
) -> None:
    database, page = results_of(small(name, tmp_path), tmp_path, ns)
    with duckdb.connect(str(database), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchall() == [(runs,)]
        found = connection.execute("SELECT DISTINCT metric FROM points WHERE n = 2").fetchall()
        compared = connection.execute("SELECT count(*) FROM differences").fetchall()
        notes = connection.execute("SELECT note FROM notes").fetchall()
    assert {metric for (metric,) in found} == metrics
    assert (compared[0][0] > 0) == (name != "own-awk")
    assert not [note for (note,) in notes if "never read" in note or "same" in note]
    if name == "queue":
        assert picture_of(page).startswith("<svg")
    said = Text(page).said
    assert "Means of 2 seeds with 95% intervals." in said
    assert ("val(rate) (bit/s)" in said) == (name == "queue")
    assert not re.search(r"(?i)publish|claim|verdict", said)
    assert not re.search(r"""(?:src|href)=["']?https?:""", page)


def test_documented_example_runs(tmp_path: Path, ns: Simulator) -> None:
    text = (paths.ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    example = (EXAMPLES / "queue" / FILE).read_text(encoding="utf-8")
    assert shown == example.replace("queue.tcl", "../../queue.tcl")
    checkout = make_checkout(tmp_path / "checkout", ns)
    shutil.copy(EXAMPLES / "queue" / "queue.tcl", checkout.root)
    file = checkout.root / "experiments" / "queue" / FILE
    lines = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines()
    # "Run it again after an edit": there is something to compare with then.
    (again,) = [line for line in lines if " run " in line]
    lines.insert(lines.index(again) + 1, again)
    for line in lines:
        program, name, *words = shlex.split(line, comments=True)
        assert program == "./reproduce"
        done = subprocess.run(
            [*checkout.command(name), *words],
            cwd=checkout.root, env=checkout.environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        if "--script" in words:
            assert shown.splitlines()[0] in file.read_text(encoding="utf-8")
            file.write_text(shown.replace("seeds: 10", "seeds: 2"), encoding="utf-8")
        if line is again:
            file.write_text(shown.replace("seeds: 10", "seeds: 3"), encoding="utf-8")
    assert [*paths.experiments(checkout.results).glob("queue-*/index.html")]
    assert file.with_suffix(".qmd").is_file()


def test_picture_is_of_example() -> None:
    """If not, tests/integration/experiment_picture.py makes it again."""
    assert made_of() in PICTURE.read_text(encoding="utf-8")


def test_scripts_without_randomness_or_trace_are_noted(tmp_path: Path, ns: Simulator) -> None:
    home = tmp_path / "plain"
    shutil.copytree(SCRIPTS, home)
    text = "scripts: [no_chance.tcl, prints.tcl]\nconstants: {nothing: 1}\nseeds: 4\n"
    (home / FILE).write_text(text, encoding="utf-8")
    database, page = results_of(read_experiment(home), tmp_path, ns)
    with duckdb.connect(str(database), read_only=True) as connection:
        query = "SELECT script, count(*) FROM runs GROUP BY script ORDER BY script"
        assert connection.execute(query).fetchall() == [("no_chance.tcl", 1), ("prints.tcl", 4)]
    said = Text(page).said
    assert "The script draws no random number: one run says all." in said
    assert "nothing is never read by no_chance.tcl." in said
    assert "prints.tcl writes no trace" in said


def test_failed_runs_have_message_each(
    ns: Simulator,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(paths, "RESULTS", tmp_path / "results")
    text = "set ns [new Simulator]\nif {$x > 2} {$ns frobnicate}\n"
    (tmp_path / "bad.tcl").write_text(text, encoding="utf-8")
    text = "script: bad.tcl\nparameters: {x: [3, 1, 4]}\n"
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    results = paths.experiments(paths.RESULTS)
    plan = plan_experiment(read_experiment(tmp_path), ns.ns_sha256, results)
    (batch,) = batches_of(plan, ns, 1, None)
    batch.write(tmp_path / "batch.json")
    with pytest.raises(SystemExit):
        simulate(Namespace(batch=tmp_path / "batch.json"))
    said = capsys.readouterr().err
    for value in (3, 4):
        assert f": x = {value}, seed 1: {tmp_path / 'bad.tcl'}, line 2:" in said
    (kept,) = (results / "runs").glob("study=*/run_id=*/run.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["scenario"] == "1"


# --- by the command line; the tests follow one another ------------------------------------------


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return make_checkout(tmp_path_factory.mktemp("experiments") / "a check out", ns)


@pytest.fixture(scope="module")
def home(checkout: Checkout) -> Path:
    """A folder outside of the checkout, with a script and an awk program."""
    folder = checkout.root.parent / "my runs"
    folder.mkdir()
    text = (SCRIPTS / "wired.tcl").read_text(encoding="utf-8")
    ended = text.replace("    exit 0\n", '    puts "ended at [$ns now]"\n    exit 0\n')
    (folder / "my.tcl").write_text(ended, encoding="utf-8")
    shutil.copy(SCRIPTS / "pdr.awk", folder)
    return folder


def test_new_writes_valid_file(checkout: Checkout, home: Path) -> None:
    said = checkout.run("new", "queue", "--script", str(home / "my.tcl")).stdout
    file = checkout.root / "experiments" / "queue" / FILE
    assert str(file) in said
    assert read_experiment(file).experiment.script == str(home / "my.tcl")
    assert "#  val(rate): [0.01]" in file.read_text(encoding="utf-8")
    assert [path.name for path in file.parent.iterdir()] == [FILE]
    again = checkout.run("new", "queue", "--script", str(home / "my.tcl"), check=False)
    assert "exists already" in again.stderr


def test_run_makes_page(checkout: Checkout, home: Path) -> None:
    (home / FILE).write_text(WIRED, encoding="utf-8")
    before = {path.name for path in home.iterdir()}
    done = checkout.run("run", str(home))
    key = read_experiment(home).key
    page = paths.experiment_page(checkout.results, key)
    assert done.stdout.rstrip().endswith(f"my runs: {page}")
    assert page_made_of(page)
    said = Text(page.read_text(encoding="utf-8")).said
    assert "loss all has no value in 2 runs" in said
    assert "Throughput over time: 0.001/DropTail, seed 1" in said
    assert "Congestion window over time" not in said, "no window is traced"
    assert {path.name for path in home.iterdir()} == before
    assert not (checkout.results / "results.duckdb").exists(), "no study was touched"


def test_second_plan_has_nothing_to_do(checkout: Checkout, home: Path) -> None:
    said = checkout.run("plan", str(home)).stdout
    assert "Nothing to do: runs, databases and pages are up to date." in said


def test_sql_queries_experiment(checkout: Checkout, home: Path) -> None:
    query = (
        'SELECT "val(rate)", "val(queue)", n FROM points '
        "WHERE metric = 'loss' AND subject = 'all' ORDER BY ALL"
    )
    rows = checkout.run("sql", "--experiment", str(home), "-csv", "-noheader", query).stdout
    # With 5 % of losses, the first packet of seed 1 is lost, and no data is sent.
    lines = ["0.001,DropTail,3", "0.001,RED,3", "0.05,DropTail,2", "0.05,RED,2"]
    assert rows.splitlines() == lines
    asked = "SELECT count(DISTINCT run_id) AS runs FROM packets; DESCRIBE packets"
    rows = checkout.run("sql", "--experiment", str(home), asked).stdout
    assert "12 │" in rows
    assert "time_ns" in rows
    assert "\x1b" not in rows


def test_added_value_plans_only_its_runs(checkout: Checkout, home: Path) -> None:
    (home / FILE).write_text(WIRED.replace("[0.001, 0.05]", "[0.001, 0.02, 0.05]"))
    said = checkout.run("plan", str(home)).stdout
    assert "2 runs: never run (0.02/DropTail 1, 0.02/RED 1)" in said
    (home / FILE).write_text(WIRED.replace("goodput, loss", "goodput"))
    said = checkout.run("plan", str(home)).stdout
    assert "never run" not in said
    assert "out of date" in said
    (home / FILE).write_text(WIRED, encoding="utf-8")


def test_check_repairs_run_and_page(checkout: Checkout, home: Path) -> None:
    page = paths.experiment_page(checkout.results, read_experiment(home).key)
    run, *_ = sorted((checkout.results / "experiments" / "runs").glob("study=*/run_id=*"))
    for file in (page, run / "packets.parquet"):
        file.write_text("damaged", encoding="utf-8")
    said = checkout.run("check", check=False).stdout
    assert f"{page} is damaged" in said
    assert f"{run / 'packets.parquet'}" in said
    checkout.run("check", "--repair")
    assert page_made_of(page)
    assert (run / "packets.parquet").stat().st_size > 1000


def test_archive_packs_edited_experiment(checkout: Checkout, home: Path) -> None:
    (home / FILE).write_text(WIRED.replace("goodput, loss", "goodput"), encoding="utf-8")
    document = home / "experiment.qmd"
    assert str(document) in checkout.run("new", str(home), "--page").stdout
    text = document.read_text(encoding="utf-8")
    drawn = r"(?s)```\{python\}\n#\| label: cell-(charts|courses)\n.*?```"
    own = re.sub(drawn, "", text.replace("## Results", "## In my own words"))
    document.write_text(own, encoding="utf-8")
    said = checkout.run("archive", str(home)).stdout
    (archive,) = (checkout.results / "archives").glob("my-runs-experiment-*.zip")
    assert f"Archive: {archive}" in said
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
        assert packed.read("experiment/my.tcl") == (home / "my.tcl").read_bytes()
        assert b"./reproduce run ../experiment" in packed.read("README.txt")
        said = Text(packed.read("index.html").decode()).said
        assert "In my own words" in said
    assert names > {
        "index.html",
        "data/points.csv",
        f"experiment/{FILE}",
        "experiment/experiment.qmd",
    }
    assert sum(name.endswith("run.json") for name in names) == 12
    moved = checkout.run("compare", "previous", str(archive), str(home)).stdout
    assert "A: previous results" in moved
    assert "are only in A, 0 only in B" in moved


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere/at"], "nowhere/at: no such file"),
        (["my.tcl"], "my.tcl is a script, not an experiment"),
        (["large"], "1,000,000 runs of 1,000 points"),
    ],
)
def test_run_refuses_what_is_no_experiment(
    checkout: Checkout, home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    folder = home / "large"
    folder.mkdir(exist_ok=True)
    values = ", ".join(map(str, range(1000)))
    text = f"script: ../my.tcl\nparameters: {{x: [{values}]}}\nseeds: 1000\n"
    (folder / FILE).write_text(text, encoding="utf-8")
    monkeypatch.chdir(home)
    done = checkout.run("run", *words, check=False)
    assert message in done.stderr
    assert done.returncode == 1
