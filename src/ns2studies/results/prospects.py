"""What more runs would do for claims: about how many would decide one, and of which scenarios.

Nothing is known of a claim but its query, so it is asked in "worlds": copies of the results that
differ from them in one thing. With so many more runs of each scenario means and deviations stay
what they are and intervals become narrower: the least number with which the claim is decided is the
answer. What a claim needs are the sets, or the scenarios, without which it would read otherwise:
single scenarios take many worlds, and only who runs more of them has to know them.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.sql import quoted
from ns2studies.precision.rule import CONFIDENCE
from ns2studies.results.asked_tables import asked_tables
from ns2studies.results.claims import Claim, Judged
from ns2studies.results.intervals import FEWEST
from ns2studies.results.queries import SQL
from ns2studies.results.verdicts import OPEN
from ns2studies.results.world_changes import Change, fill_world, interval_widths
from ns2studies.results.worlds import (
    StudySources,
    judged_in_world,
    possible_sets,
    sets_of,
    sources_of,
    world,
)

if TYPE_CHECKING:
    import duckdb

UNDECIDED: Final = "undecided"

STEPS: Final = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
"""Numbers of further runs that are tried."""

NO_NUMBER: Final = "no number of runs: what it looks at does not grow with them"

_SWAYING: Final = ("holds in part", "does not hold")
"""Verdicts that cases which are open now may change."""

_MANY_VALUES: Final = 9
"""Axes with so many values or more are asked for in groups."""

_SWEPT: Final = 2
"""A claim that hangs on every value of so many groups looks at a whole sweep: further groups are
asked for as a whole only."""

_MANY_SETS: Final = 3
"""More sets than these are counted and not named."""

_NO_AXES: Final = ("study", "scenario", "scenario_id", "scenario_set", "is_random", "parameters")


@dataclass(frozen=True)
class Prospect:
    """About how many more runs would decide a claim.

    Attributes:
        more_runs: of each scenario; None if it is not known, or none would.
        sets: those that it looks at, and whose scenarios can have more.
    """

    more_runs: int | None
    sets: tuple[str, ...]
    in_words: str


@dataclass(frozen=True)
class Hope:
    """A claim whose verdict may hang on the number of runs, or that no number of them helps.

    Attributes:
        scenarios: those that it needs more runs of; none if these don't help.
        more_runs: about how many more of each would decide it; None if it is not known.
        why_not: what stands in the way, if more runs don't help.
    """

    scenarios: tuple[str, ...] = ()
    more_runs: int | None = None
    why_not: str = NO_NUMBER


@dataclass
class Prospects:
    """Asks what more runs would do for the claims of a study.

    The claims have to look again afterwards at what there is.

    Attributes:
        judged: verdict and evidence of each claim as they are.
        confidence: that of the intervals.
    """

    connection: "duckdb.DuckDBPyConnection"
    study: str
    claims: Sequence[Claim]
    judged: Judged
    confidence: float = CONFIDENCE
    _found: dict[Change, Judged] = field(default_factory=dict)

    def of(self, names: Collection[str]) -> dict[str, Prospect]:
        """The prospect of each of some claims.

        Raises:
            ResultError: if a query fails.
        """
        if not names:
            return {}
        growing = self._growing()
        used = self._used_sets(growing, names)
        helped = self._helped(growing, {name: _scenarios_of(used[name], growing) for name in names})
        found = {}
        for name, number in self._numbers(helped).items():
            single = _sets_of_single(helped[name], growing)
            # Sets of single runs that stand in the evidence alone need no more.
            hanging = used[name] - set(single) if number else used[name]
            sets = tuple(sorted(hanging)) if helped[name] else ()
            found[name] = Prospect(number, sets, _in_words(number, sets, () if number else single))
        return found

    def hopes(self, at_most: int) -> dict[str, Hope]:
        """The claims whose verdict may hang on the number of runs, or that have none.

        These are the undecided ones; those with open cases that ``at_most`` runs of each scenario
        would decide, if means stay, so that the verdict changes; and those that were not tested.
        """
        verdicts = {name: verdict for name, (verdict, _) in self.judged.items()}
        undecided = [name for name, verdict in verdicts.items() if verdict == UNDECIDED]
        partly = [name for name, verdict in verdicts.items() if verdict in _SWAYING]
        then = self.in_world(Change(at_least=at_most), partly)
        swayed = [name for name in partly if then[name][0] != verdicts[name]]
        needs = self.needs([*undecided, *swayed])
        more = self._numbers({name: needs[name] for name in undecided})
        for name, number in more.items():
            if number:
                needs[name] = self._repeated(needs[name])
        untested = {
            name: Hope(why_not=verdict)
            for name, verdict in verdicts.items()
            if verdict in OPEN and verdict != UNDECIDED
        }
        return {**{name: Hope(some, more.get(name)) for name, some in needs.items()}, **untested}

    def _numbers(self, needs: Mapping[str, Collection[str]]) -> dict[str, int | None]:
        """How many more runs would decide each of some claims; None if it is not known, or none.

        A single run tells nothing about deviations: what hangs on one stays undecided.
        """
        more = self.more_runs([name for name, scenarios in needs.items() if scenarios])
        return {name: more.get(name) for name in needs}

    def _repeated(self, scenarios: Collection[str]) -> tuple[str, ...]:
        """Those of some scenarios that have more than a single run."""
        runs = {row["scenario"]: row["runs"] for row in self._growing()}
        return tuple(it for it in scenarios if runs[it] > 1)

    def more_runs(self, names: Collection[str]) -> dict[str, int]:
        """How many more runs would decide claims, without those that 1,000 leave open."""
        found: dict[str, int] = {}
        open_ones = self._undecided(Change(more=STEPS[-1]), names)
        self._bisect([name for name in names if name not in open_ones], 0, len(STEPS) - 1, found)
        return found

    def _bisect(self, names: Collection[str], low: int, high: int, found: dict[str, int]) -> None:
        """Find the least step that decides; that with the index ``high`` does."""
        if not names or low == high:
            found.update(dict.fromkeys(names, STEPS[high]))
            return
        middle = (low + high) // 2
        open_ones = self._undecided(Change(more=STEPS[middle]), names)
        self._bisect([name for name in names if name not in open_ones], low, middle, found)
        self._bisect(sorted(open_ones), middle + 1, high, found)

    def _undecided(self, change: Change, names: Collection[str]) -> set[str]:
        found = self.in_world(change, names)
        return {name for name in names if found[name][0] == UNDECIDED}

    def in_world(self, change: Change, names: Collection[str]) -> Judged:
        """Verdict and evidence of some claims in a world."""
        known = self._found.setdefault(change, {})
        asked = [claim for claim in self.claims if claim.name in names and claim.name not in known]
        if asked:
            with interval_widths(self.connection, change, self.confidence):
                known.update(self._judged(change, asked))
        return known

    def _judged(self, change: Change, claims: Sequence[Claim]) -> Judged:
        sources = self._sources.of_claims(claims)
        with world(self.connection) as base:
            fill_world(self.connection, base, sources.tables, change)
            return judged_in_world(self.connection, self.study, sources)

    @property
    def queries(self) -> Mapping[str, str]:
        """The SQL of each claim with that of the macros behind it."""
        return self._sources.queries

    def asked_tables(self) -> dict[str, dict[str, str]]:
        """The tables that each claim asks, with digests of their queries."""
        return asked_tables(self.study, self._sources.derived, self.queries)

    @cached_property
    def _sources(self) -> StudySources:
        return sources_of(self.connection, self.study, self.claims)

    def needs(self, names: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The scenarios that each claim needs, of those that can have more runs.

        What it needs of a set is found value by value of its axes.
        """
        growing = self._growing()
        used = self._used_sets(growing, names)
        idle = self._idle_values(growing, used)
        return self._helped(
            growing,
            {
                name: tuple(
                    row["scenario"]
                    for row in growing
                    if row["scenario_set"] in used[name]
                    and not any((axis, row[axis]) in idle[name] for axis in _axes(row))
                )
                for name in names
            },
        )

    def _helped(
        self, growing: Sequence[Mapping[str, Any]], found: Mapping[str, tuple[str, ...]]
    ) -> dict[str, tuple[str, ...]]:
        """The scenarios of claims that look at more than the first replications; else none.

        Where one of them has a single run, the first replications may be all that a claim finds
        beside it, of runs with the same seed: more of that one would show.
        """
        runs = {row["scenario"]: row["runs"] for row in growing}
        repeated = [
            name for name, some in found.items() if some and min(runs[it] for it in some) > 1
        ]
        fixed = set(repeated) - self._changed(Change(first_only=True), repeated)
        return {name: () if name in fixed else some for name, some in found.items()}

    def _used_sets(
        self, growing: Sequence[Mapping[str, Any]], names: Collection[str]
    ) -> dict[str, set[str]]:
        used: dict[str, set[str]] = {name: set() for name in names}
        possible = self._possible_sets(growing, names)
        for one in sorted({row["scenario_set"] for row in growing}):
            asked = [name for name in names if one in possible[name]]
            for name in self._changed(_without(growing, scenario_set={one}), asked):
                used[name].add(one)
        return used

    def _possible_sets(
        self, growing: Sequence[Mapping[str, Any]], names: Collection[str]
    ) -> dict[str, set[str]]:
        """Sets that claims may look at; a query names them, or the macros that it calls."""
        known = sets_of(self.connection)
        queries = {
            claim.name: claim.sql
            if any(quoted(one) in claim.sql for one in known)
            else self.queries[claim.name]
            for claim in self.claims
            if claim.name in names
        }
        return possible_sets(
            queries,
            {row["scenario_set"] for row in growing},
            known,
            lambda left_out, some: self._changed(_without(growing, scenario_set=left_out), some),
        )

    def _idle_values(
        self, growing: Sequence[Mapping[str, Any]], used: Mapping[str, set[str]]
    ) -> dict[str, set[tuple[str, Any]]]:
        """Values of axes whose scenarios a claim does not look at, though it does at the set."""
        idle: dict[str, set[tuple[str, Any]]] = {name: set() for name in used}
        looked_at = set().union(*used.values())
        rows = [row for row in growing if row["scenario_set"] in looked_at]

        def busy(axis: str, values: Collection[Any], names: Iterable[str]) -> list[str]:
            """The claims that read otherwise without these values; to others they are idle."""
            having = {row["scenario_set"] for row in rows if row[axis] in values}
            asked = [name for name in names if used[name] & having]
            changed = self._changed(_without(rows, **{axis: values}), asked)
            for name in set(asked) - changed:
                idle[name].update((axis, value) for value in values)
            return sorted(changed)

        for axis, values in _values(rows).items():
            swept: Counter[str] = Counter()
            # Most look at few of an axis' many values: a world without several shows it for all.
            for several in _groups(values):
                some = busy(axis, several, used)
                if len(several) > 1:
                    asked = [name for name in some if swept[name] < _SWEPT]
                    each = [busy(axis, [value], asked) for value in several]
                    swept.update(name for name in asked if all(name in found for found in each))
        return idle

    def _changed(self, change: Change, names: Collection[str]) -> set[str]:
        """The claims that read otherwise in a world."""
        found = self.in_world(change, names)
        return {name for name in names if found[name] != self.judged[name]}

    def _growing(self) -> list[dict[str, Any]]:
        cursor = self.connection.execute(SQL["growing"])
        columns = [entry[0] for entry in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _scenarios_of(sets: Collection[str], growing: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The scenarios of some sets."""
    return tuple(row["scenario"] for row in growing if row["scenario_set"] in sets)


def _sets_of_single(
    scenarios: Collection[str], growing: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """The sets of those among some scenarios that have a single run."""
    single = (row for row in growing if row["runs"] == 1 and row["scenario"] in scenarios)
    return tuple(sorted({row["scenario_set"] for row in single}))


def _axes(row: Mapping[str, Any]) -> list[str]:
    return [name for name in row if name not in (*_NO_AXES, "runs") and row[name] is not None]


def _values(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """The values of each axis on which scenarios differ; those of the same sets side by side."""
    found: dict[str, dict[Any, set[str]]] = {}
    for row in rows:
        for axis in _axes(row):
            found.setdefault(axis, {}).setdefault(row[axis], set()).add(row["scenario_set"])
    return {
        axis: sorted(sets_of, key=lambda value: sorted(sets_of[value]))
        for axis, sets_of in found.items()
        if len(sets_of) > 1
    }


def _groups(values: Sequence[Any]) -> list[Sequence[Any]]:
    """Values to ask for together: several where there are many, else each by itself."""
    several = math.isqrt(len(values)) if len(values) >= _MANY_VALUES else 1
    return [values[start : start + several] for start in range(0, len(values), several)]


def _without(rows: Iterable[Mapping[str, Any]], **values: Collection[Any]) -> Change:
    """The world without the scenarios that have these values."""
    left_out = (
        row["scenario"] for row in rows if all(row[key] in some for key, some in values.items())
    )
    return Change(without=frozenset(left_out))


def _in_words(more: int | None, sets: Sequence[str], single: Sequence[str]) -> str:
    """What would decide a claim.

    Args:
        sets: those that it looks at.
        single: those among them whose scenarios lack intervals, as they have a single run.
    """
    if not sets:
        return NO_NUMBER
    if single:
        return (
            f"{FEWEST - 1} more runs of each scenario of {_named_sets(single)} give intervals, "
            "which show how many would decide it"
        )
    of_which = f"of each scenario of {_named_sets(sets)}"
    if more is not None:
        return f"about {more} more {'run' if more == 1 else 'runs'} {of_which}"
    return f"more than {STEPS[-1]:,} more runs {of_which}"


def _named_sets(sets: Sequence[str]) -> str:
    if len(sets) > _MANY_SETS:
        return f"{len(sets)} sets"
    *others, last = sets
    return f"the sets {', '.join(others)} and {last}" if others else f"the set {last}"
