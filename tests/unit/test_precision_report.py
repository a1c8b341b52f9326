"""What pages say of replication until precise."""

from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl
from made_up_results import METRICS, write_database
from until_precise import PLAIN, RULE, load

from ns2studies.config.registry import Study
from ns2studies.report.page import Page
from ns2studies.report.pages.study import StudyPage

KEYS = {"study": pl.String, "scenario": pl.String, "seed": pl.Int64, "subject": pl.String}
SERIES = {
    "delay_series": KEYS | dict.fromkeys(("packet", "mean_delay_s", "max_delay_s"), pl.Float64),
    "label_operations": KEYS | {"state": pl.String, "packets": pl.Int64},
}
"""Tables that the study's claims ask, without rows."""

TWO = RULE.replace("[flow1]}", "[flow1], packets_dropped: ['<link>']}").replace(
    "until: {", "until: {absolute_half_width: {packets_dropped: 0.25}, "
)


def page(tmp_path: Path, study: Study, wild: str, lost: float = 0.0) -> StudyPage:
    """The page of a study whose goodput scatters in the scenario ``wild`` alone."""
    rows = [
        ("mpls", entry.label, seed, metric, subject, value, unit)
        for entry in study.scenarios
        for seed in entry.seeds
        for metric, subject, value, unit in (
            ("unique_throughput", "flow1", 1e6 * (1 + (seed % 2) * (entry.label == wild)), "bit/s"),
            ("packets_dropped", "<link>", lost * (seed % 2), "packets"),
        )
    ]
    path = tmp_path / "results.duckdb"
    tables = {name: pl.DataFrame(schema=columns) for name, columns in SERIES.items()}
    tables["metrics"] = pl.DataFrame(rows, schema=METRICS, orient="row")
    write_database(path, "mpls", study.scenarios, tables)
    return StudyPage(Page(duckdb.connect(str(path), read_only=True), {}, "none"), "mpls")


def test_scenarios_ended_by_maximum_are_shown(tmp_path: Path) -> None:
    found = page(tmp_path, load(tmp_path, TWO), "losses/reno/2").precision().markdown
    assert "Each of 2 scenarios was run" in found
    assert "That took 20 replications" in found
    # Half of the values are twice the others: 2.093 · 0.513 / √20 of a mean of 1.5.
    assert "Of these scenarios 1 ended at the maximum" in found
    assert "the widest interval is ±16.0% of its mean." in found
    assert "Data packets dropped (&lt;link&gt;; or ±0.25 packets); " in found
    assert "Throughput of distinct data (flow1)" in found
    assert ">1\u202f500\u202f000<" in found
    assert "losses/reno/1" not in found
    assert "losses/reno/2" in found
    assert "the number of scenarios by their replications. 20: 2." in found


def test_page_says_if_all_are_precise(tmp_path: Path) -> None:
    found = page(tmp_path, load(tmp_path, TWO), "none").precision().markdown
    assert "All of them reached their target." in found
    assert "precision-maximum" not in found


def test_mean_of_zero_has_no_relative_width(tmp_path: Path) -> None:
    """Whatever the mean is, the widths of others are shown."""
    study = load(tmp_path, TWO.replace("0.25", "0.001"))
    found = page(tmp_path, study, "none", lost=0.0).precision().markdown
    assert "All of them reached their target." in found
    (tmp_path / "results.duckdb").unlink()
    found = page(tmp_path, study, "none", lost=1.0).precision().markdown
    assert "Of these scenarios 2 ended at the maximum" in found


def test_page_between_rounds_says_what_follows(tmp_path: Path) -> None:
    """A scenario was said to have ended at the maximum when another round was to follow."""
    study = load(tmp_path, TWO)
    begun = tuple(
        replace(entry, seeds=entry.seeds[:5]) if entry.label == "losses/reno/2" else entry
        for entry in study.scenarios
    )
    found = page(tmp_path, replace(study, scenarios=begun), "losses/reno/2").precision().markdown
    assert "So far that took 5 to 20 (12.5 in the mean) replications" in found
    assert "; the next command goes on with 1 of these scenarios." in found
    assert "ended at the maximum" not in found
    assert "precision-maximum" not in found


def test_fixed_replications_show_no_precision(tmp_path: Path) -> None:
    assert page(tmp_path, load(tmp_path, PLAIN), "none").precision().markdown == ""
