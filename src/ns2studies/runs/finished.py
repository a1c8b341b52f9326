"""Finished runs, as others read them: ``results/runs/study=NAME/run_id=ID/``.

A run's folder holds its Parquet tables and ``run.json``. It appears whole or not at all
(:mod:`ns2studies.runs.store`), and its name is the digest of all that made it.
"""

import json
import os
from pathlib import Path
from typing import Any

from ns2studies.digests import digest_file
from ns2studies.errors import ResultError

IDENTITY_KEY = "ns2studies.identity"
"""Key of a Parquet file's metadata under which its run's identity stands."""

FACTS = "run.json"
"""The file of a run's folder that says what the run was, what it has, and what it cost."""


class FinishedRuns:
    """Finished runs below a folder.

    Args:
        results: the results folder (``results/`` of a checkout).
    """

    def __init__(self, results: Path) -> None:
        self.runs = results / "runs"

    def folder(self, study: str, run_id: str) -> Path:
        """Where a run's files are, or will be."""
        return self.runs / f"study={study}" / f"run_id={run_id}"

    def finished(self, study: str) -> set[str]:
        """Identifiers of a study's finished runs, from one look at a folder."""
        try:
            with os.scandir(self.runs / f"study={study}") as entries:
                return {entry.name.partition("=")[2] for entry in entries}
        except FileNotFoundError:
            return set()

    def facts(self, study: str, run_id: str) -> dict[str, Any]:
        """What ``run.json`` says of a run: label, identity, tables and cost.

        Raises:
            ResultError: if it is missing or damaged.
        """
        path = self.folder(study, run_id) / FACTS
        try:
            facts = dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise ResultError(
                f"{path}: {error}", f"Delete {path.parent} to run it again."
            ) from error
        if facts.get("run_id") != run_id:
            raise ResultError(f"{path}: belongs to run {facts.get('run_id')}")
        return facts

    def check_contents(self, study: str, run_id: str) -> None:
        """Compare each of a run's tables with the digest that was stored with it.

        Raises:
            ResultError: naming the file that is missing or holds something else.
        """
        folder = self.folder(study, run_id)
        for table, stored in self.facts(study, run_id)["tables"].items():
            file = folder / f"{table}.parquet"
            if not file.is_file():
                problem = "is missing"
            elif digest_file(file) != stored["sha256"]:
                problem = "is damaged: it holds something else than the run has stored"
            else:
                continue
            raise ResultError(f"{file} {problem}", f"Delete {folder} to run it again.")

    def look_again(self, study: str) -> None:
        """See the runs that other machines have finished.

        A network file system remembers for a while what was not there; listing a folder makes
        it ask the server.
        """
        folder = self.runs / f"study={study}"
        if folder.is_dir():
            list(folder.iterdir())
