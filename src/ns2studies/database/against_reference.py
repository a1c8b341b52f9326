"""Compare runs with those of the reference, and explain differences.

Runs are matched by study, scenario and seed. The inputs of a run (parameters, simulator, Tcl,
reader) are known for both, so those that differ can be named. Parameters differ if the user has
edited the configuration.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ns2studies.basics.nested import flatten
from ns2studies.basics.wording import counted
from ns2studies.database import SQL

if TYPE_CHECKING:
    import duckdb


_MOST_KEYS: Final = 3
"""Number of parameters that are named for a run; an edit of a grid may change dozens."""


@dataclass(frozen=True)
class RunDifference:
    """Runs of a study that differ from the reference's for the same reason, or agree with them.

    Attributes:
        reason: inputs that differ from those of the reference's runs.
        is_equal: whether the runs have the same rows nevertheless.
        runs: number of runs.
        first: scenario and seed of the first one.
    """

    study: str
    reason: str
    is_equal: bool
    runs: int
    first: str


@dataclass(frozen=True)
class AgainstReference:
    """The result of comparing the runs of some studies with the reference.

    Attributes:
        runs: number of runs of the studies that have a reference.
        equal: number of runs with the same rows as in the reference.
        unknown: number of runs that are not in the reference.
        first_unknown: study, scenario and seed of the first of them.
        differences: by study and reason, those of most runs first.
        without: studies that have no reference.
    """

    runs: int
    equal: int
    unknown: int
    first_unknown: str
    differences: Sequence[RunDifference]
    without: Sequence[str]


class _Group(NamedTuple):
    """A group of runs that compare alike: the columns of the query."""

    study: str
    is_known: bool
    is_comparable: bool
    is_equal: bool
    parameters: str | None
    reference_parameters: str | None
    has_other_ns: bool
    has_other_agents: bool
    has_other_tcl: bool
    has_other_reader: bool
    runs: int
    first_scenario: str
    first_seed: int

    @property
    def first(self) -> str:
        """Scenario and seed of the first run."""
        return f"{self.first_scenario} seed {self.first_seed}"


def against_reference(
    connection: "duckdb.DuckDBPyConnection", studies: Sequence[str]
) -> AgainstReference:
    """Compare the runs of some studies with those of the reference.

    Args:
        connection: to a results database of one or all studies.
    """
    query = SQL["against_reference"]
    found = connection.execute(query, {"studies": list(studies)}).fetchall()
    groups = [_Group(*row) for row in found]
    unknown = [group for group in groups if not group.is_known]
    referred = {group.study for group in groups}
    return AgainstReference(
        runs=sum(group.runs for group in groups),
        equal=sum(group.runs for group in groups if group.is_equal),
        unknown=sum(group.runs for group in unknown),
        first_unknown=f"{unknown[0].study}/{unknown[0].first}" if unknown else "",
        differences=_differences(group for group in groups if group.is_known),
        without=[study for study in studies if study not in referred],
    )


def _differences(groups: Iterable[_Group]) -> list[RunDifference]:
    """Return the differences, and edits of parameters that changed no rows."""
    alike: dict[tuple[str, str, bool], list[_Group]] = {}
    for group in groups:
        if not group.is_equal or group.parameters:
            alike.setdefault((group.study, _reason(group), group.is_equal), []).append(group)
    differences = [
        RunDifference(study, reason, is_equal, sum(group.runs for group in them), them[0].first)
        for (study, reason, is_equal), them in alike.items()
    ]
    return sorted(differences, key=lambda it: (it.is_equal, -it.runs, it.study, it.first))


def _reason(group: _Group) -> str:
    if not group.is_comparable:
        return "the reference's fingerprints are of an older kind; ./reproduce reference renews it"
    reasons = []
    if group.parameters and group.reference_parameters:
        reasons.append(f"{_edit(group.parameters, group.reference_parameters)}: your edit")
    programs = (
        (group.has_other_ns, "the simulator (ns2-patches)"),
        (group.has_other_agents, "an agent that it loads (ns2-patches/agents)"),
        (group.has_other_tcl, "its Tcl (tcl)"),
        (group.has_other_reader, "the reader of traces (src)"),
    )
    changed = [name for is_other, name in programs if is_other]
    if changed:
        reasons.append(f"{' and '.join(changed)} changed since the reference")
    if not reasons:
        return "parameters and programs are the reference's: another compiler, library or processor"
    return "; ".join(reasons)


def _edit(now: str, then: str) -> str:
    """Describe the parameters in which two scenarios, given as JSON, differ."""
    new, old = flatten(json.loads(now)), flatten(json.loads(then))
    keys = sorted(key for key in new.keys() | old.keys() if _text(new, key) != _text(old, key))
    named = [
        f"{key} is {_text(new, key)}, in the reference {_text(old, key)}"
        for key in keys[:_MOST_KEYS]
    ]
    more = len(keys) - len(named)
    return ", ".join(named) + (f" and {more} more parameters" if more else "")


def _text(parameters: Mapping[str, Any], key: str) -> str:
    """Return a value as the configuration spells it."""
    return json.dumps(parameters[key]).strip('"') if key in parameters else "not there"


def comparison_lines(compared: AgainstReference, most: int = 4) -> list[str]:
    """Return the lines of text that describe a comparison.

    Args:
        most: maximum number of reasons that are listed.
    """
    lines = []
    if compared.runs:
        words = f"{compared.equal:,} of {compared.runs:,} runs equal the reference"
        lines.append(f"{words}, row by row.")
    for it in compared.differences[:most]:
        where = f"/{it.first}" if it.runs == 1 else f": {it.runs:,} runs, first {it.first}"
        kind = "equal in spite of an edit: " if it.is_equal else ""
        lines.append(f"  {it.study}{where}: {kind}{it.reason}")
    left = compared.differences[most:]
    if left:
        more = "another reason" if len(left) == 1 else f"{len(left)} more reasons"
        lines.append(f"  {counted(sum(it.runs for it in left), 'run')} more, for {more}")
    if compared.unknown:
        verb = "is" if compared.unknown == 1 else "are"
        words = f"{counted(compared.unknown, 'run')} {verb} not in the reference"
        lines.append(f"  {words}, first {compared.first_unknown}")
    if compared.without:
        names = ", ".join(compared.without)
        lines.append(f"No reference yet (not yet run at full scale): {names}.")
    return lines
