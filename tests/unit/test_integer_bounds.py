"""Every number of a configuration at its bounds, and beyond them: nothing reaches ns as another.

What ns makes of numbers that are accepted: ``tests/integration/test_integers_reach_ns.py``.
"""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from number_bounds import BEYOND, Bounds, bounds_at, integers_of

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import DATA
from ns2studies.config.study_files import config_path, definition_of, known
from ns2studies.config.topology import Topology
from ns2studies.config.validation import validate
from ns2studies.config.yaml_file import YamlFile, dotted, read_yaml

MODELS = {
    **{name: definition_of(name).config for name in known()},
    **{f"{name}, a scenario": definition_of(name).scenario for name in known()},
    "topology": Topology,
}
FILES = {
    **{name: config_path(name) for name in known()},
    "topology": DATA / "topologies" / "ceas-uninett.yaml",
}


def numbers(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where numbers stand; of a list, only the first entry is looked at."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, (*at, key))
    elif isinstance(value, list):
        for part in value[:1]:
            yield from numbers(part, (*at, 0))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield at


def changed(file: YamlFile, location: Sequence[str | int], value: object) -> YamlFile:
    content = node = copy.copy(file.value)
    for step in location[:-1]:
        node[step] = copy.copy(node[step])
        node = node[step]
    node[location[-1]] = value
    return replace(file, value=content)


def refusal(name: str, file: YamlFile) -> str:
    """What is said of a file; nothing if it is accepted."""
    try:
        validate(MODELS[name], file)
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", MODELS)
def test_every_integer_has_bounds(name: str) -> None:
    """A key that is added later can't forget them."""
    unbounded = [place for place, bounds in integers_of(MODELS[name]) if None in bounds.ends]
    assert unbounded == []


@pytest.mark.parametrize("name", FILES)
def test_numbers_at_their_bounds_and_beyond(name: str) -> None:
    file = read_yaml(FILES[name])
    places = {place: bounds_at(MODELS[name], place) for place in numbers(file.value)}
    bounded = {place: bounds for place, bounds in places.items() if bounds is not None}
    # A study that is just begun has few.
    lines = len(FILES[name].read_text("utf-8").splitlines())
    assert len(bounded) > min(10, lines / 8) or name == "topology"
    for place, bounds in bounded.items():
        check(name, file, place, bounds)


def check(name: str, file: YamlFile, place: Sequence[str | int], bounds: Bounds) -> None:
    for value, bound in bounds.refused():
        said = refusal(name, changed(file, place, value))
        assert f"{dotted(place)}: Input should be" in said, (place, value, said)
        written = (f"{bound:g}", str(bound), f"{bound:.0f}")
        assert any(number in said for number in written), (place, value, said)
    for value in bounds.accepted():
        # What goes with other keys may not go with this value.
        said = refusal(name, changed(file, place, value))
        assert "Input should be" not in said, (place, value, said)


@pytest.mark.parametrize("value", BEYOND)
def test_numbers_beyond_integer_range_are_refused(value: int) -> None:
    """2^31, 2^32 and 2^63 as a limit of queues gave the trace of 1."""
    said = refusal(
        "mpls", changed(read_yaml(FILES["mpls"]), ["network", "queue_limit_packets"], value)
    )
    assert "network.queue_limit_packets" in said
    assert "less than or equal to 2147483647" in said
