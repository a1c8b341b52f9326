"""Which sets of results a command's words name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.wording import nearest
from ns2studies.comparing.archived import opened_archive
from ns2studies.comparing.previous import Previous
from ns2studies.comparing.reference import read_reference, reference_exists
from ns2studies.comparing.revision import Revision, find_revision, make_ready
from ns2studies.comparing.sets import Databases, ResultSet
from ns2studies.config.scenarios import QUICK
from ns2studies.config.study_files import available, known

CURRENT: Final = "current"
PREVIOUS: Final = "previous"
REFERENCE: Final = "reference"
_WORDS: Final = (CURRENT, PREVIOUS, REFERENCE)


@dataclass(frozen=True)
class ComparisonRequest:
    """What a comparison is to be of.

    Attributes:
        set_names: reserved words, archives or revisions.
        studies: the only ones that are wanted, if there are any.
        run: make runs of a revision that are missing.
    """

    set_names: tuple[str, str]
    studies: Sequence[str] = ()
    run: bool = False
    cores: int = 1


def comparison_request(
    words: Sequence[str], run: bool = False, cores: int = 1
) -> ComparisonRequest:
    """Take words apart: two sets at most, and studies.

    Raises:
        StudyError: if there are more, or a word names nothing.
    """
    studies = sorted({word for word in words if word in known()})
    sets = [word for word in words if word not in studies]
    for word in sets:
        _require_known(word)
    if len(sets) > 2:
        raise StudyError(
            f"compare takes two sets of results, and was given {', '.join(sets)}",
            "See ./reproduce compare --help.",
        )
    first = sets[0] if sets else (REFERENCE if reference_exists() else PREVIOUS)
    return ComparisonRequest((first, sets[1] if len(sets) > 1 else CURRENT), studies, run, cores)


def _require_known(word: str) -> None:
    if word in _WORDS or Path(word).is_file() or find_revision(word):
        return
    if word.endswith(".zip") or ("/" in word and Path(word).exists()):
        raise StudyError(f"{word}: no such archive", "./reproduce archive says where it puts one.")
    raise StudyError(
        f"{word!r} is no set of results: no archive, and no revision that git knows here",
        nearest(word, [*_WORDS, *known()]),
    )


@contextmanager
def opened_sets(
    request: ComparisonRequest, say: Callable[[str], None]
) -> Iterator[tuple[ResultSet, ResultSet]]:
    """Both sets, for as long as they are needed.

    Raises:
        ResultError: if one is not there, damaged, or lacks runs.
        ArchiveError: if an archive is damaged.
    """
    with ExitStack() as stack:
        revisions = [_revision(word) for word in request.set_names]
        stored = [
            None if revision else _stored(word, request.studies, stack)
            for word, revision in zip(request.set_names, revisions, strict=True)
        ]
        scales = _scales(request.studies, [given for given in stored if given])
        one, other = (
            given or _made(revision, scales, request, say)
            for given, revision in zip(stored, revisions, strict=True)
        )
        yield one, other


def _revision(word: str) -> Revision | None:
    return None if word in _WORDS or Path(word).is_file() else find_revision(word)


def _stored(word: str, studies: Sequence[str], stack: ExitStack) -> ResultSet:
    if word == REFERENCE:
        return read_reference()
    if word == PREVIOUS:
        return _previous(studies)
    if word != CURRENT:
        return stack.enter_context(opened_archive(Path(word)))
    current = Databases("current results", paths.RESULTS / "database")
    if not current.studies():
        raise ResultError(f"{current.folder}: there are no results", "./reproduce makes them.")
    return current


def _previous(studies: Sequence[str]) -> Previous:
    previous = Previous(paths.RESULTS, tuple(studies))
    absent = [study for study in studies if study not in previous.studies()]
    if absent or not previous.studies():
        raise ResultError(
            f"nothing is kept of what the results{' of ' if absent else ''}{', '.join(absent)} "
            "were before",
            "It is kept from the next time on that a command makes them again. Name a revision or "
            "an archive instead: ./reproduce compare HEAD",
        )
    return previous


def _scales(studies: Sequence[str], stored: Sequence[ResultSet]) -> dict[str, str]:
    """The studies that are wanted of a revision, and the scale that the other set has them at."""
    if not stored:
        return dict.fromkeys(studies or available(), QUICK)
    other = stored[0]
    return {
        study: other.facts(study).scale or QUICK
        for study in other.studies()
        if not studies or study in studies
    }


def _made(
    revision: Revision | None,
    scales: Mapping[str, str],
    request: ComparisonRequest,
    say: Callable[[str], None],
) -> ResultSet:
    assert revision is not None  # what is not stored is a revision
    return make_ready(revision, scales, run=request.run, cores=request.cores, say=say)
