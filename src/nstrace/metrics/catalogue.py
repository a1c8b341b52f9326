"""Metrics: one SQL file each, with its title, unit, definition and source in a header.

A catalogue is read from folders: ``FOLDER/*.sql`` are metrics, and ``FOLDER/common/*.sql`` are
relations that several metrics use; a header names those that its file needs. nstrace's own
folder has metrics for any trace. Callers with more data about their runs can add folders.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from nstrace.errors import NstraceError
from nstrace.plain import read_text

OWN: Path = Path(__file__).parent / "sql"
"""nstrace's own metrics."""

VALUES = "metrics"
"""The table of metrics that give single values: run_id, subject, value."""

KINDS = ("table", "view", "input")

RANGES: Mapping[str, tuple[float | None, float | None]] = {
    "any": (None, None),
    "from 0": (0, None),
    "0 to 1": (0, 1),
    "0 to 100": (0, 100),
    "-1 to 1": (-1, 1),
    "0 or 1": (0, 1),
}
"""Ranges of values: the least and the largest one, None if unbounded. A confidence interval for a
mean stays within the range; values of ``0 or 1`` are treated as counts of successes."""

_HEADER_LINE = re.compile(r"-- (\w+): (.+)")
_RANGE_LINE = re.compile(r"^-- range: .*\n", re.MULTILINE)
_METRIC_KEYS = ("title", "table", "unit", "definition", "source")
_COMMON_KEYS = ("kind", "definition")


@dataclass(frozen=True)
class Common:
    """A relation that several metrics use.

    Attributes:
        kind: ``table`` (computed once), ``view``, or ``input``: a relation of that name that the
            caller may create, and that is else created by this file.
        needs: names of the common relations that it reads.
    """

    name: str
    kind: str
    definition: str
    needs: tuple[str, ...]
    sql: str


@dataclass(frozen=True)
class Metric:
    """A named query over the tables of one or several runs.

    Attributes:
        table: the results table of its rows; ``metrics`` for single values.
        unit: the unit of its values.
        definition: the definition of the value, in words.
        source: the source of the definition.
        subject: the subject by which lists group metrics; empty for metrics of other folders.
        needs: names of the common relations that it reads.
        sql: the whole file.
        relations: the common relations that it needs directly or indirectly, each after those
            that it needs itself.
        range: the range of its values, one of :data:`RANGES`.
        path: the file.
    """

    name: str
    title: str
    table: str
    unit: str
    definition: str
    source: str
    needs: tuple[str, ...]
    sql: str
    relations: tuple[Common, ...]
    subject: str = ""
    range: str = "any"
    path: Path = Path()

    @property
    def asks_sizes(self) -> bool:
        """True if its values depend on the size of packets."""
        body = "\n".join(line for line in self.sql.splitlines() if not line.startswith("--"))
        relations = {relation.name for relation in self.relations}
        return "bytes" in body or "full_rate_seconds" in relations

    @property
    def text(self) -> str:
        """All SQL that determines the metric's rows; the header line with the range is excluded."""
        own = _RANGE_LINE.sub("", self.sql)
        return "".join(relation.sql for relation in self.relations) + own


_Entry = TypeVar("_Entry", Common, Metric)


@dataclass(frozen=True)
class Catalogue:
    """Metrics and the common relations that they need, sorted by name."""

    metrics: Mapping[str, Metric]
    common: Mapping[str, Common]

    def select(self, names: Iterable[str] | None, table: str | None = None) -> list[Metric]:
        """Return the named metrics, or all; only those with rows in ``table``, if given.

        Raises:
            NstraceError: if there is no such metric, or its rows belong to another table.
        """
        known = {
            name: metric for name, metric in self.metrics.items() if table in (None, metric.table)
        }
        if names is None:
            return list(known.values())
        present = (name if name in self.metrics else RENAMED.get(name, name) for name in names)
        wanted = list(dict.fromkeys(present))
        for name in wanted:
            if name in self.metrics and name not in known:
                raise NstraceError(
                    f"{name} returns rows with its own columns, not single values",
                    f"Request it alone: trace.metric_rows({name!r}), or nstrace metrics --metric "
                    f"{name}",
                )
            if name not in known:
                near = [each for each in similar(name, known) if each in known]
                hint = f"Did you mean {', '.join(near)}? " if near else ""
                raise NstraceError(
                    f"unknown metric {name!r}", f"{hint}List all metrics: nstrace metrics --list"
                )
        return [known[name] for name in wanted]

    def describe(self) -> list[dict[str, str]]:
        """Return subject, name, table, title, unit, definition and source of each metric."""
        keys = ("subject", "name", "table", "title", "unit", "definition", "source")
        ranked = sorted(self.metrics.values(), key=lambda metric: (metric.subject, metric.name))
        return [{key: getattr(metric, key) for key in keys} for metric in ranked]


RENAMED: Mapping[str, str] = {
    "goodput": "unique_throughput",
    "goodput_delivered": "unique_throughput_whole_run",
    "goodput_in_order": "in_order_throughput",
    "goodput_share": "in_order_share",
}
"""Former names of metrics, which users may still give in this version. These rates include headers,
which a trace does not separate from payload; goodput is payload alone."""

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "pdr": ("delivery_ratio",),
    "plr": ("loss",),
    "nrl": ("routing_load",),
    "overhead": ("routing_packets_sent", "routing_load"),
    "e2e": ("mean_one_way_delay", "one_way_delay_percentile"),
    "latency": ("mean_one_way_delay", "one_way_delay_percentile"),
    "delay": ("mean_one_way_delay", "one_way_delay_percentile"),
    "jitter": ("jitter_rfc3550", "mean_delay_variation"),
    "bandwidth": ("throughput", "link_utilisation"),
    "rate": ("throughput", "unique_throughput"),
    "goodput": ("unique_throughput", "in_order_throughput"),
    "energy": ("energy_left", "network_lifetime"),
    "lifetime": ("network_lifetime",),
    "hops": ("mean_hops", "hop_counts"),
    "hop": ("mean_hops", "hop_counts"),
    "cwnd": ("mean_cwnd_over_time", "cwnd_series"),
    "window": ("mean_cwnd_over_time", "cwnd_series"),
    "retransmissions": ("packets_retransmitted", "retransmission_share"),
    "jain": ("fairness",),
    "drops": ("link_drops", "wireless_drops", "data_packets_dropped"),
    "drop": ("link_drops", "wireless_drops", "data_packets_dropped"),
    "queue": ("queue_occupancy",),
}
"""Common names of metrics elsewhere, which may also be words in a longer name."""

_MOST_SUGGESTED = 4


def similar(name: str, known: Iterable[str]) -> list[str]:
    """Suggest metrics for an unknown name, the likeliest first."""
    names = list(known)
    words = re.split(r"[^a-z0-9]+", name.lower())
    meant = [near for word in words for near in get_close_matches(word, ALSO_CALLED, cutoff=0.8)]
    called = [each for word in meant for each in ALSO_CALLED[word]]
    close = get_close_matches(name.lower(), names, n=3)
    parts = [each for each in names if len(name) > 2 and name.lower() in each]
    return list(dict.fromkeys(called + close + parts))[:_MOST_SUGGESTED]


@cache
def catalogue(*more: Path) -> Catalogue:
    """Return the catalogue of nstrace's own metrics and of those in further folders.

    The result is cached for each sequence of folders and its prefixes.

    Args:
        more: further folders; their files may need relations of nstrace, of the same folder, and
            of the folders before it.

    Raises:
        NstraceError: if a file's header is invalid, a name is taken, or a relation needs itself,
            directly or indirectly.
    """
    *before, folder = (OWN, *more)
    known = catalogue(*before[1:]) if before else Catalogue({}, {})
    files = _files(folder, "common/*.sql", before)
    common = _joined(known.common, {path.stem: read_common(path) for path in files})
    _check_needs(files, common)
    files = _files(folder, "*.sql", before)
    metrics = _joined(known.metrics, {path.stem: read_metric(path, common) for path in files})
    return Catalogue(metrics, common)


def _files(folder: Path, pattern: str, before: Iterable[Path]) -> list[Path]:
    """Return the files of a folder, sorted by name.

    Raises:
        NstraceError: if a folder before it has a file of the same name; the message names both.
    """
    found = sorted(folder.glob(pattern))
    for path in found:
        for other in before:
            same = other / path.relative_to(folder)
            if same.exists():
                raise NstraceError(f"{path} has the same name as {same}")
    return found


def _joined(known: Mapping[str, _Entry], more: Mapping[str, _Entry]) -> Mapping[str, _Entry]:
    return dict(sorted({**known, **more}.items()))


def _check_needs(files: Iterable[Path], common: Mapping[str, Common]) -> None:
    """Check that all needs of relations exist, and that they are not circular.

    Args:
        files: the files of the relations to check.
        common: these relations, and all that they may need.

    Raises:
        NstraceError: naming the file, or those of one circle.
    """
    of = {path.stem: path for path in files}
    for name, path in of.items():
        _refuse_unknown(path, common[name].needs, common)
    try:
        TopologicalSorter({name: common[name].needs for name in of}).prepare()
    except CycleError as error:
        # From a relation to one that needs it, and back to the first.
        _, circle = error.args
        steps = (f"{of[name]} needs {need}" for name, need in pairwise(reversed(circle)))
        raise NstraceError(
            f"{', '.join(steps)}: a relation can't depend on itself",
            "Remove one of these names from the line `-- needs:` of its file.",
        ) from error


def _refuse_unknown(path: Path, needs: Iterable[str], common: Mapping[str, Common]) -> None:
    if unknown := [name for name in needs if name not in common]:
        raise NstraceError(f"{path}: needs {', '.join(unknown)}, which has no file")


def read_header(
    path: Path, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, str]:
    """Parse the ``-- key: value`` lines at the top of an SQL file.

    Raises:
        NstraceError: if a key is missing, repeated or unknown.
    """
    header: dict[str, str] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        match = _HEADER_LINE.fullmatch(line)
        if not match:
            break
        key, value = match.groups()
        if key not in (*keys, *optional) or key in header:
            near = get_close_matches(
                key, [it for it in (*keys, *optional) if it not in header], n=1
            )
            raise NstraceError(
                f"{path}, line {number}: {key!r} is unknown or repeated",
                f"Did you mean {near[0]}?" if near else "",
            )
        header[key] = value
    missing = [key for key in keys if key not in header]
    if missing:
        raise NstraceError(f"{path}: the header lacks {', '.join(missing)}")
    return header


def read_common(path: Path) -> Common:
    """Read a common relation from an SQL file.

    Raises:
        NstraceError: if its header is invalid.
    """
    header = read_header(path, _COMMON_KEYS, ("needs",))
    needs = _names(header.pop("needs", ""))
    if header["kind"] not in KINDS:
        raise NstraceError(f"{path}: kind is {header['kind']!r}, not one of {', '.join(KINDS)}")
    return Common(path.stem, needs=needs, sql=read_text(path), **header)


def read_metric(path: Path, common: Mapping[str, Common]) -> Metric:
    """Read a metric from an SQL file.

    Args:
        common: the known common relations, with all that they need.

    Raises:
        NstraceError: if its header is invalid.
    """
    header = read_header(path, _METRIC_KEYS, ("needs", "subject", "range"))
    needs = _names(header.pop("needs", ""))
    check_range(path, header.get("range"), header["table"] == VALUES)
    _refuse_unknown(path, needs, common)
    relations = tuple(common[name] for name in required(needs, common))
    sql = read_text(path)
    return Metric(path.stem, needs=needs, sql=sql, relations=relations, path=path, **header)


def check_range(path: Path, found: str | None, needed: bool) -> None:
    """Check that a range is one of :data:`RANGES`, and is given if needed.

    Raises:
        NstraceError: naming the file and the valid ranges.
    """
    if found is None and not needed:
        return
    if found not in RANGES:
        said = "the header lacks range" if found is None else f"range is {found!r}"
        raise NstraceError(f"{path}: {said}", f"Choose one of: {', '.join(RANGES)}.")


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())


def required(names: Iterable[str], common: Mapping[str, Common]) -> list[str]:
    """Return the named common relations and all that they need, each after its own needs."""
    found: dict[str, None] = {}
    _add_with_needs(names, common, found)
    return list(found)


def _add_with_needs(
    names: Iterable[str], common: Mapping[str, Common], found: dict[str, None]
) -> None:
    for name in names:
        if name not in found:
            _add_with_needs(common[name].needs, common, found)
            found[name] = None
