"""``./reproduce scenario``: a scenario as one script gives what the study's own run gives."""

import filecmp
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from example_runs import cut, example, run_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ns2studies.basics import paths
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study_files import available
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.simulate import COMPLETE, PARAMETERS, simulate
from ns2studies.runs.standalone import AgentFiles, parameter_block, script_text
from ns2studies.simulator import agents
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.find_scenario import described_run, find

CUT_S = 12.0
"""Where scenarios of all sets are cut off."""

HOSTILE = (
    *("[exec touch evil]", "$argv", '"; exec touch evil; "', "{", "}", "}{", "a\\", "\\n", "\\"),
    *("} ; exec touch evil ; set x {", "# no comment", " two  words ", "", "ærlig", "{a b} c"),
    *("\\u0041", ";", "[", "]", "a;exec touch evil"),
)


def run_script(ns: Path, folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a script that lies alone in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "my.tcl").write_text(text, encoding="utf-8")
    return subprocess.run(
        [ns, "my.tcl", *words], cwd=folder, capture_output=True, text=True, check=False
    )


def written(folder: Path, *others: str) -> list[str]:
    """The files that the scenario wrote, but for the one that says how much memory it took."""
    left_out = {COMPLETE, "my.tcl", *others}
    return sorted(path.name for path in folder.iterdir() if path.name not in left_out)


@pytest.mark.parametrize("study", available())
def test_script_gives_run_of_its_study(ns: Simulator, tmp_path: Path, study: str) -> None:
    scenario = example(study)
    for agent in scenario.agents:
        agents.build_agent(agents.known_agents()[agent.name], ns.ns)
    own, alone = tmp_path / "own", tmp_path / "alone"
    own.mkdir()
    with Launcher(ns.ns) as launcher:
        simulate(launcher, run_of(scenario), own)
    done = run_script(ns.ns, alone, script_text(scenario))
    assert done.returncode == 0, done.stderr
    names = written(own, PARAMETERS, "ns.log")
    assert written(alone) == names
    assert filecmp.cmpfiles(own, alone, names, shallow=False) == (names, [], [])
    assert sum((own / name).stat().st_size for name in names) > 1000
    assert (own / COMPLETE).read_text().split()[:2] == (alone / COMPLETE).read_text().split()[:2]


def says_stock(text: str) -> bool:
    """Whether the head of a script promises that the released ns will do."""
    return "# Needs: ns-2.35 as it was released" in text


def same_on_both(ns: Path, stock: Path, folder: Path, text: str) -> bool:
    """Whether the released ns gives what ours does."""
    done = run_script(ns, folder / "ours", text)
    assert done.returncode == 0, done.stderr
    if run_script(stock, folder / "stock", text).returncode != 0:
        return False
    names = written(folder / "ours")
    assert names
    compared = filecmp.cmpfiles(folder / "ours", folder / "stock", names, shallow=False)
    return compared == (names, [], []) and written(folder / "stock") == names


@pytest.mark.parametrize("study", available())
def test_scripts_give_equal_results_in_released_ns(
    ns: Simulator, stock_ns: Path, tmp_path: Path, study: str
) -> None:
    """A scenario of each set, if a few that are looked at have one whose script promises that."""
    loaded = load_study(study, "full")
    sets: dict[str, list[Scenario]] = {}
    for scenario in sorted(loaded.scenarios, key=lambda it: it.label):
        sets.setdefault(scenario.point.scenario_set, []).append(scenario)
    tried = 0
    for name, members in sets.items():
        looked_at = members[:: max(1, len(members) // 5)]
        texts = (script_text(cut(described_run(loaded, it, 1), CUT_S)) for it in looked_at)
        text = next(filter(says_stock, texts), None)
        if text:
            (tmp_path / name).mkdir()
            assert same_on_both(ns.ns, stock_ns, tmp_path / name, text), text.splitlines()[0]
            tried += 1
    assert tried or study not in ("mpls", "recovery", "sync")


@pytest.mark.parametrize(
    ("name", "end_s"),
    [
        ("ceas/stabilization/1", 1.0),
        ("mpls/losses/newreno/2", 5.0),
        ("sync/hybla/10/current/1.0", 5.0),
        ("tcpeval/experiments/dumbbell/red/sack/1", 1.0),
    ],
)
def test_scripts_needing_patches_differ_in_stock_ns(
    ns: Simulator, stock_ns: Path, tmp_path: Path, name: str, end_s: float
) -> None:
    text = script_text(cut(find(name, 1), end_s))
    assert not says_stock(text)
    assert not same_on_both(ns.ns, stock_ns, tmp_path, text)


# --- values are data ----------------------------------------------------------------------------

ECHO = """
BLOCK
namespace eval parameters {variable values}
RUNNER
standalone::try standalone::take_parameters $parameters
set channel [open values w]
fconfigure $channel -encoding utf-8 -translation lf
foreach key [lsort -dictionary [array names parameters::values]] {
    puts $channel $parameters::values($key)
}
exit 0
"""


def echoed(ns: Path, folder: Path, values: Sequence[str]) -> list[str]:
    """What Tcl makes of values."""
    block = parameter_block({f"value.{number}": value for number, value in enumerate(values)})
    runner = (paths.TCL / "standalone.tcl").read_text(encoding="utf-8")
    done = run_script(ns, folder, ECHO.replace("BLOCK", block).replace("RUNNER", runner))
    assert done.returncode == 0, done.stderr
    assert not (folder / "evil").exists()
    return (folder / "values").read_text(encoding="utf-8").split("\n")[:-1]


def test_tcl_syntax_is_text(ns: Simulator, tmp_path: Path) -> None:
    assert echoed(ns.ns, tmp_path, HOSTILE) == list(HOSTILE)


LINE = st.text(st.characters(codec="utf-8", max_codepoint=0xFFFF)).filter(str.isprintable)


@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(values=st.lists(LINE, min_size=1, max_size=30))
def test_any_text_is_read_unchanged(ns: Simulator, tmp_path: Path, values: list[str]) -> None:
    assert echoed(ns.ns, tmp_path, values) == values


@pytest.mark.parametrize("value", ["/nowhere/[exec touch evil]{.so", '"; exec touch evil; #', "\\"])
def test_names_are_not_evaluated(ns: Simulator, tmp_path: Path, value: str) -> None:
    """Of an agent's library, of a scenario, of a study's text."""
    scenario = replace(
        find("sync/newreno/10/1.0", 1),
        label=f"{value}\n{value}",
        title=f"{value}\n{value}",
        source=f"{value}\n{value}",
        agents=[AgentFiles("sack-pr")],
    )
    told = {**scenario.parameters, "agents": [{"file": value}]}
    done = run_script(ns.ns, tmp_path, script_text(replace(scenario, parameters=told)))
    assert done.returncode == 1
    assert f'scenario error: parameter agents.0.file: there is no file "{value}"' in done.stderr
    assert "./reproduce agents sack-pr" in done.stderr
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "network.delay_s [exec touch evil]", "parameters: expected a key and a value"),
        ("", "network.delay_s [exec\\ touch\\ evil]", "network.delay_s is there twice"),
        ("", "network.dealy_s 0.1", "network.dealy_s has no effect"),
        ("flows.0.variant", "flows.0.variant {[exec touch evil]} \n#", "expected one of "),
        ("end_s", "end_s 1e999x\n#", "parameter end_s: expected a number"),
    ],
)
def test_edited_parameters_are_checked(
    ns: Simulator, tmp_path: Path, old: str, new: str, expected: str
) -> None:
    text = script_text(find("mpls/variants/newreno/ftp/1/ip", 1))
    place = f"    {old} " if old else "set parameters {\n"
    assert text.count(place) == 1
    edited = f"    {new} " if old else f"{place}{new}\n"
    done = run_script(ns.ns, tmp_path, text.replace(place, edited))
    assert done.returncode == 1
    assert expected in done.stderr
    assert not (tmp_path / "evil").exists()


def test_output_folder_is_argument(ns: Simulator, tmp_path: Path) -> None:
    text = script_text(cut(find("sync/newreno/10/1.0", 1), 1.0))
    done = run_script(ns.ns, tmp_path, text, "new folder/[x]")
    assert done.returncode == 0, done.stderr
    assert written(tmp_path / "new folder" / "[x]") == ["packets.tr"]
    done = run_script(ns.ns, tmp_path, text, "one", "two")
    assert done.returncode == 1
    assert "at most one word" in done.stderr
