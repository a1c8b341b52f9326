"""Batches: missing runs that one job makes, as planning wrote them down."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ns2studies.config.scenarios import GridPoint, Scenario
from ns2studies.runs.identity import Run, RunIdentity


@dataclass(frozen=True)
class Batch:
    """Missing runs that one job makes.

    Attributes:
        ns: the simulator.
        expected_cpu_s: what they are expected to take, where costs were measured.
    """

    ns: Path
    runs: Sequence[Run]
    expected_cpu_s: float


def read_batch(path: Path) -> Batch:
    """Read a batch file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    runs = []
    for entry in content["runs"]:
        identity = RunIdentity(**entry["identity"])
        label = entry["scenario"]
        point = GridPoint(label.partition("/")[0], {}, {})
        scenario = Scenario(identity.study, label, point, identity.parameters, (identity.seed,))
        runs.append(Run(scenario, identity))
    return Batch(Path(content["ns"]), runs, content["expected_cpu_s"])
