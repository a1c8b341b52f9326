"""Which ns a scenario needs: the released ns-2.35, or ours.

``ADDITIONS`` lists what the scenario library may use of what our patches add. A scenario that
uses none of it runs on the released program as well; that both write the same trace is held by
``tests/integration/test_scenario_files.py``, with a scenario of each set.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from nstrace.plain import read_text

Parameters = Mapping[str, str]
"""Flat keys and the text of their values, as in a parameter file."""


@dataclass(frozen=True)
class Addition:
    """Something that our ns has and the released one does not.

    Attributes:
        name: what it is, for people.
        place: where in ``ns2-patches`` it is explained.
        used: whether a scenario uses it, from its parameters and the Tcl that it calls.
    """

    name: str
    place: str
    used: Callable[[Parameters, str], bool]


_OUTPUT = re.compile(r"\b(?:tracing::(?:open_records|open_bins|bins)|trace-records|flow-bins)\b")

_OFFERS = "tracing.tcl"
"""The library file that offers records and bins; only scripts that call it need them."""


def additions_of(parameters: Parameters, scripts: list[Path]) -> list[Addition]:
    """What a scenario uses of :data:`ADDITIONS`.

    Args:
        parameters: the scenario's.
        scripts: its Tcl files.
    """
    calling = [path for path in scripts if path.name != _OFFERS]
    tcl = "\n".join(read_text(path) for path in calling)
    return [addition for addition in ADDITIONS if addition.used(parameters, tcl)]


def _has(parameters: Parameters, ending: str, *values: str) -> bool:
    """Whether a key, or the end of one after a dot, has one of these values."""
    return any(
        value in values and f".{key}".endswith(f".{ending}") for key, value in parameters.items()
    )


def _ants(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "routing.protocol", "ceas") or _has(parameters, "queue", "data-first")


def _waiting_routers(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "routing.protocol", "link-state")


def _records(_: Parameters, tcl: str) -> bool:
    return _OUTPUT.search(tcl) is not None


def _hybla(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "variant", "hybla", "hybla-sack")


def _stop_rule(parameters: Parameters, _: str) -> bool:
    # Both are in the parameters of other variants, too, which do not look at them.
    asked = _has(parameters, "tcp.sack_stop_rule", "earlier")
    asked = asked or _has(parameters, "stop_when_all_sent", "true")
    return asked and _has(parameters, "variant", "sack")


def _label_switching(parameters: Parameters, _: str) -> bool:
    return parameters.get("forwarding", "ip") != "ip"


ADDITIONS = (
    Addition("routing by ants (CEAS)", "ceas", _ants),
    Addition("link state routers that wait", "0050-spf-wait.patch", _waiting_routers),
    Addition("flow bins or records in place of text", "records", _records),
    Addition("TCP Hybla", "hybla", _hybla),
    Addition("SACK's stop rule before ns-2.35", "0010-sack-stop-rule.patch", _stop_rule),
    Addition("corrected label distribution", "0006-ldp-agent-list.patch", _label_switching),
)
