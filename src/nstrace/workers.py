"""Threads that share the work on a trace with the thread that hands it out."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A piece of work, done once by whoever has time first."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._begun = Lock()
        self.outcome: Future[Result] = Future()

    @property
    def begun(self) -> bool:
        """Has somebody begun with it?"""
        return self._begun.locked()

    def run(self) -> bool:
        """Do the work, unless somebody has begun with it; whether it was done here."""
        if not self._begun.acquire(blocking=False):
            return False
        try:
            self.outcome.set_result(self._work())
        except BaseException as failure:  # noqa: BLE001 - raised by result()
            self.outcome.set_exception(failure)
        return True


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
        self._tasks: deque[Task[object]] = deque()  # in the order in which they are begun with

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
            while self._tasks and self._tasks[0].begun:
                self._tasks.popleft()
            self._tasks.append(task)  # type: ignore[arg-type]  # what comes out is not looked at
            self._others.submit(task.run)
        return task

    def result(self, task: Task[Result]) -> Result:
        """What came out of a task, or its exception; until then, this thread does others."""
        while not task.outcome.done() and self._lend_a_hand():
            pass
        return task.outcome.result()

    def _lend_a_hand(self) -> bool:
        """Do the oldest task that nobody has begun with; whether there was one."""
        while self._tasks:
            if self._tasks.popleft().run():
                return True
        return False


@contextmanager
def workers(threads: int) -> Iterator[Workers]:
    """Threads for a time, the calling one included; what is not begun at the end is dropped."""
    if threads == 1:
        yield Workers()
        return
    others = ThreadPoolExecutor(threads - 1)
    try:
        yield Workers(threads, others)
    finally:
        others.shutdown(cancel_futures=True)
