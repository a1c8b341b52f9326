"""Which studies have results, and at which scale."""

import json
from pathlib import Path
from typing import Any

from ns2studies import layout
from ns2studies.config.study import ScaleName
from ns2studies.studies.registry import available


def scales_held(results: Path) -> dict[str, ScaleName]:
    """The scale of each study that has a database of its own, by name.

    A database whose description is missing or damaged counts as none: it is made anew.
    """
    held: dict[str, ScaleName] = {}
    for study in available():
        database = layout.study_database(results, study)
        try:
            scale = _described(database)["studies"][0]["scale"]
        except (OSError, ValueError, LookupError, TypeError):
            continue
        if database.is_file() and scale in ("quick", "full"):
            held[study] = scale
    return held


def made_of(results: Path, study: str) -> str:
    """What the database of a study is made of, as the plan said that it was made by."""
    try:
        return str(_described(layout.study_database(results, study))["made_of"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def _described(database: Path) -> Any:
    """What stands beside a database."""
    return json.loads(database.with_suffix(".json").read_text(encoding="utf-8"))
