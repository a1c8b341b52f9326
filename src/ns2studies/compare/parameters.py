"""Which parameters differ between two sets of results, and in which scenarios."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.nested import flatten
from ns2studies.compare.queries import SQL

if TYPE_CHECKING:
    import duckdb

_ABSENT: Final = "(none)"

_LONGEST: Final = 60
"""Characters of a value that are shown; configurations hold lists of any length."""


@dataclass(frozen=True)
class ParameterChange:
    """A parameter that has another value.

    Attributes:
        key: with dots, as in messages on configuration files.
        values: what it was and what it is, as JSON; each pair once, the most frequent first.
        scenarios: how many scenarios have it so; none for a key of the configuration file.
        example: the first of them.
    """

    key: str
    values: tuple[tuple[str, str], ...]
    scenarios: int = 0
    example: str = ""

    @property
    def words(self) -> str:
        """What it was and is; of many pairs of values the first."""
        before, after = self.values[0]
        more = f" and {len(self.values) - 1} more" if len(self.values) > 1 else ""
        return f"{before} -> {after}{more}"


def configuration_changes(connection: "duckdb.DuckDBPyConnection") -> list[ParameterChange]:
    """Keys of the configuration file that differ, if both sets hold it."""
    rows = connection.execute(SQL["configurations"]).fetchall()
    found = [change for before, after in rows for change in _differing(before, after)]
    return [ParameterChange(key, (values,)) for key, values in found]


def scenario_changes(connection: "duckdb.DuckDBPyConnection") -> list[ParameterChange]:
    """Parameters that differ in scenarios of the same name."""
    rows = connection.execute(SQL["parameters"]).fetchall()
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for scenario, before, after in rows:
        for key, values in _differing(before, after):
            found.setdefault(key, {}).setdefault(values, []).append(scenario)
    return [_change(key, pairs) for key, pairs in sorted(found.items())]


def _change(key: str, pairs: Mapping[tuple[str, str], list[str]]) -> ParameterChange:
    order = sorted(pairs, key=lambda values: (-len(pairs[values]), values))
    scenarios = [name for names in pairs.values() for name in names]
    return ParameterChange(key, tuple(order), len(scenarios), min(scenarios))


def _differing(before: str, after: str) -> Iterable[tuple[str, tuple[str, str]]]:
    """Keys with the values that they have in two JSON texts, where these are not the same."""
    old, new = flatten(json.loads(before)), flatten(json.loads(after))
    for key in sorted(old.keys() | new.keys()):
        values = _shown(old, key), _shown(new, key)
        if old.get(key, _ABSENT) != new.get(key, _ABSENT):
            yield key, values


def _shown(values: Mapping[str, Any], key: str) -> str:
    if key not in values:
        return _ABSENT
    text = json.dumps(values[key])
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
