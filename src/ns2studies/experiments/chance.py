"""Is there any chance in an experiment? Replications that are equal need not be made."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ns2studies.basics.digests import digest_bytes, digest_value
from ns2studies.experiments.collect import OTHER_FILES, TRACES
from ns2studies.runs.fingerprint import fingerprint_of


def fingerprint_of_results(tables: Path) -> str:
    """Return the digest of a run's rows; of its other files and what it printed, if it has none."""
    folders = [tables, *sorted(it for it in (tables / TRACES).rglob("*") if it.is_dir())]
    found = {str(it.relative_to(tables)): fingerprint_of(it) for it in folders}
    if any(each.rows for each in found.values()):
        return digest_value({name: each.digest for name, each in found.items()})
    with zipfile.ZipFile(tables / OTHER_FILES) as kept:
        return digest_value({name: digest_bytes(kept.read(name)) for name in kept.namelist()})


def one_run_is_enough(facts: Mapping[str, Any], uses_seed: bool) -> bool:
    """Return whether other replications of a run's point can only give the same.

    Args:
        facts: of one run.
        uses_seed: whether the script is given the number of the replication.
    """
    return not (facts["has_drawn"] or facts["clock_at"] or uses_seed)


def why_equal(runs: Sequence[Mapping[str, Any]], uses_seed: bool) -> str:
    """Say why all replications of a point are equal; nothing if they differ.

    Args:
        runs: the facts of a point's runs.
        uses_seed: whether the script is given the number of the replication.
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
