"""Claims of study cases on made-up results: where the thesis is right, wrong, and left open."""

import pytest
from cases_worlds import World, verdicts
from claim_worlds import Verdicts

from ns2studies.results.claims import NOT_MEASURED, claims_of

CLAIMS = [claim.name for claim in claims_of("cases")]

MORE_THAN_HALF = "37-second-more-than-half-the-rate"
"""Wrong where the second connection gets next to nothing, not where it gets all that it wants."""

ONE_RUN_SHOWS_IT = {
    "06-variants-alike-on-baselines",
    "16-failures-variants-alike-on-baselines",
    "21-failures-loss-by-micro-loops",
    "25-transient-ceas-leaves-unstable-links",
    "29-first-rate-grows",
    "30-first-unstable-link-still-used",
    "31-first-fluctuates-less-over-time",
    "32-first-failure-interrupts",
    "38-second-several-paths-and-congestion",
    "42-third-cycles-with-memory",
    "44-fourth-baselines-not-affected",
    "45-fourth-both-paths-and-congestion",
    "47-micro-loops-in-all-networks",
    "49-memory-leaves-cycles",
}
"""About baselines, about what happens at all, or about the series of the first replication."""


@pytest.fixture(scope="module")
def right() -> Verdicts:
    return verdicts(World())


@pytest.fixture(scope="module")
def wrong() -> Verdicts:
    return verdicts(World(said=False))


@pytest.fixture(scope="module")
def scattered() -> Verdicts:
    return verdicts(World(noise=5.0))


@pytest.fixture(scope="module")
def empty() -> Verdicts:
    return verdicts(None)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_holds_where_the_thesis_is_right(right: Verdicts, claim: str) -> None:
    assert right[claim][0] == "holds", right[claim]


@pytest.mark.parametrize("claim", sorted({*CLAIMS} - {MORE_THAN_HALF}))
def test_a_claim_does_not_hold_where_it_is_wrong(wrong: Verdicts, claim: str) -> None:
    assert wrong[claim][0] == "does not hold", wrong[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_without_runs_nothing_is_claimed(empty: Verdicts, claim: str) -> None:
    assert empty[claim][0] == NOT_MEASURED, empty[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_replications_that_scatter_decide_nothing(scattered: Verdicts, claim: str) -> None:
    expected = "holds" if claim in ONE_RUN_SHOWS_IT else "not decided"
    assert scattered[claim][0] == expected, scattered[claim]


def test_less_than_half_of_the_rate_is_not_more() -> None:
    assert verdicts(World(said=False, second=0.3))[MORE_THAN_HALF][0] == "does not hold"


def test_a_smaller_uninett_stands_in_for_the_printed_one(right: Verdicts) -> None:
    small = verdicts(World(), without=("uninett",))
    assert {name: verdict for name, (verdict, _) in small.items()} == dict.fromkeys(CLAIMS, "holds")
    assert right[MORE_THAN_HALF][1].startswith(
        "UNINETT: CEAS 1500 bytes 480 Mb/s; 50 % of the full rate"
    )
    assert small[MORE_THAN_HALF][1].startswith(
        "UNINETT with 0.02 times its capacities and rates: CEAS"
    )


def test_claims_about_networks_that_were_left_out_are_not_measured() -> None:
    found = verdicts(World(), without=("uninett", "small-uninett", "networks"))
    unmeasured = [name for name, (verdict, _) in found.items() if verdict == NOT_MEASURED]
    assert unmeasured == [name for name in CLAIMS if "28" <= name < "47"]


def test_evidence_names_systems_levels_and_cases(right: Verdicts) -> None:
    evidence = right["04-ceas-connects-much-sooner-at-3000"][1]
    assert evidence.startswith("at 3000 kb/s: CEAS Reno 0.2; CEAS SACK 0.2; DVR Reno 2; DVR SACK 2")
    assert evidence.endswith(" s; clearly so in 4 of 4 cases, clearly the other way in 0")
