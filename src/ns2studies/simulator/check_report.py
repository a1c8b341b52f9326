"""The report on a check of the simulator: a table by suite, and every difference."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from ns2studies.simulator.known_differences import KNOWN, Reason, Verdict

_HEADINGS = ("tests", "equal", "reason\nknown", "no\nreason", "ours\n= ref.", "stock\n= ref.")


def show(console: Console, verdicts: Sequence[Verdict], reasons: Iterable[Reason]) -> None:
    """Print all that was found."""
    console.print(_table(verdicts))
    for reason in reasons:
        tests = [verdict.comparison.test for verdict in verdicts if verdict.reason is reason]
        if tests:
            _show_reason(console, reason, tests)
    stale = [verdict for verdict in verdicts if verdict.stale]
    if stale:
        console.print(f"\nReasons in {KNOWN.name} that do not hold:", markup=False)
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
    for suite in sorted(suites, key=str.lower):
        table.add_row(suite, *_cells(suites[suite]))
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


def _show_reason(console: Console, reason: Reason, tests: Sequence[str]) -> None:
    patch = f" (patch {reason.patch})" if reason.patch else ""
    console.print(f"\n{len(tests)} with a known reason: {reason.name}{patch}", markup=False)
    console.print(f"  {' '.join(reason.because.split())}", markup=False)
    suites = Counter(test.partition("/")[0] for test in tests)
    for suite in suites:
        names = [test.partition("/")[2] for test in tests if test.startswith(f"{suite}/")]
        console.print(f"  {suite}: {' '.join(names)}", markup=False)


def _state(verdict: Verdict) -> str:
    """What is known of a difference, on one line."""
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
