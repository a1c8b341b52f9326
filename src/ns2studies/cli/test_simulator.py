"""Run ns-2's own test suite, 1264 tests, with our ns and with the stock one.

Compares them (the stock ns is Debian's package ns2) with each other and with the references of the
suite. Known differences and their reasons are in ns2-patches/known-differences.yaml. Any other is
reported, and the exit status is not 0. All tests take about 9 minutes of CPU time. Tests that were
compared before with the same two programs are not run again.
"""

import argparse
from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.table import Table

from ns2studies.basics import paths
from ns2studies.cli.ns import add_build_options, console, ready_simulator
from ns2studies.simulator import compare, known_differences, suite
from ns2studies.simulator.compare import CPU_S_PER_TEST
from ns2studies.simulator.known_differences import Reason, Verdict
from ns2studies.simulator.source import fetch_tarball
from ns2studies.workflow.forecast import duration
from ns2studies.workflow.progress import Progress

EXAMPLES: Final = """\
examples:
  ./reproduce test-simulator
  ./reproduce test-simulator red mpls/simple"""

_HEADINGS = ("tests", "equal", "reason\nknown", "no\nreason", "ours\n= ref.", "stock\n= ref.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the tests to run and the options of a build."""
    help_text = "a suite or a test of one, as SUITE/TEST (default: all)"
    parser.add_argument("tests", nargs="*", metavar="SUITE", help=help_text)
    add_build_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare both simulators; return 1 if they differ without a known reason."""
    stock, reasons = compare.stock_ns(), known_differences.read_reasons()
    compare.check_perl()
    ours = ready_simulator(arguments.source, arguments.cores).ns
    tarball = arguments.source or fetch_tarball(paths.BUILD / "downloads")
    with suite.workplace(tarball) as (root, scratch):
        tests = suite.chosen(suite.tests(root), arguments.tests)
        record = compare.Record(stock, ours)
        missing = [test for test in tests if test.label not in record.made]
        console.print(f"ours:  {ours}\nstock: {stock}", markup=False)
        console.print(_forecast(len(tests), len(missing), arguments.cores))
        with Progress("comparing", console.file) as progress:
            running = compare.run_tests(missing, stock, ours, root, scratch, arguments.cores)
            for number, comparison in enumerate(running, start=1):
                record.add(comparison)
                progress.at(number, len(missing), comparison.test)
    verdicts = known_differences.judge([record.made[test.label] for test in tests], reasons)
    show(verdicts, reasons)
    return 1 if any(verdict.unexplained for verdict in verdicts) else 0


def _forecast(tests: int, missing: int, cores: int) -> str:
    cpu_s = CPU_S_PER_TEST * missing
    before = f", {tests - missing} compared before" if missing < tests else ""
    return (
        f"{tests} tests{before}: {duration(cpu_s)} of CPU time, "
        f"about {duration(cpu_s / cores)} on {cores} cores"
    )


def show(verdicts: Sequence[Verdict], reasons: Iterable[Reason]) -> None:
    """Print a table by suite, the known differences with their reasons, and all others."""
    console.print(_table(verdicts))
    for reason in reasons:
        tests = [verdict.comparison.test for verdict in verdicts if verdict.reason is reason]
        if tests:
            _show_reason(reason, tests)
    stale = [verdict for verdict in verdicts if verdict.stale]
    if stale:
        console.print(
            f"\nReasons in {known_differences.KNOWN.name} that do not hold:", markup=False
        )
        for verdict in stale:
            console.print(f"  {verdict.comparison.test}: {_state(verdict)}", markup=False)
    unexplained = [verdict for verdict in verdicts if verdict.unexplained]
    if unexplained:
        console.print("\nDifferent without a known reason:")
        for verdict in unexplained:
            console.print(f"  {verdict.comparison.test}: {_state(verdict)}", markup=False)


def _table(verdicts: Sequence[Verdict]) -> Table:
    table = Table(
        title="ns' own test suite: ours, stock and references",
        box=box.SIMPLE,
        collapse_padding=True,
    )
    suites: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        suites.setdefault(verdict.comparison.test.partition("/")[0], []).append(verdict)
    table.add_column("suite", no_wrap=True, min_width=max(map(len, suites), default=0))
    for heading in _HEADINGS:
        table.add_column(heading, justify="right")
    for name in sorted(suites, key=str.lower):
        table.add_row(name, *_cells(suites[name]))
    table.add_section()
    table.add_row("all", *_cells(verdicts))
    return table


def _cells(verdicts: Sequence[Verdict]) -> list[str]:
    unexplained = sum(verdict.unexplained for verdict in verdicts)
    return [
        str(len(verdicts)),
        str(sum(verdict.comparison.equal for verdict in verdicts)),
        str(sum(verdict.reason is not None for verdict in verdicts) or ""),
        f"[bold red]{unexplained}[/]" if unexplained else "0",
        str(sum(verdict.comparison.ours_equals_reference for verdict in verdicts)),
        str(sum(verdict.comparison.stock_equals_reference for verdict in verdicts)),
    ]


def _show_reason(reason: Reason, tests: Sequence[str]) -> None:
    patch = f" (patch {reason.patch})" if reason.patch else ""
    console.print(f"\n{len(tests)} with a known reason: {reason.name}{patch}", markup=False)
    console.print(f"  {' '.join(reason.because.split())}", markup=False)
    for name in dict.fromkeys(test.partition("/")[0] for test in tests):
        names = [test.partition("/")[2] for test in tests if test.startswith(f"{name}/")]
        console.print(f"  {name}: {' '.join(names)}", markup=False)


def _state(verdict: Verdict) -> str:
    """Describe a difference in one line."""
    comparison = verdict.comparison
    if comparison.equal:
        return "is equal"
    facts = []
    if comparison.differing:
        facts.append(f"differs from stock in {', '.join(comparison.differing)}")
        if not comparison.stable:
            facts.append("stock differs from itself, too")
    if not comparison.ours_equals_reference:
        stock = "as stock does" if not comparison.stock_equals_reference else "unlike stock"
        facts.append(f"differs from the reference, {stock}")
    return f"{'; '.join(facts)}; {comparison.difference}"
