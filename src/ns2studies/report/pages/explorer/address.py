"""Addresses into the explorer: what its page shows stands behind the ``#`` of its address."""

from typing import Final
from urllib.parse import quote, urlencode

from ns2studies.basics.paths import EXPLORER

FILTERS: Final = ("study", "metric", "variant", "verdict", "reference")
"""Columns by whose values rows are chosen; ``reference`` has the verdict of the reference."""

STATE: Final = ("table", *FILTERS, "text", "sort", "order", "row")
"""All that an address can say; ``row`` is the number of the first row that is shown."""


def explorer_address(**state: str) -> str:
    """The address of some rows, such as those of a study: ``explore.html#study=mpls``.

    Args:
        state: keys of :data:`STATE`; what is empty is left out.
    """
    unknown = state.keys() - set(STATE)
    assert not unknown, unknown  # the callers are ours
    said = {key: state[key] for key in STATE if state.get(key)}
    fragment = f"#{urlencode(said, quote_via=quote)}" if said else ""
    return f"{EXPLORER}.html{fragment}"
