"""The text of a scenario's script, and the command that writes it."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.cli.main import main
from ns2studies.config.study_files import available
from ns2studies.runs.standalone import (
    StandaloneRun,
    additions_of,
    parameter_block,
    script_text,
    tcl_word,
)
from ns2studies.runs.tcl_scripts import loading_order, scripts_of
from ns2studies.workflow.find_scenario import find


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("newreno", "newreno"),
        ("1e-05", "1e-05"),
        ("/a/b.so", "/a/b.so"),
        ("", "{}"),
        ("two words", "{two words}"),
        ("[exit]", "{[exit]}"),
        ("$x", "{$x}"),
        ("#x", "{#x}"),
        ("a{", "a\\{"),
        ("a\\", "a\\\\"),
        ("é1", "\\u00e91"),
        ("🚀", "\\ud83d\\ude80"),
    ],
)
def test_tcl_word_quotes_list_words(text: str, word: str) -> None:
    assert tcl_word(text) == word


def test_parameters_are_in_natural_order() -> None:
    block = parameter_block({"b.10.x": "1", "b.2.x": "2", "z": "3", "a.x": "4"})
    assert block.split("set parameters ")[1].split("\n") == [
        "{", "    z       3", "", "    a.x     4", "", "    b.2.x   2", "    b.10.x  1", "}",
    ]  # fmt: skip


@pytest.mark.parametrize("with_agents", [False, True])
@pytest.mark.parametrize("study", available())
def test_files_come_after_those_that_they_need(study: str, with_agents: bool) -> None:
    order = loading_order(study, with_agents)
    needed = {path.name for path in scripts_of(study)} - {"runs.tcl", "main.tcl", "library.tcl"}
    assert {path.name for path in order} >= needed - {"agents.tcl", "traffic.tcl", "topology.tcl"}
    assert len(order) == len(set(order))
    seen: set[str] = set()
    for path in order:
        lines = path.read_text().splitlines()
        used = [word for line in lines if line.startswith("uses ") for word in line.split()[1:]]
        assert seen.issuperset(used), path
        seen.add(path.stem)


def test_script_is_complete_and_portable() -> None:
    text = script_text(find("mpls/losses/newreno/2", 3))
    assert text.startswith("# Scenario losses/newreno/2, seed 3\n")
    assert "./reproduce scenario mpls/losses/newreno/2 --seed 3" in text
    assert str(paths.ROOT) not in text
    assert "\nuses " not in text
    assert "proc agents::" not in text, "no agent is loaded"
    assert text.index("set parameters {") < text.index("proc check::") < text.index("run_scenario")


def test_agent_is_named_and_its_defaults_are_there() -> None:
    text = script_text(find("tcpeval/experiments/dumbbell/red/sack-pr/1", 1))
    head = text.split("set parameters {")[0]
    assert "the agent sack-pr, a compiled library: ./reproduce agents sack-pr" in head
    assert "ns2-patches/records" in head
    assert (paths.PATCHES / "agents/sack-pr/sack_pr.tcl").read_text().strip() in text


@pytest.mark.parametrize(
    ("parameters", "places"),
    [
        ({"flows.0.variant": "sack", "tcp.sack_stop_rule": "ns-2.35"}, []),
        ({"flows.0.variant": "sack", "tcp.sack_stop_rule": "earlier"}, ["0010"]),
        ({"flows.0.variant": "reno", "tcp.sack_stop_rule": "earlier"}, []),
        ({"flows.1.variant": "hybla-sack"}, ["hybla"]),
        ({"routing.protocol": "link-state"}, ["0050"]),
        ({"routing.protocol": "distance-vector"}, []),
        ({"topology.links.3.queue": "data-first"}, ["ceas"]),
        ({"forwarding": "mpls-data-driven"}, ["0006"]),
        ({"forwarding": "ip"}, []),
    ],
)
def test_additions_follow_from_parameters(parameters: dict[str, str], places: list[str]) -> None:
    found = [addition.place[:5].split("-")[0] for addition in additions_of(parameters, [])]
    assert found == places


@pytest.mark.parametrize("study", ["cases", "ceas", "tcpeval"])
def test_records_are_needed_where_they_are_asked_for(study: str) -> None:
    found = additions_of({}, loading_order(study, False))
    assert [addition.place for addition in found] == ["records"]


def test_additions_exist_in_ns2_patches() -> None:
    from ns2studies.runs.standalone import ADDITIONS

    assert all((paths.PATCHES / addition.place).exists() for addition in ADDITIONS)


def test_comment_stays_comment() -> None:
    odd = StandaloneRun("mpls", "t\nputs x\\", "s\\", "l\\", 1, {"end_s": 1.0})
    head = script_text(odd).split("set parameters {")[0].rstrip("\n")
    assert all(line[:1] in ("", "#") and line[-1:] != "\\" for line in head.split("\n"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["mlps/losses/newreno/2"], "Did you mean mpls?"),
        (["mpls/losses/newreno/22"], "Did you mean mpls/losses/newreno/2?"),
        (["mpls/losses"], "There are mpls/losses/newreno/1, "),
        (["mpls"], "One of each of its sets: mpls/choices-losses/"),
        (["mpls/losses/newreno/2", "--seed", "0"], "from 1 to 2147483647, found '0'"),
        (["mpls/losses/newreno/2", "--seed", "²"], "expected a number from 1 to"),
        *(
            (["mpls/losses/newreno/2", "--seed", seed], f"to 2147483647, found '{seed[:20]}'")
            for seed in ("2147483648", "9" * 5000)
        ),
        (["mpls/losses/newreno/2", "--fast"], "See ./reproduce scenario --help."),
        ([], "STUDY/SCENARIO"),
        (["mpls/losses/newreno/2", "-o", "/dev/null/my.tcl"], "/dev/null/my.tcl"),
    ],
)
def test_unknown_scenario_gets_one_message(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert main(["scenario", *words]) == 1
    message = capsys.readouterr().err
    assert expected in message
    assert "Traceback" not in message


def test_file_is_not_overwritten(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["scenario", "sync/newreno/10/1.0", "--seed", "2"]
    file = tmp_path / "my.tcl"
    assert main([*words, "-o", str(file)]) == 0
    written = file.read_text(encoding="utf-8")
    assert main(words) == 0
    assert capfd.readouterr().out == written
    file.write_text("mine")
    assert main([*words, "-o", str(file)]) == 1
    assert " exists\n" in capfd.readouterr().err
    assert file.read_text() == "mine"


def test_reader_may_stop_early() -> None:
    python = shlex.quote(sys.executable)
    program = f"{python} -m ns2studies scenario ceas/failure/true/reno/20"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {program} | head -1"],
        env={**os.environ, "LC_ALL": "C", "PYTHONPATH": str(paths.SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "# Scenario failure/true/reno/20, seed 1\n"
    assert done.stderr == ""
    assert done.returncode == 0
