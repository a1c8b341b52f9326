"""Find the sets of results that the arguments of a command name."""

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.archive.checking import check
from ns2studies.basics import paths
from ns2studies.basics.checksums import read_checksummed_json
from ns2studies.basics.errors import ArchiveError, ResultError, StudyError
from ns2studies.basics.wording import nearest
from ns2studies.compare.previous import previous_of_experiments, read_previous
from ns2studies.compare.results import (
    ResultSet,
    StudyResults,
    facts_of,
    read_databases,
    read_reference,
    read_results,
    studies_stored,
)
from ns2studies.compare.revision import Revision, find_revision, make_results
from ns2studies.config.scenarios import QUICK
from ns2studies.config.study_files import available, known
from ns2studies.database.reference import studies_in
from ns2studies.experiments.model import ExperimentFile
from nstrace.scratch import private_folder

CURRENT: Final = "current"
PREVIOUS: Final = "previous"
REFERENCE: Final = "reference"
_WORDS: Final = (CURRENT, PREVIOUS, REFERENCE)

_PROVENANCE: Final = "provenance.json"
_DATABASE: Final = "data/results.duckdb"
_TABLES: Final = (
    "estimates", "comparison", "claims", "studies", "scenarios", "runs", "metrics",
    "metric_definitions", "experiment",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A requested comparison.

    Attributes:
        sets: two of ``current``, ``previous``, ``reference``, archives and revisions.
        studies: the only ones to compare, if any are named.
        experiments: those to compare instead of studies.
    """

    sets: tuple[str, str]
    studies: Sequence[str] = ()
    experiments: Sequence[ExperimentFile] = ()


def parse_request(words: Sequence[str], experiments: Sequence[ExperimentFile] = ()) -> Request:
    """Split words into at most two sets of results, and studies.

    Args:
        experiments: those that were named.

    Raises:
        StudyError: if there are more than two sets, or a word is unknown.
    """
    studies = sorted({word for word in words if word in known()})
    sets = [word for word in words if word not in studies]
    for word in sets:
        _require_known(word)
    if len(sets) > 2:
        raise StudyError(
            f"compare takes two sets of results, found {', '.join(sets)}",
            "See ./reproduce compare --help.",
        )
    if experiments:
        _require_stored(sets, studies, experiments)
    first = REFERENCE if studies_in() and not experiments else PREVIOUS
    one, other = [*sets, *[first, CURRENT][len(sets) :]]
    return Request((one, other), studies or [file.name for file in experiments], experiments)


def _require_stored(
    sets: Sequence[str], studies: Sequence[str], experiments: Sequence[ExperimentFile]
) -> None:
    """Raise ``StudyError`` for combinations or sets of results that experiments don't have."""
    names = [file.name for file in experiments]
    if studies or len(set(names)) < len(names):
        raise StudyError(
            f"can't compare {', '.join([*studies, *names])} together",
            "Name either studies or experiments, and experiments of one name one at a time.",
        )
    for word in sets:
        if word not in (CURRENT, PREVIOUS) and not Path(word).is_file():
            raise StudyError(
                f"{word}: experiments have no such results",
                f"Name {CURRENT}, {PREVIOUS}, or an archive.",
            )


def _require_known(word: str) -> None:
    if word in _WORDS or Path(word).is_file() or find_revision(word):
        return
    if word.endswith(".zip") or ("/" in word and Path(word).exists()):
        raise StudyError(f"{word}: no such archive", "./reproduce archive prints where it is.")
    raise StudyError(
        f"{word!r} is neither a set of results, nor an archive, an experiment or a git revision",
        nearest(word, [*_WORDS, *known()]),
    )


@contextmanager
def open_sets(request: Request, cores: int) -> Iterator[tuple[ResultSet, ResultSet]]:
    """Open both sets; the results of a revision are made if they are missing.

    Raises:
        ResultError: if a set is missing or damaged, or a revision's results can't be made.
        ArchiveError: if an archive is damaged.
    """
    with ExitStack() as stack:
        found: list[ResultSet | Revision] = []
        for word in request.sets:
            revision = None if word in _WORDS or Path(word).is_file() else find_revision(word)
            found.append(revision or stack.enter_context(_stored(word, request)))
        scales = _scales(request.studies, [it for it in found if isinstance(it, ResultSet)])
        one, other = (
            make_results(it, scales, cores) if isinstance(it, Revision) else it for it in found
        )
        yield one, other


def _scales(studies: Sequence[str], stored: Sequence[ResultSet]) -> dict[str, str]:
    """Return the studies that a revision has to provide, at the scale of the other set."""
    if not stored:
        return dict.fromkeys(studies or available(), QUICK)
    return {
        study: results.facts.scale or QUICK
        for study, results in stored[0].studies.items()
        if not studies or study in studies
    }


@contextmanager
def _stored(word: str, request: Request) -> Iterator[ResultSet]:
    if word == REFERENCE:
        yield read_reference()
    elif word == PREVIOUS and request.experiments:
        yield previous_of_experiments(paths.RESULTS, request.experiments)
    elif word == PREVIOUS:
        yield read_previous(paths.RESULTS, request.studies)
    elif word == CURRENT:
        yield _current(request.experiments)
    else:
        with open_archive(Path(word)) as archived:
            yield archived


def _current(experiments: Sequence[ExperimentFile]) -> ResultSet:
    name, place = "current results", paths.RESULTS / "database"
    if experiments:
        place = paths.experiments(paths.RESULTS)
        found = {it.name: paths.experiment_database(paths.RESULTS, it.key) for it in experiments}
        current = read_results(name, found, "./reproduce run PATH makes it.")
    else:
        current = read_databases(name, place)
    if not current.studies:
        raise ResultError(f"{place}: there are no results", "./reproduce makes them.")
    return current


@contextmanager
def open_archive(archive: Path) -> Iterator[ResultSet]:
    """Check an archive and unpack its tables while they are needed.

    Raises:
        ArchiveError: if it is damaged, or contains no results.
    """
    check(archive)
    with private_folder("ns2studies-compare-") as (folder, _):
        source = _unpack(archive, folder)
        provenance = {}
        with suppress(OSError, ValueError):
            provenance = read_checksummed_json(folder / _PROVENANCE)
        studies = {
            study: StudyResults(source, facts_of(provenance, study))
            for study in _studies_in(archive, source)
        }
        yield ResultSet(f"archive {archive.name}", studies)


def _unpack(archive: Path, folder: Path) -> Path:
    """Unpack the database, or the tables if it was too large to be packed; return its path."""
    with zipfile.ZipFile(archive) as members:
        names = members.namelist()
        tables = [f"data/{table}.parquet" for table in _TABLES]
        data = [_DATABASE] if _DATABASE in names else tables
        for name in {_PROVENANCE, *data} & set(names):
            members.extract(name, folder)
    return folder / _DATABASE if _DATABASE in names else folder / "data"


def _studies_in(archive: Path, source: Path) -> list[str]:
    import duckdb

    try:
        return studies_stored(source)
    except KeyError as error:
        raise ArchiveError(
            f"{archive}: it has no table {error.args[0]}",
            "Name an archive that ./reproduce archive made.",
        ) from error
    except duckdb.Error as error:
        raise ResultError(f"{archive}: {str(error).splitlines()[0]}") from error
