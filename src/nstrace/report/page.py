"""The self-contained page of a report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl
from markupsafe import Markup

from nstrace import __version__
from nstrace.asking import costly_made_once
from nstrace.errors import PageError
from nstrace.files import known_suffix, write_text_whole
from nstrace.metrics.catalogue import catalogue
from nstrace.pages import LARGEST_BYTES
from nstrace.pages.markup import fill
from nstrace.pages.tables import Column, table_html
from nstrace.pages.whole import Section, whole_page
from nstrace.querying import EVER, Window, bound_memory, database
from nstrace.report.blocks import line_charts, loss_charts, nothing, position_charts
from nstrace.report.drawing import (
    CHARTS,
    Frame,
)
from nstrace.report.measuring import (
    FEWEST_PIECES,
    LISTED_FLOWS,
    Run,
    even_ns,
    interval_ns,
    measure,
    piece_ns,
    span_ns,
)
from nstrace.report.replications import mean_run
from nstrace.scanning import Progress
from nstrace.summary import COLUMNS

_PIECES: Final = 240
"""The number of bins of time in a chart of one trace; with several traces, each has fewer."""

_MOST_TRACES: Final = 16
"""The largest number of traces side by side."""

_TOLD_TWICE: Final = ("packet delivery", "hops to arrive", "routing load", "lifetime")
"""Facts of a summary that the totals contain as numbers."""


def write_report(
    traces: Sequence[Path | str],
    target: Path | str,
    *,
    threads: int = 1,
    strict: bool = False,
    allow_rejects: bool = False,
    over_files: bool = False,
    window: Window = EVER,
    types: Sequence[str] = (),
    progress: Progress = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Write a report on traces, side by side if there are several.

    The bytes depend only on the traces, not on the number of threads.

    Args:
        traces: files, see :func:`nstrace.scan`, or stored traces.
        target: an ``.html`` file, which is written atomically.
        threads, strict, progress: see :func:`nstrace.scan`.
        allow_rejects: continue if fewer than a tenth of a trace's lines are of a known format.
        over_files: draw means over the traces, with their intervals, instead of each trace.
        window, types: see :func:`nstrace.querying.database`.
        tell: called with a note on each trace that is empty or has rejects.

    Raises:
        NstraceError: if no trace is given or one can't be read, or the page would be larger than
            :data:`LARGEST_BYTES`.
    """
    target = Path(target)
    known_suffix(target, [".html"])
    if not traces:
        raise PageError(f"{target}: no traces given")
    if len(traces) > _MOST_TRACES and not over_files:
        raise PageError(
            f"{target}: {len(traces)} traces side by side would make the page too large",
            f"Pass at most {_MOST_TRACES} traces, or draw their means with --over-files.",
        )
    with ExitStack() as held:
        opened = []
        for trace in traces:
            connection = held.enter_context(
                database(
                    [trace],
                    threads=threads,
                    strict=strict,
                    allow_rejects=allow_rejects,
                    file_column="run_id",
                    window=window,
                    types=types,
                    progress=progress,
                    tell=tell,
                )
            )
            bound_memory(connection)
            held.enter_context(costly_made_once(connection))
            opened.append((_printable(trace), connection))
        page = report_html(opened, over_files, threads)
    size = len(page.encode())
    if size > LARGEST_BYTES:
        raise PageError(
            f"{target}: the page would have {size / 1e6:.1f} MB; the maximum is "
            f"{LARGEST_BYTES / 1e6:.0f} MB",
            "Pass fewer traces.",
        )
    write_text_whole(target, page)


def report_html(
    opened: Sequence[tuple[str, duckdb.DuckDBPyConnection]],
    over_files: bool = False,
    threads: int = 1,
) -> str:
    """Return the HTML of a report on traces.

    Args:
        opened: the name of each trace, and a connection of :func:`nstrace.querying.database` with
            the column ``run_id``.
        over_files: draw means over the traces instead of each trace.
        threads: the number of traces to measure at the same time.
    """
    spans = [span for _, connection in opened if (span := span_ns(connection))]
    first_ns = min((first for first, _ in spans), default=0)
    last_ns = max((last for _, last in spans), default=0)
    pieces = max(FEWEST_PIECES, _PIECES // (1 if over_files else len(opened)))
    intervals = [interval_ns(connection) for _, connection in opened]
    width_ns = even_ns(piece_ns(last_ns - first_ns, pieces), last_ns - first_ns, max(intervals))
    with ThreadPoolExecutor(threads) as pool:
        runs = list(pool.map(lambda trace: measure(trace[0], trace[1], width_ns), opened))
    if over_files:
        runs = [mean_run(runs)]
    frame = Frame(first_ns / 1e9, max(last_ns, first_ns + width_ns) / 1e9)
    several = len(runs) > 1
    return whole_page(
        f"{len(runs)} traces side by side" if several else f"Report on {runs[0].name}",
        ", ".join(run.name for run in runs) if several else "An ns-2 trace",
        list(_sections(runs, frame)),
        generator=f"nstrace {__version__}",
        footer=f"Time intervals in charts are {width_ns / 1e9:.9g} s long."
        if last_ns > first_ns
        else "",
    )


def _printable(trace: Path | str) -> str:
    """Return a file's name with bytes that are not UTF-8 and non-printable characters escaped."""
    text = str(trace).encode(errors="backslashreplace").decode()
    return "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in text)


def _sections(runs: Sequence[Run], frame: Frame) -> Iterator[Section]:
    yield Section("What was traced", list(_overview(runs)))
    yield Section("Flows", list(_flows(runs)))
    wireless = any("wireless lines" in run.summary.facts for run in runs)
    for title, charts in groupby(CHARTS, key=lambda chart: chart.section):
        if title in ("Delivery and routing", "Energy") and not wireless:
            continue
        blocks = [block for chart in charts for block in line_charts(chart, runs, frame)]
        if title == "Losses":
            blocks += loss_charts(runs)
        if title == "Energy":
            blocks += _energy(runs)
        if blocks:
            # Notes are equal if two charts are missing for the same reason; keep one.
            yield Section(title, list(dict.fromkeys(blocks)))
    yield Section("Positions of nodes", list(position_charts(runs)))


def _overview(runs: Sequence[Run]) -> Iterator[Markup]:
    for run in runs:
        yield fill(
            "<p>{% if several %}<strong>{{ run.name }}</strong>: {% endif %}"
            "{{ run.kind | join(' ') }}</p>",
            run=run,
            several=len(runs) > 1,
        )
    yield _facts(runs)
    if any(run.totals for run in runs):
        yield _totals(runs)
    for run in runs:
        if run.notes:
            yield _notes(run, several=len(runs) > 1)


def _notes(run: Run, several: bool) -> Markup:
    return fill(
        '<div class="note"><p>Notes{% if several %}'
        " on {{ run.name }}{% endif %}:</p>\n<ul>\n"
        "{% for note in run.notes %}<li>{{ note }}</li>\n{% endfor %}</ul></div>",
        run=run,
        several=several,
    )


def _facts(runs: Sequence[Run]) -> Markup:
    names = dict.fromkeys(
        name for run in runs for name in run.summary.facts if name not in _TOLD_TWICE
    )
    rows = [[name, *(run.summary.facts.get(name) for run in runs)] for name in names]
    return _by_run(runs, "fact", "Fact", rows, id="facts", caption="Facts")


def _totals(runs: Sequence[Run]) -> Markup:
    metrics = catalogue().metrics
    keys = dict.fromkeys((row["metric"], row["subject"]) for run in runs for row in run.totals)
    found = [{(row["metric"], row["subject"]): _shown(row) for row in run.totals} for run in runs]
    rows = []
    for key in keys:
        metric = metrics[key[0]]
        of = "" if key[1] == "all" else f", {key[1]}"
        unit = "" if metric.unit == "1" else f" ({metric.unit})"
        values = [values.get(key) for values in found]
        rows.append([f"{metric.title}{of}{unit}", *values])
    return _by_run(
        runs, "measure", "Measure", rows, id="totals", caption="Measures of all flows together"
    )


def _shown(row: Mapping[str, Any]) -> str:
    return str(row.get("shown", f"{row['value']:.6g}"))


def _by_run(
    runs: Sequence[Run],
    key: str,
    title: str,
    rows: Sequence[Sequence[str | None]],
    *,
    id: str,
    caption: str,
) -> Markup:
    """Return a table with a column for each run, and a dash for missing values."""
    names = [f"run {number}" for number, _ in enumerate(runs)]
    shown = [[row[0], *("–" if cell is None else cell for cell in row[1:])] for row in rows]
    frame = pl.DataFrame(shown, schema=dict.fromkeys([key, *names], pl.String), orient="row")
    columns = [Column(key, title, header=True)]
    for name, run in zip(names, runs, strict=True):
        columns.append(Column(name, run.name if len(runs) > 1 else "Value", kind="words"))
    return table_html(frame, columns, sortable=False, id=id, caption=caption)


_FLOW_UNITS: Final = {"median": "ms", "p95": "ms", "p99": "ms"}


def _flows(runs: Sequence[Run]) -> Iterator[Markup]:
    for number, run in enumerate(runs):
        of = f": {run.name}" if len(runs) > 1 else ""
        if run.summary.flows:
            left = run.summary.left_out
            yield _rows(
                list(COLUMNS),
                [*run.summary.flows, *([run.summary.total] if run.summary.total else [])],
                id=f"flows-{number}",
                caption=f"Flows{of}",
                note="A dash means that a value is unknown or undefined. Delays are one-way."
                + (
                    f" The first {LISTED_FLOWS} are shown; there are {left:,} more." if left else ""
                ),
            )
        else:
            yield nothing("No data flow is traced.", run, len(runs) > 1)
        for place, table in enumerate(run.summary.tables):
            more = f"There are {table.left_out:,} more." if table.left_out else ""
            yield _rows(
                table.columns,
                table.rows,
                id=f"table-{number}-{place}",
                caption=f"{table.title}{of}",
                note=more,
            )


def _rows(names: Sequence[str], rows: Sequence[Sequence[Any]], **words: Any) -> Markup:
    """Return a table of rows, whose first column has names, with units in the headings."""
    columns = []
    for place, name in enumerate(names):
        title, _, unit = name.partition(" (")
        numeric = all(isinstance(row[place], int | float | None) for row in rows)
        floats = [row[place] for row in rows if isinstance(row[place], float)]
        digits = 3 if floats and all(abs(each) >= 0.0005 or not each for each in floats) else None
        columns.append(
            Column(
                name,
                title,
                unit.rstrip(")") or _FLOW_UNITS.get(name, ""),
                "number" if numeric else "text",
                digits,
                header=place == 0,
            )
        )
    values = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    return table_html(pl.DataFrame(values, strict=False), columns, **words)


def _energy(runs: Sequence[Run]) -> Iterator[Markup]:
    for number, run in enumerate(runs):
        if run.energy:
            yield _rows(
                ["node", "energy left (J)"],
                [
                    [row["subject"].removeprefix("node "), row.get("shown", row["value"])]
                    for row in run.energy
                ],
                id=f"energy-left-{number}",
                caption="Energy left at the end" + (f": {run.name}" if len(runs) > 1 else ""),
            )
