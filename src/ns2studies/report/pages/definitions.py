"""Definitions of a page's values: its parameters with their origins, and its metrics.

Values of parameters are those that the results were made with. The meaning of a key comes from the
model of the file, and the origin of its value from the comment behind it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup
from pydantic import BaseModel

from ns2studies.basics import paths
from ns2studies.config.origins import WORDS, Origin, Origins, read_origins
from ns2studies.config.scenarios import SCALE_NAMES, ScaleName
from ns2studies.config.study import WITHOUT_ORIGIN
from ns2studies.config.study_files import config_path, definition_of
from ns2studies.config.topology import WITHOUT_ORIGIN as OF_A_LINK
from ns2studies.config.topology import Topology, read_topology
from ns2studies.config.validation import field_description
from ns2studies.config.yaml_file import Location, dotted, read_yaml
from ns2studies.report.blocks import Block, raw_html
from ns2studies.report.links import explorer_address, metric_id
from ns2studies.report.page import Page
from ns2studies.report.tables import table, unit_sign
from nstrace.pages.markup import whole
from nstrace.pages.tables import Column, table_html
from nstrace.sql_files import SqlFiles

_UNITS = {
    "_per_s": "1/s",
    "_s": "s",
    "_ms": "ms",
    "_kbps": "kb/s",
    "_bps": "bit/s",
    "_bytes": "bytes",
    "_packets": "packets",
    "_percent": "%",
    "_to_live": "hops",
    "_ttl": "hops",
    "ant_rate": "1/s",
}
"""Units by the suffix of a key."""

_UNIT_AGAIN = re.compile(r"(,|,? in) (seconds|bit/s|bytes|packets)$")
"""Pattern of units in a description, which the column of units repeats."""

_PAIRS = (("from", "to"), ("source", "destination"))


@dataclass(frozen=True)
class Described:
    """A file with parameters: a study's configuration, or a network.

    Args:
        model: the model, with the meanings of keys.
        values: all values of the file.
        place: prefix of its keys, to distinguish files.
    """

    model: type[BaseModel]
    values: Mapping[str, Any]
    origins: Origins
    place: str = ""

    def rows(self, sections: Sequence[str], scale: ScaleName) -> Iterator[dict[str, str]]:
        """Yield a row for each value of some sections, in the file's order.

        Args:
            scale: the scale whose values of an axis are shown.
        """
        found = {dotted(it): (it, *rest) for it, *rest in _leaves(self.values, (), scale)}
        in_file = {key: place for place, key in enumerate(self.origins)}
        for key in sorted(found, key=lambda key: in_file.get(key, len(in_file))):
            location, value, ends = found[key]
            if any(f"{key}.".startswith(f"{section}.") for section in sections):
                origin = self.origins.get(key) or Origin("")
                yield {
                    "name": self._name(location) + (f" ({ends})" if ends else ""),
                    "key": self.place + key,
                    "value": shown(value),
                    "unit": "" if isinstance(value, str | bool) else _unit(location),
                    "origin": origin.word,
                    "where": origin.where,
                    "why": origin.why,
                }

    def _name(self, location: Location) -> str:
        """Return the name of a value from the model's description of its key or an outer one."""
        known = (
            field_description(self.model, location[:end]) for end in range(len(location), 0, -1)
        )
        name = _UNIT_AGAIN.sub("", next(filter(None, known), str(location[-1]).replace("_", " ")))
        return name[:1].upper() + name[1:]


def configured(study: str, values: Mapping[str, Any]) -> Described:
    """Return a study's configuration, with the values that its results were made with."""
    file = read_yaml(config_path(study))
    return Described(definition_of(study).config, values, read_origins(file, WITHOUT_ORIGIN))


def network(name: str) -> Described:
    """Return the parameters of a topology file."""
    path = paths.DATA / "topologies" / f"{name}.yaml"
    values = read_topology(path).model_dump(mode="json", by_alias=True, exclude_none=True)
    origins = read_origins(read_yaml(path), OF_A_LINK)
    return Described(Topology, values, origins, f"{name}: ")


def parameters_table(rows: Sequence[Mapping[str, str]], *, id: str, caption: str) -> Block:
    """Return a table of parameters, their values and origins, with a legend of the origins."""
    columns = [
        Column("name", "Parameter", header=True, drawn=Markup.escape, note="key"),
        Column("value", "Value", "", "number"),
        Column("unit", "Unit"),
        Column("known_from", "Origin"),
        Column("why", "Remark", kind="words"),
    ]
    used = {row["origin"] for row in rows}
    meant = [f"{word}: {meaning}" for word, meaning in WORDS.items() if word in used]
    note = "; ".join(meant) or "The configuration says nothing of where these values come from"
    known_from = [f"{row['origin']} {_together(row['where'])}".strip() for row in rows]
    frame = pl.DataFrame(rows)
    html = table_html(
        frame.with_columns(pl.Series("known_from", known_from)),
        columns, id=id, caption=caption, note=f"{note}.", download=frame,
    )  # fmt: skip
    return raw_html(html)


def shown(value: object) -> str:
    """Format a parameter's value: no unnecessary decimals, groups of three digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and value == int(value):
        return whole(int(value))
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    return str(value)


def _together(where: str) -> str:
    return f"({where})".replace(" ", "\u00a0") if where else ""


def _unit(location: Location) -> str:
    key = next(str(step) for step in reversed(location) if isinstance(step, str))
    return next((unit for ending, unit in _UNITS.items() if key.endswith(ending)), "")


def _leaves(
    value: Any, location: tuple[str | int, ...], scale: ScaleName, ends: str = ""
) -> Iterator[tuple[tuple[str | int, ...], Any, str]]:
    """Yield key, value and link or pair of nodes for everything in a value.

    A pair of nodes is a value of its own only if it has no other values.
    """
    if isinstance(value, Mapping) and value.keys() == set(SCALE_NAMES):
        yield location, value[scale], ends
    elif isinstance(value, Mapping):
        pair, others = _pair(value)
        if pair and not others:
            yield location, pair, ends
        for key, inner in others.items():
            yield from _leaves(inner, (*location, key), scale, pair or ends)
    elif isinstance(value, list) and any(isinstance(entry, Mapping) for entry in value):
        pairs = [_pair(entry) for entry in value]
        if any(others for _, others in pairs):
            for index, entry in enumerate(value):
                yield from _leaves(entry, (*location, index), scale, ends)
        else:
            yield location, [pair for pair, _ in pairs], ends
    else:
        yield location, value, ends


def _pair(value: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the nodes that a map names, in words, and its other entries."""
    for start, end in _PAIRS:
        if start in value and end in value:
            others = {key: inner for key, inner in value.items() if key not in (start, end)}
            return f"{value[start]} to {value[end]}", others
    return "", dict(value)


_SQL = SqlFiles.beside(__file__)

_KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
"""Pattern of possible names of metrics in the database."""

_OF_MANY_METRICS = ("metrics", "estimates")
"""Tables with values of many metrics; other tables of results have those of one."""


def metrics_block(page: Page, study: str) -> Block:
    """Return the metrics for which a study has values; those with estimates link to them."""
    columns = [
        Column("title", "Metric", header=True, link="rows"),
        Column("unit", "Unit"),
        Column("definition", "Definition", kind="words"),
        Column("source", "Source", kind="words"),
    ]
    frame = page.query(_SQL["metrics"])
    places = list(frame.select("result_table", "metric").iter_rows())
    of_study = [_has_values(page, study, *place) for place in places]
    rows = [_address(study, *place) for place in places]
    titles = dict(frame.select("metric", "title").iter_rows())
    frame = frame.with_columns(
        pl.col("unit").map_elements(unit_sign, pl.String),
        pl.Series("rows", rows),
        pl.Series("definition", [with_titles(text, titles) for text in frame["definition"]]),
    )
    shown = frame.filter(of_study)
    return table(
        shown,
        columns,
        row_ids=[metric_id(metric) for metric in shown["metric"]],
        id="metrics-table",
        caption="Metrics, each one SQL query",
    )


def with_titles(definition: str, titles: Mapping[str, str]) -> str:
    """Replace names of metrics in a definition by their titles."""
    return _KEY.sub(
        lambda key: f"\u201c{titles[key[0]]}\u201d" if key[0] in titles else key[0], definition
    )


def _has_values(page: Page, study: str, results: str, metric: str) -> bool:
    if results in _OF_MANY_METRICS:
        # Charts draw the reference even if these runs have nothing.
        tables = [results, *({"reference_estimates"} & page.tables)]
        return any(
            page.value(_SQL["rows_of_metric"], results=it, study=study, metric=metric)
            for it in tables
        )
    return bool(page.value(_SQL["rows_of_table"], results=results, study=study))


def _address(study: str, results: str, metric: str) -> str:
    """Return the address of a metric's estimates; empty if it has a table of its own."""
    if results not in _OF_MANY_METRICS:
        return ""
    return explorer_address(table="points", study=study, metric=metric)
