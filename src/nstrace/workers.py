"""A pool of threads in which the submitting thread works as well."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Generic, TypeVar

from nstrace.errors import NstraceError

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A piece of work, run by the first free thread."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self.outcome: Future[Result] = Future()

    def run(self) -> None:
        """Run the task and store its outcome."""
        try:
            self.outcome.set_result(self._work())
        except BaseException as failure:  # noqa: BLE001 - raised by result()
            self.outcome.set_exception(failure)


class Workers:
    """The threads that work on a trace, including the calling one.

    All kinds of work share one pool, and the calling thread works while it waits, so that no more
    threads run than requested. Only one thread may submit tasks and wait for results.

    Attributes:
        threads: the number of threads, including the calling one.
    """

    def __init__(self, threads: int = 1, others: Executor | None = None) -> None:
        self.threads = threads
        self._others = others
        # Tasks that have not started. The executor's queue holds only calls of _lend_a_hand, not
        # the tasks, so that it keeps no data of tasks that the calling thread has run.
        self._tasks: deque[Task[object]] = deque()

    def spare(self, most: int) -> int:
        """Return how many additional tasks may be queued: ``most``, or 0 with a single thread."""
        return most if self._others else 0

    def submit(self, work: Callable[[], Result]) -> Task[Result]:
        """Queue work for the pool; with a single thread, run it at once.

        Work may wait for the outcome of tasks submitted before it, as tasks start in order.
        """
        task = Task(work)
        if self._others is None:
            task.run()
        else:
            self._tasks.append(task)  # type: ignore[arg-type]  # results are not used here
            self._others.submit(self._lend_a_hand)
        return task

    def result(self, task: Task[Result]) -> Result:
        """Return the result of a task, or raise its exception; run other tasks while waiting."""
        while not task.outcome.done() and self._lend_a_hand():
            pass
        return task.outcome.result()

    def _lend_a_hand(self) -> bool:
        """Run the oldest task that has not started; return whether there was one."""
        try:
            task = self._tasks.popleft()
        except IndexError:
            return False
        task.run()
        return True


def require_threads(threads: int) -> None:
    """Check the number of threads.

    Raises:
        NstraceError: if it is less than one.
    """
    if threads < 1:
        raise NstraceError(f"threads is {threads}: it takes one at least")


@contextmanager
def workers(threads: int) -> Iterator[Workers]:
    """Yield a pool of workers; tasks that have not started at the end are canceled.

    Raises:
        NstraceError: if the number of threads is less than one.
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
