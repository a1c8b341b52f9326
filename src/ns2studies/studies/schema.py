"""JSON schemas of the configuration files, generated from the models that check them."""

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from ns2studies.config.topology import Topology
from ns2studies.studies.rooms import definition_of, known
from nstrace.files import write_text_whole


def schemas() -> Mapping[str, str]:
    """The schemas' texts by file name."""
    models: dict[str, type[BaseModel]] = {name: definition_of(name).config for name in known()}
    models["topology"] = Topology
    return {f"{name}.schema.json": _text(model) for name, model in models.items()}


def _text(model: type[BaseModel]) -> str:
    return json.dumps(model.model_json_schema(), indent=2, sort_keys=True) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas to ``folder``."""
    paths = []
    for name, text in schemas().items():
        write_text_whole(folder / name, text)
        paths.append(folder / name)
    return paths
