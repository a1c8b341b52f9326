"""A study's index: its scenarios, and the runs on which its results are based."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from ns2studies.config.registry import Study
from ns2studies.database.study_tables import scenario_entry
from ns2studies.runs.identity import Run


def index_of(study: Study, runs: Sequence[Run]) -> dict[str, Any]:
    """Return all inputs of a study's database except for the runs' own files, as plain JSON."""
    return {
        "study": study.name,
        "scale": study.scale,
        "title": study.config.title,
        "source": study.config.source,
        "configuration": study.config.parameters(),
        "overrides": [entry.model_dump(mode="json") for entry in study.config.overrides],
        "axes": dict(study.axes),
        "scenarios": [scenario_entry(study, scenario) for scenario in study.scenarios],
        "runs": [
            {
                "run_id": run.run_id,
                "scenario": run.scenario.label,
                "seed": run.identity.seed,
            }
            for run in runs
        ],
    }


def runs_in(index: Path) -> list[dict[str, Any]]:
    """Read the runs of an index: ``run_id``, ``scenario`` and ``seed`` of each.

    Raises:
        OSError: if the file can't be read.
        ValueError: if it is damaged.
    """
    content = from_json(index.read_bytes())
    runs = content.get("runs") if isinstance(content, dict) else None
    if not isinstance(runs, list) or not all(map(_is_run, runs)):
        raise ValueError("not an index of runs")
    return runs


def _is_run(entry: object) -> bool:
    if not isinstance(entry, dict):
        return False
    names = (entry.get("run_id"), entry.get("scenario"))
    return all(isinstance(name, str) for name in names) and isinstance(entry.get("seed"), int)
