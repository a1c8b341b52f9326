"""Grids to scenarios, and what identifies a run."""

import dataclasses
import shutil
from pathlib import Path
from typing import Any

import pytest
from labelled import scenario

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.nested import flatten
from ns2studies.config import registry
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import SCALE_NAMES, GridPoint
from ns2studies.config.study import ByScale
from ns2studies.runs.identity import runs_of
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.tcl_scripts import error_place, scripts_of, tcl_digest
from nstrace.errors import NstraceError

CONFIG = (paths.CONFIG / "mpls.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study("mpls", "full")


def from_text(tmp_path: Path, text: str) -> Study:
    path = tmp_path / "mpls.yaml"
    path.write_text(text, encoding="utf-8")
    return load_study("mpls", "full", path)


def test_grid_holds_every_combination_once(study: Study) -> None:
    labels = [entry.label for entry in study.scenarios]
    assert len(labels) == len(set(labels))
    assert sum(label.startswith("variants/") for label in labels) == 5 * 2 * 4 * 3
    assert sum(label.startswith("losses/") for label in labels) == 5 * 5
    assert sum(label.startswith("losses-replayed/") for label in labels) == 5 * 5


def test_repeated_value_is_refused_with_its_line(tmp_path: Path) -> None:
    """Its runs counted twice in every mean."""
    text = CONFIG.replace("application: [cbr, ftp]", "application: [cbr, ftp, cbr]", 1)
    line = text.partition("[cbr, ftp, cbr]")[0].count("\n") + 1
    place = f"mpls.yaml, line {line}: scenario_sets.variants.application"
    with pytest.raises(ConfigError, match=f"{place}: cbr is listed twice"):
        from_text(tmp_path, text)


@pytest.mark.parametrize("scale", SCALE_NAMES)
def test_repeated_value_is_refused_at_each_scale(scale: str) -> None:
    with pytest.raises(ValueError, match=rf"(?s){scale}\n.*2 is listed twice"):
        ByScale[int].model_validate({"quick": [2], "full": [1, 2], scale: [2, 2]})


def test_scenarios_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    definition = registry.definition_of("mpls")

    def twice(config: Any) -> list[GridPoint]:
        return 2 * list(definition.grid_points(config))

    changed = dataclasses.replace(definition, grid_points=twice)
    monkeypatch.setattr(registry, "definition_of", lambda name: changed)
    with pytest.raises(
        ConfigError, match=r"line \d+: scenario_sets\.\S+: two scenarios are called"
    ):
        load_study("mpls", "quick")


def test_error_runs_have_fifteen_replications(study: Study) -> None:
    assert scenario(study, "losses/reno/3").seeds == tuple(range(1, 16))


@pytest.mark.parametrize(
    ("flows", "sources"),
    [(1, [0]), (2, [0, 1]), (4, [0, 0, 1, 1]), (8, [0, 0, 0, 0, 1, 1, 1, 1])],
)
def test_first_half_of_flows_starts_at_node_0(study: Study, flows: int, sources: list[int]) -> None:
    parameters = scenario(study, f"variants/reno/ftp/{flows}/ip").parameters
    assert [flow["source"] for flow in parameters["flows"]] == sources


def test_override_reaches_only_first_flow(study: Study) -> None:
    flows = scenario(study, "variants/reno/ftp/8/ip").parameters["flows"]
    assert [flow["clock_tick_s"] for flow in flows] == [0.01] + 7 * [0.001]
    assert scenario(study, "variants/reno/ftp/4/ip").parameters["flows"][0]["clock_tick_s"] == 0.001


def test_spelling_does_not_change_scenario(tmp_path: Path, study: Study) -> None:
    head, tail = CONFIG.split("network:\n")
    network, rest = tail.split("\n\n", 1)
    swapped = "\n".join(reversed(network.replace("1_000_000", "1e6").splitlines()))
    other = from_text(tmp_path, f"{head}network:\n{swapped}\n\n{rest}")
    assert [s.scenario_id for s in other.scenarios] == [s.scenario_id for s in study.scenarios]


def test_override_changes_only_matching_scenarios(tmp_path: Path, study: Study) -> None:
    addition = """
  - where: {set: variants, variant: vegas, application: cbr, flows: 2, forwarding: ip}
    change: {network.delay_s: 0.006}
    because: a test

expected_cost:"""
    other = from_text(tmp_path, CONFIG.replace("\nexpected_cost:", addition))
    pairs = zip(study.scenarios, other.scenarios, strict=True)
    changed = [new.label for old, new in pairs if old.scenario_id != new.scenario_id]
    assert changed == ["variants/vegas/cbr/2/ip"]


def test_every_part_of_run_is_in_its_identity(study: Study) -> None:
    run = runs_of(study, "ns digest")[0]
    identity = run.identity
    assert identity.run_id == dataclasses.replace(identity).run_id
    for field, value in {
        "study": "other",
        "parameters": {},
        "seed": 2,
        "ns": "another",
        "tcl": "another",
        "code": "another",
    }.items():
        assert dataclasses.replace(identity, **{field: value}).run_id != identity.run_id


def test_run_identifiers_are_unique(study: Study) -> None:
    runs = runs_of(study, "ns digest")
    assert len({run.run_id for run in runs}) == len(runs)


def test_parameters_become_sorted_lines() -> None:
    text = parameter_text("mpls", {"b": [True, 1.5], "a": {"c": "x"}}, 3)
    assert text == "a.c\tx\nb.0\ttrue\nb.1\t1.5\nseed\t3\nstudy\tmpls\n"


@pytest.mark.parametrize("value", [float("nan"), "two\nlines", "a\ttab", None])
def test_unrepresentable_parameters_are_refused(value: object) -> None:
    with pytest.raises(ConfigError, match="parameter a"):
        parameter_text("mpls", {"a": value}, 1)


def test_flatten_keeps_every_leaf() -> None:
    assert flatten({"a": [{"b": 1}, {"b": 2}], "c": "d"}) == {"a.0.b": 1, "a.1.b": 2, "c": "d"}


def make_tcl(folder: Path) -> None:
    (folder / "library").mkdir(parents=True)
    (folder / "studies").mkdir()
    (folder / "main.tcl").write_text("uses parameters\n")
    for name in ("runs.tcl", "library.tcl"):
        (folder / name).write_text("")
    for name in ("parameters.tcl", "agents.tcl"):
        (folder / "library" / name).write_text("")
    (folder / "library" / "used.tcl").write_text("uses deeper\n")
    (folder / "library" / "deeper.tcl").write_text("")
    (folder / "library" / "unused.tcl").write_text("")
    (folder / "studies" / "mpls.tcl").write_text("uses used\n")


def test_tcl_digest_ignores_unused_files(tmp_path: Path) -> None:
    make_tcl(tmp_path)
    digest = tcl_digest("mpls", tmp_path)
    (tmp_path / "library" / "unused.tcl").write_text("# changed")
    assert tcl_digest("mpls", tmp_path) == digest
    (tmp_path / "library" / "deeper.tcl").write_text("# changed")
    assert tcl_digest("mpls", tmp_path) != digest


def test_tcl_digest_includes_loader(tmp_path: Path) -> None:
    make_tcl(tmp_path)
    digest = tcl_digest("mpls", tmp_path)
    (tmp_path / "library.tcl").write_text("# changed")
    assert tcl_digest("mpls", tmp_path) != digest


DEEPER = """# A procedure, and a method whose arguments take two lines.
proc deeper::go {x} {
    set y 1
    nonsense $x
}
RtModule/MPLS instproc hop {a \\
        b} {
    nonsense $a
}
"""


@pytest.mark.parametrize(
    ("stack", "line"),
    [
        ('    (procedure "deeper::go" line 3)\n    (procedure "run" line 9)', 4),
        ('    (procedure "_o14" line 2)\n    (RtModule/MPLS hop line 2)', 8),
        ('    (procedure "ns-own" line 7)\n    (procedure "deeper::go" line 2)', 3),
        ('    (file "FOLDER/library/deeper.tcl" line 4)', 4),
        ('    (procedure "ns-own" line 7)', None),
        ('    (procedure "deeper::g" line 7)', None),
        ("", None),
    ],
)
def test_error_is_found_in_tcl_files(tmp_path: Path, stack: str, line: int | None) -> None:
    make_tcl(tmp_path)
    file = tmp_path / "library" / "deeper.tcl"
    file.write_text(DEEPER)
    place = error_place("mpls", stack.replace("FOLDER", str(tmp_path)), tmp_path)
    assert place == (f"{file}, line {line}" if line else "")


def test_tcl_that_is_used_but_missing_is_named(tmp_path: Path) -> None:
    make_tcl(tmp_path)
    (tmp_path / "library" / "deeper.tcl").unlink()
    with pytest.raises(ConfigError, match=r"deeper\.tcl"):
        scripts_of("mpls", tmp_path)


def test_damaged_tcl_file_is_named(tmp_path: Path) -> None:
    shutil.copytree(paths.TCL, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "library" / "traffic.tcl"
    file.write_bytes(b"\xff")
    with pytest.raises(NstraceError, match=r"traffic\.tcl: not a text file in UTF-8"):
        tcl_digest("mpls", tmp_path)
