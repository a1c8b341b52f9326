"""Claims of study ceas on made-up results: where the thesis is right, wrong, and left open."""

import re

import pytest
from ceas_worlds import World, verdicts
from claim_worlds import Verdicts

from ns2studies.evaluation.claims import claims_of
from ns2studies.evaluation.verdicts import NOT_MEASURED

CLAIMS = [claim.name for claim in claims_of("ceas")]


OF_EACH_RUN = (
    "07-out-of-order-until-stable",
    "09-windows-grow-as-pheromones-settle",
    "20-node-3-still-prefers-node-4",
    "50-baselines-take-turns",
    "54-large-packets-one-at-a-time",
    "55-large-packets-separate-paths",
)
"""About what happens in the course of a run: measured in each of them."""


@pytest.fixture(scope="module")
def right() -> Verdicts:
    return verdicts(World())


@pytest.fixture(scope="module")
def wrong() -> Verdicts:
    return verdicts(World(said=False))


@pytest.fixture(scope="module")
def scattered() -> Verdicts:
    return verdicts(World(noise=30.0))


@pytest.fixture(scope="module")
def few() -> Verdicts:
    return verdicts(World(replications=4))


@pytest.fixture(scope="module")
def empty() -> Verdicts:
    return verdicts(None)


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_is_confirmed_if_thesis_is_right(right: Verdicts, claim: str) -> None:
    fitted = claim == "03-about-164-ants"
    assert right[claim][0] == ("fitted" if fitted else "confirmed"), right[claim]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_is_refuted_if_thesis_is_wrong(wrong: Verdicts, claim: str) -> None:
    assert wrong[claim][0] == "refuted", wrong[claim]


def test_evidence_of_claim_29_shows_calculation(wrong: Verdicts) -> None:
    """Baselines get all of 5 Gb/s of Reno and 10 of SACK there; ants at most 200 Mb/s."""
    evidence = wrong["29-congested-path-used-more"][1]
    assert "TCP gets 3750.00 Mb/s without ants" in evidence
    assert "it would have less than 7500.00 Mb/s in all, and four times" in evidence


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_without_runs_are_not_measured(empty: Verdicts, claim: str) -> None:
    assert empty[claim][0] == NOT_MEASURED, empty[claim]


@pytest.mark.parametrize(
    "claim",
    [
        name
        for name in CLAIMS
        if "faster" in name or "needs-more-ants" in name or "sack-" in name or "lift-ceas" in name
    ],
)
def test_scattered_replications_leave_order_open(scattered: Verdicts, claim: str) -> None:
    assert scattered[claim][0] == "undecided", scattered[claim]


@pytest.mark.parametrize("claim", OF_EACH_RUN)
def test_course_of_runs_is_judged_by_intervals(
    right: Verdicts, scattered: Verdicts, claim: str
) -> None:
    assert scattered[claim][0] == "undecided", scattered[claim]
    assert re.search(r"clearly so in (\d+) of \1 cases", right[claim][1]), "scenarios, not runs"


@pytest.mark.parametrize("claim", OF_EACH_RUN)
def test_four_replications_leave_course_open(few: Verdicts, claim: str) -> None:
    assert few[claim][0] == "undecided", few[claim]


def test_evidence_names_what_was_found(right: Verdicts) -> None:
    evidence = right["02-ants-independent-of-the-rate"][1]
    assert evidence.startswith("at 1, 2, 3, 5, 10, 15, 20 ants/s: 164, 164,")
    assert "ants; within 10 % of their mean: alike in 7 of 7 cases" in evidence


def test_order_evidence_has_difference_and_interval(right: Verdicts, scattered: Verdicts) -> None:
    claim = "25-sack-regains-faster-after-failure"
    words = r"; SACK less Reno, run by run: (-[\d.]+) \((-?[\d.]+) to (-?[\d.]+)\).* s; clearly so"
    for world in (right, scattered):
        found = re.search(words, world[claim][1])
        assert found, world[claim]
        mean, low, high = map(float, found.groups())
        assert low <= mean <= high
        # What the interval leaves open is what the verdict does.
        assert (high < 0) == (world[claim][0] == "confirmed")


def test_runs_are_compared_by_equal_seed() -> None:
    """Replications scatter by as much as packets of 9000 bytes lift them, and together."""
    together = verdicts(World(noise=1.0))
    for claim in ("36-large-packets-lift-ceas", "44-capacity-large-packets-lift-ceas"):
        assert together[claim][0] == "confirmed", together[claim]


def test_equality_is_judged_by_intervals_not_means() -> None:
    """The means of both flows are the same in either world."""
    sharp, blurred = (verdicts(World(noise=noise)) for noise in (0.001, 1.0))
    assert sharp["48-two-flows-share-equally"][0] == "confirmed"
    assert blurred["48-two-flows-share-equally"][0] == "undecided"
