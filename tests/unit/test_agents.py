"""Agents that ns loads: their definitions, their digests, and which runs need them."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import BuildError, ConfigError
from ns2studies.config.registry import load_study
from ns2studies.simulator import agents
from ns2studies.simulator.build import HEADERS, Simulator
from ns2studies.simulator.identity import added_files

DEFINITION = """\
protocols:
  slow: {sender: Agent/TCP/Slow, receiver: sack, variables: {pace_: 2, share_: 0.5}}
  slower: {sender: Agent/TCP/Slow, receiver: plain}
"""


@pytest.fixture
def patches(tmp_path: Path) -> Path:
    """A folder of patches with one agent."""
    (tmp_path / "agent.mk").write_text("all:\n")
    write(tmp_path, "slow", DEFINITION)
    return tmp_path


def write(patches: Path, name: str, definition: str) -> Path:
    folder = patches / agents.FOLDER / name
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text(definition)
    (folder / "slow.cc").write_text("int slow;\n")
    return folder


def test_definition_names_protocols(patches: Path) -> None:
    found = agents.agents(patches)["slow"].protocols
    assert found["slow"].variables == {"pace_": 2, "share_": 0.5}
    assert (found["slower"].receiver, found["slower"].variables) == ("plain", {})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Agent/TCP/Slow, receiver: sack", "'[exec x]', receiver: sack", "line 2: .*sender"),
        ("receiver: plain", "receiver: none", r"line 3: protocols\.slower\.receiver"),
        ("pace_: 2", "'pace_ [exec x]': 2", "line 2: .*variables"),
        ("pace_: 2", "pace_: fast", "line 2: .*pace_"),
        ("slower:", "sack:", r"protocols\.sack: ns already has a protocol of this name"),
        ("receiver: plain", "sink: plain", "unknown key"),
        (DEFINITION, "protocols: {}\n", "line 1: protocols"),
    ],
)
def test_wrong_definition_is_refused(patches: Path, old: str, new: str, message: str) -> None:
    file = patches / "agents" / "slow" / "agent.yaml"
    assert old in DEFINITION
    file.write_text(DEFINITION.replace(old, new))
    with pytest.raises(ConfigError, match=message) as caught:
        agents.agents(patches)
    assert str(file) in str(caught.value)


def test_protocol_belongs_to_one_agent(patches: Path) -> None:
    write(patches, "swift", "protocols: {slow: {sender: Agent/TCP/Swift, receiver: sack}}\n")
    with pytest.raises(
        ConfigError, match=r"swift/agent\.yaml: protocols\.slow: also defined in .*slow"
    ):
        agents.agents(patches)


@pytest.mark.parametrize("name", ["slow.cc", "agent.yaml", "../../agent.mk", "defaults.tcl"])
def test_digest_covers_all_sources_of_library(patches: Path, name: str) -> None:
    before = agents.agents(patches)["slow"].digest
    file = patches / "agents" / "slow" / name
    file.write_text((file.read_text() if file.exists() else "") + "\n# more\n")
    assert agents.agents(patches)["slow"].digest != before


def test_digest_ignores_readme(patches: Path) -> None:
    before = agents.agents(patches)["slow"].digest
    (patches / "agents" / "slow" / "README.md").write_text("It is slow.\n")
    assert agents.agents(patches)["slow"].digest == before


def test_agents_are_not_added_to_simulator(patches: Path) -> None:
    (patches / "ceas").mkdir()
    (patches / "ceas" / "ant.cc").write_text("int ant;\n")
    assert [path.name for path in added_files(patches)] == ["ant.cc"]


def test_built_in_protocols_come_from_tcl(ns: Simulator, tmp_path: Path) -> None:
    script = tmp_path / "variants.tcl"
    script.write_text(
        f"source {{{paths.TCL / 'library.tcl'}}}\nuses traffic\n"
        "puts [dict keys $traffic::variants]\nexit 0\n"
    )
    said = subprocess.run([ns.ns, script], capture_output=True, text=True, check=True).stdout
    assert tuple(said.split()) == agents.built_in()


def test_run_needs_agents_of_its_flows(patches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = agents.agents(patches)
    monkeypatch.setattr(agents, "known_agents", lambda: known)
    digest = known["slow"].digest
    assert agents.agents_of({"flows": [{"variant": "reno"}, {"variant": "slower"}]}) == {
        "slow": digest
    }
    assert agents.agents_of({"flows": [{"variant": "reno"}], "tcp": {"name": "slow"}}) == {}
    assert agents.check_protocol("slower") == "slower"


def test_unknown_protocol_is_named_with_its_place(tmp_path: Path) -> None:
    text = (paths.CONFIG / "ceas.yaml").read_text(encoding="utf-8")
    file = tmp_path / "ceas.yaml"
    file.write_text(text.replace("variant: [reno, sack]", "variant: [reno, sakc]", 1))
    with pytest.raises(
        ConfigError, match=r"line \d+: scenario_sets\.start\.variant\.1: there is no protocol"
    ) as caught:
        load_study("ceas", "quick", file)
    assert "Did you mean sack?" in str(caught.value)


BUILD = """\
import sys
from pathlib import Path
from ns2studies.simulator import agents
patches, ns = map(Path, sys.argv[1:])
agents.build_agent(agents.agents(patches)["slow"], ns, patches=patches)
"""


def test_leftovers_of_killed_build_are_removed(patches: Path, tmp_path: Path) -> None:
    ns = tmp_path / "built" / "ns"
    (ns.parent / HEADERS).mkdir(parents=True)
    rules = patches / "agent.mk"
    rules.write_text("all:\n\t@sleep 60\n")
    command = [sys.executable, "-c", BUILD, patches, ns]
    with subprocess.Popen(command) as process:
        while not list(ns.parent.glob(".slow.*/agents/slow/agent.mk")) and process.poll() is None:
            time.sleep(0.02)
        process.kill()
    assert list(ns.parent.glob(".*"))
    rules.write_text("all:\n\t@touch $(WORK)/agent.so\n")
    subprocess.run(command, check=True)
    assert list(ns.parent.glob(".*")) == []
    assert len(list(ns.parent.glob("agents/slow-*/agent.so"))) == 1


def test_missing_library_is_error(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"slow-0123/agent\.so: no such library"):
        agents.parameters_of(tmp_path / "ns", {"slow": "0123"})


def test_sources_changed_before_compiling_are_refused(patches: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    agent = agents.agents(patches)["slow"]
    (agent.folder / "slow.cc").write_text("int other;\n")
    with pytest.raises(BuildError, match="slow has changed meanwhile"):
        agents.build_agent(agent, build / "ns", patches=patches)


def test_only_what_digest_covers_is_compiled(patches: Path, tmp_path: Path) -> None:
    """A file of another kind could be included, and an edit of it made no other agent."""
    (patches / "agents" / "slow" / "more.inc").write_text("int more;\n")
    (patches / "agent.mk").write_text(
        "all:\n\t@test -e $(WORK)/slow.cc && test ! -e $(WORK)/more.inc\n"
        "\t@touch $(WORK)/agent.so\n"
    )
    ns = tmp_path / "built" / "ns"
    (ns.parent / HEADERS).mkdir(parents=True)
    made = agents.build_agent(agents.agents(patches)["slow"], ns, patches=patches)
    assert (made / "agent.so").is_file()


def test_invalid_agent_name_is_refused(patches: Path) -> None:
    write(patches, "my_tcp", DEFINITION)
    with pytest.raises(
        ConfigError, match=r"agents/my_tcp: the name of an agent's folder must consist of lower"
    ):
        agents.agents(patches)
