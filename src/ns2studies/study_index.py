"""A study's index: its scenarios, and the runs that its results are made of."""

from collections.abc import Sequence
from typing import Any

from ns2studies.runs.run import Run
from ns2studies.studies.registry import Study


def index_of(study: Study, runs: Sequence[Run]) -> dict[str, Any]:
    """All that a study's database is made of, but for the runs' own files; plain JSON."""
    return {
        "study": study.name,
        "scale": study.scale,
        "title": study.config.title,
        "source": study.config.source,
        "configuration": study.config.parameters(),
        "overrides": [entry.model_dump(mode="json") for entry in study.config.overrides],
        "axes": dict(study.axes),
        "scenarios": [
            {
                "scenario": scenario.label,
                "scenario_id": scenario.scenario_id,
                "scenario_set": scenario.point.scenario_set,
                "is_random": study.config.is_random(scenario.point.scenario_set),
                "axes": dict(scenario.point.values),
                "parameters": scenario.parameters,
                **({"until_precise": scenario.rule.model_dump()} if scenario.rule else {}),
            }
            for scenario in study.scenarios
        ],
        "runs": [
            {
                "run_id": run.run_id,
                "scenario": run.scenario.label,
                "seed": run.identity.seed,
            }
            for run in runs
        ],
    }
