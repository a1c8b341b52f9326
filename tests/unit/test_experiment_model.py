"""The file of an experiment: what is refused, with file, line and key, and its grid."""

import time
from pathlib import Path

import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.database.experiment_database import quantities
from ns2studies.experiments.grid import arguments_of, baseline_of, points, run_count
from ns2studies.experiments.model import FILE, ExperimentFile, read_experiment
from ns2studies.experiments.runs import runs_of

SCRIPTS = ("my.tcl", "other.tcl", "pdr.awk", "mine.sql")


def experiment(folder: Path, text: str) -> ExperimentFile:
    for name in SCRIPTS:
        (folder / name).write_text("", encoding="utf-8")
    (folder / FILE).write_text(text, encoding="utf-8")
    return read_experiment(folder)


def test_experiment_has_all_values_of_its_file(tmp_path: Path) -> None:
    text = """\
script: my.tcl
parameters:
  val(rate): [0.001, 0.01]
  queue: [DropTail, RED]
constants: {stop: 10}
arguments: ["{val(rate)}", "{seed}", "-x", 3]
precision: {metric: goodput, within: 5 %, at_most: 50}
metrics: [goodput, loss, pdr]
printed: {throughput: 'Throughput: (\\S+)'}
awk: {pdr: pdr.awk out.tr}
sql: {mine: mine.sql}
overrides:
  - where: {queue: RED, val(rate): [0.01]}
    change: {stop: 20}
baseline: {queue: DropTail}
trace: all
limits: {wall_s: 60}
"""
    file = experiment(tmp_path, text)
    assert file.experiment.precision is not None
    assert file.experiment.precision.within == 0.05
    assert file.experiment.limits.wall_s == 60
    assert file.experiment.metric("goodput") == "unique_throughput"
    assert file.experiment.metric("pdr") == "pdr"
    grid = list(points(file.experiment))
    assert [point.label for point in grid] == [
        "0.001/DropTail",
        "0.001/RED",
        "0.01/DropTail",
        "0.01/RED",
    ]
    assert [point.variables["stop"] for point in grid] == [10, 10, 10, 20]
    assert arguments_of(file.experiment, grid[3], 7) == ["0.01", "7", "-x", "3"]
    assert baseline_of(file.experiment, grid[1]) == grid[0]
    assert baseline_of(file.experiment, grid[0]) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("script: mi.tcl\n", "line 1: script: no file"),
        ("script: mi.tcl\n", "Did you mean my.tcl?"),
        ("seeds: 3\n", "expected either script or scripts"),
        ("script: my.tcl\nscripts: [my.tcl]\n", "expected either script or scripts"),
        ("script: my.tcl\nseed: 3\n", "line 2: seed: "),
        ("script: my.tcl\nparamters: {x: [1]}\n", "Did you mean parameters?"),
        ("script: my.tcl\nparameters:\n  val(x: [1]\n", "is not a Tcl variable"),
        ("script: my.tcl\nparameters:\n  argv: [1]\n", "use arguments"),
        ("script: my.tcl\nparameters: {x: []}\n", "line 2: parameters.x"),
        ("script: my.tcl\nparameters: {x: [1, 1]}\n", "x: a value is listed twice"),
        ('script: my.tcl\nparameters: {x: ["a\\nb"]}\n', "a line of printable text"),
        ("script: my.tcl\nconstants: {x: 1}\nparameters: {x: [2]}\n", "is a parameter, too"),
        ("script: my.tcl\narguments: ['{rat}']\nconstants: {rate: 1}\n", "Did you mean rate?"),
        ("script: my.tcl\nmetrics: [goodputt]\n", "Did you mean unique_throughput"),
        ("script: my.tcl\nmetrics: [cwnd_series]\n", "gives rows, not one number"),
        ("script: my.tcl\nprinted: {x: 'a(b'}\n", "not a regular expression"),
        ("script: my.tcl\nprinted: {x: 'ab'}\n", "expected one group"),
        ("script: my.tcl\nprinted: {x: '(a)'}\nsql: {x: mine.sql}\n", "there is another metric"),
        ("script: my.tcl\nawk: {x: prd.awk out.tr}\n", "Did you mean pdr.awk?"),
        ("script: my.tcl\nseeds: 0\n", "line 2: seeds"),
        ("script: my.tcl\nbaseline: {quue: 1}\nparameters: {queue: [1]}\n", "Did you mean queue?"),
        ("script: my.tcl\nbaseline: {q: 3}\nparameters: {q: [1]}\n", "3 is no value of this axis"),
        (
            "script: my.tcl\nseeds: 3\nprecision: {metric: loss, within: 5 %, at_most: 9}\n",
            "expected either seeds or precision",
        ),
    ],
)
def test_experiment_errors_name_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        experiment(tmp_path, text)
    assert message in str(caught.value)
    assert str(tmp_path / FILE) in str(caught.value)


def test_scripts_are_axis(tmp_path: Path) -> None:
    file = experiment(tmp_path, "scripts: [my.tcl, other.tcl]\nparameters: {x: [1, 2]}\n")
    grid = list(points(file.experiment))
    assert [(point.script, point.variables) for point in grid] == [
        ("my.tcl", {"x": 1}),
        ("my.tcl", {"x": 2}),
        ("other.tcl", {"x": 1}),
        ("other.tcl", {"x": 2}),
    ]
    assert len({point.point_id for point in grid}) == 4


def test_run_ids_change_with_their_inputs(tmp_path: Path) -> None:
    text = "script: my.tcl\nparameters: {x: [1, 2]}\nseeds: 2\n"

    def ids(changed: str = text, ns: str = "ns") -> set[str]:
        return {run.run_id for run in runs_of(experiment(tmp_path, changed), ns)}

    first = ids()
    assert len(first) == 4
    assert ids() == first
    assert ids(ns="another") & first == set()
    assert ids(text.replace("[1, 2]", "[2, 1, 3]")) > first
    assert ids(f"{text}metrics: [loss]\nawk: {{n: pdr.awk out.tr}}\n") == first
    assert ids(f"{text}seed: substream\n") & first == set()
    file = experiment(tmp_path, text)
    (tmp_path / "my.tcl").write_text("puts 1", encoding="utf-8")
    assert {run.run_id for run in runs_of(file, "ns")} & first == set()


def test_large_grids_are_planned_quickly(tmp_path: Path) -> None:
    values = ", ".join(map(str, range(1000)))
    text = f"script: my.tcl\nparameters: {{x: [{values}], y: [1, 2, 3, 4, 5]}}\nseeds: 2\n"
    file = experiment(tmp_path, text)
    started = time.process_time()
    runs = list(runs_of(file, "ns"))
    assert len({run.run_id for run in runs}) == 10_000
    assert time.process_time() - started < 2
    million = text.replace("seeds: 2", "seeds: 200")
    assert run_count(experiment(tmp_path, million).experiment) == 1_000_000


@pytest.mark.parametrize(
    ("values", "unit", "numbers"),
    [
        ("[200k, 10Mb, 1.5e3, 0.1MB]", "bit/s", [200_000, 10_000_000, 1500, 800_000]),
        ("[5ms, 0.5s, 30u]", "s", [0.005, 0.5, 0.00003]),
        ("[5ms, 10Mb]", "", ["5ms", "10Mb"]),
        ("[5, '10']", "", [5.0, 10.0]),
        ("[RED, 5m]", "", ["RED", "5m"]),
        ("[true, 1]", "", ["true", "1"]),
    ],
)
def test_values_with_suffixes_are_numbers(
    tmp_path: Path, values: str, unit: str, numbers: list[object]
) -> None:
    file = experiment(tmp_path, f"script: my.tcl\nparameters: {{x: {values}}}")
    series, found = quantities(file.experiment.parameters["x"])
    assert (series.to_list(), found) == (numbers, unit)


def test_single_value_is_list_of_one(tmp_path: Path) -> None:
    file = experiment(tmp_path, "script: my.tcl\nparameters: {x: 200k}\nmetrics: loss\n")
    assert file.experiment.parameters == {"x": ["200k"]}
    assert file.experiment.metrics == ["loss"]
