"""Study tcpeval: choices that the text leaves open stand apart, and each reaches what it may."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from made_up_tcpeval import World, make_database

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.nested import flatten
from ns2studies.config.registry import Study, load_study
from ns2studies.database import SQL
from ns2studies.database.derived import STAND_INS, derived_of
from ns2studies.database.intervals import add_interval_tables
from ns2studies.evaluation.claims import claims_of
from ns2studies.evaluation.sensitivity import AS_CHOSEN, sensitivity
from ns2studies.evaluation.verdicts import NOT_MEASURED

TURNED = "window-1000"
SPIKE, RESPONSE = "spike-rule", "response-0-8"

ON_THE_DUMBBELL = {"01", "02", "04", "05", "08", "10", "14"}
"""Claims about cases that the choices were run in, and that the world's opposite contradicts."""


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study("tcpeval", "full")


@pytest.fixture(scope="module")
def choices(study: Study) -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = study.config.parameters()["scenario_sets"]["choices"][
        "choices"
    ]
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("choices")


def as_the_text_says(names: Mapping[str, Any]) -> World:
    """A world in which it is so with all choices but one."""
    return World(seeds=6, choices={name: name != TURNED for name in names})


@pytest.fixture(scope="module")
def database(folder: Path, choices: Mapping[str, Any]) -> Path:
    path = folder / "with.duckdb"
    make_database(path, as_the_text_says(choices))
    return path


def judged_with_choices(path: Path) -> pl.DataFrame:
    with duckdb.connect(str(path)) as connection:
        add_interval_tables(connection)
        connection.execute(SQL["intervals"])
        return sensitivity(connection, "tcpeval")


@pytest.fixture(scope="module")
def rows(database: Path) -> pl.DataFrame:
    return judged_with_choices(database)


# --- scenarios ----------------------------------------------------------------------------------


CHANGED = {
    AS_CHOSEN: {},
    "half-buffers": {"network.queue_limit_packets": 50},
    "double-buffers": {"network.queue_limit_packets": 200},
    "window-1000": {"tcp.window_packets": 1000},
    "web-of-1": {"web.rate_per_s": 1},
    "plain-red": {"adaptive_red": False},
    "red-drops": {"red.marks": False},
    "talk-spurts": {"voice.talk_spurts": True},
}
"""What a choice changes of a scenario's parameters."""


def test_alternative_changes_only_its_values(study: Study) -> None:
    parameters = {entry.label: flatten(entry.parameters) for entry in study.scenarios}
    found: dict[str, list[dict[str, Any]]] = {}
    for label, values in parameters.items():
        kind, _, rest = label.partition("/")
        if kind == "choices":
            choice, _, place = rest.partition("/")
            standard = parameters[f"experiments/{place}"]
            assert values.keys() == standard.keys()
            changed = {key: value for key, value in values.items() if standard[key] != value}
            found.setdefault(choice, []).append(changed)
    assert found.keys() == CHANGED.keys()
    for choice, changes in found.items():
        assert all(changed == CHANGED[choice] for changed in changes), choice


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "{tcp.window_packets: 1000}",
            "{tcp.window: 20}",
            "window-1000.*no parameter 'tcp.window'",
        ),
        ("{tcp.window_packets: 1000}", "{tcp.window_packets: 0}", "window-1000.*greater than"),
    ],
)
def test_invalid_alternative_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (paths.CONFIG / "tcpeval.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "tcpeval.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_study("tcpeval", "full", path)


def test_both_protocols_run_with_every_alternative(study: Study) -> None:
    """With the replications that the experiments have, so that runs are compared in pairs."""
    entries = [entry for entry in study.scenarios if entry.point.scenario_set == "choices"]
    places: dict[tuple[Any, ...], set[str]] = {}
    for entry in entries:
        at = dict(entry.point.values)
        protocol = at.pop("protocol")
        places.setdefault(tuple(at.values()), set()).add(protocol)
        assert entry.seeds == (1, 2, 3, 4, 5)
    assert all(protocols == {"sack", "sack-pr"} for protocols in places.values())


def test_baseline_shares_runs_with_experiments(study: Study) -> None:
    """Its scenarios are those of the experiments: each run belongs to both, and is made once."""
    known = {
        entry.scenario_id for entry in study.scenarios if entry.point.scenario_set == "experiments"
    }
    chosen = [it for it in study.scenarios if it.point.values.get("choice") == AS_CHOSEN]
    assert chosen
    assert {entry.scenario_id for entry in chosen} <= known


def test_quick_scale_has_no_alternatives(study: Study) -> None:
    quick = load_study("tcpeval", "quick")
    assert not [it for it in quick.scenarios if it.point.scenario_set == "choices"]


# --- nothing else reads them ----------------------------------------------------------------------


def test_alternatives_do_not_change_claims_or_tables(
    folder: Path, database: Path, choices: Mapping[str, Any]
) -> None:
    """Word for word, though one choice's runs say the opposite."""
    make_database(folder / "without.duckdb", replace(as_the_text_says(choices), choices={}))
    tables = ["claims", "comparison", "reasons", "precision"]
    tables += [entry.table for entry in derived_of("tcpeval") if entry.table != STAND_INS]
    with duckdb.connect() as connection:
        for name in ("with", "without"):
            connection.execute(f"ATTACH '{folder / name}.duckdb' AS \"{name}\" (READ_ONLY)")
        for table in tables:
            found = [
                connection.execute(f'FROM "{name}".{table} ORDER BY ALL').fetchall()
                for name in ("with", "without")
            ]
            assert found[0] == found[1], table


QUERIES = Path(__file__).parents[2] / "reports" / "tcpeval" / "queries"
READS_DERIVED_TABLES = {"gains", "measured", "nominal", "run"}
OF_ANOTHER_SET = {"joining": "convergence", "over_time": "$scenario_set"}


def test_no_query_of_page_looks_at_choices() -> None:
    """Each names its set, or asks derived tables, which leave choices out."""
    for path in QUERIES.glob("*.sql"):
        sql = path.read_text(encoding="utf-8")
        if any(f"FROM {table}" in sql for table in ("points", "metrics", "runs", "class_series")):
            named = OF_ANOTHER_SET.get(path.stem, "experiments")
            named = named if named.startswith("$") else f"'{named}'"
            assert f"scenario_set = {named}" in sql or path.stem in READS_DERIVED_TABLES, path


# --- what each claim hangs on -------------------------------------------------------------------


def test_every_alternative_touches_claim(folder: Path, choices: Mapping[str, Any]) -> None:
    """Where each makes a difference; the one whose runs are as chosen makes none."""
    others = [name for name in choices if name != AS_CHOSEN]
    path = folder / "all.duckdb"
    make_database(path, World(choices=dict.fromkeys(others, False) | {AS_CHOSEN: True}))
    touched = judged_with_choices(path).filter("touched")
    assert set(touched["choice"]) == {*others}
    for _, claims in touched.group_by("choice"):
        assert "05" in claims["claim"].str.head(2)


def test_alternative_flips_claims_on_its_runs(rows: pl.DataFrame) -> None:
    assert set(rows["choice"]) == {*CHANGED, SPIKE, RESPONSE}
    assert set(rows["claim"]) == {claim.name for claim in claims_of("tcpeval")}
    flipped = rows.filter("flips")
    assert set(flipped["choice"]) == {TURNED}
    assert {claim[:2] for claim in flipped["claim"]} == ON_THE_DUMBBELL
    assert set(flipped["verdict_as_chosen"]) == {"confirmed"}
    assert set(flipped["verdict"]) == {"refuted"}


def test_claims_without_alternatives_are_not_measured(rows: pl.DataFrame) -> None:
    verdicts = {
        claim[:2]: verdict
        for claim, choice, verdict in rows.select("claim", "choice", "verdict").iter_rows()
        if choice == AS_CHOSEN
    }
    assert {number for number in verdicts if verdicts[number] == NOT_MEASURED} == {
        "03", "07", "13"
    }  # fmt: skip


def test_red_alternative_leaves_fifo_unchanged(rows: pl.DataFrame) -> None:
    """Both are judged together where a statement is about both."""
    at_a_rate = (pl.col("choice") == "plain-red") & pl.col("claim").str.starts_with("08")
    assert "in 2 of 2 cases" in rows.filter(at_a_rate)["evidence"].item()


def test_other_rules_use_rates_of_alternatives(database: Path) -> None:
    """All choices are beside the same runs as chosen, and so can be told apart."""
    with duckdb.connect(str(database), read_only=True) as connection:
        rates = connection.execute(
            "SELECT DISTINCT stand_ins.choice IN (?, ?), packet_error_percent FROM stand_ins "
            "JOIN scenarios USING (scenario) ORDER BY ALL",
            [SPIKE, RESPONSE],
        ).fetchall()
    assert rates == [(rule, rate) for rule in (False, True) for rate in (0, 5)]


def test_other_rules_are_judged_from_set_rules(folder: Path, choices: Mapping[str, Any]) -> None:
    """At the places of the set ``rules``, also where no other choice was run at all."""
    make_database(folder / "rules.duckdb", World())
    with duckdb.connect(str(folder / "rules.duckdb")) as connection:
        connection.execute("UPDATE metrics SET value = value / 2 WHERE scenario LIKE 'rules/%'")
    found = judged_with_choices(folder / "rules.duckdb")
    spike = found.filter((pl.col("choice") == SPIKE) & pl.col("flips"))
    assert set(found["choice"]) == {AS_CHOSEN, SPIKE, RESPONSE}
    assert {"01", "08"} <= {claim[:2] for claim in spike["claim"]}
    assert not {"05", "06", "07"} & {claim[:2] for claim in spike["claim"]}
