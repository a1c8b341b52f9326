"""ns' own test suite on the stock binary and on our build, all of it or a part.

Results are kept test by test under a digest of the two programs and of what compares them: a
check that was stopped goes on where it was, and one that is done again says the same at once.
"""

import contextlib
import fcntl
import queue
import shutil
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics.digests import SHORT, digest_file, digest_value
from ns2studies.basics.errors import StudyError
from ns2studies.basics.line_records import append_record, read_records
from ns2studies.basics.paths import BUILD
from ns2studies.basics.wording import nearest
from ns2studies.simulator import compare as comparing
from ns2studies.simulator import source, suite
from ns2studies.simulator.compare import Comparison, compare
from ns2studies.simulator.suite import SuiteTest

CPU_S_PER_TEST: Final = 0.4
"""CPU seconds of a test on both simulators, on average, as measured."""

_PLACE = "test-simulator"
_WORK = ".work-"


@contextlib.contextmanager
def workplace(tarball: Path, build_root: Path = BUILD) -> Iterator[tuple[Path, Path]]:
    """The unpacked suite and a scratch folder, both gone afterwards.

    What checks that were killed left behind goes first.

    Raises:
        SourceError: if the tarball is not what it must be.
        StudyError: if another check is at work here.
    """
    home = build_root / _PLACE
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StudyError(
                f"another check of the simulator is at work in {home}", "Wait for its end."
            ) from error
        for leftover in home.glob(f"{_WORK}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        with tempfile.TemporaryDirectory(
            prefix=_WORK, dir=home, ignore_cleanup_errors=True
        ) as work:
            root, scratch = Path(work) / "suite", Path(work) / "scratch"
            scratch.mkdir()
            source.unpack_suite(tarball, root)
            yield root, scratch


def chosen(tests: Sequence[SuiteTest], words: Sequence[str]) -> list[SuiteTest]:
    """The tests that ``SUITE`` and ``SUITE/TEST`` name; all if nothing is named.

    Raises:
        StudyError: if there is no such suite or test.
    """
    names = [name for test in tests for name in (test.suite, test.label)]
    for word in words:
        if word not in names:
            raise StudyError(f"ns' own test suite has no {word!r}", nearest(word, names))
    return [test for test in tests if not words or {test.suite, test.label} & set(words)]


class Record:
    """The comparisons that were made before with the same programs, and those that follow.

    Args:
        stock: the stock binary.
        ours: our build.
        build_root: where builds lie.
    """

    def __init__(self, stock: Path, ours: Path, build_root: Path = BUILD) -> None:
        programs = [stock, ours, Path(suite.__file__), Path(comparing.__file__)]
        digest = digest_value([source.SUITE_SHA256, *map(digest_file, programs)])
        self.path = build_root / _PLACE / f"{digest[:SHORT]}.jsonl"
        self.made = self._read()

    def _read(self) -> dict[str, Comparison]:
        made = {}
        for record in read_records(self.path):
            with contextlib.suppress(ValueError, TypeError, KeyError):
                comparison = Comparison.from_json(record)
                made[comparison.test] = comparison
        return made

    def add(self, comparison: Comparison) -> None:
        """Keep a comparison."""
        self.made[comparison.test] = comparison
        append_record(self.path, comparison.to_json())


def run_tests(
    tests: Sequence[SuiteTest], stock: Path, ours: Path, root: Path, scratch: Path, cores: int
) -> Iterator[Comparison]:
    """Compare the two programs on each test, several at a time, and give what is finished.

    When the caller goes away, the workers end with it and take their simulators along.
    """
    waiting: queue.SimpleQueue[SuiteTest] = queue.SimpleQueue()
    finished: queue.SimpleQueue[Comparison | Exception] = queue.SimpleQueue()
    for test in tests:
        waiting.put(test)

    def work() -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                test = waiting.get_nowait()
                try:
                    finished.put(compare(test, stock, ours, root, scratch))
                except Exception as error:  # noqa: BLE001 - raised again by the caller
                    finished.put(error)

    for _ in range(min(cores, len(tests))):
        threading.Thread(target=work, daemon=True).start()
    for _ in tests:
        result = finished.get()
        if isinstance(result, Exception):
            raise result
        yield result
