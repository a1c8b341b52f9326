"""The bounds of the numbers in a model, as its JSON schema says them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

BEYOND = (2**31, 2**32, 2**32 + 519, 2**63, 10**4000)
"""What ns would take for another number."""


@dataclass(frozen=True)
class Bounds:
    """The bounds of a number; None where there is none.

    Attributes:
        whole: it is an integer.
        open: of the least and the greatest, whether the bound itself is refused.
    """

    whole: bool
    least: float | None
    greatest: float | None
    open: tuple[bool, bool] = (False, False)

    @property
    def ends(self) -> tuple[float | None, float | None]:
        return self.least, self.greatest

    def refused(self) -> Iterator[tuple[float, float]]:
        """Numbers beyond each bound, with the bound."""
        for bound, sign, is_open in ((self.least, -1, self.open[0]),
                                     (self.greatest, 1, self.open[1])):  # fmt: skip
            if bound is not None:
                yield (bound if is_open else bound + sign * self._step(bound)), bound
        if self.whole and self.greatest is not None:
            yield 2**32 + int(self.greatest), self.greatest

    def accepted(self) -> Iterator[float]:
        """The bounds, or what is nearest to them."""
        if self.least is not None:
            yield self.least + self._step(self.least) * self.open[0]
        if self.greatest is not None:
            yield self.greatest - self._step(self.greatest) * self.open[1]

    def _step(self, bound: float) -> float:
        """From a bound to the next number that counts: of large ones too small a part is lost."""
        return 1 if self.whole else 1e-9 * max(1.0, abs(bound))


def integers_of(model: type[BaseModel]) -> Iterator[tuple[str, Bounds]]:
    """Every integer that a model has, and where; those of a few listed values are left out."""
    whole = _schema(model)
    for name, part in [("", whole), *whole.get("$defs", {}).items()]:
        for place, schema in _parts(part, name):
            # Whatever else an override or a choice may hold is checked in the scenario.
            elsewhere = place.endswith((".change.*", ".where.*", "choices.*.*"))
            listed = schema.keys() & {"const", "enum"}
            if _is(schema, "integer") and not elsewhere and not listed:
                yield place, _bounds(schema)


def bounds_at(model: type[BaseModel], place: Sequence[str | int]) -> Bounds | None:
    """The bounds of the number at a place; None if the model lists what it may be."""
    whole = _schema(model)
    found = [whole]
    for step in place:
        found = [part for schema in found for part in _step(whole, schema, step)]
    numbers = [schema for each in found for schema in _choices(whole, each)
               if _is(schema, "integer", "number")]  # fmt: skip
    listed = any(schema.keys() & {"const", "enum"} for schema in numbers)
    return _bounds(numbers[0]) if len(numbers) == 1 and not listed else None


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema()


def _is(schema: dict[str, Any], *kinds: str) -> bool:
    return schema.get("type") in kinds


def _bounds(schema: dict[str, Any]) -> Bounds:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    greatest = schema.get("maximum", schema.get("exclusiveMaximum"))
    is_open = ("exclusiveMinimum" in schema, "exclusiveMaximum" in schema)
    return Bounds(_is(schema, "integer"), least, greatest, is_open)


def _parts(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, list):
        for part in schema:
            yield from _parts(part, place)
        return
    if not isinstance(schema, dict):
        return
    yield place, schema
    for key, part in schema.get("properties", {}).items():
        yield from _parts(part, f"{place}.{key}")
    for key in ("items", "prefixItems", "anyOf", "oneOf", "allOf"):
        yield from _parts(schema.get(key), place)
    yield from _parts(schema.get("additionalProperties"), f"{place}.*")


def _choices(whole: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema without references, and all that it may be."""
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = {**whole["$defs"][name], **{k: v for k, v in schema.items() if k != "$ref"}}
    parts = [part for key in ("anyOf", "oneOf", "allOf") for part in schema.get(key, [])]
    return [found for part in parts for found in _choices(whole, part)] or [schema]


def _step(whole: dict[str, Any], schema: dict[str, Any], step: str | int) -> list[dict[str, Any]]:
    found = []
    for choice in _choices(whole, schema):
        if isinstance(step, int):
            listed = [*choice.get("prefixItems", [])[step : step + 1], choice.get("items")]
            found += [part for part in listed[:1] if part]
        elif step in choice.get("properties", {}):
            found.append(choice["properties"][step])
        elif isinstance(choice.get("additionalProperties"), dict):
            found.append(choice["additionalProperties"])
    return found
