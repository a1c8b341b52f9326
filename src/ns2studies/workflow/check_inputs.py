"""Checks of inputs that would fail only after the runs: published values, SQL and documents.

Runs take most of the time, and none of them depends on these inputs. So they are checked first.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.sql import columns_of, connect, error_in, without_head
from ns2studies.basics.wording import nearest
from ns2studies.config.registry import Study
from ns2studies.config.scenarios import SCALE_NAMES
from ns2studies.config.study_files import published_files
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database.derived import derived_folder
from ns2studies.evaluation.claims import claims_folder, claims_of, prepare
from ns2studies.evaluation.published import check_printed, known_to_cells
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.report.document import read_document
from ns2studies.workflow.study_index import index_of
from nstrace.metrics.catalogue import VALUES, Metric
from nstrace.plain import read_text

_COMMENT: Final = re.compile(r"--[^\n]*")

_ASKED: Final = re.compile(
    r"\b(\w+)\s*(?:=|<>|(?:NOT\s+)?IN)\s*\(?\s*('[\w.-]+'(?:\s*,\s*'[\w.-]+')*)(?!\s*\|\|)",
    re.IGNORECASE,
)
"""Pattern of a comparison of a column with literal values."""

_NAME: Final = re.compile(r"'([\w.-]+)'")

_NO_NUMBERS: Final = ("VARCHAR", "BOOLEAN")
"""Types of columns that have no mean."""


def check_inputs(study: Study, results: Path) -> None:
    """Raise ``StudyError`` if an input of the study's results is invalid.

    Raises:
        StudyError: naming file and line.
    """
    cells, *_ = published_files(study.name)
    # A study whose values have not been copied yet can be planned: a note points that out.
    if os.path.lexists(cells):
        check_printed(study.name, known_to_cells(study.name, study.config.parameters()))
    claims_of(study.name)
    page = paths.REPORTS / f"{study.name}.qmd"
    if not os.path.lexists(page):
        raise ConfigError(
            f"{page}: study {study.name} has no page",
            "See 'Adding a study' in CONTRIBUTING.md; a title is enough at first.",
        )
    read_document(page)
    metrics = metrics_of(study.name)
    check_names(study.name, [metric.name for metric in metrics], study.config.parameters())
    # Metrics that have measured runs are known to be valid.
    check_metrics([it for it in metrics if not rows_folder(results, it).is_dir()])


def check_metrics(metrics: Sequence[Metric]) -> None:
    """Raise ``ConfigError`` for metrics whose queries are invalid in DuckDB or lack a column.

    Raises:
        ConfigError: naming file, line and column.
    """
    if not metrics:
        return
    # Plans without metrics to check don't load DuckDB.
    import duckdb

    from nstrace.metrics.compute import queries

    with connect(threads=1) as connection, closing(queries(connection, metrics)) as asked:
        for metric, query in asked:
            try:
                columns = columns_of(connection, f"({query})")
            except duckdb.Error as error:
                raise ConfigError(error_in(metric.path, metric.sql, error)) from error
            needed = ("run_id", "subject", "value") if metric.table == VALUES else ("run_id",)
            if absent := [name for name in needed if name not in columns]:
                raise ConfigError(
                    f"{metric.path}: the query returns no column {' and no '.join(absent)}",
                    f"Its columns are {', '.join(columns)}; expected {', '.join(needed)}.",
                )
            kind = columns["value"] if metric.table == VALUES else ""
            if kind in _NO_NUMBERS or kind.endswith("]"):
                raise ConfigError(f"{metric.path}: value: expected a number, found {kind}")


def check_claims(study: Study, results: Path) -> None:
    """Raise an error for claims that DuckDB rejects, such as for a column that no table has.

    They are planned over the tables of a study without runs, if its published values are there.
    This takes a second, so call it only if runs are missing.

    Raises:
        ConfigError: naming the claim's file, line and column.
        ResultError: naming a derived value or shared macros that are rejected.
    """
    import duckdb

    from ns2studies.evaluation.study_database import fill_compared

    if not os.path.lexists(published_files(study.name)[0]):
        return
    index = {**index_of(study, []), "simulator": {"source_digest": ""}}
    with connect(threads=1) as connection:
        fill_compared(connection, results, index)
        prepare(connection, study.name)
        for claim in claims_of(study.name):
            query = without_head(claim.sql)
            above = claim.sql.count("\n") - query.count("\n") - 1
            try:
                connection.execute(f"EXPLAIN\n{query}")
            except duckdb.Error as error:
                path = claims_folder(study.name) / f"{claim.name}.sql"
                raise ConfigError(error_in(path, f"EXPLAIN\n{query}", error, above)) from error


def check_names(study: str, computed: Collection[str], configuration: Mapping[str, Any]) -> None:
    """Raise ``ConfigError`` for claims that name an unknown metric or scenario set.

    Names in queries of the study's derived values are known, too. A value of an axis need not be in
    the configuration, which may have been reduced; but it is an error if the configuration has it
    in another case, such as ``Reno`` for ``reno``.

    Args:
        computed: the names of the metrics that are computed for the study's runs.
        configuration: with the scenario sets, of all scales.

    Raises:
        ConfigError: naming file and line of the first such name.
    """
    sets = configuration.get("scenario_sets", {})
    derived = {*_derived_names(study)}
    known = {"metric": {*computed, *derived}, "scenario_set": {*sets, *derived}}
    axes = {axis for axis, _ in _texts(sets)}
    texts = derived.union(*(texts for _, texts in _texts(configuration)))
    spelled = {text.lower(): text for text in texts}
    for path in sorted(claims_folder(study).glob("*.sql")):
        for line, column, name in _asked_names(path):
            meant = spelled.get(name.lower(), name) if column in axes else name
            if name in known.get(column, [name]) and (meant == name or name in texts):
                continue
            what = f"no {column.replace('_', ' ')} {name!r} in study {study}"
            if column == "metric":
                what = f"no metric {name!r} is computed for study {study}"
            hint = nearest(name, known.get(column, [meant]))
            raise ConfigError(f"{path}, line {line}: {what}", hint)


def _texts(values: object, key: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the keys of a configuration whose values are texts, or lists of them."""
    if isinstance(values, str):
        yield key, [values]
    elif isinstance(values, Mapping):
        for name, inner in values.items():
            # The values of an axis may differ by scale.
            yield from _texts(inner, key if name in SCALE_NAMES else name)
    elif isinstance(values, list | tuple):
        for inner in values:
            yield from _texts(inner, key)


def _asked_names(path: Path) -> Iterator[tuple[int, str, str]]:
    text = _COMMENT.sub("", read_text(path))
    for asked in _ASKED.finditer(text):
        for name in _NAME.finditer(text, asked.start(2), asked.end(2)):
            yield text.count("\n", 0, name.start()) + 1, asked[1].lower(), name[1]


def _derived_names(study: str) -> Iterator[str]:
    for path in derived_folder(study).glob("*.sql"):
        yield from _NAME.findall(read_text(path))
