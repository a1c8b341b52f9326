"""Make a run of an experiment, and store it.

While a run is made, its folder contains ``root`` (which the script reads and writes), ``ns.log``,
the driver's files, and ``tables``, which goes to the store. If a run fails, all of it is kept for
the user.
"""

from pathlib import Path
from typing import Any, Final

from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.experiments.collect import (
    PRINTED,
    as_facts,
    collect,
    fingerprint_of_results,
    stored_tables,
)
from ns2studies.experiments.execute import Ending, run_ns
from ns2studies.experiments.inputs import copy_of, link_files
from ns2studies.experiments.model import Limits
from ns2studies.experiments.notes import Notes, read_notes
from ns2studies.experiments.outcome import check_ending, remarks
from ns2studies.experiments.runs import ExperimentRun
from ns2studies.experiments.settings import settings_text
from ns2studies.runs.finished import FACTS, IDENTITY_KEY
from ns2studies.runs.store import RunStore
from nstrace.errors import DiskFullError, NstraceError

_SETTINGS: Final = "settings.tsv"
_NOTES: Final = "notes.tsv"
_PROGRESS: Final = "progress"


class ExperimentStore(RunStore):
    """The finished runs of experiments below a folder, to which others can be added.

    Args:
        results: the folder for the results of experiments.
    """

    def __init__(self, results: Path) -> None:
        super().__init__(results)
        self._copies = results / "inputs"

    def make(self, run: ExperimentRun, ns: Path, limits: Limits) -> dict[str, Any]:
        """Run a script and put its results into the store.

        Returns:
            The run's facts, as in ``run.json``.

        Raises:
            SimulationError: if the script fails or exceeds a limit; the store is unchanged then,
                and the files of the run are kept in ``failed-runs``.
            DiskFullError: if the file system is full.
        """
        with self._working_folder(run) as working:
            try:
                facts = make_run(run, ns, limits, copy_of(run.inputs, self._copies), working)
            except DiskFullError:
                raise
            except NstraceError as error:
                kept = self._keep(run, working)
                left = f"What the run left is kept in {kept}; {PRINTED} is what ns printed."
                error.hint = f"{error.hint}\n{left}".strip()
                raise
            self._move_into_place(run, working / "tables")
        return facts


def make_run(
    run: ExperimentRun, ns: Path, limits: Limits, copy: Path, working: Path
) -> dict[str, Any]:
    """Run a script in ``working/root`` and fill ``working/tables``.

    Args:
        copy: the copy of the script's folder; see :func:`ns2studies.experiments.inputs.copy_of`.
        working: an empty folder.

    Returns:
        The run's facts.

    Raises:
        SimulationError: if the script fails, or exceeds a limit.
        DiskFullError: if the file system is full.
    """
    working = working.resolve()
    root, tables, log = working / "root", working / "tables", working / PRINTED
    root.mkdir()
    tables.mkdir()
    link_files(copy.resolve(), root)
    settings, notes, progress = (working / name for name in (_SETTINGS, _NOTES, _PROGRESS))
    text = settings_text(
        script=run.inputs.script.name,
        root=root,
        origin=run.inputs.script.parent,
        notes=notes,
        progress=progress,
        replication=run.seed,
        seeding=run.seeding,
        trace_all=run.trace_all,
        variables=run.variables,
        arguments=run.arguments,
    )
    settings.write_text(text, encoding="utf-8")
    ending = run_ns(ns, settings, root, root / run.inputs.folder, log, limits)
    noted = read_notes(notes, progress)
    check_ending(run, ending, noted, log, limits)
    metadata = {IDENTITY_KEY: run.identity_text}
    files = collect(root, log, tables, noted.roles, metadata)
    facts = {
        **_facts(run, tables, ending, noted),
        "files": as_facts(files),
        "fingerprint": fingerprint_of_results(files, log),
        "remarks": remarks(run, noted, files),
    }
    (tables / FACTS).write_text(checksummed_json(facts), encoding="utf-8")
    return facts


def _facts(run: ExperimentRun, tables: Path, ending: Ending, noted: Notes) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "scenario": run.point.label,
        "identity": run.identity,
        "tables": {
            name: {
                "bytes": (tables / f"{name}.parquet").stat().st_size,
                "sha256": digest_file(tables / f"{name}.parquet"),
            }
            for name in stored_tables(tables)
        },
        "usage": {"cpu_s": ending.cpu_s, "peak_memory_bytes": ending.peak_memory_bytes},
        "simulated_s": noted.simulated_s,
        "events": noted.events,
        "has_drawn": noted.drawn is not False,
        "seeded_at": list(map(str, noted.seeded)),
        "clock_at": list(map(str, noted.clock)),
    }
