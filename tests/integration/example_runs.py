"""A run of each study that takes a second or two."""

from dataclasses import replace

from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import GridPoint, Scenario
from ns2studies.runs.identity import Run, RunIdentity
from ns2studies.runs.standalone import StandaloneRun
from ns2studies.simulator import agents
from ns2studies.workflow.find_scenario import described_run, find

EXAMPLES = {
    "cases": ("twelve/failures/true/reno/2000", 60.0),
    "ceas": ("failure/true/reno/20", 40.0),
    "mpls": ("variants/newreno/ftp/2/mpls-data-driven", 20.0),
    "recovery": ("places/sack/5/150", 120.0),
    "sync": ("traffic-noise/10/0.0/21.0", 30.0),
    "tcpeval": ("experiments/dumbbell/red/sack-pr/1", 4.0),
}
"""A scenario of each study, and where it is cut off, in seconds; of others the first, at 10 s."""


def cut(scenario: StandaloneRun, end_s: float) -> StandaloneRun:
    """The scenario with an earlier end."""
    end_s = min(end_s, scenario.parameters["end_s"])
    return replace(scenario, parameters={**scenario.parameters, "end_s": end_s})


def example(study: str) -> StandaloneRun:
    """The second replication of the study's example."""
    if study in EXAMPLES:
        label, end_s = EXAMPLES[study]
        return cut(find(f"{study}/{label}", 2), end_s)
    loaded = load_study(study, "full")
    return cut(described_run(loaded, loaded.scenarios[0], 2), 10.0)


def run_of(scenario: StandaloneRun) -> Run:
    """The run of the study's own way; what identifies it does not matter here."""
    point = GridPoint("", {}, {})
    told = ("agents", "protocols")
    parameters = {key: value for key, value in scenario.parameters.items() if key not in told}
    needed = agents.agents_of(parameters)
    identity = RunIdentity(scenario.study, parameters, scenario.seed, "", "", "", needed)
    seeds = (scenario.seed,)
    return Run(Scenario(scenario.study, scenario.label, point, parameters, seeds), identity)
