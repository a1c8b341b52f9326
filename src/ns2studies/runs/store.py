"""The store of finished runs: ``results/runs/study=NAME/run_id=ID/``.

A run's folder holds its Parquet tables and ``run.json``. It is filled under another name
and moved into place whole, so whatever is in the store is complete; and since its name is
the digest of all that made it, it never has to be invalidated.
"""

import errno
import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ns2studies.digests import digest_file
from ns2studies.errors import ResultError
from ns2studies.runs.csv_tables import CSV_FILES, ingest_csv
from ns2studies.runs.identity import Run
from ns2studies.runs.simulate import by_hand, simulate
from ns2studies.runs.traces import TRACE_FILES, ingest
from nstrace.errors import DiskFullError, NstraceError
from nstrace.files import disk_full, is_full

IDENTITY_KEY = "ns2studies.identity"
"""Key of a Parquet file's metadata under which its run's identity stands."""


_MOVED_ALREADY = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT)


class RunStore:
    """Finished runs below a folder.

    Args:
        results: the results folder (``results/`` of a checkout).
    """

    def __init__(self, results: Path) -> None:
        self.runs = results / "runs"
        self.failed = results / "failed-runs"
        self._working = results / "runs" / ".working"

    def folder(self, study: str, run_id: str) -> Path:
        """Where a run's files are, or will be."""
        return self.runs / f"study={study}" / f"run_id={run_id}"

    def has(self, run: Run) -> bool:
        """Has this run been finished?"""
        return (self.folder(run.study, run.run_id) / "run.json").is_file()

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
        path = self.folder(study, run_id) / "run.json"
        try:
            facts = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ResultError(
                f"{path}: {error}", f"Delete {path.parent} to run it again."
            ) from error
        if facts.get("run_id") != run_id:
            raise ResultError(f"{path}: belongs to run {facts.get('run_id')}")
        return dict(facts)

    def look_again(self, study: str) -> None:
        """See the runs that other machines have finished.

        A network file system remembers for a while what was not there; listing a folder makes
        it ask the server.
        """
        folder = self.runs / f"study={study}"
        if folder.is_dir():
            list(folder.iterdir())

    def add(self, run: Run, ns: Path) -> None:
        """Simulate a run, ingest its traces and put the result into the store.

        Raises:
            NstraceError: if the simulation or the ingest fails; the store is unchanged then,
                and what the run left is kept in ``results/failed-runs`` until the next command.
        """
        with self._working_folder(run) as working:
            traces, tables = working / "traces", working / "tables"
            traces.mkdir()
            tables.mkdir()
            try:
                usage = simulate(ns, run, traces)
                rows = _ingest(run, traces, tables)
            except DiskFullError:
                raise
            except NstraceError as error:
                kept = self._keep(run, traces)
                kept_hint = f"What the run left is kept in {kept}; ns.log is what ns printed."
                again = f"To repeat it by hand: {by_hand(ns, kept)}"
                error.hint = f"{error.hint} {kept_hint}\n  {again}".strip()
                raise
            facts = _facts(run, tables, rows) | {"usage": asdict(usage)}
            (tables / "run.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
            self._move_into_place(run, tables)

    def clean(self) -> None:
        """Remove what killed and failed runs left; only while no other process is at work."""
        shutil.rmtree(self._working, ignore_errors=True)
        shutil.rmtree(self.failed, ignore_errors=True)

    @contextmanager
    def _working_folder(self, run: Run) -> Iterator[Path]:
        # Of two nodes of a cluster each has a process of this number.
        folder = self._working / f"{run.run_id}.{socket.gethostname()}.{os.getpid()}"
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(parents=True)
            yield folder
        except OSError as error:
            if is_full(error, self.runs):
                raise disk_full(folder) from error
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _keep(self, run: Run, traces: Path) -> Path:
        """Move a failed run's traces and messages to where its user can look at them."""
        kept = self.failed / run.run_id
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        traces.rename(kept)
        return kept

    def _move_into_place(self, run: Run, tables: Path) -> None:
        target = self.folder(run.study, run.run_id)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            tables.rename(target)
        except OSError as error:
            # Somebody else finished the same run meanwhile: it has the same bytes. A network
            # file system that repeats a request may also say that the folder has left already.
            if error.errno not in _MOVED_ALREADY or not self.has(run):
                raise


def _ingest(run: Run, traces: Path, tables: Path) -> dict[str, int]:
    """Turn a run's traces into tables; the rows of each."""
    metadata = {IDENTITY_KEY: run.identity.to_json()}
    rows: dict[str, int] = {}
    for file in TRACE_FILES:
        if (traces / file.name).exists():
            rows |= ingest(traces, file, tables, metadata)
    for csv_file in CSV_FILES:
        if (traces / csv_file.name).exists():
            rows |= ingest_csv(traces, csv_file, tables, metadata)
    return rows


def _facts(run: Run, tables: Path, rows: dict[str, int]) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "scenario": run.scenario.label,
        "identity": json.loads(run.identity.to_json()),
        "tables": {
            table: {
                "rows": count,
                "bytes": (tables / f"{table}.parquet").stat().st_size,
                "sha256": digest_file(tables / f"{table}.parquet"),
            }
            for table, count in rows.items()
        },
    }
