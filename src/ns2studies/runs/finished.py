"""Finished runs in the store: ``results/runs/study=NAME/run_id=ID/``.

A run's folder contains its Parquet tables and ``run.json``. It appears whole or not at all
(:mod:`ns2studies.runs.store`), and its name is the digest of everything that determines it.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ns2studies.basics.checksums import Checksum, require_contents, require_json, require_size
from ns2studies.basics.errors import ResultError

IDENTITY_KEY = "ns2studies.identity"
"""Key of a Parquet file's metadata with the identity of its run."""

FACTS = "run.json"
"""File in a run's folder with its label, identity, tables and cost."""


class FinishedRuns:
    """Finished runs below a folder.

    Args:
        results: the results folder (``results/`` of a checkout).
    """

    def __init__(self, results: Path) -> None:
        self.runs = results / "runs"

    def folder(self, study: str, run_id: str) -> Path:
        """Return the folder of a run, finished or not."""
        return Path(self._name(study, run_id))

    def _name(self, study: str, run_id: str) -> str:
        # Plans check thousands of runs, and creating a path takes longer than checking a file.
        return f"{self.runs}/study={study}/run_id={run_id}"

    def finished(self, study: str) -> set[str]:
        """Return the identifiers of a study's finished runs, by listing a folder once."""
        try:
            with os.scandir(self.runs / f"study={study}") as entries:
                return {entry.name.partition("=")[2] for entry in entries}
        except FileNotFoundError:
            return set()

    def facts(self, study: str, run_id: str) -> dict[str, Any]:
        """Read ``run.json`` of a run: label, identity, tables and cost.

        Raises:
            ResultError: if it is missing or damaged.
            OSError: if it exists and can't be read; the run may be intact.
        """
        folder = self._name(study, run_id)
        path = f"{folder}/{FACTS}"
        facts = require_json(path, _again(folder))
        if facts.get("run_id") != run_id:
            raise ResultError(f"{path}: belongs to run {facts.get('run_id')}", _again(folder))
        return facts

    def is_whole(self, study: str, run_id: str) -> bool:
        """Return whether a run is finished and all of its files have their recorded sizes."""
        try:
            self.facts_of_whole(study, run_id)
        except ResultError:
            return False
        return True

    def facts_of_whole(self, study: str, run_id: str) -> dict[str, Any]:
        """Read ``run.json`` of a run whose files all have their recorded sizes.

        Raises:
            ResultError: naming the file that is missing or damaged.
        """
        facts = self.facts(study, run_id)
        folder = self._name(study, run_id)
        for table, stored in facts["tables"].items():
            require_size(f"{folder}/{table}.parquet", _recorded(stored), _again(folder))
        return facts

    def check_contents(self, study: str, run_id: str) -> None:
        """Compare each of a run's tables with its stored checksum.

        Raises:
            ResultError: naming the file that is missing or damaged.
        """
        folder = self.folder(study, run_id)
        for table, stored in self.facts_of_whole(study, run_id)["tables"].items():
            require_contents(folder / f"{table}.parquet", _recorded(stored), _again(folder))

    def list_again(self, study: str) -> None:
        """List a study's runs again, to find those finished on other machines.

        A network file system caches for a while that a file is missing; listing the folder makes it
        query the server.
        """
        folder = self.runs / f"study={study}"
        if folder.is_dir():
            list(folder.iterdir())


def _recorded(stored: Mapping[str, Any]) -> Checksum:
    return Checksum(stored["bytes"], stored["sha256"])


def _again(folder: Path | str) -> str:
    return f"Delete {folder} to run it again. ./reproduce check --repair does so for all."
