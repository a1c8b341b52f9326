"""The reference: written, read, compared with, and damaged; with a study that does not exist."""

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl
import pytest
from made_up_reference import PARAMETERS, MadeRun, MadeStudy

from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.basics.sql import connect
from ns2studies.database import reference
from ns2studies.database.against_reference import (
    AgainstReference,
    against_reference,
    comparison_lines,
)
from ns2studies.database.derived import Derived
from ns2studies.database.metadata import describe
from ns2studies.database.reference import (
    add_reference,
    files_of,
    read_reference_description,
    write_reference,
)
from ns2studies.evaluation import outcomes
from nstrace.errors import DiskFullError
from nstrace.files import disk_full

ONE = MadeRun("set/one")
TWO = MadeRun("set/two", 1, "b", {**PARAMETERS, "load": 5}, cpu_s=900.0)
STUDY = MadeStudy([ONE, replace(ONE, seed=2), TWO])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with the study's reference."""
    assert write_reference(STUDY.database(tmp_path / "first"), "toy", tmp_path)
    return tmp_path


def contents(data: Path) -> list[bytes]:
    return [path.read_bytes() for path in files_of("toy", data)]


def test_reference_description_has_provenance(data: Path) -> None:
    facts = read_reference_description("toy", data)
    assert facts
    assert facts["command"] == "./reproduce full toy"
    assert (facts["runs"], facts["ns_cpu_hours"], facts["trace_lines"]) == (3, 1.25, 21)
    assert facts["made_at"] == "2026-01-02T03:04:05+00:00"
    assert facts["tables"]["claims"]["rows"] == 3


def test_database_has_results_and_reference(data: Path) -> None:
    database = STUDY.database(data / "results", data)
    with connect(database, read_only=True) as connection:
        for table in ("estimates", "comparison", "claims"):
            rows = [
                connection.execute(f"FROM {name} ORDER BY ALL").fetchall()
                for name in (table, f"reference_{table}")
            ]
            assert rows[0] == rows[1] != []
        runs = connection.execute(
            "SELECT scenario, seed, fingerprint, parameters FROM reference_runs ORDER BY ALL"
        ).fetchall()
        assert runs[2] == ("set/two", 1, "b", json.dumps(dict(TWO.parameters)))
        columns = connection.execute("FROM reference_runs LIMIT 0").description
        assert not {"cpu_s", "run_id"} & {name for name, *_ in columns or ()}


DERIVED = Derived(
    "toy", "shares", "toy_shares", "Shares", "1", "A share.", "ours", "SELECT 1",
    Path("shares.sql"), in_reference=True,
)  # fmt: skip


def test_derived_table_is_part_of_reference(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "derived_of", lambda _: [DERIVED])
    database = STUDY.database(tmp_path / "second")

    def add(connection: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
        connection.execute(
            "CREATE OR REPLACE TABLE toy_shares AS SELECT 'a' AS name, 0.25 AS share"
        )
        add_reference(connection, "toy", data)
        return connection.execute("FROM reference_toy_shares").fetchall()

    # The reference was written before the table was part of it.
    with connect(STUDY.database(tmp_path / "third")) as connection:
        assert add(connection) == []
    with connect(database) as connection:
        connection.execute("CREATE TABLE toy_shares AS SELECT 'a' AS name, 0.5 AS share")
    described = json.loads(database.with_suffix(".json").read_text())
    facts = {
        key: described[key] for key in ("made_at", "studies", "package", "machine", "libraries")
    }
    describe(database.with_suffix(".json"), database, facts)
    assert write_reference(database, "toy", data)
    assert files_of("toy", data)[-1].name == "toy_shares.parquet"
    with connect(STUDY.database(tmp_path / "fourth")) as connection:
        assert add(connection) == [("a", 0.5)]


def test_equal_results_give_equal_files(data: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    # As another machine gives them: in another order, and it took other times.
    runs = [replace(run, cpu_s=5.0) for run in reversed(STUDY.runs)]
    write_reference(replace(STUDY, runs=runs).database(other), "toy", other)
    assert contents(other)[1:] == contents(data)[1:]


def test_equal_reference_is_not_rewritten(data: Path) -> None:
    before = contents(data)
    later = replace(STUDY, runs=[replace(run, cpu_s=5.0) for run in STUDY.runs])
    assert not write_reference(later.database(data / "later"), "toy", data)
    assert contents(data) == before
    assert write_reference(replace(STUDY, claims=["confirmed"]).database(data / "new"), "toy", data)
    assert contents(data) != before
    assert not list((data / "reference").glob(".*"))


def test_missing_reference_gives_empty_tables(tmp_path: Path) -> None:
    database = STUDY.database(tmp_path / "results", tmp_path)
    with connect(database, read_only=True) as connection:
        for table in reference.QUERIES:
            assert connection.execute(f"SELECT count(*) FROM reference_{table}").fetchall() == [
                (0,)
            ]
            assert connection.execute(f"FROM reference_{table}").description


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("harm", ["cut", "changed", "removed"])
def test_damage_is_named_with_its_remedy(data: Path, place: int, harm: str) -> None:
    file = files_of("toy", data)[place]
    content = file.read_bytes()
    if harm == "removed":
        file.unlink()
    else:
        file.write_bytes(content[:-9] if harm == "cut" else content[:-9] + b"?" + content[-8:])
    with pytest.raises(ResultError) as caught, connect() as connection:
        STUDY.fill(connection)
        add_reference(connection, "toy", data)
    assert str(file) in str(caught.value)
    assert "git checkout data/reference" in str(caught.value)
    # What is damaged can be written anew.
    assert write_reference(STUDY.database(data / "again"), "toy", data)
    assert read_reference_description("toy", data)


def test_full_disk_keeps_earlier_reference(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(data)
    monkeypatch.setitem(reference.QUERIES, "claims", "FROM nowhere")
    with pytest.raises(ResultError):
        write_reference(STUDY.database(data / "again"), "toy", data)
    monkeypatch.undo()
    assert contents(data) == before


def test_disk_full_at_end_keeps_earlier_one(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(data)

    def full(target: Path, text: str) -> None:
        raise disk_full(target)

    monkeypatch.setattr(reference, "write_text_whole", full)
    changed = replace(STUDY, runs=[replace(ONE, fingerprint="other")])
    with pytest.raises(DiskFullError):
        write_reference(changed.database(data / "second"), "toy", data)
    assert contents(data) == before
    assert read_reference_description("toy", data)


def test_reference_may_be_older_than_column(data: Path) -> None:
    with connect() as connection:
        STUDY.fill(connection)
        connection.execute("ALTER TABLE claims ADD COLUMN page VARCHAR")
        connection.execute("ALTER TABLE claims DROP COLUMN claim")
        add_reference(connection, "toy", data)
        rows = connection.execute("FROM reference_claims ORDER BY ALL").fetchall()
    assert rows[0] == ("toy", "confirmed", None)


# compared with


def compared(data: Path, *runs: MadeRun) -> AgainstReference:
    """How some runs compare with the reference."""
    with connect() as connection:
        replace(STUDY, runs=runs).fill(connection)
        add_reference(connection, "toy", data)
        return against_reference(connection, ["toy"])


def test_equal_runs_are_only_counted(data: Path) -> None:
    found = compared(data, *STUDY.runs)
    assert (found.runs, found.equal, found.unknown, found.differences) == (3, 3, 0, [])
    assert comparison_lines(found) == ["3 of 3 runs equal the reference, row by row."]


def test_edited_parameter_is_named_as_your_edit(data: Path) -> None:
    tcp = {"variant": "reno", "window_packets": 30}
    found = compared(data, ONE.edited(tcp=tcp), replace(ONE, seed=2).edited(tcp=tcp), TWO)
    assert comparison_lines(found) == [
        "1 of 3 runs equal the reference, row by row.",
        "  toy: 2 runs, first set/one seed 1: tcp.window_packets is 30, in the reference 20: "
        "your edit",
    ]
    found = compared(data, TWO.edited(tcp=tcp))
    assert comparison_lines(found)[1].startswith(
        "  toy/set/two seed 1: tcp.window_packets is 30, in"
    )


def test_added_and_removed_parameters_are_named(data: Path) -> None:
    found = compared(data, ONE.edited(tcp={"variant": "sack"}, red=True, load=[1, 2]))
    (difference,) = found.differences
    assert difference.reason == (
        "load.0 is 1, in the reference not there, load.1 is 2, in the reference not there, "
        "red is true, in the reference not there and 2 more parameters: your edit"
    )


def test_edit_without_effect_is_equal_and_named(data: Path) -> None:
    found = compared(data, replace(ONE.edited(end_s=10.0), fingerprint="a"), TWO)
    assert comparison_lines(found) == [
        "2 of 2 runs equal the reference, row by row.",
        "  toy/set/one seed 1: equal in spite of an edit: end_s is 10.0, in the reference 9.5: "
        "your edit",
    ]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"ns_source": "other"}, "the simulator"),
        ({"agents": '{"tcp-pr":"other"}'}, "an agent"),
        ({"tcl_digest": "other"}, "its Tcl"),
        ({"code_digest": "other"}, "the reader of traces"),
        ({}, "another compiler, library or processor"),
    ],
)
def test_other_programs_are_named(data: Path, change: dict[str, str], word: str) -> None:
    (difference,) = compared(data, replace(ONE, fingerprint="other", **change)).differences
    assert word in difference.reason
    assert "edit" not in difference.reason
    # Programs that give the same rows are no difference.
    assert compared(data, replace(ONE, **change)).differences == []


def test_runs_missing_in_reference_are_counted(data: Path) -> None:
    found = compared(data, ONE, replace(ONE, seed=3), replace(TWO, scenario="set/new"))
    assert (found.equal, found.unknown, found.differences) == (1, 2, [])
    assert comparison_lines(found) == [
        "1 of 3 runs equal the reference, row by row.",
        "  2 runs are not in the reference, first toy/set/new seed 1",
    ]


def test_run_of_two_scenarios_counts_once(data: Path) -> None:
    found = compared(data, ONE, replace(ONE, scenario="set/same"))
    assert (found.runs, found.equal, found.unknown) == (1, 1, 0)


def test_many_reasons_are_cut_short(data: Path) -> None:
    runs = [ONE.edited(end_s=1.0), TWO.edited(end_s=3.0)]
    lines = comparison_lines(compared(data, *runs), most=1)
    assert lines[2:] == ["  1 run more, for another reason"]
    lines = comparison_lines(compared(data, *runs), most=0)
    assert lines[1:] == ["  2 runs more, for 2 more reasons"]


def test_other_fingerprint_definition_is_explained(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "_DEFINED", "another")
    found = compared(data, *STUDY.runs)
    assert found.equal == 0
    assert "./reproduce reference" in found.differences[0].reason


def test_study_without_reference_is_named(tmp_path: Path) -> None:
    found = compared(tmp_path, ONE)
    assert comparison_lines(found) == ["No reference yet (not yet run at full scale): toy."]


# the README


def test_outcomes_are_counted(data: Path) -> None:
    more = MadeStudy([ONE], "more", [], ["refuted", "partly", "not measured", "contradicts itself"])
    write_reference(more.database(data / "first"), "more", data)
    lines = outcomes.outcomes_table(["more", "none", "toy"], data)
    assert lines[2:6] == [
        "| `more` | none |  |  | 0 | 1 | 1 | 1 | 0 | 1 | 1 | 0.50 |",
        "| `none` | not yet run at full scale |  |  |  |  |  |  |  |  |  |  |",
        "| `toy` | 1 of 2 | 0 | 1 | 2 | 0 | 0 | 0 | 1 | 0 | 3 | 1.25 |",
        "| all | 1 of 2 | 0 | 1 | 2 | 1 | 1 | 1 | 1 | 1 | 4 | 1.75 |",
    ]


def test_own_questions_are_not_counted_as_confirmed(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The present claims say which they are; the reference need not be made again."""
    claims = pl.read_parquet(files_of("toy", data)[-1])
    name = claims.filter(pl.col("verdict") == "confirmed")["claim"][0]
    monkeypatch.setattr(outcomes, "own_questions", lambda study: [name])
    lines = outcomes.outcomes_table(["toy"], data)
    assert lines[2] == "| `toy` | 1 of 2 | 0 | 1 | 1 | 0 | 0 | 0 | 1 | 0 | 3 | 1.25 |"
    assert lines[-1] == "Our own questions are not counted: 1 of `toy`."


def test_outcomes_table_goes_between_its_marks(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "available", lambda: ["toy"])
    readme = data / "README.md"
    readme.write_text(f"before\n{outcomes.BEGIN}\nstale\n{outcomes.END}\nafter\n")
    outcomes.write_outcomes(readme, data)
    text = readme.read_text()
    assert text.startswith(f"before\n{outcomes.BEGIN}\n\n| study |")
    assert text.endswith(f".\n\n{outcomes.END}\nafter\n")
    assert "stale" not in text
    outcomes.write_outcomes(readme, data)
    assert readme.read_text() == text


@pytest.mark.parametrize("marks", ["", outcomes.BEGIN, 2 * (outcomes.BEGIN + outcomes.END)])
def test_readme_without_marks_is_refused(data: Path, marks: str) -> None:
    readme = data / "README.md"
    readme.write_text(marks)
    with pytest.raises(ConfigError, match="has no place for the table of outcomes"):
        outcomes.write_outcomes(readme, data)
    assert readme.read_text() == marks


def test_outcomes_table_counts_every_verdict(data: Path) -> None:
    """Each claim is in one column, whatever its verdict."""
    from ns2studies.evaluation.verdicts import CLAIMS

    every = MadeStudy([ONE], "every", [], list(CLAIMS))
    write_reference(every.database(data / "first"), "every", data)
    row = outcomes.outcomes_table(["every"], data)[2]
    assert sum(map(int, row.split(" | ")[4:10])) == len(CLAIMS)


def test_reference_is_readable_by_duckdb_alone(data: Path) -> None:
    file = files_of("toy", data)[1]
    rows = duckdb.connect().execute(f"SELECT count(*) FROM '{file}'").fetchall()
    assert rows == [(3,)]
