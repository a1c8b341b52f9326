"""Which studies have results, and at which scale."""

import json
from pathlib import Path

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
            described = json.loads(database.with_suffix(".json").read_text(encoding="utf-8"))
            scale = described["studies"][0]["scale"]
        except (OSError, ValueError, LookupError, TypeError):
            continue
        if database.is_file() and scale in ("quick", "full"):
            held[study] = scale
    return held
