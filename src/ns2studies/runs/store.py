"""Add runs to the store of finished ones.

A run's folder is filled under another name and moved into place whole, so everything in the store
is complete. Since its name is the digest of everything that determines it, it never has to be
invalidated.
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
from typing import Any, Protocol

from ns2studies.basics.checksums import checksum_of, checksummed_json
from ns2studies.runs.finished import FACTS, IDENTITY_KEY, FinishedRuns
from ns2studies.runs.identity import Makers, Run
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.simulate import by_hand, simulate
from nstrace.errors import DiskFullError, NstraceError, TraceError
from nstrace.files import disk_full, durable_folder, is_full, move_whole

_MOVED_ALREADY = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT)


class Stored(Protocol):
    """A run, as far as the store uses it."""

    @property
    def study(self) -> str:
        """The name under which its runs are kept."""
        ...

    @property
    def run_id(self) -> str:
        """The name of the run's folder."""
        ...


class RunStore(FinishedRuns):
    """The finished runs below a folder, to which others can be added.

    Args:
        results: the results folder (``results/`` of a checkout).
    """

    def __init__(self, results: Path) -> None:
        super().__init__(results)
        self.failed = results / "failed-runs"
        self._working = results / "runs" / ".working"
        self._makers: dict[Path, Makers] = {}

    def has(self, run: Stored) -> bool:
        """Return whether a run is finished and all of its files have their recorded sizes."""
        return self.is_whole(run.study, run.run_id)

    def add(self, run: Run, launcher: Launcher) -> None:
        """Simulate a run, ingest its traces and put the result into the store.

        Raises:
            NstraceError: if the simulation or the ingest fails; the store is unchanged then, and
                the files of the run are kept in ``results/failed-runs`` until the next command.
            StudyError: if anything that determines runs has changed since they were planned.
        """
        makers = self._makers.setdefault(launcher.ns, Makers(launcher.ns))
        with self._working_folder(run) as working:
            traces, tables = working / "traces", working / "tables"
            traces.mkdir()
            tables.mkdir()
            with makers.unchanged(run):
                facts = self._make(run, launcher, traces, tables)
            (tables / FACTS).write_text(checksummed_json(facts), encoding="utf-8")
            self._move_into_place(run, tables)

    def _make(self, run: Run, launcher: Launcher, traces: Path, tables: Path) -> dict[str, Any]:
        """Simulate a run and ingest its traces; return its facts."""
        # Code that only reads the store doesn't need the modules that read traces.
        from ns2studies.runs.ingest import ingest

        try:
            usage = simulate(launcher, run, traces)
            _require_known(traces)
            rows = ingest(traces, tables, {IDENTITY_KEY: run.identity.to_json()})
        except DiskFullError:
            raise
        except NstraceError as error:
            kept = self._keep(run, traces)
            if isinstance(error, TraceError):
                place = error.message.replace(str(traces), str(kept))
                error.message = f"{run.study}: {run.label}: {place}"
            kept_hint = f"What the run left is kept in {kept}; ns.log is what ns printed."
            again = f"To repeat it by hand: {by_hand(launcher.ns, kept)}"
            error.hint = f"{error.hint} {kept_hint}\n  {again}".strip()
            raise
        return _facts(run, tables, rows) | {"usage": asdict(usage)}

    def clean(self) -> None:
        """Remove the files of killed and failed runs; no other process may be at work."""
        shutil.rmtree(self._working, ignore_errors=True)
        shutil.rmtree(self.failed, ignore_errors=True)

    @contextmanager
    def _working_folder(self, run: Stored) -> Iterator[Path]:
        # Two nodes of a cluster may each have a process with this number.
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

    def _keep(self, run: Stored, traces: Path) -> Path:
        """Move a failed run's traces and messages to a folder for the user."""
        kept = self.failed / run.run_id
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        traces.rename(kept)
        return kept

    def _move_into_place(self, run: Stored, tables: Path) -> None:
        target = self.folder(run.study, run.run_id)
        durable_folder(target.parent)
        if target.exists() and not self.has(run):
            # A damaged folder goes into the one that is removed next.
            target.rename(tables.with_name("damaged"))
        try:
            move_whole(tables, target)
        except OSError as error:
            # Another process has finished the same run meanwhile, with the same bytes. A network
            # file system that repeats a request may also report that the source no longer exists.
            if error.errno not in _MOVED_ALREADY or not self.has(run):
                raise


def _require_known(traces: Path) -> None:
    """Raise ``TraceError`` for a trace whose name belongs to no table.

    Raises:
        TraceError: naming the file.
    """
    from ns2studies.runs.traces import TRACE_FILES

    names = [file.name for file in TRACE_FILES]
    for path in sorted(traces.glob("*.tr")):
        if path.name not in names:
            raise TraceError(
                f"{path}: no table is made of a file of this name",
                f"A study's script writes {', '.join(names)}.",
            )


def _facts(run: Run, tables: Path, rows: dict[str, int]) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "scenario": run.scenario.label,
        "identity": json.loads(run.identity.to_json()),
        "tables": {
            table: {"rows": count, **checksum_of(tables / f"{table}.parquet")._asdict()}
            for table, count in rows.items()
        },
    }
