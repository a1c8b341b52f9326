"""Claims of study cases on made-up results: where the thesis is right, wrong, and left open."""

import re

import pytest
from cases_worlds import World, verdicts
from claim_worlds import Verdicts

from ns2studies.evaluation.claims import claims_of
from ns2studies.evaluation.verdicts import NOT_MEASURED

CLAIMS = [claim.name for claim in claims_of("cases")]

MORE_THAN_HALF = "37-second-more-than-half-the-rate"
"""Wrong where the second connection gets next to nothing, not where it gets all that it wants."""

ONE_RUN_SHOWS_IT = {
    "21-failures-loss-by-micro-loops",
    "30-first-unstable-link-still-used",
    "42-third-cycles-with-memory",
    "47-micro-loops-in-all-networks",
    "49-memory-leaves-cycles",
}
"""About what happens at all."""

OF_FIRST_CONNECTION = (
    "29-first-rate-grows",
    "31-first-fluctuates-less-over-time",
    "32-first-failure-interrupts",
)
"""About what it sends in the course of a run: measured in each of them."""


@pytest.fixture(scope="module")
def right() -> Verdicts:
    return verdicts(World())


@pytest.fixture(scope="module")
def wrong() -> Verdicts:
    return verdicts(World(said=False))


@pytest.fixture(scope="module")
def few() -> Verdicts:
    return verdicts(World(replications=4))


@pytest.fixture(scope="module")
def empty() -> Verdicts:
    return verdicts(None)


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_is_confirmed_if_thesis_is_right(right: Verdicts, claim: str) -> None:
    assert right[claim][0] == "confirmed", right[claim]


@pytest.mark.parametrize("claim", sorted({*CLAIMS} - {MORE_THAN_HALF}))
def test_claim_is_refuted_if_thesis_is_wrong(wrong: Verdicts, claim: str) -> None:
    assert wrong[claim][0] == "refuted", wrong[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_without_runs_are_not_measured(empty: Verdicts, claim: str) -> None:
    assert empty[claim][0] == NOT_MEASURED, empty[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_four_replications_leave_claims_undecided(few: Verdicts, claim: str) -> None:
    expected = "confirmed" if claim in ONE_RUN_SHOWS_IT else "undecided"
    assert few[claim][0] == expected, few[claim]


@pytest.mark.parametrize(
    "claim",
    [
        "21-failures-loss-by-micro-loops",
        "47-micro-loops-in-all-networks",
        "49-memory-leaves-cycles",
    ],
)
def test_four_runs_without_event_do_not_refute(claim: str) -> None:
    found = verdicts(World(said=False, replications=4))
    assert found[claim][0] == "undecided", found[claim]


def test_claim_of_more_than_half_is_refuted_below() -> None:
    assert verdicts(World(said=False, second=0.3))[MORE_THAN_HALF][0] == "refuted"


def test_smaller_uninett_is_not_printed_one(right: Verdicts) -> None:
    """Its numbers are shown, and decide nothing about claims of section 5.3."""
    small = verdicts(World(), without=("uninett",))
    changed = {name for name, (verdict, _) in small.items() if verdict != right[name][0]}
    assert changed == {name for name in CLAIMS if "28" <= name < "47"}
    assert {small[name][0] for name in changed} == {"not tested as printed"}
    assert right[MORE_THAN_HALF][1].startswith(
        "UNINETT: CEAS 1500 bytes 480 Mb/s; 50 % of the full rate"
    )
    assert small[MORE_THAN_HALF][1].startswith(
        "UNINETT with 0.02 times its capacities and rates: CEAS"
    )


def test_claims_on_missing_networks_are_not_measured() -> None:
    found = verdicts(World(), without=("uninett", "small-uninett", "networks"))
    unmeasured = [name for name, (verdict, _) in found.items() if verdict == NOT_MEASURED]
    of_uninett = [name for name in CLAIMS if "28" <= name < "47"]
    assert unmeasured == [*of_uninett, "56-route-record-leaves-no-cycles"]


def test_evidence_names_systems_levels_and_cases(right: Verdicts) -> None:
    evidence = right["04-ceas-connects-much-sooner-at-3000"][1]
    assert evidence.startswith("at 3000 kb/s: CEAS Reno 0.2; CEAS SACK 0.2; DVR Reno 2; DVR SACK 2")
    assert evidence.endswith(" s; clearly so in 4 of 4 cases, clearly the other way in 0")


RAW = re.compile(r"(true|false)/|twelve[,/]|uninett[,/]|\bflow\d")
"""How the program calls scenarios, and not how people do."""


@pytest.mark.parametrize("claim", CLAIMS)
def test_evidence_has_no_raw_scenario_names(right: Verdicts, claim: str) -> None:
    assert not RAW.search(right[claim][1]), right[claim]


def test_evidence_of_loads_is_in_their_order(right: Verdicts) -> None:
    evidence = right["25-transient-ceas-leaves-unstable-links"][1]
    loads = [int(load) for load in re.findall(r"Reno at (\d+) kb/s: ", evidence)]
    assert len(loads) > 1
    assert loads == sorted(loads)


@pytest.mark.parametrize("claim", OF_FIRST_CONNECTION)
def test_course_is_judged_with_and_without_memory(right: Verdicts, claim: str) -> None:
    verdict, evidence = right[claim]
    assert re.search(r"CEAS 1500 bytes [\d.]+, CEAS with memory 1500 bytes [\d.]+", evidence)
    assert evidence.endswith("clearly so in 2 of 2 cases, clearly the other way in 0")
    blurred = verdicts(World(noise=30.0))[claim]
    assert (verdict, blurred[0]) == ("confirmed", "undecided"), blurred


def test_disorder_evidence_names_its_cases(right: Verdicts) -> None:
    evidence = right["50-disorder-while-pheromones-settle"][1]
    assert re.search(r"\(UNINETT\): Reno at \d+ kb/s: [\d.]+ and [\d.]+ %, ", evidence)
    assert re.search(r"UNINETT, connection 1: .*UNINETT, connection 3: ", evidence)
