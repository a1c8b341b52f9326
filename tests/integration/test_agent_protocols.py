"""The protocols of the project's own agents, by the names that configurations use."""

import subprocess
from pathlib import Path

import pytest
from flow_runs import compiled

from ns2studies.basics.paths import TCL
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.simulator.agents import agents_of, parameters_of
from ns2studies.simulator.build import Simulator

SCRIPT = Path(__file__).parents[1] / "data" / "agents" / "by_name.tcl"


@pytest.mark.parametrize(
    ("agent", "protocol", "printed"),
    [
        ("sack-pr", "sack-pr", ["Agent/TCP/Sack1/PR 400", "0"]),
        ("sack-pr", "sack-pr-spike", ["Agent/TCP/Sack1/PR 400", "1"]),
        ("tcp-pr", "tcp-pr", ["Agent/TCP/PR 400"]),
    ],
)
def test_flow_uses_protocol_it_names(
    ns: Simulator, tmp_path: Path, agent: str, protocol: str, printed: list[str]
) -> None:
    """Its sender's class and rule, and 400 packets and a SYN that arrive."""
    compiled(ns.ns, agent)
    needed = agents_of({"flows": [{"variant": protocol}]})
    assert list(needed) == [agent]
    parameters = tmp_path / "parameters"
    parameters.write_text(parameter_text("none", parameters_of(ns.ns, needed), 1))
    done = subprocess.run(
        [ns.ns, SCRIPT, TCL, parameters, protocol],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.split("\n")[:-1] == printed
