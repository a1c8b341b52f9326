"""What would stop a study after its runs is told before them, with its place."""

from contextlib import nullcontext
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.errors import ConfigError, ReportError, ResultError
from ns2studies.basics.sql import error_in
from ns2studies.config.registry import load_study
from ns2studies.config.study_files import available
from ns2studies.config.study_metrics import metrics_of
from ns2studies.evaluation import published
from ns2studies.evaluation.claims import Claim, claims_folder, judge
from ns2studies.metrics.measure import measure_runs
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.workflow.check_inputs import check_claims, check_inputs, check_metrics, check_names
from nstrace.metrics.catalogue import Metric, read_metric

METRIC = """\
-- title: Packets
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Packets of a flow.
-- source: nobody
SELECT
    run_id,
    flow AS subject,
    count(*) AS value
FROM packets
GROUP BY ALL
"""


def metric(tmp_path: Path, sql: str) -> Metric:
    path = tmp_path / "own.sql"
    path.write_text(sql, encoding="utf-8")
    return read_metric(path, {})


@pytest.mark.parametrize("study", available())
def test_every_study_passes(study: str, tmp_path: Path) -> None:
    check_inputs(load_study(study, "quick"), tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("count(", "coutn(", "line 10, column 5: Scalar Function with name coutn does not exist!"),
        ("flow AS", "flwo AS", 'line 9, column 5: Referenced column "flwo" not found'),
        ("packets\nGROUP", "pakets\nGROUP", "line 11, column 6: Table with name pakets"),
        ("value\n", "value,,\n", 'line 10, column 23: syntax error at or near ","'),
        ("GROUP BY ALL", "WHERE (flow = 1", "after line 12: the query goes on where the file ends"),
        (" AS value", "", "the query returns no column value"),
        ("flow AS subject", "flow AS subj", "the query returns no column subject"),
        ("count(*)", "max(type)", "value: expected a number, found VARCHAR"),
        ("count(*)", "list(flow)", "value: expected a number, found INTEGER[]"),
    ],
)
def test_error_in_metric_names_its_place(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    own = metric(tmp_path, METRIC.replace(right, wrong))
    with pytest.raises(ConfigError) as caught:
        check_metrics([own])
    assert str(caught.value).startswith(str(own.path))
    assert said in str(caught.value)


def test_error_in_gives_column_of_long_line(tmp_path: Path) -> None:
    long = ", ".join(f"flow AS a_long_name_of_a_column_{number}" for number in range(20))
    sql = f"SELECT\n{long}, flwo, {long} FROM (SELECT 1 AS flow)"
    with pytest.raises(duckdb.Error) as caught:
        duckdb.execute(sql)
    place = tmp_path / "own.sql"
    expected = f"{place}, line 2, column {len(long) + 3}: Referenced column"
    assert error_in(place, sql, caught.value).startswith(expected)


def test_metric_that_fails_over_runs_names_its_file(tmp_path: Path) -> None:
    own = metric(tmp_path, METRIC.replace("flow AS", "flwo AS"))
    with pytest.raises(ResultError, match=r"metric own: .*own\.sql, line 9, column 5: Ref"):
        measure_runs(tmp_path, {"run": tmp_path / "runs" / "study=toy" / "run_id=run"}, [own])


def test_measured_metrics_are_not_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(threads: int) -> None:
        pytest.fail("DuckDB was asked")

    monkeypatch.setattr("ns2studies.workflow.check_inputs.connect", asked)
    study = load_study("recovery", "quick")
    for it in metrics_of(study.name):
        rows_folder(tmp_path, it).mkdir(parents=True)
    check_inputs(study, tmp_path)


def test_published_values_are_checked_before_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = load_study("recovery", "quick")
    known = published.known_to_cells(study.name, study.config.parameters())
    printed = (published.FOLDER / "recovery.csv").read_text(encoding="utf-8").splitlines()
    own = tmp_path / "recovery.csv"
    own.write_text("\n".join([*printed, printed[1]]), encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"{own}, line {len(printed) + 1}: cell .* twice"):
        published.check_printed(study.name, known, tmp_path)
    for name, columns in (("misprints", "item,row,column,because"), ("figures", "item,page")):
        own.write_text("\n".join(printed), encoding="utf-8")
        beside = tmp_path / f"recovery-{name}.csv"
        beside.write_text(f"{columns}\nTable 99,,{',' if name == 'misprints' else ''}\n")
        with pytest.raises(ConfigError, match=f"{beside}, line 2: "):
            published.check_printed(study.name, known, tmp_path)
        beside.unlink()


def test_page_is_checked_before_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = load_study("recovery", "quick")
    document = tmp_path / "recovery.qmd"
    document.write_text("# No front matter\n", encoding="utf-8")
    monkeypatch.setattr("ns2studies.workflow.check_inputs.paths.REPORTS", tmp_path)
    monkeypatch.setattr("ns2studies.workflow.check_inputs.metrics_of", lambda name: [])
    monkeypatch.setattr("ns2studies.workflow.check_inputs.check_printed", lambda *given: None)
    monkeypatch.setattr("ns2studies.workflow.check_inputs.known_to_cells", lambda *given: None)
    with pytest.raises(ReportError, match=f"{document}, line 1: expected front matter"):
        check_inputs(study, tmp_path)
    document.unlink()
    with pytest.raises(ConfigError, match=f"{document}: study recovery has no page"):
        check_inputs(study, tmp_path)


@pytest.mark.parametrize(
    "asked", ["p.metric = 'fairnes'", "metric IN ('fairness',\n'fairnes')", "metric <> 'fairnes'"]
)
def test_claim_with_unknown_metric_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """It would find no rows, and be \"not measured\" after all runs."""
    monkeypatch.setattr("ns2studies.workflow.check_inputs.claims_folder", lambda study: tmp_path)
    own = tmp_path / "01-own.sql"
    own.write_text(f"-- statement: metric = 'odd'\nSELECT\n{asked} -- metric = 'odder'\n")
    line = 3 + asked.count("\n")
    with pytest.raises(ConfigError, match=f"^{own}, line {line}: no metric 'fairnes'") as raised:
        check_names("recovery", ["fairness", "throughput"], {})
    assert "Did you mean fairness?" in str(raised.value)
    own.write_text(own.read_text().replace("'fairnes'", "'throughput'"))
    check_names("recovery", ["fairness", "throughput"], {})


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("scenario_set = 'dropz'", "no scenario set 'dropz' in study recovery"),
        ("p.variant IN ('reno', 'Reno')", "no variant 'Reno' in study recovery"),
        ("variant IN ('reno', 'tahoe') AND scenario_set = 'drops-' || 'x' AND odd = 'Reno'", ""),
    ],
)
def test_claim_with_unknown_set_or_value_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, message: str
) -> None:
    monkeypatch.setattr("ns2studies.workflow.check_inputs.claims_folder", lambda study: tmp_path)
    (tmp_path / "01-own.sql").write_text(asked)
    sets = {"drops": {"variant": {"quick": ["reno"], "full": ["sack"]}, "losses": [1, 2]}}
    with pytest.raises(ConfigError, match=message) if message else nullcontext():
        check_names("recovery", [], {"scenario_sets": sets})


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("SELECT\n    'confirmed' AS verdict, 'x' evidence FORM points\n", "line 5, column"),
        (
            "SELECT\n    variannt AS verdict\nFROM points\n",
            'line 5, column 5: .*"variannt" not found',
        ),
        ("SELECT mean_wrds(mean, 1) AS evidence FROM points", "line 4, column 8: .*mean_wrds"),
        ("SELECT * FROM nowhere", "line 4, column 15: Table with name nowhere"),
    ],
)
def test_claim_with_bad_sql_is_refused_before_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, place: str
) -> None:
    study = load_study("recovery", "quick")
    for module in ("workflow.check_inputs", "evaluation.claims"):
        monkeypatch.setattr(f"ns2studies.{module}.claims_folder", lambda study: tmp_path)
    own = tmp_path / "01-own.sql"
    own.write_text(f"-- page: 1\n-- statement: A.\n\n{query}")
    with pytest.raises(ConfigError, match=f"{own}, {place}"):
        check_claims(study, tmp_path)


def test_claims_of_studies_are_valid_before_runs(tmp_path: Path) -> None:
    for name in ("mpls", "sync"):
        check_claims(load_study(name, "full"), tmp_path)


def test_claim_may_use_derived_metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims, derived = tmp_path / "claims", tmp_path / "derived"
    for folder, text in ((claims, "metric = 'kept'"), (derived, "SELECT 'kept' AS metric")):
        folder.mkdir()
        (folder / "01-own.sql").write_text(text)
    monkeypatch.setattr("ns2studies.workflow.check_inputs.claims_folder", lambda study: claims)
    with pytest.raises(ConfigError, match="no metric 'kept'"):
        check_names("recovery", [], {})
    monkeypatch.setattr("ns2studies.workflow.check_inputs.derived_folder", lambda study: derived)
    check_names("recovery", [], {})


def test_failing_claim_names_file_and_position() -> None:
    """Comments above a query move the place that DuckDB draws."""
    sql = "-- page: 1\n-- statement: A.\n\nSELECT\n    'confirmed' AS verdict,\n    readble(1) AS a"
    claim = Claim("recovery", "01-own", "1", "A.", sql)
    path = claims_folder("recovery") / "01-own.sql"
    words = rf"^claim recovery/01-own: {path}, line 6, column 5: Scalar Function with name readble"
    with duckdb.connect() as connection, pytest.raises(ResultError, match=words):
        judge(connection, claim)
