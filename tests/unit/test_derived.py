"""Which derived values and tables queries ask."""

import pytest

from ns2studies.results.claims import claims_of, queries_behind
from ns2studies.results.derived import Derived, derived_of, looked_at


def entry(name: str, sql: str, table: str = "estimates") -> Derived:
    return Derived("toy", name, table, "A title", "1", "A definition.", "ours", sql)


ENTRIES = [
    entry("shares", "SELECT share FROM metrics", table="toy_shares"),
    entry("sweeps", "SELECT max(share) FROM toy_shares", table="toy_sweeps"),
    entry("period", "SELECT value FROM toy_sweeps"),
    entry("period_of_noise", "SELECT value FROM metrics"),
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT 1 FROM metrics", []),
        ("SELECT 1 FROM toy_shares", ["shares"]),
        ("SELECT 1 FROM toy_sweeps", ["shares", "sweeps"]),
        ("FROM estimates WHERE metric = 'period'", ["shares", "sweeps", "period"]),
        ("FROM estimates WHERE metric = 'period_of_noise'", ["period_of_noise"]),
    ],
)
def test_what_is_named_comes_with_what_it_asks(query: str, names: list[str]) -> None:
    assert [one.name for one in looked_at(ENTRIES, ["SELECT 2", query])] == names


def test_macros_that_claims_share_are_asked_too() -> None:
    """``newreno_at_each_ms`` of ``sync`` looks at sweeps, whichever claims are judged."""
    queries = queries_behind("sync", claims_of("sync")[:1])
    tables = [one.table for one in looked_at(derived_of("sync"), queries)]
    assert tables == ["sync_run_shares", "sync_shares", "sync_sweeps"]
