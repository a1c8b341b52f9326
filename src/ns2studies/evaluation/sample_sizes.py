"""Required sample sizes: about how many more runs would decide a claim, and of which scenarios.

The estimate assumes that with more runs of each scenario, means and deviations stay and intervals
get narrower. It is the least number of further runs with which the claim is decided. A claim uses
the scenario sets, or the scenarios, without which its verdict or evidence differs. Finding single
scenarios takes many what-if results, so this is done only where runs are added to them.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ns2studies.database.intervals import FEWEST
from ns2studies.database.stopping import InterimLook
from ns2studies.evaluation import SQL
from ns2studies.evaluation.verdicts import OPEN, PARTLY, REFUTED, UNDECIDED
from ns2studies.evaluation.what_if import Change, WhatIf

STEPS: Final = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
"""Numbers of further runs that are tried."""

NO_NUMBER: Final = "no number of runs is enough, because further runs add nothing to its data"

_PARTLY: Final = (PARTLY, REFUTED)
"""Verdicts that may change when open cases are decided."""

_MANY_VALUES: Final = 9
"""Number of values of an axis from which on they are left out in groups."""

_SWEPT: Final = 2
"""Number of completely used groups after which a claim is assumed to use the whole sweep; further
groups are only left out as a whole.
"""

_MANY_SETS: Final = 3
"""Maximum number of sets that are named; more are only counted."""

_NO_AXES: Final = frozenset(
    ("study", "scenario", "scenario_id", "scenario_set", "is_random", "parameters", "runs")
)

Scenario = Mapping[str, Any]
"""A row of ``scenarios``, with the number of ``runs``."""


@dataclass(frozen=True)
class SampleSize:
    """The estimated number of further runs that would decide a claim.

    Attributes:
        more_runs: of each scenario; None if it is unknown, or no number would.
        sets: those that the claim uses, and whose scenarios can have more.
    """

    more_runs: int | None
    sets: tuple[str, ...]
    in_words: str


class SampleSizes(WhatIf):
    """Estimates the required sample sizes of the claims of a study."""

    def of(self, names: Collection[str]) -> dict[str, SampleSize]:
        """Estimate the required sample size of each of some claims.

        Raises:
            ResultError: if a query fails.
        """
        if not names:
            return {}
        used = self._used_sets(names)
        needed = self._repeated({name: self._scenarios_of(used[name]) for name in names})
        found = {}
        for name, number in self._numbers(needed).items():
            single = self._sets_of_single(needed[name])
            # Sets of single runs that only affect the evidence need no more.
            hanging = used[name] - set(single) if number else used[name]
            sets = tuple(sorted(hanging)) if needed[name] else ()
            words = _in_words(number, sets, () if number else single)
            found[name] = SampleSize(number, sets, words)
        return found

    def interim_look(self, at_most: int) -> InterimLook:
        """Find the claims that more runs may decide, and those that no number of runs decides.

        The first are the undecided claims, and those with open cases whose verdict would change
        with ``at_most`` runs of each scenario if means stay.
        """
        verdicts = {name: verdict for name, (verdict, _) in self.judged.items()}
        undecided = [name for name, verdict in verdicts.items() if verdict == UNDECIDED]
        partly = [name for name, verdict in verdicts.items() if verdict in _PARTLY]
        then = self.judge(Change(at_least=at_most), partly)
        changing = [name for name in partly if then[name][0] != verdicts[name]]
        needs = self.needs([*undecided, *changing])
        more = self._numbers({name: needs[name] for name in undecided})
        for name, number in more.items():
            if number:
                needs[name] = tuple(it for it in needs[name] if self._runs[it] > 1)
        fixed = {name: NO_NUMBER for name, some in needs.items() if not some}
        untested = {
            name: verdict
            for name, verdict in verdicts.items()
            if verdict in OPEN and verdict != UNDECIDED
        }
        return InterimLook(
            open={name: some for name, some in needs.items() if some},
            more_runs={name: more.get(name) for name, some in needs.items() if some},
            closed=fixed | untested,
        )

    def _numbers(self, needs: Mapping[str, Collection[str]]) -> dict[str, int | None]:
        """Return the number of further runs that would decide each claim; None if there is none.

        A single run gives no deviation, so a claim that depends on one stays undecided.
        """
        found: dict[str, int | None] = dict.fromkeys(needs)
        names = [name for name, some in needs.items() if some]
        undecided = self._undecided(STEPS[-1], names)
        self._bisect([name for name in names if name not in undecided], 0, len(STEPS) - 1, found)
        return found

    def _bisect(
        self, names: Collection[str], low: int, high: int, found: dict[str, int | None]
    ) -> None:
        """Find the least step that decides each claim; the one with index ``high`` does."""
        if not names or low == high:
            found.update(dict.fromkeys(names, STEPS[high]))
            return
        middle = (low + high) // 2
        undecided = self._undecided(STEPS[middle], names)
        self._bisect([name for name in names if name not in undecided], low, middle, found)
        self._bisect(sorted(undecided), middle + 1, high, found)

    def _undecided(self, more: int, names: Collection[str]) -> set[str]:
        found = self.judge(Change(more=more), names)
        return {name for name in names if found[name][0] == UNDECIDED}

    def needs(self, names: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the scenarios that each claim needs, of those that can have more runs.

        Those of a set are determined by leaving out values of its axes.
        """
        used = self._used_sets(names)
        unused = self._unused_values(used)
        return self._repeated(
            {
                name: tuple(
                    row["scenario"]
                    for row in self._scenarios
                    if row["scenario_set"] in used[name]
                    and not any((axis, row[axis]) in unused[name] for axis in _axes(row))
                )
                for name in names
            }
        )

    def _repeated(self, needed: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Return the scenarios of claims that use more than first replications; none for others.

        If a scenario has a single run, a claim may compare it with only the first replications of
        others, because of the common seed. Then more runs of that scenario would matter, so such
        claims keep their scenarios.
        """
        repeated = [
            name
            for name, some in needed.items()
            if some and min(self._runs[one] for one in some) > 1
        ]
        fixed = set(repeated) - self.changed(Change(first_only=True), repeated)
        return {name: () if name in fixed else some for name, some in needed.items()}

    def _used_sets(self, names: Collection[str]) -> dict[str, set[str]]:
        sets = {row["scenario_set"] for row in self._scenarios}
        possible = self.possible_sets(
            names, sets, lambda others: _without(self._scenarios, scenario_set=others)
        )
        used: dict[str, set[str]] = {name: set() for name in names}
        for one in sorted(sets):
            asked = [name for name in names if one in possible[name]]
            for name in self.changed(_without(self._scenarios, scenario_set={one}), asked):
                used[name].add(one)
        return used

    def _unused_values(self, used: Mapping[str, set[str]]) -> dict[str, set[tuple[str, Any]]]:
        """Return the unused values of axes by claim, from the scenario sets that the claim uses."""
        unused: dict[str, set[tuple[str, Any]]] = {name: set() for name in used}
        all_used = set().union(*used.values())
        rows = [row for row in self._scenarios if row["scenario_set"] in all_used]

        def using(axis: str, values: Collection[Any], names: Iterable[str]) -> list[str]:
            """Return the claims that use some values; record the others, which do not."""
            having = {row["scenario_set"] for row in rows if row[axis] in values}
            asked = [name for name in names if used[name] & having]
            changed = self.changed(_without(rows, **{axis: values}), asked)
            for name in set(asked) - changed:
                unused[name].update((axis, value) for value in values)
            return sorted(changed)

        for axis, values in _values(rows).items():
            swept: Counter[str] = Counter()
            # Most claims use few of many values: leaving out several at once tests all of them.
            for several in _groups(values):
                some = using(axis, several, used)
                if len(several) > 1:
                    asked = [name for name in some if swept[name] < _SWEPT]
                    each = [using(axis, [value], asked) for value in several]
                    swept.update(name for name in asked if all(name in found for found in each))
        return unused

    @cached_property
    def _scenarios(self) -> list[Scenario]:
        """The scenarios in which another run would give other values."""
        cursor = self.connection.execute(SQL["repeatable_scenarios"])
        columns = [entry[0] for entry in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]

    @cached_property
    def _runs(self) -> dict[str, int]:
        return {row["scenario"]: row["runs"] for row in self._scenarios}

    def _scenarios_of(self, sets: Collection[str]) -> tuple[str, ...]:
        return tuple(row["scenario"] for row in self._scenarios if row["scenario_set"] in sets)

    def _sets_of_single(self, scenarios: Collection[str]) -> tuple[str, ...]:
        """Return the sets of those among some scenarios that have a single run."""
        single = (it for it in self._scenarios if it["runs"] == 1 and it["scenario"] in scenarios)
        return tuple(sorted({row["scenario_set"] for row in single}))


def _axes(row: Scenario) -> list[str]:
    return [name for name in row if name not in _NO_AXES and row[name] is not None]


def _values(rows: Sequence[Scenario]) -> dict[str, list[Any]]:
    """Return the values of each axis on which scenarios differ, grouped by their sets."""
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
    """Group the values to leave out together: one per group if there are few, else several."""
    several = math.isqrt(len(values)) if len(values) >= _MANY_VALUES else 1
    return [values[start : start + several] for start in range(0, len(values), several)]


def _without(rows: Iterable[Scenario], **values: Collection[Any]) -> Change:
    """Return the change that leaves out the scenarios with these values."""
    left_out = (
        row["scenario"] for row in rows if all(row[key] in some for key, some in values.items())
    )
    return Change(without=frozenset(left_out))


def _in_words(more: int | None, sets: Sequence[str], single: Sequence[str]) -> str:
    """Describe how many more runs would decide a claim.

    Args:
        sets: those that it uses.
        single: those among them whose scenarios have a single run, and so no intervals.
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
