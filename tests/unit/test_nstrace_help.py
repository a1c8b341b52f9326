"""What teaches: columns that are explained, lists of metrics, examples of every kind of trace."""

import csv
import json
import re
from pathlib import Path

import pytest
from nstrace_cli import LINES, failure, output

import nstrace
from nstrace.actions.schema import COLUMNS, explained
from nstrace.arguments import Command
from nstrace.commands import COMMANDS
from nstrace.metrics.catalogue import catalogue
from nstrace.views import VIEWS

ROWS = list(csv.DictReader(COLUMNS.read_text(encoding="utf-8").splitlines()))
OF_ALL_TABLES = {row["column"] for row in ROWS if row["table"] == "*"}


def test_each_column_is_explained_once() -> None:
    named = [(row["table"], row["column"]) for row in ROWS]
    assert len(set(named)) == len(named)
    for table, schema in nstrace.SCHEMAS.items():
        own = {column for of, column in named if of == table}
        assert own == set(schema.names) - OF_ALL_TABLES, table
    assert {table for table, _ in named} == {*nstrace.SCHEMAS, *VIEWS, "*"}


def test_explanation_is_whole() -> None:
    for row in ROWS:
        assert row["meaning"] and row["origin"], row
    units = {row["unit"] for row in ROWS}
    assert units == {"", "ns", "us", "s", "bytes", "packets", "hops", "J", "m", "m/s", "degrees"}


@pytest.mark.parametrize("view", ["wireless_packets", "node_energy", "nam_packets"])
def test_columns_of_views_are_explained(view: str, tmp_path: Path) -> None:
    path = tmp_path / "out.tr"
    path.write_text(LINES)
    columns = nstrace.read(path).duckdb().table(view).columns
    assert {row["column"] for row in explained(view)} | OF_ALL_TABLES >= set(columns)
    assert {row["column"] for row in explained(view)} <= set(columns)


def test_schema_of_table_and_of_all() -> None:
    rows = output("schema", "wireless").splitlines()
    assert rows[0] == "column,unit,meaning,origin"
    assert len(rows) == 1 + len(nstrace.SCHEMAS["wireless"])
    every = output("schema", "--format", "json").splitlines()
    assert {"table", "column", "unit", "meaning", "origin"} == set(json.loads(every[0]))
    assert "Tables: packets, variables" in failure("schema", "nothing")


def test_list_of_metrics_is_by_subject() -> None:
    shown = output("metrics", "--list", "--format", "table")
    places = [shown.index(f"{subject} ") for subject in ("TCP window", "delay", "rate")]
    assert places == sorted(places)
    assert all(f"│ {name} " in shown for name in catalogue().metrics)


def test_name_is_checked_before_anything_is_read() -> None:
    assert "Did you mean delivery_ratio?" in failure("metrics", "--metric", "pdr", "missing.tr")


def test_series_metric_is_printed_alone(tmp_path: Path) -> None:
    path = tmp_path / "out.tr"
    path.write_text(LINES)
    assert output("metrics", "--metric", "rate_series", path).splitlines() == [
        "subject,time_s,sent_bps,unique_bps",
        "flow1,1,8320,8320",
        "flow1,2,8320,0",
    ]
    asked = ("--metric", "rate_series", "--metric", "unique_throughput")
    assert "Request it alone." in failure("metrics", *asked, path)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_examples_are_of_every_kind_of_trace(command: Command) -> None:
    examples = "\n".join(command.examples)
    assert examples in output(command.name, "--help").replace("\n  ", "\n")
    assert "wireless" in examples
    assert re.search(r"\bnam\b", examples)
