"""A checkout of your own to break things in, with a study cut down to seconds."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb
import pytest

from ns2studies.basics import paths
from ns2studies.basics.sql import quoted
from ns2studies.benchmarking import copy_files
from ns2studies.config.study_files import available
from ns2studies.simulator.build import Simulator

NO_QUICK_CHOICES = {
    "quick_choices: [window-of-40, timer-once, writes-of-1460-bytes]": "quick_choices: []",
    "quick_choices: [senders-alike]": "quick_choices: []",
}

SHORTER = {
    "variant: [newreno, reno, sack, tahoe, vegas]": "variant: [newreno, vegas]",
    "application: [cbr, ftp]": "application: [ftp]",
    "flows: [1, 2, 4, 8]": "flows: [1, 8]",
    "forwarding: [ip, mpls-control-driven, mpls-data-driven]": "forwarding: [ip]",
    "packet_error_percent: [1, 2, 3, 4, 5]": "packet_error_percent: [3]",
    "{quick: 8, full: 15}": "{quick: 2, full: 3}",
    **NO_QUICK_CHOICES,
    "{quick: 0, full: 10}": "{quick: 0, full: 1}",
    "end_s: 100.0": "end_s: 12.0",
    "stop_s: 98.0": "stop_s: 11.0",
}

RUNS = 4 + 2 * 2 + 2
"""Runs of the study that is left: four scenarios, two with two replications, two replayed."""

CHOICE_RUNS = 18 + 2 + 9
"""Runs with other choices, which full scale alone has."""


@dataclass(frozen=True)
class Checkout:
    """A copy of the project's files, with the simulator that is built already.

    Its command line is called as ``./reproduce`` would call it, in this Python environment.
    """

    root: Path

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Call the command line; the output is part of the message if it must not fail."""
        result = subprocess.run(
            self.command(*words), env=self.environment, capture_output=True, text=True, check=False
        )
        if check and result.returncode != 0:
            pytest.fail(f"{words} ended with {result.returncode}\n{result.stdout}{result.stderr}")
        return result

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "ns2studies", *words]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.root / "src"), "COLUMNS": "200"}

    @property
    def results(self) -> Path:
        return self.root / "results"

    def rows(
        self, sql: str, parameters: Sequence[object] = (), attached: Path | None = None
    ) -> list[tuple[Any, ...]]:
        """What a query of the results gives.

        Args:
            attached: another database, for the query: ``part``.
        """
        with duckdb.connect(str(self.results / "results.duckdb"), read_only=True) as connection:
            connection.execute(f"SET file_search_path = {quoted(self.root)}")
            if attached:
                connection.execute(f"ATTACH {quoted(attached)} AS part (READ_ONLY)")
            return connection.execute(sql, parameters).fetchall()

    def finished(self) -> dict[str, int]:
        """The runs in the store, by identifier, with the time each was finished (ns)."""
        folders = (self.results / "runs").glob("study=*/run_id=*")
        return {folder.name: (folder / "run.json").stat().st_mtime_ns for folder in folders}

    def new_runs(self, before: dict[str, int]) -> set[str]:
        """Runs that were finished since; fails if an earlier one was made again."""
        after = self.finished()
        assert {run: after[run] for run in before} == before, "a finished run was made again"
        return after.keys() - before.keys()

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace the one place where ``old`` stands in a file."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")


def make_checkout(
    root: Path,
    ns: Simulator,
    changes: Mapping[str, str] = MappingProxyType(SHORTER),
    study: str | None = "mpls",
) -> Checkout:
    """Copy the files that git knows or would add, and share the built simulator.

    The configurations of other studies are left out, so that they do not run.

    Args:
        changes: what is replaced in the study's configuration.
        study: the one that is left; None for all of them.
    """
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=paths.ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    others = {f"config/{name}.yaml" for name in available() if study not in (name, None)}
    copy_files({*filter(None, listed.split("\0"))} - others, root)
    shutil.copytree(ns.ns.parent, root / "build" / "simulator" / ns.ns.parent.name)
    downloads = root / "build" / "downloads"
    downloads.mkdir(exist_ok=True)
    for tarball in (paths.BUILD / "downloads").glob("*"):
        (downloads / tarball.name).symlink_to(tarball)
    # What one checkout has compiled or drawn need not be made again in others.
    (root / "build" / "cache").mkdir()
    for name in ("compiler", "pages"):
        shared = paths.BUILD / "cache" / name
        shared.mkdir(parents=True, exist_ok=True)
        (root / "build" / "cache" / name).symlink_to(shared)
    checkout = Checkout(root)
    for old, new in changes.items():
        path = root / "config" / f"{study}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text, old
        path.write_text(re.sub(re.escape(old), new, text), encoding="utf-8")
    return checkout
