"""What an edit did, as ``./reproduce compare`` tells it without any preparation."""

import re

from own_checkout import Checkout

DELAYS = """
SELECT scenario || subject, mean FROM estimates WHERE metric = 'mean_delay' AND is_exact"""


def changed(before: dict[str, object], after: dict[str, object]) -> dict[str, tuple]:
    """What both have, with another value."""
    both = {key: (before[key], after[key]) for key in before if key in after}
    return {key: values for key, values in both.items() if values[0] != values[1]}


def test_compare_reports_edited_parameter(checkout: Checkout) -> None:
    """The next test goes on from here."""
    claims = "SELECT claim, verdict FROM claims"
    was = {query: dict(checkout.rows(query)) for query in (claims, DELAYS)}
    checkout.edit("config/mpls.yaml", "delay_s: 0.005", "delay_s: 0.05")
    checkout.run()
    said = checkout.run("compare", "previous").stdout
    assert "network.delay_s: 0.005 -> 0.05 (configuration file)" in said
    assert "network.delay_s: 0.005 -> 0.05 (8 scenarios, such as " in said
    verdicts = changed(was[claims], dict(checkout.rows(claims)))
    assert verdicts
    for claim, (before, after) in verdicts.items():
        assert f"claim  {claim}: {before} -> {after}\n" in said
    assert len(re.findall(r"^  claim  ", said, re.MULTILINE)) == len(verdicts)
    delays = changed(was[DELAYS], dict(checkout.rows(DELAYS)))
    assert len(delays) == len(was[DELAYS]) > 0
    assert f"moved  Mean delay since the first sending: {len(delays)} of " in said
    # The replications with chance are two: too few for an interval.
    assert "differ, with too few runs to say more" in said
    page = (checkout.results / "compare.html").read_text(encoding="utf-8")
    assert 'id="mpls-mean-delay"' in page
    assert 'id="stale" hidden>' in page


def test_page_edit_changes_no_result(checkout: Checkout) -> None:
    checkout.edit("reports/mpls.qmd", "\n## Metrics {", "\nA sentence more.\n\n## Metrics {")
    checkout.run()
    said = checkout.run("compare", "previous").stdout
    assert "Nothing moved" in said
    assert "left these unchanged: mpls" in said


def test_compare_reports_edited_claim_table(checkout: Checkout) -> None:
    """It is in none of the claims' own queries; that no verdict changed by it here is no reason to
    keep it secret."""
    file = "src/ns2studies/evaluation/claims/_tables.sql"
    checkout.edit(file, "\nFROM metrics\n", "\nFROM metrics WHERE false\n")
    checkout.run()
    page = (checkout.results / "compare.html").read_text(encoding="utf-8")
    assert 'id="stale">Results have changed since' in page
    said = checkout.run("compare", "previous").stdout
    assert "made with other  the query behind values_by_seed (which claims ask)\n" in said
    assert "every verdict and every measure is the same" in said
