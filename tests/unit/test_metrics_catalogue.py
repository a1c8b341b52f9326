"""The metrics' files, and computing them on whatever a connection holds."""

import re
from collections import Counter
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from known_metrics import KNOWN, METRICS
from small_traces import database, in_order, sent, values

from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import (
    ALSO_CALLED,
    RENAMED,
    VALUES,
    Common,
    Metric,
    catalogue,
    read_common,
    read_header,
    read_metric,
    required,
)
from nstrace.metrics.compute import TABLES, compute, compute_series, queries
from nstrace.views import VIEWS

OWN = catalogue()
FILES: list[Common | Metric] = [*KNOWN.common.values(), *METRICS.values()]
HEADER = "".join(f"-- {key}: x\n" for key in ("title", "table", "unit", "definition", "source"))
UNITS = {"s", "s2", "bit/s", "packets", "packets/s", "returns", "hops", "J", "%", "1"}


def relations_in(sql: str) -> set[str]:
    """What follows FROM or JOIN, outside comments and strings."""
    code = re.sub(r"--.*|'[^']*'", "", sql)
    return set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", code))


def catalog(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, ...]]:
    return connection.execute(
        "SELECT table_name FROM duckdb_tables() UNION ALL SELECT view_name FROM duckdb_views() "
        "WHERE NOT internal ORDER BY 1"
    ).fetchall()


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_metric_headers_are_complete(metric: Metric) -> None:
    assert metric.title[0].isupper()
    assert metric.definition.endswith(".")
    assert metric.unit in UNITS
    assert metric.source
    assert re.fullmatch(r"[a-z][a-z0-9_]*", metric.name)


@pytest.mark.parametrize("relation", KNOWN.common.values(), ids=KNOWN.common)
def test_common_relations_have_definition(relation: Common) -> None:
    assert relation.definition.endswith(".")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_header_names_what_query_asks(file: Common | Metric) -> None:
    assert relations_in(file.sql) & set(KNOWN.common) == set(file.needs)


def test_every_common_relation_is_used() -> None:
    """Of nstrace's own, to nstrace alone as well; some are views for users."""
    for known in (OWN, KNOWN):
        needed = {name for metric in known.metrics.values() for name in metric.needs}
        needed |= set(VIEWS) & set(known.common)
        assert set(required(needed, known.common)) == set(known.common)


def test_general_metrics_use_no_scenario_parameters() -> None:
    """A stranger's list has what a trace alone gives: no parameter of a scenario."""
    shown = {row["name"] for row in OWN.describe()}
    assert {"unique_throughput", "queue_occupancy", "micro_loop_packets"} <= shown
    assert "run_parameters" not in OWN.common
    for file in (*OWN.common.values(), *OWN.metrics.values()):
        assert not re.search(r"\$\.|run_parameters|ceas_|pheromone", file.sql), file.name


def test_titles_and_definitions_are_unique() -> None:
    rows = KNOWN.describe()
    for key in ("name", "title", "definition"):
        assert len({row[key] for row in rows}) == len(METRICS) > 50
    keys = {"subject", "name", "table", "title", "unit", "definition", "source"}
    assert set(rows[0]) == keys
    assert all(row["subject"] for row in OWN.describe())


def test_required_relations_come_first() -> None:
    order = required(["in_order_bytes"], OWN.common)
    assert order[-1] == "in_order_bytes"
    for place, name in enumerate(order):
        assert set(OWN.common[name].needs) <= set(order[:place])


def test_metric_text_includes_required_sql() -> None:
    metric = OWN.metrics["in_order_share"]
    needed = required(["in_order_bytes"], OWN.common)
    assert all(OWN.common[name].sql in metric.text for name in needed)
    own = metric.sql.replace(f"-- range: {metric.range}\n", "")
    assert metric.range == "0 to 100"
    assert metric.text.endswith(own)
    assert OWN.common["drops"].sql not in metric.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-- title: a\n", "lacks table, unit, definition, source"),
        ("-- title: a\n-- title: b\n", "line 2: 'title' is unknown or repeated"),
        ("-- author: a\n", "line 1: 'author' is unknown"),
        ("-- titel: a\n", "Did you mean title?"),
        ("SELECT 1\n-- title: a\n", "lacks title"),
        (HEADER.replace("table: x", "table: metrics"), "the header lacks range"),
        (f"{HEADER}-- range: from 1\n", "range is 'from 1'"),
    ],
)
def test_bad_header_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "x.sql"
    path.write_text(text)
    with pytest.raises(NstraceError, match=re.escape(words)) as caught:
        read_metric(path, OWN.common)
    assert str(path) in str(caught.value)


def test_optional_keys_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.sql"
    path.write_text("-- page: 3\nSELECT 1\n")
    assert read_header(path, ("page",), ("needs",)) == {"page": "3"}


def test_need_without_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sql"
    path.write_text(f"{HEADER}-- needs: transits, magic\nSELECT 1\n")
    with pytest.raises(NstraceError, match="needs magic, which has no file"):
        read_metric(path, OWN.common)


@pytest.mark.parametrize(
    ("needs", "words"),
    [
        ({"a": "a"}, "{0}/a.sql needs a: "),
        ({"a": "b", "b": "a"}, "{0}/a.sql needs b, {0}/b.sql needs a: "),
        (
            {"a": "transits, c", "b": "a", "c": "b", "d": "a"},
            "{0}/a.sql needs c, {0}/c.sql needs b, {0}/b.sql needs a: ",
        ),
    ],
)
def test_relations_that_need_each_other_are_refused(
    tmp_path: Path, needs: dict[str, str], words: str
) -> None:
    """No metric has to ask for them; the files of the circle are named, in their order, alone."""
    folder = tmp_path / "common"
    folder.mkdir()
    for name, needed in needs.items():
        text = f"-- kind: view\n-- definition: X.\n-- needs: {needed}\nSELECT 1\n"
        (folder / f"{name}.sql").write_text(text)
    with pytest.raises(NstraceError) as caught:
        catalogue(tmp_path)
    assert caught.value.message == words.format(folder) + "a relation can't depend on itself"
    assert "`-- needs:`" in caught.value.hint


def test_relation_whose_need_has_no_file_is_refused(tmp_path: Path) -> None:
    """It is its own file that is named, whichever metric asks for it, and if none does."""
    file = tmp_path / "common" / "halves.sql"
    file.parent.mkdir()
    file.write_text("-- kind: view\n-- definition: X.\n-- needs: transits, magic\nSELECT 1\n")
    with pytest.raises(NstraceError) as caught:
        catalogue(tmp_path)
    assert caught.value.message == f"{file}: needs magic, which has no file"


def test_folders_are_read_together(tmp_path: Path) -> None:
    """What lies in one may need what lies in those before it."""
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "halves.sql").write_text(
        "-- kind: table\n-- definition: X.\n-- needs: transits\nSELECT * FROM transits\n"
    )
    (tmp_path / "half.sql").write_text(f"{HEADER}-- needs: halves\nSELECT 1 FROM halves\n")
    both = catalogue(tmp_path)
    assert set(both.metrics) == {"half", *OWN.metrics}
    assert [relation.name for relation in both.metrics["half"].relations][-2:] == [
        "transits", "halves"
    ]  # fmt: skip


def test_folder_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever folders follow it: the studies' catalogues share the metrics of several of them."""
    shared, one, other = (tmp_path / name for name in ("shared", "one", "other"))
    for folder in (shared, one, other):
        (folder / "common").mkdir(parents=True)
        relation = f"-- kind: view\n-- definition: X.\nSELECT {folder.name!r} AS name\n"
        (folder / "common" / f"rows_{folder.name}.sql").write_text(relation)
        text = f"{HEADER}-- needs: rows_{folder.name}\nSELECT * FROM rows_{folder.name}\n"
        (folder / f"of_{folder.name}.sql").write_text(text)
    read: list[Path] = []
    monkeypatch.setattr(
        "nstrace.metrics.catalogue.read_text", lambda path: read.append(path) or path.read_text()
    )
    both = [catalogue(shared, folder) for folder in (one, other)]
    assert {path for path in read if shared in path.parents} == set(shared.rglob("*.sql"))
    assert not any(OWN.metrics[path.stem] for path in read if path.stem in OWN.metrics)
    # Once for the header, once for the query.
    assert set(Counter(read).values()) == {2}
    assert both[0].metrics["of_shared"] is both[1].metrics["of_shared"]
    assert list(both[0].metrics) == sorted(both[0].metrics)


def test_duplicate_metric_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loss.sql").write_text(f"{HEADER}SELECT 1\n")
    with pytest.raises(NstraceError, match=r"loss\.sql has the same name as .*/sql/loss\.sql"):
        catalogue(tmp_path)


def test_unknown_relation_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sql"
    path.write_text("-- kind: macro\n-- definition: Something.\nSELECT 1\n")
    with pytest.raises(NstraceError, match="kind is 'macro', not one of table, view, input"):
        read_common(path)


def test_former_name_is_accepted(tmp_path: Path) -> None:
    for former, name in RENAMED.items():
        assert [metric.name for metric in OWN.select([former, name])] == [name]
    header = HEADER.replace("table: x", "table: metrics") + "-- range: any\n"
    (tmp_path / "goodput.sql").write_text(f"{header}SELECT 1\n")
    assert [metric.name for metric in catalogue(tmp_path).select(["goodput"])] == ["goodput"]


def test_unknown_metric_suggests_nearest() -> None:
    with pytest.raises(NstraceError, match="'goodputs'") as caught:
        OWN.select(["unique_throughput", "goodputs"])
    assert "unique_throughput" in caught.value.hint
    with pytest.raises(NstraceError, match="unknown metric 'xyz'") as caught:
        OWN.select(["xyz"])
    assert caught.value.hint == "List all metrics: nstrace metrics --list"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pdr", "delivery_ratio"),
        ("PDR", "delivery_ratio"),
        ("nrl", "routing_load"),
        ("end-to-end delay", "mean_one_way_delay"),
        ("jiter", "jitter_rfc3550"),
        ("jitter", "jitter_rfc3550"),
        ("thruput", "throughput"),
        ("link_los", "link_loss"),
        ("hops", "mean_hops"),
        ("lifetime", "network_lifetime"),
        ("reorder", "reordered_share"),
    ],
)
def test_common_metric_names_suggest_ours(typed: str, meant: str) -> None:
    with pytest.raises(NstraceError) as caught:
        OWN.select([typed])
    assert meant in caught.value.hint


def test_other_names_refer_to_known_metrics() -> None:
    assert {each for names in ALSO_CALLED.values() for each in names} <= set(OWN.metrics)


def test_series_metric_is_refused_as_value() -> None:
    with pytest.raises(NstraceError, match="rate_series returns rows with its own columns"):
        compute(duckdb.connect(), ["rate_series"])


@pytest.mark.parametrize("present", [(), ("packets",), ("packets", "variables", "links")])
def test_empty_tables_give_no_rows(present: tuple[str, ...]) -> None:
    connection = duckdb.connect()
    for name in present:
        columns = ", ".join(f"{key} {kind}" for key, kind in TABLES[name].items())
        connection.execute(f"CREATE TABLE {name} ({columns})")
    before = catalog(connection)
    for metric, query in queries(connection, list(METRICS.values())):
        assert connection.execute(query).fetchall() == [], metric.name
    assert compute(connection, known=KNOWN).num_rows == 0
    assert catalog(connection) == before


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_metric_has_columns_it_must(metric: Metric) -> None:
    connection = duckdb.connect()
    for _, query in queries(connection, [metric]):
        columns = [row[0] for row in connection.execute(f"DESCRIBE {query}").fetchall()]
    assert columns[:2] == ["run_id", "subject"]
    assert (columns[2:] == ["value"]) == (metric.table == VALUES)


TRACE = in_order(sent(1, 1, 1.0, 1.1), sent(2, 2, 1.2, 1.4))


def test_values_come_with_their_run_metric_and_unit() -> None:
    connection = database({"b": TRACE, "a": in_order(sent(5, 9, 0.0, 0.5))})
    table = compute(connection, ["packets_sent", "mean_delay"])
    assert table.column_names == ["run_id", "metric", "subject", "value", "unit"]
    assert table.to_pylist() == [
        row(run, metric, value, unit)
        for run, metric, value, unit in [
            ("a", "packets_sent", 1.0, "packets"),
            ("b", "packets_sent", 2.0, "packets"),
            ("a", "mean_delay", 0.5, "s"),
            ("b", "mean_delay", pytest.approx(0.15), "s"),
        ]
    ]


def row(run: str, metric: str, value: object, unit: str) -> dict[str, object]:
    return {"run_id": run, "metric": metric, "subject": "flow1", "value": value, "unit": unit}


def test_flows_are_sorted_by_number() -> None:
    flows = [sent(n, 1, n, n + 0.5, flow=n, ends=(f"{n}.0", "99.0")) for n in (10, 9, 2)]
    table = compute(database(in_order(*flows)), ["packets_sent"])
    assert table["subject"].to_pylist() == ["flow2", "flow9", "flow10"]


def test_all_single_values_are_computed_unless_named() -> None:
    found = set(compute(database(TRACE))["metric"].to_pylist())
    assert {"unique_throughput", "mean_delay", "fairness", "loss"} <= found
    assert found <= {name for name, metric in OWN.metrics.items() if metric.table == VALUES}


def test_series_has_columns_of_its_own() -> None:
    table = compute_series(database(TRACE), "rate_series")
    assert table.to_pylist() == [
        {"run_id": "run", "subject": "flow1", "time_s": 1, "sent_bps": 16000, "unique_bps": 16000}
    ]


def test_compute_leaves_connection_unchanged() -> None:
    connection = database(TRACE)
    before = catalog(connection)
    compute(connection)
    compute_series(connection, "cwnd_series")
    assert catalog(connection) == before


def test_error_leaves_connection_unchanged() -> None:
    connection = database(TRACE)
    connection.execute("ALTER TABLE packets DROP COLUMN uid")
    before = catalog(connection)
    with pytest.raises(duckdb.BinderException, match="uid"):
        compute(connection, ["packets_dropped", "mean_delay"])
    assert catalog(connection) == before


def test_relations_are_dropped_after_their_last_use() -> None:
    """What no metric needs any more is dropped, and nothing is made twice."""
    connection = database(TRACE)
    made: list[str] = []
    held: set[str] = set()
    for metric, _ in queries(connection, list(METRICS.values())):
        now = {name for (name,) in catalog(connection) if name in KNOWN.common}
        made += sorted(now - held)
        held = now
        assert set(metric.needs) <= now
    assert len(made) == len(set(made))
    assert len(held) < len(KNOWN.common)


def test_registered_tables_are_accepted() -> None:
    connection = database(TRACE)
    packets = connection.sql("FROM packets").to_arrow_table()
    other = duckdb.connect()
    other.register("packets", packets)
    assert values(other, "packets_sent") == {"flow1": 2.0}


def test_dictionary_columns_are_accepted() -> None:
    packets = database(TRACE).sql("FROM packets").to_arrow_table()
    for name in ("event", "type"):
        place = packets.column_names.index(name)
        packets = packets.set_column(place, name, packets[name].dictionary_encode())
    other = duckdb.connect()
    other.register("packets", packets)
    assert values(other, "unique_throughput") == {"flow1": pytest.approx(16000 / 0.4)}


def test_given_relations_are_used() -> None:
    connection = database(in_order(sent(1, 1, 1.0, 1.5, kind="ant"), sent(2, 2, 2.0, 2.5)))
    assert values(connection, "data_packets_sent") == {"flow1": 1.0}
    connection.execute("CREATE TABLE data_types AS SELECT 'ant' AS type, 0 AS bare_header_bytes")
    assert values(connection, "mean_one_way_delay") == {"flow1": 0.5}
    assert values(connection, "data_packets_sent") == {"flow1": 1.0}
    assert connection.execute("SELECT count(*) FROM data_types").fetchall() == [(1,)]


def test_order_of_rows_does_not_matter() -> None:
    flows = [
        sent(n, n % 7, n * 0.1, n * 0.1 + (n * 37 % 11) / 10 + 0.05, flow=1 + n % 2)
        for n in range(1, 60)
    ]
    one = database(in_order(*flows))
    other = duckdb.connect()
    other.register("packets", one.sql("FROM packets ORDER BY hash(line)").to_arrow_table())
    assert compute(one).equals(compute(other))
    assert compute(one).schema.field("value").type == pa.float64()
