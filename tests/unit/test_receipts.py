"""Receipts: what a number was made of, in a page and on a terminal."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics import paths
from ns2studies.cli.explain import Entry, matches
from ns2studies.cli.main import main
from ns2studies.database.metadata import describe, description_path
from ns2studies.database.receipt import (
    ABSENT,
    MOST_OF_A_GROUP,
    ParameterDifference,
    differences,
    query_command,
    run_commands,
    usual_values,
    value_query,
)
from ns2studies.report.links import claim_id
from ns2studies.report.pages.receipts import receipts_block

TABLES = """
CREATE TABLE studies AS SELECT 'ants' AS study, 'quick' AS scale;
CREATE TABLE scenarios AS SELECT * FROM (VALUES
    ('ants', 'start/20', 'a', '{"tcp": {"window": 80}, "rate": 20.0}'),
    ('ants', 'start/5', 'b', '{"tcp": {"window": 80}, "rate": 5.0}'),
    ('ants', 'other''s/20', 'c', '{"tcp": {"window": 200}, "rate": 20.0, "load": "<x>"}')
) AS rows(study, scenario, scenario_id, parameters);
CREATE TABLE runs AS
SELECT study, scenario, seed, 'run' || seed AS run_id, 'n' AS ns_sha256, 't' AS tcl_digest,
    'c' AS code_digest
FROM scenarios, (SELECT unnest([1, 2]) AS seed);
CREATE TABLE metric_definitions AS
SELECT 'unique_throughput' AS metric, 'Goodput' AS title, 'bit/s' AS unit,
    'New bits.' AS definition,
    'ours' AS source, 'SELECT 1 -- </script>' AS sql;
CREATE TABLE estimates AS
SELECT 'ants' AS study, scenario, 'unique_throughput' AS metric, 'flow1' AS subject,
    2 AS n, 9.5e0 AS mean,
    9e0 AS ci_low, 10e0 AS ci_high, 'bit/s' AS unit
FROM scenarios;
CREATE TABLE comparison AS
SELECT 'ants' AS study, 'Table 1' AS item, name AS row, 'SACK' AS "column", '9.4' AS published_text,
    9.5e0 AS ours, 9e0 AS ci_low, 10e0 AS ci_high, 2 AS n, 'Mb/s' AS unit, 'off' AS verdict,
    'ours differs by +0.1' AS note, '7' AS page, 'unique_throughput' AS metric, scenario,
    'flow1' AS subject, position
FROM (VALUES ('LSRP', 'start/5', 1), ('Ants, 20', 'other''s/20', 2),
    ('Ants, 20, error', 'start/20', 3)) AS cells(name, scenario, position);
CREATE TABLE claims AS
SELECT 'ants' AS study, '07-sooner' AS claim, '3' AS page, 'More ants are sooner.' AS statement,
    'confirmed' AS verdict, 'in 2 of 2' AS evidence, 'SELECT 2' AS sql;
CREATE TABLE figures AS SELECT 'ants' AS study, 'Figure 1' AS item, '8' AS page;
CREATE TABLE reasons AS SELECT * FROM (VALUES
    ('ants', 'cell', 'Table 1', 'LSRP', 'SACK', NULL, 'off', 'chance', NULL, 'Few runs.',
        '3 of 4'),
    ('ants', 'claim', NULL, NULL, NULL, '07-sooner', 'partly', 'unprinted parameter',
        'the rate', 'It was not printed.', NULL)
) AS rows(study, kind, item, row, "column", claim, verdict, reason, parameter, words, evidence);
"""


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    database = tmp_path / "results.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute(TABLES)
    describe(description_path(database), database, {})
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    return database


def test_usual_value_is_most_frequent_one() -> None:
    scenarios = [{"a": "1", "b": "x"}, {"a": "1"}, {"a": "2"}]
    usual = usual_values(scenarios)
    assert usual == {"a": "1", "b": ABSENT}
    assert differences(scenarios[0], usual) == (ParameterDifference("b", "x", ABSENT),)
    assert differences(scenarios[1], usual) == ()


def test_differing_group_is_one_entry() -> None:
    links = {f"links.{n}": "1" for n in range(MOST_OF_A_GROUP + 1)}
    usual = usual_values([{"x": "1"}, {"x": "1"}, {**links, "x": "2"}])
    found = differences({**links, "x": "2"}, usual)
    assert [entry.parameter for entry in found] == ["links.*", "x"]
    assert found[0].value == f"{len(links)} values of its own"


@pytest.mark.parametrize("name", ["start/20", "other's/20", 'a $b `c` "d" !e'])
def test_receipt_commands_are_quoted(name: str) -> None:
    sql = value_query("ants", name, "unique_throughput", "flow1")
    assert shlex.split(query_command(sql)) == ["./reproduce", "sql", sql]
    first, _ = run_commands("ants", name, 3)
    assert shlex.split(first)[2:5] == [f"ants/{name}", "--seed", "3"]


def test_page_has_receipts_of_cells_and_claims(results: Path) -> None:
    with duckdb.connect(str(results), read_only=True) as connection:
        html = receipts_block(connection, "ants").markdown
        found = re.search(r'id="receipts">(.*?)</script>', html)
        assert found is not None
        data = json.loads(found[1])
        name, scenario, metric, subject = data["cells"]["table-1-cells-ants-20-sack"]
        assert name == "Table 1, Ants, 20, SACK"
        answer = connection.execute(value_query("ants", scenario, metric, subject)).fetchall()
    assert answer == [(2, 9.5, 9.0, 10.0, "bit/s")]
    places, runs = data["scenarios"][scenario]
    assert [data["differences"][place] for place in places] == [
        ["load", "<x>", ABSENT],
        ["tcp.window", "200", "80"],
    ]
    assert runs == [[1, "run1"], [2, "run2"]]
    assert data["claims"]["claim-sooner"][:2] == ["More ants are sooner.", "confirmed"]
    assert html.count("</script>") == 1


def test_claim_id_leaves_out_number() -> None:
    assert claim_id("07-sooner") == "claim-sooner"


def test_explain_prints_receipt_of_cell(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Although another name begins with the same words."""
    for words in (
        "ants Table 1 Ants, 20 SACK",
        "Table 1 Ants 20 SACK",
        "ants SACK 20 ants table 1",
    ):
        assert main(["explain", words]) == 0
        first, *lines = capsys.readouterr().out.splitlines()
        assert first == "ants Table 1 Ants, 20 SACK"
    text = "\n".join(lines)
    for part in ("published: 9.4 Mb/s", "9.5 Mb/s (2 runs, 95 % interval 9 to 10)", "New bits.",
                 "tcp.window: 200 (most scenarios: 80)", "1 (run1), 2 (run2)", "ns: n",
                 "./reproduce quick ants"):  # fmt: skip
        assert part in text
    assert "nstrace metrics" not in text, "there is no trace of packets"
    traced = results.parent / "runs" / "study=ants" / "run_id=run1"
    traced.mkdir(parents=True)
    (traced / "packets.parquet").touch()
    assert main(["explain", "Table 1 LSRP SACK"]) == 0
    said = capsys.readouterr().out
    assert "./reproduce nstrace metrics --metric unique_throughput traces/packets.tr" in said


@pytest.mark.usefixtures("results")
def test_explain_lists_several_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ants Table 1 SACK"]) == 0
    first, *names = capsys.readouterr().out.splitlines()
    assert first == "3 names match 'ants Table 1 SACK':"
    assert names == [
        f"  ants Table 1 {row} SACK" for row in ("LSRP", "Ants, 20", "Ants, 20, error")
    ]


def test_repeated_word_must_occur_as_often() -> None:
    """The 2 of "Table 2" was taken for a row's, and the row "None" told of instead of row 2."""
    rows = [Entry(f"ants Table 2 {row} Reno", "", "cell", {}) for row in ("None", "2", "5")]
    assert matches("ants Table 2 2 Reno", rows) == [rows[1]]
    assert matches("Table 2 2", rows) == [rows[1]]
    assert matches("Table 2 Reno", rows) == rows
    assert not matches("Table 2 2 2", rows)


def test_claim_number_wins_over_word_of_another() -> None:
    """Two claims were listed for "sync 26", since one of the others speaks of 26 ms."""
    names = ("sync claim 19-shut-out-at-26-ms", "sync claim 26-smoothing", "my_toy claim 26-other")
    rows = [Entry(name, "", "claim", {}) for name in names]
    assert matches("sync 26", rows) == matches("sync claim 26", rows) == [rows[1]]
    assert matches("my_toy 26", rows) == [rows[2]]
    assert matches("sync 26 ms", rows) == [rows[0]]


@pytest.mark.usefixtures("results")
def test_explain_gives_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ants Table 1 LSRP SACK"]) == 0
    said = capsys.readouterr().out
    assert "  because: chance\n    Few runs.\n    evidence: 3 of 4\n" in said
    assert main(["explain", "ants sooner"]) == 0
    said = capsys.readouterr().out
    because = "because (in the reference: partly): unprinted parameter: the rate"
    assert f"  {because}\n    It was not printed.\n\n" in said


@pytest.mark.usefixtures("results")
def test_explain_points_to_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ants Figure 1"]) == 0
    said = capsys.readouterr().out
    assert "page 8 of the text" in said
    assert "reports/ants.html#figure-1" in said


def test_closed_output_pipe_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "ns2studies", "explain", "--help"]
    with os.fdopen(writing, "wb") as out:
        ended = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_explain_names_scenario_of_derived_value(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with duckdb.connect(str(results)) as connection:
        connection.execute(
            "UPDATE comparison SET scenario = '', subject = scenario || ' flow1' "
            "WHERE row = 'Ants, 20'"
        )
        connection.execute("UPDATE comparison SET scenario = '' WHERE row = 'LSRP'")
    describe(description_path(results), results, {})
    assert main(["explain", "ants Table 1 Ants 20 SACK"]) == 0
    said = capsys.readouterr().out
    assert "scenario ants/other's/20" in said
    assert "1 (run1), 2 (run2)" in said
    assert main(["explain", "ants Table 1 LSRP SACK"]) == 0
    said = capsys.readouterr().out
    assert "\nscenario\n  not run, or derived from several scenarios by its query" in said


@pytest.mark.usefixtures("results")
def test_explain_prints_claims_query(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "ants", "sooner"]) == 0
    text = capsys.readouterr().out
    assert "evidence: in 2 of 2" in text
    assert "  SELECT 2" in text


@pytest.mark.usefixtures("results")
def test_explain_suggests_nearest_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "ants Table 2 LSRP"]) == 1
    message = capsys.readouterr().err
    assert "no published value, claim or figure matches 'ants Table 2 LSRP'" in message
    assert "Nearest: 'ants Table 1 LSRP SACK'" in message


@pytest.mark.usefixtures("results")
def test_explain_suggests_nothing_without_results(capsys: pytest.CaptureFixture[str]) -> None:
    """Cells of other studies were listed, as if the study had none."""
    assert main(["explain", "mpls Table 4.4 (a)"]) == 1
    message = capsys.readouterr().err
    assert "there are no results of mpls" in message
    assert "./reproduce mpls makes them." in message
    assert "Nearest" not in message


def test_explain_points_to_means_without_entries(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with duckdb.connect(str(results)) as connection:
        connection.execute("INSERT INTO studies BY NAME SELECT 'mpls' AS study")
    describe(description_path(results), results, {})
    assert main(["explain", "mpls throughput"]) == 1
    message = capsys.readouterr().err
    assert "mpls has no published value, claim or figure to explain" in message
    assert "FROM points WHERE study = 'mpls'" in message


def test_without_results_explain_names_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    assert main(["explain", "anything"]) == 1
    assert "./reproduce runs the studies and makes it." in capsys.readouterr().err
    assert main(["explain"]) == 1
    assert "the following arguments are required: WORD" in capsys.readouterr().err
    assert matches("!?", []) == []


@pytest.mark.parametrize("size", [0, 100, 20_000, 300_000])
def test_damaged_results_are_named_with_remedy(
    results: Path, capsys: pytest.CaptureFixture[str], size: int
) -> None:
    """Explain ended with a traceback, and sql answered from what was left."""
    os.truncate(results, size)
    for words in (["explain", "ants sooner"], ["sql", "SELECT 1"]):
        assert main(words) == 1
        message = capsys.readouterr().err
        assert message.startswith(f"\nreproduce: {results} is damaged: its size has changed")
        assert "./reproduce check --repair" in message
