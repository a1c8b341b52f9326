"""What each command does."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ns2studies.basics import paths
from ns2studies.basics.counting import counted
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.locking import alone
from ns2studies.basics.nearest import nearest
from ns2studies.basics.scales import FULL, QUICK, Scale
from ns2studies.basics.sql import require_possible
from ns2studies.cluster import leftover, slurm
from ns2studies.command_line import summary
from ns2studies.command_line.forecast_report import notes_on_published, show_outdated, show_plans
from ns2studies.command_line.missing_runs import missing_lines
from ns2studies.command_line.without_value import notes_on_values
from ns2studies.database.metadata import existing_scales, opened
from ns2studies.execution import preflight, snakemake_call
from ns2studies.execution.profiles import load_profile
from ns2studies.execution.progress import Progress
from ns2studies.execution.rounds import ExecutionSettings, execute, plans_of
from ns2studies.planning.forecast import (
    BUILD_CPU_S,
    Speed,
    duration,
    free_share,
)
from ns2studies.reporting.quarto import name_this_python
from ns2studies.reporting.renderer import Renderer, choose, install_quarto
from ns2studies.reporting.renderer_names import RendererChoice
from ns2studies.simulator.build import Simulator, simulator
from ns2studies.simulator.finished_build import RECORD
from ns2studies.simulator.identity import source_digest
from ns2studies.studies.registry import Study, available, load_study
from ns2studies.studies.schema import write_schemas
from nstrace.consoles import OutputConsole

if TYPE_CHECKING:
    from ns2studies.planning.checking import Finding

_UNKNOWN_NS = "not built yet"

console = OutputConsole(highlight=False, soft_wrap=True)


def run(studies: Sequence[str], options: argparse.Namespace) -> int:
    """Run what is missing of some studies, or of all, and render their reports."""
    return _run(dict.fromkeys(studies or available(), options.scale or QUICK), options)


def _run(scales: Mapping[str, Scale], options: argparse.Namespace) -> int:
    with _up_to_date(scales, options):
        pass
    return 0


@contextmanager
def _up_to_date(scales: Mapping[str, Scale], options: argparse.Namespace) -> Iterator[None]:
    """Results after what is missing was run; no other command changes them in this context."""
    profile = load_profile(options.profile)
    if profile.by_own_slurm:
        slurm.require()
    loaded = _load(scales)
    require_possible(paths.RESULTS)
    preflight.require_places()
    with alone():
        leftover.end()
        preflight.clear_up()
        preflight.discard_what_is_wrong(lambda line: console.print(line, markup=False))
        renderer = _renderer(options.renderer)
        ns = _ready_simulator(options)
        with snakemake_call.started(profile) as waiting:
            plans = plans_of(loaded, ns.ns_sha256)
            forecast_s = show_plans(console, plans, options.cores, profile, waiting.until_loaded)
            with leftover.noted() if profile.by_own_slurm else nullcontext():
                settings = ExecutionSettings(
                    ns, options.cores, profile, console, forecast_s, renderer, waiting
                )
                execute(loaded, plans, settings)
        with opened(paths.RESULTS / "results.duckdb") as connection:
            for line in notes_on_values(connection, sorted(scales)):
                console.print(line, markup=False)
            summary.show(console, connection, paths.RESULTS, sorted(scales))
        yield


def _renderer(wanted: RendererChoice) -> Renderer:
    if wanted == "quarto":
        install_quarto()
    name_this_python(paths.REPORTS)
    return choose(wanted)


def _load(scales: Mapping[str, Scale]) -> list[Study]:
    loaded = [load_study(name, scale) for name, scale in scales.items()]
    for study in loaded:
        for remark in study.remarks:
            console.print(f"note: {remark}", markup=False)
    return loaded


def _ready_simulator(options: argparse.Namespace) -> Simulator:
    """The simulator, built first if a patch, a source file or the compiler changed."""
    _require_source(options)
    ready = simulator()
    if ready:
        return ready
    console.print(f"ns-2 has to be built from source: about {_build_time(options.cores)}.")
    source = {"ns2_source": str(options.source.resolve())} if options.source else {}
    config = {"plan": "", **source}
    digest = source_digest()[:SHORT]
    log = snakemake_call.LOGS / f"simulator-{digest}.log"
    with Progress("building ns-2", console.file) as progress:

        def watch() -> None:
            step = snakemake_call.progress_in(log)
            if step:
                progress.at(*step)

        target = f"build/simulator/{digest}/{RECORD}"
        snakemake_call.snakemake([target], config, options.cores, watch)
    built = simulator()
    if not built:
        raise StudyError("ns-2 was built but its binary has changed since")
    return built


def _require_source(options: argparse.Namespace) -> None:
    if options.source and not options.source.exists():
        raise StudyError(
            f"{options.source}: no such file", "--ns2-source takes a source tarball or folder."
        )


def _build_time(cores: int) -> str:
    return duration(Speed(free=free_share(cores)).wall_s(BUILD_CPU_S, cores))


def plan(studies: Sequence[str], options: argparse.Namespace) -> int:
    """Show which runs would execute, why, and what that would take."""
    profile = load_profile(options.profile)
    _require_source(options)
    loaded = _load(dict.fromkeys(studies or available(), options.scale or QUICK))
    ready = simulator()
    if not ready:
        time = _build_time(options.cores)
        console.print(f"ns-2 would be built first: about {time}, beside what is forecast below.")
    digest = ready.ns_sha256 if ready else _UNKNOWN_NS
    plans = plans_of(loaded, digest)
    for entry in plans:
        for line in notes_on_published(entry.study.name):
            console.print(line, markup=False)
        for line in missing_lines(entry, options.runs):
            console.print(line, markup=False)
    if not options.runs and any(entry.missing for entry in plans):
        console.print("Each of these runs by name: --runs")
    show_plans(console, plans, options.cores, profile)
    if ready:
        show_outdated(console, plans, ready, options.cores)
    return 0


def run_ns(arguments: Sequence[str]) -> int:
    """Run our ns with the given arguments, building it first if necessary."""
    ready = simulator()
    if not ready:
        with alone():
            options = argparse.Namespace(source=None, cores=len(os.sched_getaffinity(0)))
            ready = _ready_simulator(options)
    os.execv(ready.ns, [str(ready.ns), *arguments])


def build_agents(words: Sequence[str], options: argparse.Namespace) -> int:
    """Compile the agents that runs may load, or those that are named.

    Raises:
        StudyError: if there is none of a name.
        BuildError: if one can't be compiled.
    """
    from ns2studies.simulator import agents

    found = agents.agents()
    for name in words:
        if name not in found:
            raise StudyError(
                f"{paths.PATCHES / agents.FOLDER / name}: no agent is here (it would have a "
                f"file {agents.DEFINITION})", nearest(name, list(found)),
            )  # fmt: skip
    with alone():
        ns = _ready_simulator(options).ns
        for agent in found.values():
            if not words or agent.name in words:
                folder = agents.build_agent(agent, ns)
                names = ", ".join(agent.protocols)
                console.print(f"{agent.name}: {names}\n  {folder / agents.LIBRARY}", markup=False)
    return 0


def check_simulator(words: Sequence[str], options: argparse.Namespace) -> int:
    """Compare our ns with the stock one and the references on ns' own test suite."""
    from ns2studies.simulator import check, check_report, compare, known_differences, suite
    from ns2studies.simulator.fetch import fetch_tarball

    stock, reasons = compare.stock_ns(), known_differences.read_reasons()
    compare.check_perl()
    with alone():
        ours = _ready_simulator(options).ns
        tarball = options.source or fetch_tarball(paths.BUILD / "downloads")
    with check.workplace(tarball) as (root, scratch):
        tests = check.chosen(suite.tests(root), words)
        record = check.Record(stock, ours)
        missing = [test for test in tests if test.label not in record.made]
        _say_what_is_compared(ours, stock, len(tests), missing, options.cores)
        with Progress("comparing", console.file) as progress:
            running = check.run_tests(missing, stock, ours, root, scratch, options.cores)
            for number, comparison in enumerate(running, start=1):
                record.add(comparison)
                progress.at(number, len(missing), comparison.test)
    verdicts = known_differences.judge([record.made[test.label] for test in tests], reasons)
    check_report.show(console, verdicts, reasons)
    return 1 if any(verdict.unexplained for verdict in verdicts) else 0


def _say_what_is_compared(
    ours: Path, stock: Path, tests: int, missing: Sequence[object], cores: int
) -> None:
    from ns2studies.simulator.check import CPU_S_PER_TEST

    console.print(f"ours:  {ours}\nstock: {stock}", markup=False)
    cpu_s = CPU_S_PER_TEST * len(missing)
    before = f", {tests - len(missing)} compared before" if len(missing) < tests else ""
    console.print(
        f"{tests} tests{before}: {duration(cpu_s)} of CPU time, "
        f"about {duration(cpu_s / cores)} on {cores} cores"
    )


def check(words: Sequence[str], options: argparse.Namespace) -> int:
    """Compare everything stored with its digest; with ``--repair``, make what is damaged again.

    Raises:
        StudyError: for words after the command.
        ResultError: if something is damaged, and not to be repaired.
    """
    from ns2studies.planning import checking

    preflight.require_places()
    if words:
        raise StudyError(f"check takes no {words[0]!r}", "It checks all results.")
    with alone():
        with Progress("checking", console.file) as progress:
            findings = checking.check_all(paths.RESULTS, progress.at)
        for finding in findings:
            console.print(finding.problem, markup=False)
        if not findings:
            console.print("All results hold what they held when they were made.")
            return 0
        if not options.repair:
            raise ResultError(
                f"{counted(len(findings), 'problem')} in {paths.RESULTS}",
                "./reproduce check --repair discards what is damaged and makes it again.",
            )
        return _repair(findings, options)


def _repair(findings: Sequence["Finding"], options: argparse.Namespace) -> int:
    """Discard what is damaged, and make it again; what can't be made again is named."""
    from ns2studies.planning import checking

    scales = checking.scales_to_repair(paths.RESULTS)
    preflight.discard(findings)
    left = [finding for finding in findings if not finding.is_made_again]
    for finding in left:
        console.print(f"Not repaired: {finding.problem}", markup=False)
    if not scales:
        console.print("There are no results to make again.")
    status = _run(scales, options) if scales else 0
    return status or int(bool(left))


def archive(studies: Sequence[str], options: argparse.Namespace) -> int:
    """Pack reports, data and provenance into one file, after bringing them up to date.

    Studies that are not named are those that have results, at the scale that these have.
    """
    from ns2studies.archive.packing import pack

    existing = existing_scales(paths.RESULTS)
    named = studies or sorted(existing) or available()
    scales = {name: options.scale or existing.get(name, QUICK) for name in named}
    with _up_to_date(scales, options):
        console.print("\nPacking and checking the archive.")
        path = pack(paths.ROOT, scales, renderer=options.renderer)
    console.print(f"Archive: {path}", markup=False)
    return 0


def reference(studies: Sequence[str], options: argparse.Namespace) -> int:
    """Make results of full scale the reference, up to date, and show them beside it.

    Studies that are not named are those that have such results.

    Raises:
        StudyError: for another scale, or if runs of full scale are missing.
    """
    from ns2studies.command_line import making_reference

    if options.scale not in (None, FULL):
        raise StudyError("the reference is what full scale gives", "Leave out the scale.")
    scales = making_reference.chosen(paths.RESULTS, studies)
    with alone():
        with _up_to_date(scales, options):
            for line in making_reference.write(paths.RESULTS, sorted(scales)):
                console.print(line, markup=False)
        return _run(scales, options)


def schema(words: Sequence[str], options: argparse.Namespace) -> int:
    """Write the JSON schemas of the configuration files.

    Raises:
        StudyError: for words after the command.
    """
    if words:
        raise StudyError(f"schema takes no {words[0]!r}", "It writes the schemas of all studies.")
    for path in write_schemas(paths.CONFIG / "schema"):
        console.print(str(path), markup=False)
    return 0
