"""What conclusions hang on: worlds of choices, made of stand-ins, and claims judged in them."""

from dataclasses import dataclass, field
from html import unescape

import polars as pl
import pytest
from ceas_worlds import World, series_of
from claim_worlds import Values, results_of

from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study import change_all
from ns2studies.evaluation.sensitivity import AS_CHOSEN, LIMITS, sensitivity
from ns2studies.evaluation.verdicts import NOT_MEASURED
from ns2studies.report.pages.sensitivity import sensitivity_blocks

TURNED = "load-of-512-bytes"
SETS = {"congestion", "congestion-baseline", "choices-load", "choices-load-baseline", "failure"}
CHOICES = {None, AS_CHOSEN, TURNED, "load-of-1500-bytes"}


@dataclass(frozen=True)
class Turned(World):
    """The thesis is right, but with one choice."""

    opposite: World = field(default_factory=lambda: World(said=False))

    def values(self, entry: Scenario) -> Values:
        if entry.point.values.get("choice") == TURNED:
            yield from self.opposite.values(entry)
        else:
            yield from super().values(entry)


@pytest.fixture(scope="module")
def rows() -> pl.DataFrame:
    scenarios = [
        entry
        for entry in load_study("ceas", "full").scenarios
        if entry.point.scenario_set in SETS
        and entry.point.values.get("choice") in CHOICES
        and entry.point.values.get("ant_rate", 20) in (10, 20)
    ]
    world = Turned()
    return sensitivity(results_of("ceas", world, scenarios, series_of(world, scenarios)), "ceas")


def of(rows: pl.DataFrame, choice: str, claim: str) -> dict[str, object]:
    found = rows.filter((pl.col("choice") == choice) & pl.col("claim").str.starts_with(claim))
    assert found.height == 1
    return found.row(0, named=True)


def test_every_claim_is_judged_with_every_choice(rows: pl.DataFrame) -> None:
    assert rows["choice"].unique(maintain_order=True).to_list() == [
        AS_CHOSEN, "load-of-1500-bytes", TURNED, *LIMITS
    ]  # fmt: skip
    assert rows.group_by("choice").len()["len"].n_unique() == 1


def test_alternative_flips_only_claims_on_its_runs(rows: pl.DataFrame) -> None:
    flipped = rows.filter("flips", ~pl.col("choice").is_in(list(LIMITS)))
    assert set(flipped["choice"]) == {TURNED}
    # In congestion out of order with packets of 1500 bytes; without them large packets help less.
    assert "30-congestion-disorders" in flipped["claim"].to_list()
    assert not flipped["claim"].str.contains("failure|memory").any()
    one = of(rows, TURNED, "30-")
    assert (one["verdict"], one["verdict_as_chosen"], one["touched"]) == (
        "refuted", "confirmed", True
    )  # fmt: skip


def test_claims_are_judged_with_other_limits(rows: pl.DataFrame) -> None:
    """Reno has 4.3 times as much as without ants, and SACK 3.6: not 4 or 5 within a quarter."""
    four = "32-"
    assert of(rows, "limits-doubled", four)["verdict"] == "confirmed"
    halved = of(rows, "limits-halved", four)
    assert (halved["verdict"], halved["flips"]) == ("partly", True)
    never = of(rows, "limits-halved", "28-")
    assert not never["touched"], "has no limit of ours"


def test_unreached_claims_keep_their_verdict(rows: pl.DataFrame) -> None:
    memory = of(rows, TURNED, "57-")
    assert memory["verdict"] == "confirmed"
    assert not memory["touched"]
    # The load beside large packets alone: those of 1500 bytes are the runs as chosen.
    small = of(rows, "load-of-1500-bytes", "30-")
    assert (small["verdict"], small["touched"]) == ("confirmed", False)


def test_rates_without_alternatives_are_left_out(rows: pl.DataFrame) -> None:
    """The choices were run at 20 ants a second: "at every rate" can't be judged with them."""
    assert of(rows, AS_CHOSEN, "31-")["verdict"] == NOT_MEASURED
    assert not of(rows, TURNED, "31-")["flips"]


def test_sensitivity_blocks_have_sentences_and_figure(rows: pl.DataFrame) -> None:
    asked = rows.with_columns(
        pl.col("claim").alias("statement"), pl.lit("confirmed").alias("verdict_here")
    )
    text = sensitivity_blocks(asked, {TURNED: "small packets"}).markdown
    assert "changed by one choice alone: small packets (“refuted”)" in text
    assert 'id="sensitivity-figure"' in text
    # Table and sentence name two verdicts only where they say why.
    said = [
        sensitivity_blocks(asked.with_columns(verdict_here=pl.lit(verdict)), {}).markdown
        for verdict in ("confirmed", "partly")
    ]
    beside = "By all of the study's own runs it is “partly”"
    assert [beside in unescape(text) for text in said] == [False, True]
    untouched = asked.filter(pl.col("choice") == AS_CHOSEN)
    assert "No other choice was run" in sensitivity_blocks(untouched, {}).markdown


def test_changes_reach_and_extend_lists() -> None:
    scenario = {"links": [{"delay_s": 1.0}, {}], "colonies": [{"from": 0}]}
    change_all(scenario, {"links.*.delay_s": 0.5, "colonies.1.from": 4}, "here")
    assert scenario == {
        "links": [{"delay_s": 0.5}, {"delay_s": 0.5}], "colonies": [{"from": 0}, {"from": 4}]
    }  # fmt: skip


@pytest.mark.parametrize("key", ["links.3.delay_s", "nodes", "links.first.delay_s", "nodes.*.x"])
def test_change_of_unknown_key_is_refused(key: str) -> None:
    with pytest.raises(ConfigError, match="here: one of the scenarios has no parameter"):
        change_all({"links": [{}]}, {key: 1}, "here")
