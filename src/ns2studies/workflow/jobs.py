"""The jobs behind the workflow's rules: ``python -m ns2studies.workflow.jobs JOB …``.

A job writes its progress, and any error as one message, to its standard error. Snakemake keeps
both in the job's log, which the progress display reads.
"""

import argparse
import resource
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics import paths
from ns2studies.basics.processes import Stopped, heed_signals, signals_come_first
from ns2studies.workflow.job_logs import ERROR_MARK, PROGRESS_MARK
from nstrace.ending import named
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole

if TYPE_CHECKING:
    from ns2studies.workflow.batches import BatchFile

_MEASURED_FROM: Final = 20
"""Number of runs in a batch of an experiment from which the batch measures them itself."""

_MOST_FIRST_FAILURES: Final = 5
"""Number of runs of a script that may fail before any succeeds, until a batch ends."""


def _say_progress(done: int, total: int, what: str = "") -> None:
    print(PROGRESS_MARK, done, total, what, file=sys.stderr, flush=True)


def _say_error(message: str) -> None:
    print(f"\n{ERROR_MARK}{message}", file=sys.stderr, flush=True)


def _progress_of(what: str) -> Callable[[int, int], None]:
    return lambda done, total: _say_progress(done, total, what)


def _cpu_s() -> float:
    """Return the CPU seconds of this process and of the children it has waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def build_simulator(arguments: argparse.Namespace) -> None:
    """Build ns-2 from source."""
    from ns2studies.simulator.build import build, cache_is_empty, simulator
    from ns2studies.workflow.forecast import note_build

    # A build that finds most objects in the cache says nothing about the machine's speed.
    is_telling = simulator() is None and cache_is_empty(paths.BUILD)
    build(arguments.source, _say_progress)
    if is_telling:
        note_build(_cpu_s())


def build_agent(arguments: argparse.Namespace) -> None:
    """Compile the agent whose library has the given path, for the simulator beside it.

    Raises:
        BuildError: if it can't be compiled, or its sources changed meanwhile.
    """
    from ns2studies.basics.errors import BuildError
    from ns2studies.simulator import agents

    library = arguments.output.absolute()
    name = library.parent.name.rpartition("-")[0]
    agent = agents.agents()[name]
    if agents.build_agent(agent, library.parents[2] / "ns") != library.parent:
        raise BuildError(f"{agent.folder} has changed meanwhile", "Run ./reproduce again.")


def simulate(arguments: argparse.Namespace) -> None:
    """Simulate, ingest and measure the runs of a batch that the store lacks."""
    from ns2studies.runs.launcher import Launcher
    from ns2studies.runs.store import RunStore
    from ns2studies.workflow.batches import read_batch
    from ns2studies.workflow.forecast import note_batch

    batch = read_batch(arguments.batch)
    if batch.experiment:
        _simulate_experiment(batch)
        return
    store = RunStore(paths.RESULTS)
    missing = [run for run in batch.runs if not store.has(run)]
    with Launcher(batch.ns) as launcher:
        for number, run in enumerate(missing):
            _say_progress(number, len(missing))
            store.add(run, launcher)
    _say_progress(len(missing), len(missing))
    for study in sorted({run.study for run in batch.runs}):
        _measure(study, [run.run_id for run in batch.runs if run.study == study])
    if len(missing) == len(batch.runs):
        note_batch(batch.expected_cpu_s, _cpu_s())


def _simulate_experiment(batch: "BatchFile") -> None:
    """Run an experiment's script for each run of a batch, and measure the runs if they are many.

    A run that fails does not end the others, unless the first runs all fail.

    Raises:
        SystemExit: if a run failed, after a message for each.
    """
    from ns2studies.basics.errors import SimulationError
    from ns2studies.experiments.make import ExperimentStore
    from ns2studies.experiments.measures import measure_experiment
    from ns2studies.experiments.model import read_experiment

    assert batch.experiment is not None
    results = paths.experiments(paths.RESULTS)
    store = ExperimentStore(results)
    file = read_experiment(batch.experiment)
    missing = [run for run in batch.runs_of_experiment if not store.has(run)]
    failed = 0
    for number, run in enumerate(missing):
        _say_progress(number, len(missing))
        try:
            store.make(run, batch.ns, file.experiment.limits)
        except SimulationError as error:
            _say_error(str(error))
            failed += 1
            if failed == number + 1 == _MOST_FIRST_FAILURES:
                break
    if failed:
        sys.exit(1)
    _say_progress(len(missing), len(missing))
    if len(missing) >= _MEASURED_FROM:
        measure_experiment(file, results, [run.run_id for run in batch.runs_of_experiment])


def measure(arguments: argparse.Namespace) -> None:
    """Compute the metrics that the runs of an index lack."""
    import json

    index = json.loads(arguments.index.read_text(encoding="utf-8"))
    runs = sorted({run["run_id"] for run in index["runs"]})
    if "experiment" in index:
        from ns2studies.experiments.measures import experiment_measures, measure_experiment
        from ns2studies.experiments.model import read_experiment
        from ns2studies.metrics.measure_files import note_files, note_of

        file, results = read_experiment(Path(index["experiment"])), paths.experiments(paths.RESULTS)
        progress = _progress_of("measures")
        measure_experiment(file, results, runs, arguments.threads, progress)
        note_files(results, note_of(arguments.index), experiment_measures(file), set(runs))
        return
    _measure(index["study"], runs, arguments.threads, arguments.index)


def _measure(study: str, runs: Sequence[str], threads: int = 1, index: Path | None = None) -> None:
    """Compute the measures that some runs lack.

    Args:
        index: if given, the files with the measures are listed in a note beside it.
    """
    from ns2studies.config.study_metrics import metrics_of
    from ns2studies.metrics.fingerprints import fingerprint_runs, measures_of
    from ns2studies.metrics.measure import measure_runs
    from ns2studies.metrics.measure_files import note_files, note_of
    from ns2studies.runs.finished import FinishedRuns

    finished = FinishedRuns(paths.RESULTS)
    finished.list_again(study)
    folders = {run_id: finished.folder(study, run_id) for run_id in runs}
    # A run is checked once, however many of its tables are read.
    check = cache(lambda run_id: finished.check_contents(study, run_id))
    progress = _progress_of("measures") if index else lambda done, total: None
    measure_runs(paths.RESULTS, folders, metrics_of(study), threads, progress, check)
    fingerprint_runs(paths.RESULTS, folders, progress, check)
    if index:
        note_files(paths.RESULTS, note_of(index), measures_of(study), set(runs))


def study_database(arguments: argparse.Namespace) -> None:
    """Build a study's database and its metadata, and keep the previous one to compare."""
    from ns2studies.basics.inputs import unchanged_inputs
    from ns2studies.compare.previous import kept, note_command
    from ns2studies.database.provenance import write_study_provenance
    from ns2studies.evaluation.study_database import build_study_database

    database = arguments.output
    with kept(paths.RESULTS, database, database.stem):
        unchanged = unchanged_inputs(paths.RESULTS, database)
        build_study_database(paths.RESULTS, arguments.index, database, unchanged)
        write_study_provenance(arguments.provenance, database, arguments.index, arguments.made_of)
    note_command(paths.RESULTS)


def experiment_database(arguments: argparse.Namespace) -> None:
    """Build an experiment's database and its metadata, and keep the previous one."""
    from ns2studies.compare.previous import kept
    from ns2studies.database.experiment_database import build_experiment_database
    from ns2studies.database.provenance import write_study_provenance

    database = arguments.output
    with kept(paths.RESULTS, database, database.parent.name):
        build_experiment_database(paths.experiments(paths.RESULTS), arguments.index, database)
        write_study_provenance(arguments.provenance, database, arguments.index, arguments.made_of)


def experiment_page(arguments: argparse.Namespace) -> None:
    """Write an experiment's page."""
    from ns2studies.database.metadata import described_as
    from ns2studies.report.experiment_page import write_experiment_page
    from ns2studies.report.page_digests import made_of_page
    from ns2studies.report.renderers.choice import choose

    renderer = arguments.renderer
    told = choose(renderer).told if renderer else {}
    made_of = made_of_page(described_as(arguments.database), arguments.code, told)
    write_experiment_page(arguments.database, arguments.output, made_of, renderer)


def database(arguments: argparse.Namespace) -> None:
    """Combine the studies' databases in one."""
    from ns2studies.database.building import build_database
    from ns2studies.database.metadata import described_as
    from ns2studies.database.provenance import write_provenance
    from ns2studies.evaluation.stage_digests import made_of_all

    parts = {part.stem: described_as(part) for part in arguments.parts}
    made_of = made_of_all(parts, arguments.code)
    build_database(paths.RESULTS, arguments.parts, arguments.output)
    write_provenance(arguments.provenance, arguments.output, arguments.parts, made_of)


def spreadsheet(arguments: argparse.Namespace) -> None:
    """Write the table beside a page."""
    from ns2studies.database.derived import write_spreadsheet

    write_spreadsheet(arguments.database, arguments.output)


def report(arguments: argparse.Namespace) -> None:
    """Render a page."""
    from ns2studies.basics.inputs import unchanged_inputs
    from ns2studies.compare.previous import note_command
    from ns2studies.database.metadata import described_as
    from ns2studies.report.page_digests import made_of_page
    from ns2studies.report.render import render
    from ns2studies.report.renderers.choice import choose

    told = choose(arguments.renderer).told
    made_of = made_of_page(described_as(arguments.database), arguments.code, told)
    render(
        arguments.document,
        arguments.output,
        arguments.database,
        arguments.provenance,
        arguments.renderer,
        unchanged_inputs(paths.RESULTS, arguments.output),
        made_of,
    )
    note_command(paths.RESULTS)


def list_page(arguments: argparse.Namespace) -> None:
    """Render the start page with the studies that have results by now."""
    from ns2studies.database.metadata import existing_scales
    from ns2studies.report.start_page import render_start_page

    existing = sorted(existing_scales(paths.RESULTS))
    made = [paths.study_database(paths.RESULTS, study) for study in existing]
    render_start_page(made, paths.page(paths.RESULTS, paths.START_PAGE), arguments.renderer)


def archive(arguments: argparse.Namespace) -> None:
    """Pack the results of studies, each given as ``NAME=SCALE``, and each of some experiments."""
    from ns2studies.archive.packing import pack
    from ns2studies.experiments.model import read_experiment

    scales = dict(word.split("=") for word in arguments.scales)
    files = [read_experiment(path) for path in arguments.experiment]
    packed = [pack(paths.ROOT, scales, renderer=arguments.renderer)] if scales else []
    packed += [pack(paths.ROOT, {}, experiment=file) for file in files]
    write_text_whole(arguments.output, "".join(f"{path}\n" for path in packed))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ns2studies.workflow.jobs", description=__doc__)
    jobs = parser.add_subparsers(required=True)

    def add(run: Callable[[argparse.Namespace], None], *files: str) -> argparse.ArgumentParser:
        job = jobs.add_parser(run.__name__.replace("_", "-"), help=run.__doc__)
        job.set_defaults(run=run)
        for file in files:
            job.add_argument(file, type=Path)
        return job

    add(build_simulator).add_argument("--source", type=Path)
    add(build_agent, "output")
    add(simulate, "batch")
    add(measure, "index").add_argument("--threads", type=int, default=1)
    add(study_database, "index", "output", "provenance").add_argument("--made-of", required=True)
    add(experiment_database, "index", "output", "provenance").add_argument(
        "--made-of", required=True
    )
    own_page = add(experiment_page, "database", "output")
    own_page.add_argument("--code", required=True)
    own_page.add_argument("--renderer")
    of_all = add(database, "output", "provenance")
    of_all.add_argument("parts", type=Path, nargs="+")
    of_all.add_argument("--code", required=True)
    add(spreadsheet, "database", "output")
    page = add(report, "document", "database", "provenance", "output")
    page.add_argument("--code", required=True)
    packed = add(archive, "output")
    packed.add_argument("scales", nargs="*")
    packed.add_argument("--experiment", type=Path, action="append", default=[])
    for job in (page, packed, add(list_page)):
        job.add_argument("--renderer", default="auto")
    return parser


def main() -> int:
    """Run a job; an error for the user becomes one message and status 1.

    On a signal to stop, a job removes unfinished files and prints nothing, since the caller knows.
    """
    heed_signals()
    arguments = _parser().parse_args()
    try:
        with signals_come_first():
            arguments.run(arguments)
    except NstraceError as error:
        _say_error(str(error))
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        _say_error(str(named(error)))
        return 1
    except Stopped as stopped:
        return stopped.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
