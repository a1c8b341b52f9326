"""Detection of experiments without chance, in which all replications are equal."""

from collections.abc import Mapping, Sequence
from typing import Any


def one_run_is_enough(facts: Mapping[str, Any], uses_seed: bool) -> bool:
    """Return whether all replications of a run's point are necessarily equal.

    Args:
        facts: of one run.
        uses_seed: whether the script gets the number of the replication.
    """
    return not (facts["has_drawn"] or facts["clock_at"] or uses_seed)


def why_equal(runs: Sequence[Mapping[str, Any]], uses_seed: bool) -> str:
    """Explain why all replications of a point are equal; return an empty text if they differ.

    Args:
        runs: the facts of a point's runs.
        uses_seed: whether the script gets the number of the replication.
    """
    first = runs[0]
    if len(runs) > 1 and len({run["fingerprint"] for run in runs}) > 1:
        return ""
    if one_run_is_enough(first, uses_seed):
        return "The script draws no random number: one run says all."
    if len(runs) == 1:
        return ""
    if first["seeded_at"]:
        return (
            f"All seeds give the same: the script seeds itself at {first['seeded_at'][0]}. "
            "Write `seed: VARIABLE` if that is a variable, or `seed: substream`."
        )
    if not first["has_drawn"]:
        return "All seeds give the same: the script draws no random number and ignores the seed."
    return "All seeds give the same, although the script draws random numbers."
