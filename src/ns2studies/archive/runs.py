"""The runs' part of an archive."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ns2studies.archive.member import Member
from ns2studies.basics.errors import ResultError
from ns2studies.runs.finished import FinishedRuns

Facts = dict[str, Any]


def run_facts(results: Path, runs: Sequence[tuple[str, str]]) -> list[Facts]:
    """What ``run.json`` says of each run, given by study and identifier.

    Raises:
        ResultError: if one is missing or damaged.
    """
    store = FinishedRuns(results)
    return [store.facts(study, run_id) for study, run_id in runs]


def write_facts(target: Path, facts: Sequence[Facts]) -> None:
    """Write facts as JSON, a run a line."""
    with target.open("w", encoding="utf-8") as stream:
        for entry in facts:
            stream.write(json.dumps(entry, sort_keys=True) + "\n")


def run_members(results: Path, facts: Sequence[Facts]) -> list[Member]:
    """The runs' files, in folders as in the store.

    Raises:
        ResultError: if one is missing.
    """
    store = FinishedRuns(results)
    members = []
    for entry in facts:
        folder = store.folder(entry["identity"]["study"], entry["run_id"])
        remedy = f"Delete {folder} to run it again."
        digests = {"run.json": ""}
        digests |= {f"{name}.parquet": table["sha256"] for name, table in entry["tables"].items()}
        for name, digest in digests.items():
            path = folder / name
            if not path.is_file():
                raise ResultError(f"{path}: no such file", remedy)
            members.append(Member(path.relative_to(results).as_posix(), path, digest, remedy))
    return members
