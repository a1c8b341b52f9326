"""A researcher's own TCP: its source beside the simulator, its name in a configuration."""

from pathlib import Path

import pytest
from own_checkout import Checkout, make_checkout

from ns2studies.simulator.build import Simulator

SOURCE = """\
#include "generated/tcp-sack1.h"

/* SACK whose window grows by step_ packets a round trip. */
class SteadyTcpAgent : public Sack1TcpAgent {
public:
	SteadyTcpAgent() { bind("step_", &step_); }

protected:
	void opencwnd() { cwnd_ += step_ / cwnd_; }

private:
	double step_;
};

static class SteadyTcpClass : public TclClass {
public:
	SteadyTcpClass() : TclClass("Agent/TCP/Steady") {}
	TclObject *create(int, const char *const *) { return new SteadyTcpAgent(); }
} class_steady;
"""

DEFAULTS = """\
Agent/TCP/Steady set stopWhenAllSent_ false
Agent/TCP/Steady set step_ 1
"""

DEFINITION = """\
protocols:
  steady: {sender: Agent/TCP/Steady, receiver: sack, variables: {step_: 3}}
"""

CUT_DOWN = {
    "variant: [reno, sack]": "variant: [sack, steady]",
    "ant_rate: {quick: [20], full: [1, 2, 3, 5, 10, 15, 20]}": (
        "ant_rate: {quick: [20], full: [20]}"
    ),
    "end_s: 1800.0": "end_s: 60.0",
    "full: [5, 20]}\n    replications: {quick: 1,": "full: [5, 20]}\n    replications: {quick: 0,",
    "route_record: true}\n    replications: {quick: 1,": (
        "route_record: true}\n    replications: {quick: 0,"
    ),
    "replications: {quick: 5, full: 5}": "replications: {quick: 0, full: 1}",
    "replications: {quick: 5, full: 15}": "replications: {quick: 0, full: 1}",
    "replications: {quick: 1, full: 1}": "replications: {quick: 0, full: 1}",
    "replications: {quick: 1, full: 5}": "replications: {quick: 0, full: 1}",
    "replications: {quick: 1, full: 60}": "replications: {quick: 0, full: 1}",
}
"""Leaves ``start``: two runs."""


@pytest.fixture
def checkout(tmp_path: Path, ns: Simulator) -> Checkout:
    """Study ceas with SACK and a protocol of your own."""
    root = tmp_path / "a checkout"
    made = make_checkout(root, ns, {}, "ceas")
    folder = root / "ns2-patches" / "agents" / "steady"
    folder.mkdir(parents=True)
    (folder / "steady.cc").write_text(SOURCE)
    (folder / "steady.tcl").write_text(DEFAULTS)
    (folder / "agent.yaml").write_text(DEFINITION)
    config = root / "config" / "ceas.yaml"
    text = config.read_text(encoding="utf-8")
    for old, new in CUT_DOWN.items():
        assert old in text, old
        text = text.replace(old, new)
    config.write_text(text, encoding="utf-8")
    return made


def finished(checkout: Checkout) -> dict[str, int]:
    folders = (checkout.results / "runs" / "study=ceas").glob("run_id=*")
    return {folder.name: (folder / "run.json").stat().st_mtime_ns for folder in folders}


def test_edit_of_agent_reaches_its_runs_only(checkout: Checkout) -> None:
    checkout.run("quick", "ceas")
    first = finished(checkout)
    sent = dict(
        checkout.rows(
            "SELECT variant, mean FROM points WHERE metric = 'tcp_throughput' AND subject = 'flow1'"
        )
    )
    assert sent.keys() == {"sack", "steady"}
    assert sent["steady"] > 0
    assert sent["steady"] != sent["sack"]

    checkout.edit("ns2-patches/agents/steady/steady.cc", "cwnd_ += step_", "cwnd_ += 2 * step_")
    planned = checkout.run("plan", "quick", "ceas").stdout
    assert "1 run: changed: agent steady" in planned
    checkout.run("quick", "ceas")
    second = finished(checkout)
    assert {run: second[run] for run in first} == first
    assert len(second) == len(first) + 1


def test_source_that_does_not_compile_is_named(checkout: Checkout) -> None:
    checkout.edit("ns2-patches/agents/steady/steady.cc", "bind(", "tie(")
    said = checkout.run("agents", "steady", check=False)
    assert said.returncode == 1
    assert "ns2-patches/agents/steady: the agent does not build: steady.cc:6:" in said.stderr
    said = checkout.run("quick", "ceas", check=False)
    assert said.returncode == 1
    assert "steady.cc:6:" in said.stderr


def test_missing_agent_class_is_named(checkout: Checkout) -> None:
    checkout.edit("ns2-patches/agents/steady/agent.yaml", "Agent/TCP/Steady", "Agent/TCP/Steadier")
    said = checkout.run("quick", "ceas", check=False)
    assert said.returncode == 1
    assert "protocol steady: its library has no class Agent/TCP/Steadier" in said.stderr


def test_variable_without_default_is_named(checkout: Checkout) -> None:
    checkout.edit("ns2-patches/agents/steady/steady.tcl", "Agent/TCP/Steady set step_ 1\n", "")
    said = checkout.run("quick", "ceas", check=False)
    assert said.returncode == 1
    assert "ns2-patches/agents/steady/steady.tcl gives no default for step_" in said.stderr
    assert "Agent/TCP/Steady set step_ VALUE" in said.stderr


def test_libraries_are_same_bytes_everywhere(checkout: Checkout) -> None:
    def library() -> bytes:
        said = checkout.run("agents").stdout
        (path,) = [Path(line.strip()) for line in said.splitlines() if "steady-" in line]
        made = path.read_bytes()
        path.unlink()
        return made

    assert library() == library()
