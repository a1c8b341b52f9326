"""Claims of study tcpeval on made-up results: where the text is right, wrong, and left open."""

from collections.abc import Mapping
from math import sqrt
from pathlib import Path

import duckdb
import pytest
from made_up_tcpeval import CONFIGURATION, World, make_database, verdicts
from scipy.special import chdtri

from ns2studies.basics.errors import ConfigError
from ns2studies.database.intervals import add_interval_tables
from ns2studies.database.stopping import CONFIDENCE, CONFIDENCE_OF_A_LOOK
from ns2studies.evaluation import claims
from ns2studies.evaluation.claims import claims_folder, claims_of, own_questions
from ns2studies.evaluation.verdicts import NOT_MEASURED

CLAIMS = [claim.name for claim in claims_of("tcpeval")]

OF_PRECISION = {"11-ten-runs-on-the-dumbbell", "12-twenty-runs-on-the-parking-lot"}
"""Wrong where replications scatter, whatever the protocols do."""

Verdicts = Mapping[str, tuple[str, str]]


def test_own_questions_are_marked_in_text_and_header() -> None:
    said = [claim.name for claim in claims_of("tcpeval") if "Our question" in claim.statement]
    assert own_questions("tcpeval") == said
    assert len(said) == 9


def test_question_header_must_be_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "claims_folder", lambda study: tmp_path)
    header = "-- page: 1\n-- statement: So.\n-- question: theirs\n"
    (tmp_path / "01-so.sql").write_text(header)
    with pytest.raises(ConfigError, match="question: expected 'ours', found 'theirs'"):
        claims_of("tcpeval")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("claims")


@pytest.fixture(scope="module")
def right(folder: Path) -> Verdicts:
    return verdicts(folder / "right.duckdb", World(seeds=6))


@pytest.fixture(scope="module")
def wrong(folder: Path) -> Verdicts:
    return verdicts(folder / "wrong.duckdb", World(said=False, seeds=6))


@pytest.fixture(scope="module")
def scattered(folder: Path) -> Verdicts:
    return verdicts(folder / "scattered.duckdb", World(noise=0.5))


@pytest.fixture(scope="module")
def without(folder: Path) -> Verdicts:
    return verdicts(folder / "without.duckdb", World(left_out=("experiments",)))


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_is_confirmed_if_text_is_right(right: Verdicts, claim: str) -> None:
    assert right[claim][0] == "confirmed", right[claim]


@pytest.mark.parametrize("claim", sorted({*CLAIMS} - OF_PRECISION))
def test_claim_is_refuted_if_text_is_wrong(wrong: Verdicts, claim: str) -> None:
    assert wrong[claim][0] == "refuted", wrong[claim]


@pytest.mark.parametrize("claim", sorted(OF_PRECISION))
def test_scattered_replications_need_more_runs(scattered: Verdicts, claim: str) -> None:
    assert scattered[claim][0] == "refuted", scattered[claim]


@pytest.mark.parametrize("claim", sorted({*CLAIMS} - OF_PRECISION))
def test_scattered_replications_leave_others_open(scattered: Verdicts, claim: str) -> None:
    assert scattered[claim][0] == "undecided", scattered[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_without_runs_are_not_measured(without: Verdicts, claim: str) -> None:
    assert without[claim][0] == NOT_MEASURED, without[claim]


@pytest.mark.parametrize("seeds", [1, 2])
def test_few_replications_leave_precision_open(tmp_path: Path, seeds: int) -> None:
    found = verdicts(tmp_path / "few.duckdb", World(seeds=seeds))
    assert {found[claim][0] for claim in OF_PRECISION} == {"undecided"}


def test_single_run_leaves_claims_undecided(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "single.duckdb", World(seeds=1))
    assert {verdict for verdict, _ in found.values()} == {"undecided"}


def test_claims_are_about_study_s_protocols(tmp_path: Path) -> None:
    """Another baseline leaves the page its charts, and the claims nothing to judge by."""
    configuration = {**CONFIGURATION, "baseline": "sack-pr", "improved": "sack"}
    make_database(tmp_path / "turned.duckdb", World(), configuration)
    with duckdb.connect(str(tmp_path / "turned.duckdb"), read_only=True) as connection:
        rows = connection.execute("SELECT claim, verdict FROM claims").fetchall()
    assert dict(rows)["01-more-throughput-on-the-dumbbell"] == NOT_MEASURED


def test_evidence_names_gains_and_cases(right: Verdicts) -> None:
    assert right["01-more-throughput-on-the-dumbbell"][1] == (
        "gains of +3 to +30 %; clearly so in 4 of 4 cases, clearly the other way in 0"
    )
    assert (
        "ratio of throughputs changes by +2.75 % (FIFO, 1 to 5 %), +2.45 % (FIFO, 5 to 10 %), "
        in (right["03-improvement-grows-with-the-error-rate"][1])
    )


@pytest.mark.parametrize(
    ("confidence", "n", "error"),
    [
        *((CONFIDENCE, 5, 0.04), (CONFIDENCE, 10, 0.01), (CONFIDENCE, 20, 0.003)),
        *((CONFIDENCE_OF_A_LOOK, 5, 0.14), (CONFIDENCE_OF_A_LOOK, 10, 0.02)),
    ],
)
def test_deviation_interval_approximates_chi_square(
    confidence: float, n: int, error: float
) -> None:
    """With the confidence of all other intervals of the scale."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE runs AS SELECT 1 AS seed")
        connection.execute(
            "CREATE TABLE metrics AS SELECT 1 AS study, 1 AS scenario, 1 AS metric, 1 AS subject"
        )
        add_interval_tables(connection, confidence)
        macros = (claims_folder("tcpeval") / "_common.sql").read_text(encoding="utf-8")
        for statement in macros.split(";"):
            if "chi_square" in statement:
                connection.execute(statement)
        query = f"SELECT deviation_factor({n}, z), deviation_factor({n}, -z) FROM normal"
        found = connection.execute(query).fetchall()[0]
    tail = (1 - confidence) / 2
    exact = [sqrt((n - 1) / chdtri(n - 1, it)) for it in (tail, 1 - tail)]
    assert found == pytest.approx(exact, rel=error)
