"""The README's table of outcomes: what came of each study at full scale.

It is made from ``data/reference`` alone, so that its readers need not run anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.sql import connect, plain_name
from ns2studies.database.reference import read_reference_description, reference_folder
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import AGREEING, DIFFERENT
from ns2studies.studies.registry import available
from nstrace.files import write_text_if_changed

README: Final = paths.ROOT / "README.md"

BEGIN: Final = "<!-- outcomes: ./reproduce reference writes what is between these marks -->"
END: Final = "<!-- end of outcomes -->"

_OTHERS: Final = "fitted, not tested as printed, or not measured"

_HEADINGS: Final = (
    "study", "printed values borne out", "differ", "claims hold", "hold in part", "do not hold",
    "contradict each other", "undecided", _OTHERS, "runs", "CPU hours of ns",
)  # fmt: skip

_NEITHER: Final = (
    "Printed values that neither are borne out nor differ are misprints, undecided or fitted, or "
    "follow from the configuration."
)

_COUNTS: Final = ("hold", "hold_in_part", "do_not_hold", "contradict", "undecided", "others")


def write_outcomes(readme: Path = README, data: Path | None = None) -> None:
    """Put the table between its marks in the README.

    Args:
        data: in place of the checkout's ``data``.

    Raises:
        ConfigError: if the README has not each mark once.
        ResultError: if a reference is damaged.
    """
    text = readme.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in before + after:
        raise ConfigError(
            f"{readme}: the table of outcomes has no place",
            f"It goes between the lines {BEGIN} and {END}, once each.",
        )
    table = "\n".join(outcomes_table(available(), data))
    write_text_if_changed(readme, f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


def outcomes_table(studies: Sequence[str], data: Path | None = None) -> list[str]:
    """The lines of the table in Markdown: a row for each study, and one for all that were run.

    Below, how many questions of ours are left out of it.

    Raises:
        ResultError: if a reference is damaged.
    """
    described = {study: read_reference_description(study, data) for study in studies}
    referred = {study: facts for study, facts in described.items() if facts}
    outcomes = {study: {**_outcome(study, data), **referred[study]} for study in referred}
    lines = [_HEADINGS, ["---", *["---:"] * (len(_HEADINGS) - 1)]]
    rows = [
        [f"`{study}`", *(_cells(outcomes[study]) if study in outcomes else _not_yet())]
        for study in studies
    ]
    if outcomes:
        rows.append(["all", *_cells(_sum(outcomes.values()))])
    table = [f"| {' | '.join(cells)} |" for cells in [*lines, *rows]]
    own = {study: len(names) for study in referred if (names := own_questions(study))}
    counted = ", ".join(f"{number} of `{study}`" for study, number in own.items())
    note = [f"Our own questions are no claims, and not counted: {counted}."] if own else []
    return [*table, "", _NEITHER, *note]


def _not_yet() -> list[str]:
    return ["not yet run at full scale", *[""] * (len(_HEADINGS) - 2)]


def _outcome(study: str, data: Path | None) -> dict[str, Any]:
    """How many printed values and claims of a reference came out how."""
    with connect() as connection:
        for table in ("comparison", "claims"):
            file = reference_folder(study, data) / f"{table}.parquet"
            connection.read_parquet(plain_name(file)).create_view(table)
        parameters = {
            "agreeing": list(AGREEING),
            "different": list(DIFFERENT),
            "ours": own_questions(study),
        }
        found = connection.execute(SQL["outcomes"], parameters)
        names = [str(column[0]) for column in found.description or ()]
        # Without printed values and claims of the text there is no row.
        rows = found.fetchall() or [(0,) * len(names)]
    return dict(zip(names, rows[0], strict=True))


def _sum(outcomes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    parts = list(outcomes)
    keys = ("borne_out", "known", "different", *_COUNTS, "runs", "ns_cpu_hours")
    return {key: sum(part[key] for part in parts) for key in keys}


def _cells(outcome: Mapping[str, Any]) -> list[str]:
    printed = f"{outcome['borne_out']} of {outcome['known']}" if outcome["known"] else "none"
    differ = str(outcome["different"]) if outcome["known"] else ""
    counts = [str(outcome[key]) for key in _COUNTS]
    return [printed, differ, *counts, f"{outcome['runs']:,}", f"{outcome['ns_cpu_hours']:.2f}"]
