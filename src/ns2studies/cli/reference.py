"""Make results at full scale the reference in data/reference.

Later results are compared with it, and the README's table of outcomes is written from it. Databases
and pages are brought up to date first. Without names, the command takes all studies that have
results at full scale. No run may be missing. See docs/reference.md.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone
from ns2studies.basics.errors import StudyError
from ns2studies.basics.wording import counted
from ns2studies.cli.arguments import add_running, add_studies, studies_and_scale
from ns2studies.cli.run import bring_up_to_date
from ns2studies.config.scenarios import FULL, Scale
from ns2studies.database.metadata import existing_scales
from ns2studies.workflow.snakemake import run_snakemake

EXAMPLES: Final = """\
examples:
  ./reproduce full recovery && ./reproduce reference recovery
  git checkout data/reference README.md      restore the reference of the last commit"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_studies(parser)
    add_running(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the reference of some studies, and show their results beside it.

    Raises:
        StudyError: for another scale than full, or if runs are missing.
    """
    studies, scale = studies_and_scale(arguments)
    if scale not in (None, FULL):
        raise StudyError("the reference is always at full scale", "Leave out the scale.")
    scales = choose(paths.RESULTS, studies)
    status = run_snakemake(scales, arguments)
    if status:
        return status
    with alone():
        for line in write(paths.RESULTS, sorted(scales)):
            print(line)
    return bring_up_to_date(scales, arguments)


def choose(results: Path, studies: Sequence[str]) -> dict[str, Scale]:
    """Return the studies whose results become the reference, and their scale.

    Args:
        studies: default to all that have results of full scale.

    Raises:
        StudyError: if results have another scale, or lack runs.
    """
    from ns2studies.config.study_files import available

    scales = existing_scales(results)
    named = list(studies) or [study for study in available() if scales.get(study) == FULL]
    if not named:
        raise StudyError("no study has results at full scale", "./reproduce full makes them.")
    for study in named:
        if scales.get(study) != FULL:
            found = f"its results are of {scales[study]} scale" if study in scales else "no results"
            raise StudyError(
                f"{study}: {found}; the reference needs full scale",
                f"./reproduce full {study} makes them.",
            )
    _require_runs(results, named)
    return dict.fromkeys(named, FULL)


def _require_runs(results: Path, studies: Sequence[str]) -> None:
    """Raise ``StudyError`` if studies have missing runs, which may take hours to simulate.

    Raises:
        StudyError: naming the study.
    """
    from ns2studies.config.registry import load_study
    from ns2studies.simulator.build import simulator
    from ns2studies.workflow.plan import plan_study

    ready = simulator()
    again = f"./reproduce full {' '.join(studies)}"
    if not ready:
        raise StudyError("the simulator has changed since these results were made", again)
    for study in studies:
        plan = plan_study(load_study(study, FULL), ready.ns_sha256, results)
        if plan.missing:
            run, reason = plan.missing[0]
            raise StudyError(
                f"{study}: {len(plan.missing)} runs at full scale are missing, the first: "
                f"{run.label}: {reason}",
                f"{again} makes them.",
            )
        if plan.undecided:
            raise StudyError(
                f"{study}: not yet precise at full scale: "
                f"{counted(len(plan.undecided), 'scenario')}, the first: "
                f"{plan.undecided[0].scenario.label}",
                f"{again} adds replications.",
            )


def write(results: Path, studies: Sequence[str], readme: Path | None = None) -> Iterator[str]:
    """Write the reference of some studies and the README's table; yield a message for each.

    Raises:
        NstraceError: if results are damaged, or a file can't be written.
    """
    from ns2studies.database.reference import files_of, write_reference
    from ns2studies.evaluation.outcomes import README, write_outcomes

    for study in studies:
        is_new = write_reference(paths.study_database(results, study), study)
        size = sum(file.stat().st_size for file in files_of(study))
        done = "written" if is_new else "equals the one that is there"
        yield f"{study}: reference {done}: {size / 1e3:.0f} kB, {files_of(study)[0]}"
    write_outcomes(readme or README)
    yield f"Outcomes of all studies: {readme or README}"
