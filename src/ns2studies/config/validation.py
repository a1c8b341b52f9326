"""Validate a file against a typed model, with errors that the user can act on."""

import json
import re
import types
import typing
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.yaml_file import Location, YamlFile


class Model(BaseModel):
    """Base of every configuration model: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


_NO_NUMBER: Final = "finite_number"
"""Pydantic's type of error for NaN and infinite numbers."""

_OF_SEVERAL: Final = "value_error"
"""Pydantic's type of errors that models raise; those about several keys name the enclosing map."""

_WORDS: Final = {
    "list_type": "expected a list in brackets, such as [1, 2]",
    "dict_type": "expected keys with values",
}
"""Messages that replace Pydantic's for some types of errors."""

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*")
_NOTHING: Final = object()

AnyModel = TypeVar("AnyModel", bound=BaseModel)


def validate(model: type[AnyModel], file: YamlFile) -> AnyModel:
    """Return the content of a file as a ``model``.

    Raises:
        ConfigError: naming file, line and key of every problem; for an unknown key also the
            nearest known one.
    """
    if not isinstance(file.value, dict):
        raise ConfigError(f"{file.path}: expected keys and values, found {file.value or 'nothing'}")
    try:
        # Pydantic is strict about types, but accepts in JSON what JSON can't distinguish (a list
        # for a tuple, text for an enumeration); so the file goes through JSON.
        return model.model_validate_json(json.dumps(file.value))
    except ValidationError as error:
        problems = [_describe(model, file, detail) for detail in _telling(file, error.errors())]
        raise ConfigError("\n".join(problems)) from error


def _telling(file: YamlFile, details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out follow-up errors of a value that is not a finite number."""

    def place(detail: ErrorDetails) -> tuple[str | int, ...]:
        return tuple(_without_tags(file.value, detail["loc"]))

    no_numbers = {place(it) for it in details if it["type"] == _NO_NUMBER}
    return [it for it in details if it["type"] == _NO_NUMBER or place(it) not in no_numbers]


def _describe(model: type[BaseModel], file: YamlFile, detail: ErrorDetails) -> str:
    location = _without_tags(file.value, detail["loc"])
    if detail["type"] == "extra_forbidden":
        known = _known_keys(model, location[:-1])
        return str(file.error(location, "unknown key", nearest(str(location[-1]), known)))
    if detail["type"] == "missing":
        return str(file.error(location, "this key is missing"))
    message = _WORDS.get(detail["type"], detail["msg"].removeprefix("Value error, "))
    if detail["type"] == _OF_SEVERAL:
        location += _named_in(message, file.value, location)
    found = detail["input"]
    shown = "" if isinstance(found, dict | list) else f", found {found!r}"
    description = field_description(model, location)
    hint = f"{location[-1]}: {description}" if description else ""
    return str(file.error(location, f"{message}{shown}", hint))


def _named_in(message: str, value: Any, location: Location) -> list[str | int]:
    """Return the first key that a message about several keys of a map names, if any."""
    for step in location:
        value = value[step]
    for name in _KEY.findall(message):
        steps: list[str | int] = name.split(".")
        at = value
        for step in steps:
            at = at.get(step, _NOTHING) if isinstance(at, dict) else _NOTHING
        if at is not _NOTHING:
            return steps
    return []


def _without_tags(value: Any, location: Location) -> list[str | int]:
    """Return a location without the names of union members that Pydantic inserts."""
    kept: list[str | int] = []
    for index, step in enumerate(location):
        last = index == len(location) - 1
        if isinstance(value, dict) and (step in value or last):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif not last:
            continue
        else:
            break
        kept.append(step)
    return kept


def _known_keys(model: type[BaseModel], location: Location) -> list[str]:
    """Return the keys of a model at ``location``, as files spell them."""
    found = _model_at(model, location)
    return [it.alias or name for name, it in found.model_fields.items()] if found else []


def field_description(model: type[BaseModel], location: Location) -> str:
    """Return a model's description of the key at ``location``; empty if it has none."""
    parent = _model_at(model, location[:-1]) if location else None
    field = _field(parent, location[-1]) if parent else None
    return (field and field.description) or ""


def _model_at(model: type[BaseModel], location: Location) -> type[BaseModel] | None:
    current: Any = model
    for step in location:
        if isinstance(current, type) and issubclass(current, BaseModel):
            field = _field(current, step)
            current = field.annotation if field else None
        else:
            current = _element(current)
    return _as_model(current)


def _field(model: type[BaseModel], key: str | int) -> FieldInfo | None:
    fields = model.model_fields
    return next((it for name, it in fields.items() if key in (name, it.alias)), None)


def _element(annotation: Any) -> Any:
    """Return the type of the elements of a list, tuple or dictionary."""
    arguments = [a for a in typing.get_args(annotation) if a is not Ellipsis]
    return arguments[-1] if arguments else None


def _as_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if typing.get_origin(annotation) is typing.Annotated:
        return _as_model(typing.get_args(annotation)[0])
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        for member in typing.get_args(annotation):
            found = _as_model(member)
            if found:
                return found
    return None
