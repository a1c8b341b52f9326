"""The metrics: one SQL file each, with its title, unit, definition and source in a header.

What several metrics ask for is a common relation, an SQL file in ``common/``; a metric's header
names those that it needs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from nstrace.errors import NstraceError

SQL = Path(__file__).parent / "sql"
COMMON = Path(__file__).parent / "common"

VALUES = "metrics"
"""The table of metrics that give single values: run_id, subject, value."""

KINDS = ("table", "view", "input")

_HEADER_LINE = re.compile(r"-- (\w+): (.+)")
_METRIC_KEYS = ("title", "table", "unit", "definition", "source")
_COMMON_KEYS = ("kind", "definition")


@dataclass(frozen=True)
class Common:
    """A relation that several metrics ask for.

    Attributes:
        kind: ``table`` (computed once), ``view``, or ``input``: used as it is if the caller has
            made a relation of that name, else this file says what stands for it.
        needs: common relations it is made of.
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
        table: the results table its rows go to; ``metrics`` for single values.
        unit: of its values.
        definition: what the value is, in words.
        source: where the definition comes from.
        needs: common relations it asks.
        sql: the whole file.
    """

    name: str
    title: str
    table: str
    unit: str
    definition: str
    source: str
    needs: tuple[str, ...]
    sql: str

    @property
    def text(self) -> str:
        """All SQL that decides the metric's rows."""
        return "".join(common()[name].sql for name in required(self.needs)) + self.sql


def read_header(
    path: Path, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, str]:
    """The ``-- key: value`` lines at the top of an SQL file.

    Raises:
        NstraceError: if a key is missing, repeated or unknown.
    """
    header: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = _HEADER_LINE.fullmatch(line)
        if not match:
            break
        key, value = match.groups()
        if key not in (*keys, *optional) or key in header:
            raise NstraceError(f"{path}, line {number}: {key!r} is unknown or stands here twice")
        header[key] = value
    missing = [key for key in keys if key not in header]
    if missing:
        raise NstraceError(f"{path}: the header lacks {', '.join(missing)}")
    return header


def read_common(path: Path) -> Common:
    """The common relation that an SQL file describes.

    Raises:
        NstraceError: if its header is not what it must be.
    """
    header = read_header(path, _COMMON_KEYS, ("needs",))
    needs = _names(header.pop("needs", ""))
    if header["kind"] not in KINDS:
        raise NstraceError(f"{path}: kind is {header['kind']!r}, not one of {', '.join(KINDS)}")
    return Common(path.stem, needs=needs, sql=path.read_text(encoding="utf-8"), **header)


def read_metric(path: Path) -> Metric:
    """The metric that an SQL file describes.

    Raises:
        NstraceError: if its header is not what it must be.
    """
    header = read_header(path, _METRIC_KEYS, ("needs",))
    needs = _names(header.pop("needs", ""))
    if unknown := [name for name in needs if name not in common()]:
        raise NstraceError(f"{path}: needs {', '.join(unknown)}, of which there is no file")
    return Metric(path.stem, needs=needs, sql=path.read_text(encoding="utf-8"), **header)


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())


@cache
def common() -> dict[str, Common]:
    """All common relations by name."""
    return {path.stem: read_common(path) for path in sorted(COMMON.glob("*.sql"))}


@cache
def metrics() -> dict[str, Metric]:
    """All metrics by name, sorted."""
    return {path.stem: read_metric(path) for path in sorted(SQL.glob("*.sql"))}


def select(names: Iterable[str] | None, table: str | None = None) -> list[Metric]:
    """The metrics of these names, or all; only those whose rows go to ``table``, if given.

    Raises:
        NstraceError: if there is no such metric.
    """
    known = {name: metric for name, metric in metrics().items() if table in (None, metric.table)}
    if names is None:
        return list(known.values())
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in known:
            near = get_close_matches(name, known, n=3)
            hint = f"Did you mean {', '.join(near)}?" if near else f"There are {', '.join(known)}."
            raise NstraceError(f"no metric is called {name!r}", hint)
    return [known[name] for name in wanted]


def required(names: Iterable[str]) -> list[str]:
    """These common relations and all they are made of, each after those that it needs."""
    return list(dict.fromkeys(_with_needs(names)))


def _with_needs(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from _with_needs(common()[name].needs)
        yield name


def describe() -> list[dict[str, str]]:
    """What there is: a row of name, table, title, unit, definition and source for each metric."""
    keys = ("name", "table", "title", "unit", "definition", "source")
    return [{key: getattr(metric, key) for key in keys} for metric in metrics().values()]
