"""The jobs behind the workflow's rules: ``python -m ns2studies.execution.jobs JOB …``.

A job writes nothing to the standard error but what went wrong, in one message; Snakemake
keeps that in the job's log, from where the command line shows it.
"""

import argparse
import resource
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.processes import Stopped, heed_signals, signals_come_first
from ns2studies.planning.attempts import attempt, forget
from ns2studies.starting.job_logs import ERROR_MARK, PROGRESS_MARK
from nstrace.ending import named
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole


def build_simulator(arguments: argparse.Namespace) -> None:
    """Build ns-2; its log says how far it is."""
    from ns2studies.planning.forecast import note_build
    from ns2studies.simulator import compiler_cache
    from ns2studies.simulator.build import build, simulator

    # One that finds all or most of it compiled already says nothing of the machine.
    is_telling = simulator() is None and compiler_cache.is_empty(paths.BUILD)
    build(arguments.source, lambda *step: print(PROGRESS_MARK, *step, file=sys.stderr, flush=True))
    if is_telling:
        note_build(_cpu_s())


def build_agent(arguments: argparse.Namespace) -> None:
    """Compile an agent, given its library's path, for the simulator beside it.

    Raises:
        BuildError: if it can't be compiled, or its sources changed meanwhile.
    """
    from ns2studies.basics.errors import BuildError
    from ns2studies.simulator import agents

    library = arguments.output.absolute()
    name = library.parent.name.rpartition("-")[0]
    ns = library.parents[2] / "ns"
    agent = agents.agents()[name]
    if agents.build_agent(agent, ns) != library.parent:
        raise BuildError(f"{agent.folder} has changed meanwhile", "Run ./reproduce again.")


def run_batch(arguments: argparse.Namespace) -> None:
    """Simulate and ingest the runs of a batch that the store lacks, and measure them."""
    from ns2studies.planning.forecast import note_batch
    from ns2studies.runs.batches import read_batch
    from ns2studies.runs.launcher import Launcher
    from ns2studies.runs.store import RunStore

    store = RunStore(paths.RESULTS)
    batch = read_batch(arguments.batch)
    missing = [run for run in batch.runs if not store.has(run)]
    with Launcher(batch.ns) as launcher:
        for run in missing:
            store.add(run, launcher)
    for study in sorted({run.study for run in batch.runs}):
        _measure(study, [run.run_id for run in batch.runs if run.study == study])
    if len(missing) == len(batch.runs):
        note_batch(batch.expected_cpu_s, _cpu_s())


def _cpu_s() -> float:
    """CPU seconds of this process and of those it waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def measure(arguments: argparse.Namespace) -> None:
    """Compute the metrics that the runs of an index lack."""
    import json

    from ns2studies.basics.digests import digest_value
    from ns2studies.execution.steps import step

    index = json.loads(arguments.index.read_text(encoding="utf-8"))
    runs = sorted({run["run_id"] for run in index["runs"]})
    with step(index["study"], "measures"):
        measured = _measure(index["study"], runs, arguments.threads, arguments.output)
    write_text_whole(arguments.output, f"{len(runs)} runs: {digest_value([runs, measured])}\n")


def _measure(
    study: str, runs: Sequence[str], threads: int = 1, listed: Path | None = None
) -> list[str]:
    """Compute the measures that some runs lack; returns the names of the measures' folders.

    Args:
        listed: beside it, the files that hold what was measured are written down.
    """
    from ns2studies.measures.fingerprints import fingerprint_runs, measures_of
    from ns2studies.measures.measure import measure_runs
    from ns2studies.measures.measured import note_files, note_of, rows_folder
    from ns2studies.runs.finished import FinishedRuns
    from ns2studies.studies.selection import metrics_of

    finished = FinishedRuns(paths.RESULTS)
    finished.list_again(study)
    folders = {run_id: finished.folder(study, run_id) for run_id in runs}
    wanted = metrics_of(study)
    # Once for each run, however many of its tables are read.
    check = cache(lambda run_id: finished.check_contents(study, run_id))
    measure_runs(paths.RESULTS, folders, wanted, threads, _progress_of("measures"), check)
    fingerprint_runs(paths.RESULTS, folders, _progress_of("fingerprints"), check)
    made = measures_of(study)
    if listed:
        note_files(paths.RESULTS, note_of(listed), made, set(runs))
    return [rows_folder(paths.RESULTS, measure).name for measure in made]


def _progress_of(what: str) -> Callable[[int, int], None]:
    """Says in the job's log how far it is."""
    return lambda done, total: print(PROGRESS_MARK, done, total, what, file=sys.stderr, flush=True)


def study_database(arguments: argparse.Namespace) -> None:
    """Build a study's own database, describe how it came to be, and keep what was there before."""
    from ns2studies.basics.planned_inputs import unchanged_inputs
    from ns2studies.comparing.previous import kept
    from ns2studies.database.provenance import write_study_provenance
    from ns2studies.evaluation.study_database import build_study_database
    from ns2studies.execution.steps import step

    study = arguments.output.stem
    with step(study, "database"), kept(paths.RESULTS, study):
        database, made_of = arguments.output, arguments.made_of
        unchanged = unchanged_inputs(paths.RESULTS, database)
        build_study_database(paths.RESULTS, arguments.index, database, unchanged)
        write_study_provenance(arguments.provenance, database, arguments.index, made_of)


def database(arguments: argparse.Namespace) -> None:
    """Put the studies' databases together."""
    from ns2studies.database.building import build_database
    from ns2studies.database.provenance import write_provenance
    from ns2studies.execution.steps import ALL, step

    with step(ALL, "database"):
        build_database(paths.RESULTS, arguments.parts, arguments.output)
        write_provenance(arguments.provenance, arguments.output, arguments.parts)


def spreadsheet(arguments: argparse.Namespace) -> None:
    """Write the table that lies beside a page."""
    from ns2studies.database.derived import write_spreadsheet

    write_spreadsheet(arguments.database, arguments.output)


def report(arguments: argparse.Namespace) -> None:
    """Render a page."""
    from ns2studies.basics.planned_inputs import unchanged_inputs
    from ns2studies.comparing.last_command import note_command
    from ns2studies.execution.steps import ALL, PAGE, step
    from ns2studies.reporting.render import render

    page = arguments.output.stem
    with step(ALL if page == paths.START_PAGE else page, PAGE):
        render(
            arguments.document,
            arguments.output,
            arguments.database,
            arguments.provenance,
            arguments.renderer,
            unchanged_inputs(paths.RESULTS, arguments.output),
        )
    note_command(paths.RESULTS)


def start_page_so_far(arguments: argparse.Namespace) -> None:
    """Render the start page over the studies that have results by now.

    It is not the one that the plan asks for, which follows.
    """
    from ns2studies.database.metadata import existing_scales
    from ns2studies.execution.steps import ALL, PAGE, step
    from ns2studies.reporting.start_page import render_start_page

    existing = sorted(existing_scales(paths.RESULTS))
    made = [paths.study_database(paths.RESULTS, study) for study in existing]
    with step(ALL, PAGE):
        page = paths.page(paths.RESULTS, paths.START_PAGE)
        forget(page)
        render_start_page(made, page, arguments.renderer)


def archive(arguments: argparse.Namespace) -> None:
    """Pack the results of some studies, each given as ``NAME=SCALE``, into an archive."""
    from ns2studies.archive.packing import pack

    scales = dict(word.split("=") for word in arguments.scales)
    print(f"Archive: {pack(paths.ROOT, scales, renderer=arguments.renderer)}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ns2studies.execution.jobs", description=__doc__
    )
    jobs = parser.add_subparsers(required=True)

    def add(name: str, run: Callable[[argparse.Namespace], None], *files: str) -> None:
        job = jobs.add_parser(name, help=run.__doc__)
        job.set_defaults(run=run)
        for file in files:
            many = {"nargs": "+"} if file == "parts" else {}
            job.add_argument(file, type=Path, **many)  # type: ignore[arg-type]

    add("build-simulator", build_simulator)
    jobs.choices["build-simulator"].add_argument("--source", type=Path)
    add("build-agent", build_agent, "output")
    add("run-batch", run_batch, "batch")
    add("measure", measure, "index", "output")
    jobs.choices["measure"].add_argument("threads", type=int)
    add("study-database", study_database, "index", "output", "provenance")
    jobs.choices["study-database"].add_argument("made_of")
    add("database", database, "output", "provenance", "parts")
    add("spreadsheet", spreadsheet, "database", "output")
    add("start-page-so-far", start_page_so_far)
    add("archive", archive)
    jobs.choices["archive"].add_argument("scales", nargs="+")
    add("report", report, "document", "database", "provenance", "output")
    for name in ("archive", "report", "start-page-so-far"):
        jobs.choices[name].add_argument("--renderer", default="auto")
    for name in ("study-database", "database", "spreadsheet", "report"):
        jobs.choices[name].add_argument("--attempt", required=True)
    return parser


def main() -> int:
    """Run a job; a user's problem becomes one message and status 1.

    Asked to stop, it removes what is unfinished and prints nothing: the caller knows.
    """
    heed_signals()
    arguments = _parser().parse_args()
    try:
        with signals_come_first():
            _run(arguments)
    except NstraceError as error:
        print(f"\n{ERROR_MARK}{error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        print(f"\n{ERROR_MARK}{named(error)}", file=sys.stderr)
        return 1
    except Stopped as stopped:
        return stopped.status
    return 0


def _run(arguments: argparse.Namespace) -> None:
    if "attempt" not in arguments:
        arguments.run(arguments)
        return
    with attempt(arguments.output, arguments.attempt):
        arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
