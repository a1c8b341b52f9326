"""The table ``precision``: widths of the intervals that ended a scenario's replications."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import duckdb
import polars as pl

from ns2studies.config.replications import UntilPrecise
from ns2studies.database import SQL
from ns2studies.database.stopping import Key, intervals, reached, wanted

_SCHEMA = {
    "study": pl.String, "scenario": pl.String, "metric": pl.String, "subject": pl.String,
    "unit": pl.String, "n": pl.Int32, "mean": pl.Float64, "half_width": pl.Float64,
    "relative_half_width": pl.Float64, "target": pl.Float64, "absolute_bound": pl.Float64,
    "at_most": pl.Int32, "reached": pl.Boolean, "stopped_by": pl.String,
}  # fmt: skip


NOT_YET: Final = "not yet"
"""Value of ``stopped_by`` if another round of replications follows."""


def rules_of(index: Mapping[str, Any]) -> dict[str, UntilPrecise]:
    """Return the stopping rules in an index by scenario; scenarios without a rule are left out."""
    return {
        entry["scenario"]: UntilPrecise.model_validate(entry["until_precise"])
        for entry in index["scenarios"]
        if "until_precise" in entry
    }


def precision_frame(
    connection: duckdb.DuckDBPyConnection, rules: Mapping[str, Mapping[str, UntilPrecise]]
) -> pl.DataFrame:
    """Return a row for each value whose precision is required.

    Args:
        rules: by study and scenario.
    """
    units = dict(connection.execute(SQL["units"]).fetchall())
    rows = [
        {"study": study, "unit": units[row["metric"]], **row}
        for study, chosen in rules.items()
        if chosen
        for row in _of_study(connection, study, chosen)
    ]
    return pl.DataFrame(rows, schema=_SCHEMA)


def _of_study(
    connection: duckdb.DuckDBPyConnection, study: str, rules: Mapping[str, UntilPrecise]
) -> Iterator[dict[str, Any]]:
    metrics = sorted({metric for rule in rules.values() for metric in rule.until.metrics})
    runs: dict[str, dict[int, dict[Key, float]]] = {}
    parameters = {"study": study, "metrics": metrics}
    for scenario, seed, *key, value in connection.execute(
        SQL["precise_values"], parameters
    ).fetchall():
        runs.setdefault(scenario, {}).setdefault(seed, {})[key[0], key[1]] = value
    replications = dict(connection.execute(SQL["replications"], {"study": study}).fetchall())
    for scenario, rule in rules.items():
        for row in _of_scenario(rule, runs.get(scenario, {}), replications.get(scenario, 0)):
            yield {"scenario": scenario, **row}


def _of_scenario(
    rule: UntilPrecise, values: Mapping[int, Mapping[Key, float]], replications: int
) -> Iterator[dict[str, Any]]:
    """Yield a row for each value that a rule names.

    Args:
        values: by seed; runs without any of these values are missing.
        replications: number of runs of the scenario, with seeds from 1 on.
    """
    ended = wanted(rule, lambda seed: values.get(seed, {}) if seed <= replications else None).ended
    runs = list(values.values())
    for (metric, subject), it in intervals(rule, runs).items():
        by = reached(rule, metric, it)
        yield {
            "metric": metric,
            "subject": subject,
            "n": it.n,
            "mean": it.mean,
            "half_width": it.half_width if it.n > 1 else None,
            "relative_half_width": it.relative_half_width if it.n > 1 else None,
            "target": rule.until.relative_half_width,
            "absolute_bound": rule.until.absolute_half_width.get(metric),
            "at_most": rule.at_most,
            "reached": by is not None,
            "stopped_by": (by or "maximum") if ended else NOT_YET,
        }
