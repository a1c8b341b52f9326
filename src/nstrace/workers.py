"""Threads that share the work on a trace with the thread that hands it out."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Generic, TypeVar

from nstrace.errors import NstraceError

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A piece of work, done by whoever has time first."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self.outcome: Future[Result] = Future()

    def run(self) -> None:
        """Do the work."""
        try:
            self.outcome.set_result(self._work())
        except BaseException as failure:  # noqa: BLE001 - raised by result()
            self.outcome.set_exception(failure)


class Workers:
    """All the threads that work on a trace, the calling one among them.

    Were there some for each kind of work, or one more that only waits for the others, they would
    be in each other's way. Tasks are handed out and asked for by one thread only.

    Attributes:
        threads: how many there are, the calling one included.
    """

    def __init__(self, threads: int = 1, others: Executor | None = None) -> None:
        self.threads = threads
        self._others = others
        # What nobody has begun with. The executor is told only that there is something: what it
        # keeps until its threads have time must not grow with what was done without them.
        self._tasks: deque[Task[object]] = deque()

    def spare(self, most: int) -> int:
        """How many tasks more than are needed may wait: ``most``, but none with one thread."""
        return most if self._others else 0

    def submit(self, work: Callable[[], Result]) -> Task[Result]:
        """Have something done; at once, if there is no other thread to do it.

        Work may wait for the outcome of what was submitted earlier, which is begun with earlier.
        """
        task = Task(work)
        if self._others is None:
            task.run()
        else:
            self._tasks.append(task)  # type: ignore[arg-type]  # what comes out is not looked at
            self._others.submit(self._lend_a_hand)
        return task

    def result(self, task: Task[Result]) -> Result:
        """What came out of a task, or its exception; until then, this thread does others."""
        while not task.outcome.done() and self._lend_a_hand():
            pass
        return task.outcome.result()

    def _lend_a_hand(self) -> bool:
        """Do the oldest task that nobody has begun with; whether there was one."""
        try:
            task = self._tasks.popleft()
        except IndexError:
            return False
        task.run()
        return True


def require_threads(threads: int) -> None:
    """Refuse a number of threads that nothing can be done with.

    Raises:
        NstraceError: if it is less than one.
    """
    if threads < 1:
        raise NstraceError(f"threads is {threads}: it takes one at least")


@contextmanager
def workers(threads: int) -> Iterator[Workers]:
    """Threads for a time, the calling one included; what is not begun at the end is dropped.

    Raises:
        NstraceError: if there would be none.
    """
    require_threads(threads)
    if threads == 1:
        yield Workers()
        return
    others = ThreadPoolExecutor(threads - 1)
    try:
        yield Workers(threads, others)
    finally:
        others.shutdown(cancel_futures=True)
