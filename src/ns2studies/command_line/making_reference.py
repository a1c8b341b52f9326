"""Making results at full scale the reference of their studies (``./reproduce reference``)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.counting import counted
from ns2studies.basics.errors import StudyError
from ns2studies.basics.scales import FULL, Scale
from ns2studies.command_line.readme_outcomes import README, write_outcomes
from ns2studies.database.metadata import existing_scales
from ns2studies.database.reference import files_of, write_reference
from ns2studies.planning.plan import plan_study
from ns2studies.simulator.build import simulator
from ns2studies.studies.registry import available, load_study


def chosen(results: Path, studies: Sequence[str]) -> dict[str, Scale]:
    """The studies whose results will become the reference, and their scale.

    Args:
        studies: those that are named; else all that have results at full scale.

    Raises:
        StudyError: if results are of another scale, or some of their runs are missing.
    """
    scales = existing_scales(results)
    named = list(studies) or [study for study in available() if scales.get(study) == FULL]
    if not named:
        raise StudyError("no study has results at full scale", "./reproduce full makes them.")
    for study in named:
        if scales.get(study) != FULL:
            found = f"its results are of {scales[study]} scale" if study in scales else "no results"
            raise StudyError(
                f"{study}: {found}; the reference is what full scale gives",
                f"./reproduce full {study} makes them.",
            )
    _require_runs(results, named)
    return dict.fromkeys(named, FULL)


def _require_runs(results: Path, studies: Sequence[str]) -> None:
    """Refuse studies with missing runs: simulating them may take hours.

    Raises:
        StudyError: naming the study.
    """
    ready = simulator()
    again = f"./reproduce full {' '.join(studies)}"
    if not ready:
        raise StudyError("the simulator has changed since these results were made", again)
    for study in studies:
        plan = plan_study(load_study(study, FULL), ready.ns_sha256, results)
        if plan.missing:
            run, reason = plan.missing[0]
            raise StudyError(
                f"{study}: {len(plan.missing)} runs of full scale are missing, the first: "
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


def write(results: Path, studies: Sequence[str], readme: Path = README) -> Iterator[str]:
    """Write the reference of some studies, and the README's table; yields a line on each.

    Raises:
        NstraceError: if results are damaged, or a file can't be written.
    """
    for study in studies:
        new = write_reference(paths.study_database(results, study), study)
        size = sum(file.stat().st_size for file in files_of(study))
        done = "written" if new else "equals the one that is there"
        yield f"{study}: reference {done}: {size / 1e3:.0f} kB, {files_of(study)[0]}"
    write_outcomes(readme)
    yield f"What came of each study: {readme}"
