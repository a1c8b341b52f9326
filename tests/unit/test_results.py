"""Published values, estimates, and the verdicts of the comparison."""

import os
import re
from math import exp
from pathlib import Path

import duckdb
import polars as pl
import pytest
from scipy.stats import t as student

from ns2studies import evaluation
from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.config.registry import load_study
from ns2studies.config.study_files import available
from ns2studies.database import SQL
from ns2studies.database.intervals import add_interval_tables, student_t
from ns2studies.database.stopping import CONFIDENCE, CONFIDENCE_OF_A_LOOK
from ns2studies.database.study_tables import runs_frame, scenarios_frame
from ns2studies.evaluation import claims, stage_digests
from ns2studies.evaluation.claims import Claim, claims_of, judge
from ns2studies.evaluation.published import (
    Known,
    known_to_cells,
    printed_tables,
    published_cells,
    without_scenario,
)
from ns2studies.evaluation.verdicts import AGREEING, CLOSE_PERCENT, NOT_MEASURED, STATED

HEADER = (
    "item,row,column,published,unit,page,metric,scenario,subject,scale,rounding,replayed_scenario\n"
)
CELL = "Table 1,Reno,Delay,202.555,ms,36,mean_delay,set/reno,flow1,1000,round,\n"


def cells(tmp_path: Path, *lines: str) -> pl.DataFrame:
    (tmp_path / "toy.csv").write_text(HEADER + "".join(lines), encoding="utf-8")
    return published_cells("toy", tmp_path)


def refusal(tmp_path: Path, *lines: str) -> str:
    with pytest.raises(ConfigError) as caught:
        cells(tmp_path, *lines)
    return str(caught.value)


def test_cell_has_its_printed_digits(tmp_path: Path) -> None:
    row = cells(tmp_path, CELL).row(0, named=True)
    assert (row["published"], row["published_text"], row["decimals"]) == (202.555, "202.555", 3)


def test_withheld_cell_has_no_value(tmp_path: Path) -> None:
    row = cells(tmp_path, CELL.replace("202.555", "")).row(0, named=True)
    assert row["published"] is None
    assert row["published_text"] is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        *(
            (CELL.replace("202.555", text), f"line 2: published: {text!r} is not a number")
            for text in ("fast", "nan", "1e999", "1e300", "1_9.13", "inf", "0x1p3", "1.", "٣")
        ),
        (CELL.replace("202.555", f"0.{400 * '1'}"), "line 2: published: '0.111"),
        *(
            (CELL.replace(",1000,", f",{text},"), f"line 2: scale: {text!r}")
            for text in ("inf", "nan", "1e999", "")
        ),
        (CELL.replace(",1000,", ",many,"), "line 2: scale"),
        (CELL.replace("round", "up"), "line 2: rounding"),
        ("Table 1,Reno\n", "line 2: expected 12 fields, found 2"),
        (CELL + CELL, "line 3: cell Table 1 | Reno | Delay is listed twice"),
    ],
)
def test_bad_row_is_named(tmp_path: Path, line: str, words: str) -> None:
    assert words in refusal(tmp_path, line)


KNOWN = Known(["mean_delay", "response_time"], ["set", "other-set"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (CELL.replace("mean_delay", "mean_dely"), ["metric: ", "'mean_dely'", "mean_delay?"]),
        (CELL.replace("mean_delay", ""), ["metric: the study has no ''"]),
        (CELL.replace("set/reno", "sett/reno"), ["scenario: ", "'sett'", "mean set?"]),
        (CELL.replace("d,\n", "d,othr-set/reno\n"), ["replayed_scenario: ", "other-set?"]),
    ],
)
def test_cell_of_unknown_metric_or_set_is_refused(
    tmp_path: Path, line: str, words: list[str]
) -> None:
    """It became "not measured", as if its scenario had not been run."""
    path = tmp_path / "toy.csv"
    path.write_text(HEADER + line, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        published_cells("toy", tmp_path, KNOWN)
    for word in [f"{path}, line 2: ", *words]:
        assert word in str(caught.value)


def test_cells_of_derived_values_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "toy.csv").write_text(
        HEADER + CELL.replace("set/reno", "") + CELL.replace("Delay,", "Time,"), encoding="utf-8"
    )
    assert published_cells("toy", tmp_path, KNOWN).height == 2


def test_cells_of_unknown_scenarios_are_counted(tmp_path: Path) -> None:
    (tmp_path / "toy.csv").write_text(HEADER + CELL, encoding="utf-8")
    assert without_scenario("toy", ["set/reno"], tmp_path) == ""
    note = without_scenario("toy", ["set/ren"], tmp_path)
    assert "1 printed value of scenarios that no scale has: set/reno. Did you mean" in note


@pytest.mark.parametrize("study", available())
def test_published_cells_name_known_metrics_and_sets(study: str) -> None:
    configuration = load_study(study, "quick").config.parameters()
    published_cells(study, known=known_to_cells(study, configuration))


@pytest.mark.parametrize("name", ["toy.csv", "toy-figures.csv", "toy-means.csv"])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_published_values_must_be_plain_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    """A folder was a traceback, and a pipe waited for ever."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    folder = tmp_path / "published"
    folder.mkdir()
    cells(folder, CELL)
    path = folder / name
    path.unlink(missing_ok=True)
    if kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    for reader in (
        lambda: published_cells("toy", folder),
        lambda: stage_digests.inputs_of_published("toy"),
    ):
        with pytest.raises(ConfigError, match=f"{name}: not a plain file"):
            reader()


def test_wrong_header_is_named(tmp_path: Path) -> None:
    (tmp_path / "toy.csv").write_text("item,row\n")
    with pytest.raises(ConfigError, match="line 1: expected the columns"):
        published_cells("toy", tmp_path)


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "No such file"), (b"item,\xff", "can't decode"), (b'item,"a\n', "end of data")],
)
def test_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    path = tmp_path / "toy.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=words) as caught:
        published_cells("toy", tmp_path)
    assert str(path) in str(caught.value)


def test_misprint_must_be_printed_cell(tmp_path: Path) -> None:
    cells(tmp_path, CELL)
    path = tmp_path / "toy-misprints.csv"
    path.write_text("item,row,column,because\nTable 1,Vegas,Delay,why\n")
    with pytest.raises(ConfigError, match=r"line 2: toy\.csv has no such cell"):
        published_cells("toy", tmp_path)


def test_every_table_of_mpls_study_is_there() -> None:
    frame = published_cells("mpls")
    halves = ("4.1", "4.3", "4.4", "4.5", "4.6", "4.8", "4.9", "4.10")
    whole = ("4.2", "4.7", *(f"4.{number}" for number in range(11, 17)))
    expected = {f"Table {number} ({half})" for number in halves for half in "ab"}
    expected |= {f"Table {number}" for number in whole} | {"Figure 4.11"}
    assert set(frame["item"]) == expected
    assert frame["published"].null_count() == 0


# --- comparison ------------------------------------------------------------------------


def _reasons(entries: list[dict[str, str]]) -> pl.DataFrame:
    columns = ["study", "item", "row", "column", "because"]
    return pl.DataFrame(entries, schema=dict.fromkeys(columns, pl.String))


def _definitions(expects: object = None, by_configuration: object = False) -> pl.DataFrame:
    told = {"expects": [expects], "by_configuration": [by_configuration]}
    return pl.DataFrame({"metric": "mean_delay", "range": "from 0", **told})


def verdicts(tmp_path: Path, published: str, values: list[float], **more: object) -> dict:
    """The comparison's row for one cell with the given replications of ours."""
    line = CELL.replace("202.555", published).replace("round", str(more.get("rounding", "round")))
    line = line.removesuffix(",\n") + f",{more.get('replayed_scenario', '')}\n"
    frame = cells(tmp_path, line)
    connection = duckdb.connect()
    rows = [
        ("toy", "set/reno", seed, "mean_delay", "flow1", value, "s")
        for seed, value in enumerate(values, start=1)
    ]
    if "replayed" in more:
        rows.append(("toy", "replay/reno", 1, "mean_delay", "flow1", more["replayed"], "s"))
    schema = ["study", "scenario", "seed", "metric", "subject", "value", "unit"]
    tables = {
        "metrics": pl.DataFrame(rows, schema=schema, orient="row"),
        "runs": pl.DataFrame({"seed": range(1, max(len(values), 2) + 1)}),
        "scenarios": pl.DataFrame(
            [
                ("toy", "set/reno", more.get("random", len(values) > 1), "{}"),
                ("toy", "replay/reno", True, "{}"),
            ],
            schema=["study", "scenario", "is_random", "parameters"],
            orient="row",
        ),
        "metric_definitions": _definitions(
            more.get("expects"), more.get("by_configuration", False)
        ),
        "published": frame,
        "misprints": _reasons(more.get("misprints", [])),
        "fitted": _reasons(more.get("fitted", [])),
    }
    for name, table in tables.items():
        connection.register("frame", table.to_arrow())
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM frame")
    for name in ("printed_means", "dependent_cells"):
        connection.register(name, printed_tables("toy", tmp_path)[name].to_arrow())
    add_interval_tables(
        connection, CONFIDENCE_OF_A_LOOK if more.get("is_looked_at") else CONFIDENCE
    )
    for name in ("intervals", "limits", "estimates"):
        connection.execute(SQL[name])
    connection.execute(evaluation.SQL["comparison"])
    (row,) = connection.sql("FROM comparison").pl().rows(named=True)
    return row


@pytest.mark.parametrize(
    ("published", "ours", "rounding", "verdict"),
    [
        ("202.555", 0.2025546, "round", "identical"),
        ("202.555", 0.2025544, "round", "close"),
        ("202.555", 0.2025556, "round", "close"),
        ("202.5", 0.2025999, "truncate", "identical"),
        ("202.5", 0.2026001, "truncate", "close"),
        ("100", 0.1, "truncate", "identical"),
        ("0.1", 0.0001, "truncate", "identical"),
    ],
)
def test_equal_means_every_printed_digit(
    tmp_path: Path, published: str, ours: float, rounding: str, verdict: str
) -> None:
    row = verdicts(tmp_path, published, [ours], rounding=rounding)
    assert row["verdict"] == verdict
    assert row["ours"] == pytest.approx(1000 * ours)
    assert row["n"] == 1


@pytest.mark.parametrize(
    ("ours", "words"),
    [
        (0.2, "identical"),
        (0.20006, "close (0.03 %)"),
        (0.2009, "close (0.45 %)"),
        (0.204, "close (2.0 %)"),
        (0.2041, "off by 2.0 %"),
        (0.25, "off by 25 %"),
        (0.9, "off by 350 %"),
    ],
)
def test_verdict_words_give_difference(tmp_path: Path, ours: float, words: str) -> None:
    assert verdicts(tmp_path, "200.0", [ours])["verdict_words"] == words
    percent = duckdb.connect().execute(
        evaluation.SQL["comparison"].partition("CREATE OR REPLACE TEMP MACRO percent_words")[0]
        + "SELECT close_percent()"
    )
    assert percent.fetchall() == [(CLOSE_PERCENT,)]


def test_verdict_words_give_number_of_runs(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "215", VALUES)["verdict_words"] == "consistent (n = 5)"


def test_note_gives_difference(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "200", [0.202])
    assert "+2 (+1 %)" in row["note"]


def test_withheld_value_is_never_judged(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "", [0.2])
    assert (row["verdict"], row["published"], row["ours"]) == ("withheld", None, 200)


@pytest.mark.parametrize(("ours", "verdict"), [(0.2, "by configuration"), (0.21, "off")])
def test_configured_value_is_not_reproduced(tmp_path: Path, ours: float, verdict: str) -> None:
    assert verdicts(tmp_path, "200", [ours], by_configuration=True)["verdict"] == verdict
    assert verdict not in AGREEING


LISTED = {"study": "toy", "item": "Table 1", "row": "Reno", "column": "Delay", "because": "why"}


def test_misprint_must_differ_from_ours(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "300", [0.2], misprints=[LISTED])["verdict"] == "misprint"
    assert verdicts(tmp_path, "200", [0.2], misprints=[LISTED])["verdict"] == "identical"


def test_fitted_value_is_not_reproduced(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "200", [0.2], fitted=[LISTED])
    assert (row["verdict"], row["note"]) == ("fitted", "why")
    # So it is with chance: what ours agrees with by choice is no evidence.
    assert verdicts(tmp_path, "215", VALUES, fitted=[LISTED])["verdict"] == "fitted"
    assert verdicts(tmp_path, "400", VALUES, fitted=[LISTED])["verdict"] == "off"
    assert verdicts(tmp_path, "215", VALUES[:2], fitted=[LISTED])["verdict"] == "too few runs"
    assert row["verdict"] not in AGREEING
    assert verdicts(tmp_path, "300", [0.2], fitted=[LISTED])["verdict"] == "off"


VALUES = [0.19, 0.2, 0.21, 0.22, 0.2]


def test_replications_give_intervals_by_logarithm(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "300", VALUES)
    mean, half = 204.0, student.ppf(0.975, 4) * pl.Series(VALUES).std() * 1000 / 5**0.5
    assert row["ours"] == pytest.approx(mean)
    assert row["ci_low"] == pytest.approx(mean * exp(-half / mean))
    assert row["ci_high"] == pytest.approx(mean * exp(half / mean))
    assert row["prediction_high"] == pytest.approx(mean * exp(half * 6**0.5 / mean))
    assert row["verdict"] == "off"


def test_printed_value_single_run_may_give(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "215", VALUES)
    assert row["verdict"] == "consistent"
    assert "; a single run is expected between " in row["note"]
    note = verdicts(tmp_path, "215", VALUES, expects="a deviation of 15 runs")["note"]
    assert "; a deviation of 15 runs is expected between " in note


@pytest.mark.parametrize("count", [1, 2, 4])
def test_under_five_replications_decide_nothing(tmp_path: Path, count: int) -> None:
    row = verdicts(tmp_path, "200", VALUES[1 : count + 1], random=True)
    assert row["verdict"] == "too few runs"
    assert row["ci_low"] is row["prediction_low"] is None
    assert f"too few runs ({count}): {5 - count} more" in row["note"]


MEAN = "item,row,column,runs,deviation\nTable 1,Reno,Delay,15,{}\n"
TOGETHER = "item,row,column,because\nTable 1,Reno,Delay,one draw\n"


def test_printed_mean_is_compared_by_difference(tmp_path: Path) -> None:
    """A single run may well give 222; a mean of fifteen that scatter as ours may not."""
    (tmp_path / "toy-means.csv").write_text(MEAN.format(""))
    (tmp_path / "toy-together.csv").write_text(TOGETHER)
    row = verdicts(tmp_path, "222", VALUES)
    error = pl.Series(VALUES).std() * 1000 * (1 / 5 + 1 / 15) ** 0.5
    half = student.ppf(0.975, 4) * error
    assert row["difference_low"] == pytest.approx(204 - 222 - half)
    assert (row["verdict"], row["prediction_low"]) == ("off", None)
    assert row["note"].endswith("one draw")
    assert verdicts(tmp_path, "210", VALUES)["verdict"] == "consistent"


@pytest.mark.parametrize("means", [True, False])
def test_interim_looks_widen_every_interval(tmp_path: Path, means: bool) -> None:
    """What ended the runs may hang on the very values that a printed one is compared with."""
    if means:
        (tmp_path / "toy-means.csv").write_text(MEAN.format(""))
    usual = verdicts(tmp_path, "222", VALUES)
    looked = verdicts(tmp_path, "222", VALUES, is_looked_at=True)
    for end in ("ci_high", "difference_high" if means else "prediction_high"):
        assert looked[end] > usual[end]


def test_printed_deviation_uses_welch_freedom(tmp_path: Path) -> None:
    (tmp_path / "toy-means.csv").write_text(MEAN.format("40"))
    row = verdicts(tmp_path, "219", VALUES)
    own, printed = (pl.Series(VALUES).std() * 1000) ** 2 / 5, 40**2 / 15
    freedom = int((own + printed) ** 2 / (own**2 / 4 + printed**2 / 14))
    half = student.ppf(0.975, freedom) * (own + printed) ** 0.5
    assert row["difference_high"] == pytest.approx(204 - 219 + half)
    assert row["verdict"] == "consistent"


def test_printed_mean_is_compared_after_rounding(tmp_path: Path) -> None:
    """Of 204.2 with hardly any scatter, 204 may be printed, but neither 203 nor 205."""
    (tmp_path / "toy-means.csv").write_text(MEAN.format(""))
    values = [0.2041, 0.2042, 0.2043, 0.2042, 0.2042]
    found = [verdicts(tmp_path, printed, values)["verdict"] for printed in ("203", "204", "205")]
    assert found == ["close", "consistent", "close"]


def test_freedom_beyond_table_gives_interval(tmp_path: Path) -> None:
    """Welch's number may be larger than that of any quantile that there is."""
    (tmp_path / "toy-means.csv").write_text(MEAN.format("5").replace(",15,", ",90,"))
    row = verdicts(tmp_path, "204", [0.2 + 0.001 * (place % 9) for place in range(60)])
    assert row["difference_high"] is not None


@pytest.mark.parametrize(
    ("published", "runs", "verdict", "more"),
    [
        ("200", 5, "consistent", None),
        ("201", 5, "too few runs", 54),
        ("201", 58, "too few runs", 1),
        ("201", 59, "close", None),
    ],
)
def test_identical_random_runs_prove_little(
    tmp_path: Path, published: str, runs: int, verdict: str, more: int | None
) -> None:
    row = verdicts(tmp_path, published, [0.2] * runs)
    assert (row["verdict"], row["prediction_low"], row["more_runs"]) == (verdict, None, more)


def test_note_bounds_probability_of_other_outcomes(tmp_path: Path) -> None:
    # Of what has a probability of 0.45 five runs show nothing in 5 % of all cases.
    alike = "one outcome in 5 {}: another one may have a probability of up to 46 %"
    assert verdicts(tmp_path, "200", [0.2] * 5)["note"].endswith(alike.format("runs"))
    open_still = verdicts(tmp_path, "201", [0.2] * 5)["note"]
    assert open_still.endswith(f"{alike.format('runs')}; 54 more alike ones would decide")
    sweeps = verdicts(tmp_path, "200", [0.2] * 5, expects="a single sweep")["note"]
    assert sweeps.endswith(alike.format("sweeps"))


def test_mean_needs_two_runs_and_printed_cell(tmp_path: Path) -> None:
    cells(tmp_path, CELL)
    path = tmp_path / "toy-means.csv"
    path.write_text(MEAN.format("").replace(",15,", ",1,"))
    with pytest.raises(ConfigError, match="line 2: runs: expected 2 or more, found '1'"):
        published_cells("toy", tmp_path)
    path.write_text(MEAN.format("").replace("Reno", "Vegas"))
    with pytest.raises(ConfigError, match=r"line 2: toy\.csv has no such cell"):
        published_cells("toy", tmp_path)


def test_replayed_run_is_named_as_such(tmp_path: Path) -> None:
    row = verdicts(
        tmp_path, "215", [0.19, 0.2, 0.21], replayed_scenario="replay/reno", replayed=0.215
    )
    assert (row["verdict"], row["replayed"]) == ("identical with the author's seed", 215)


def test_scenario_that_was_not_run_is_not_measured(tmp_path: Path) -> None:
    row = verdicts(tmp_path, "215", [])
    assert (row["verdict"], row["ours"]) == ("not measured", None)


def test_quantiles_are_those_of_tables() -> None:
    quantiles = dict(student_t(range(2, 32)).iter_rows())
    # Two-sided 95 % points as printed in any statistics table, by degrees of freedom.
    for freedom, point in ((1, 12.706), (4, 2.776), (14, 2.145), (30, 2.042)):
        assert quantiles[freedom + 1] == pytest.approx(point, abs=5e-4)


# --- claims ----------------------------------------------------------------------------


def claim(sql: str) -> Claim:
    return Claim("toy", "a-claim", "1", "a statement", sql)


def test_claim_gets_its_querys_verdict() -> None:
    assert judge(duckdb.connect(), claim("SELECT 'confirmed', 'since'")) == ("confirmed", "since")


@pytest.mark.parametrize(
    "sql", ["SELECT NULL, NULL", "SELECT 'confirmed', NULL", "SELECT NULL, 'x'"]
)
def test_claim_without_runs_is_not_measured(sql: str) -> None:
    assert judge(duckdb.connect(), claim(sql))[0] == NOT_MEASURED


@pytest.mark.parametrize(
    "sql",
    [
        *(
            "SELECT 'perhaps', 'since'",
            "SELECT nothing",
            "VALUES ('confirmed','a'), ('confirmed','b')",
        ),
        *("SELECT 'confirmed'", "SELECT 'confirmed', 'since', 'then'"),
    ],
)
def test_claim_whose_query_is_wrong_is_error(sql: str) -> None:
    with pytest.raises(ResultError, match="toy/a-claim"):
        judge(duckdb.connect(), claim(sql))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("\n  1 +;\n", 'line 5, column 6: syntax error at or near ";"'),
        ("nothing(1);\n", "Catalog Error: Scalar Function with name nothing does not exist!"),
    ],
)
def test_mistake_in_shared_macros_names_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, words: str
) -> None:
    own = tmp_path / "_common.sql"
    own.write_text(f"-- One.\nCREATE TEMP MACRO one() AS 1;\n\nCREATE TEMP MACRO two() AS {query}")
    monkeypatch.setattr(claims, "SHARED", tmp_path)
    with pytest.raises(ResultError, match=f"^{re.escape(str(own))}[:,] {re.escape(words)}"):
        claims.prepare(duckdb.connect(), "mpls")


def test_verdict_of_no_cases_is_null() -> None:
    connection = duckdb.connect()
    connection.execute(SQL["intervals"])
    connection.execute((claims.SHARED / "_verdicts.sql").read_text(encoding="utf-8"))
    rows = connection.execute(
        "SELECT verdict_of(0, 0), verdict_of(2, 2), verdict_of(1, 2), verdict_of(0, 2)"
    ).fetchall()
    assert rows == [(None, *STATED[:3])]


def test_verdict_of_parts_combines_parts() -> None:
    connection = duckdb.connect()
    connection.execute(SQL["intervals"])
    connection.execute((claims.SHARED / "_verdicts.sql").read_text(encoding="utf-8"))
    rows = connection.execute(
        "SELECT verdict_of_parts([], 0), verdict_of_parts([2, 2], 2), verdict_of_parts([2, 0], 2), "
        "verdict_of_parts([0, 0], 2)"
    ).fetchall()
    assert rows == [(None, *STATED[:3])]


def test_claims_of_mpls_have_pages_and_statements() -> None:
    found = claims_of("mpls")
    assert len(found) > 20
    assert all(entry.page and entry.statement.endswith(".") for entry in found)


@pytest.mark.parametrize(
    ("vegas", "verdict"),
    [(0.57, "confirmed"), (0.62, "partly"), (0.4, "partly"), (1.1, "refuted")],
)
def test_claim_of_direction_and_size_may_hold_in_part(vegas: float, verdict: str) -> None:
    """Below by another percentage holds in part; above does not hold."""
    connection = duckdb.connect()
    connection.execute(SQL["intervals"])
    connection.execute((claims.SHARED / "_verdicts.sql").read_text(encoding="utf-8"))
    connection.execute(
        "CREATE TABLE points AS SELECT 'mpls' AS study, 'variants' AS scenario_set, "
        "'mean_delay' AS metric, 'cbr' AS application, 2 AS flows, "
        "'mpls-control-driven' AS forwarding, * "
        f"FROM (VALUES ('reno', 1.0), ('sack', 0.9), ('vegas', {vegas})) AS t (variant, mean)"
    )
    shared = (paths.REPORTS / "mpls" / "claims" / "_common.sql").read_text(encoding="utf-8")
    connection.execute(shared.partition("-- Means of a metric under random loss")[0])
    (row,) = connection.execute("FROM vegas_delay_claim('cbr', 2, 40)").fetchall()
    assert row[0] == verdict


@pytest.mark.parametrize("traced", [0, 1])
def test_runs_without_packets_may_come_first(traced: int) -> None:
    """Studies stand in the order of their names, and `ceas` writes no packets."""
    rows = [{"run_id": str(n), "packets_sha256": None} for n in range(200)]
    rows += [{"run_id": "last", "packets_sha256": "ab"}] * traced
    frame = runs_frame(rows)
    assert frame.schema["packets_sha256"] == pl.String
    assert frame["packets_sha256"].drop_nulls().to_list() == ["ab"] * traced


def test_scenarios_have_column_for_every_axis() -> None:
    rows = [{"study": "s", "scenario": "a", "scenario_set": "a", "routing": "ceas"}]
    axes = {"scenario_set": "b", "routing": "dvr", "memory": True, "load_kbps": 500}
    frame = scenarios_frame(rows, axes)
    assert frame.height == 1
    assert frame.schema["memory"] == pl.Boolean
    assert frame.schema["load_kbps"] == pl.Int64
    assert frame["scenario_set"].to_list() == ["a"]
