"""Descriptions of a trace's kind of network, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_FORMATS: Final = {
    "old": "the old wireless format",
    "new": "the new wireless format",
    "tagged": "the tagged format",
    "nam": "the nam format",
    "satellite": "the satellite format",
    "wired": "the wired format",
    "umts": "the format of UMTS nodes",
}
"""Descriptions of the lines, by the first word of their form."""

_OTHERS: Final = {
    "variables": "traced variables",
    "queues": "samples of a queue monitor",
    "queue_variables": "RED variables",
    "flows": "counts of a flow monitor",
    "tcp_states": "states of TCP agents",
    "tcp_events": "events of TCP agents",
    "labels": "MPLS label operations",
    "nam": "nam lines",
    "series": "pairs of numbers",
}
_MOST_TYPES: Final = 8


@dataclass(frozen=True)
class Contents:
    """The kinds of lines in a trace.

    Attributes:
        forms: number of lines by table and form.
        traffic: types of packets, each with whether it is a routing type.
    """

    forms: Mapping[str, Mapping[str, int]]
    traffic: Sequence[tuple[str, bool]]


def described(contents: Contents, facts: Mapping[str, str]) -> list[str]:
    """Describe a trace in sentences.

    Args:
        contents: its kinds of lines.
        facts: the facts of its summary.
    """
    return list(_sentences(contents, facts))


def _sentences(contents: Contents, facts: Mapping[str, str]) -> Iterator[str]:
    nodes = f" of {facts['nodes']} nodes" if "nodes" in facts else ""
    yield f"{_network(contents.forms)}{nodes}{_written(contents.forms)}."
    for heading, is_routing in (("Traffic", False), ("Routing", True)):
        types = sorted({kind for kind, routing in contents.traffic if routing == is_routing})
        if types:
            more = len(types) - _MOST_TYPES
            rest = f" and {more} more types" if more > 0 else ""
            yield f"{heading}: {', '.join(types[:_MOST_TYPES])}{rest}."
    others = [name for table, name in _OTHERS.items() if table in contents.forms]
    if others:
        yield f"There are also {', '.join(others)}."


def _network(forms: Mapping[str, Mapping[str, int]]) -> str:
    packets = forms.get("packets", {})
    if packets and "wireless" in forms:
        return "A network with wired and wireless nodes"
    if "wireless" in forms:
        return "A wireless network"
    if any(form.startswith("satellite") for form in packets):
        return "A satellite network"
    if any(form.startswith("umts") for form in packets):
        return "A UMTS network"
    if packets and "labels" in forms:
        return "A wired MPLS network"
    if packets:
        return "A wired network"
    return "Measurements without packets, so the kind of network is unknown"


def _written(forms: Mapping[str, Mapping[str, int]]) -> str:
    lines = [*forms.get("packets", {}), *forms.get("wireless", {})]
    known = dict.fromkeys(_FORMATS.get(form.split("_")[0], "") for form in lines)
    named = [name for name in known if name]
    return f", in {' and '.join(named)}" if named else ""
