"""Flatten nested values."""

from collections.abc import Mapping
from typing import Any


def flatten(value: Any, prefix: str = "") -> dict[str, Any]:
    """Return nested maps and lists as one map with dotted keys.

    ``{"flows": [{"source": 0}]}`` becomes ``{"flows.0.source": 0}``.
    """
    if isinstance(value, Mapping):
        items = [(str(key), entry) for key, entry in value.items()]
    elif isinstance(value, list | tuple):
        items = [(str(index), entry) for index, entry in enumerate(value)]
    else:
        return {prefix: value}
    flat: dict[str, Any] = {}
    for key, entry in items:
        flat |= flatten(entry, f"{prefix}.{key}" if prefix else key)
    return flat
