"""What would stop a study only after its runs: printed values, SQL and a page's document.

Runs take the time, and none of them depends on these. So they are looked at before.
"""

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.sql import columns_of, connect
from ns2studies.basics.sql_errors import error_in
from ns2studies.evaluation.claims import claims_of
from ns2studies.evaluation.published import check_printed, known_to_cells
from ns2studies.measures.measured import rows_folder
from ns2studies.planning.metric_names import check_metric_names
from ns2studies.reporting.document import read_document
from ns2studies.studies.registry import Study
from ns2studies.studies.rooms import published_files
from ns2studies.studies.selection import metrics_of
from nstrace.metrics.catalogue import VALUES, Metric

_NO_NUMBERS: Final = ("VARCHAR", "BOOLEAN")
"""Types of columns of which there is no mean."""


def check_inputs(study: Study, results: Path) -> None:
    """Refuse what the study's results can't be made of.

    Raises:
        StudyError: naming file and line.
    """
    cells, *_ = published_files(study.name)
    # A study whose values have not been copied yet can be planned: a note says so.
    if os.path.lexists(cells):
        check_printed(study.name, known_to_cells(study.name, study.config.parameters()))
    claims_of(study.name)
    page = paths.REPORTS / f"{study.name}.qmd"
    if not os.path.lexists(page):
        raise ConfigError(
            f"{page}: study {study.name} has no page",
            "CONTRIBUTING.md, Adding a study, says what it is; a title alone is enough at first.",
        )
    read_document(page)
    metrics = metrics_of(study.name)
    check_metric_names(study.name, [metric.name for metric in metrics])
    # Those that have measured runs are as they must be.
    check_metrics([it for it in metrics if not rows_folder(results, it).is_dir()])


def check_metrics(metrics: Sequence[Metric]) -> None:
    """Refuse metrics whose queries DuckDB does not understand, or that lack a column.

    Raises:
        ConfigError: naming file, line and column.
    """
    if not metrics:
        return
    # Plans that have nothing to ask don't load it.
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
                    f"{metric.path}: the query gives no column {' and no '.join(absent)}",
                    f"Its columns are {', '.join(columns)}; it must give {', '.join(needed)}.",
                )
            kind = columns["value"] if metric.table == VALUES else ""
            if kind in _NO_NUMBERS or kind.endswith("]"):
                raise ConfigError(f"{metric.path}: value is {kind}, and must be a number")
