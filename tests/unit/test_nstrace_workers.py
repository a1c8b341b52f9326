"""Threads that share the work on a trace with the one that hands it out."""

import gc
import weakref
from collections.abc import Callable
from functools import partial
from threading import Event, Timer, get_ident

import pytest

from nstrace.workers import Workers, workers

PATIENCE_S = 30.0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_each_task_is_done_once(threads: int) -> None:
    done: list[int] = []
    with workers(threads) as those:
        tasks = [those.submit(partial(done.append, number)) for number in range(200)]
        for task in tasks:
            those.result(task)
    assert sorted(done) == list(range(200))


def test_single_thread_runs_tasks_at_submit() -> None:
    those = Workers()
    task = those.submit(get_ident)
    assert task.outcome.done()
    assert those.result(task) == get_ident()


def test_waiting_thread_runs_tasks() -> None:
    """The only other thread waits for the second task, which nobody else could do."""
    released = Event()
    with workers(2) as those:
        first = those.submit(partial(released.wait, PATIENCE_S))
        second = those.submit(released.set)
        assert those.result(first)
        those.result(second)


def _failing() -> None:
    raise ValueError("the third")


@pytest.mark.parametrize("threads", [1, 2])
def test_task_error_is_raised_by_its_result(threads: int) -> None:
    with workers(threads) as those:
        works: list[Callable[[], object]] = [get_ident, get_ident, _failing, get_ident]
        tasks = [those.submit(work) for work in works]
        for number in (3, 0, 1):
            assert those.result(tasks[number])
        with pytest.raises(ValueError, match="the third"):
            those.result(tasks[2])


@pytest.mark.parametrize("threads", [1, 2])
def test_results_of_tasks_are_released(threads: int) -> None:
    """What came out of a task goes when its user lets go of it, however long the trace."""
    with workers(threads) as those:
        made = []
        for _ in range(50):
            task = those.submit(Event)
            made.append(weakref.ref(those.result(task)))
            del task
        those.result(those.submit(get_ident))
        gc.collect()
        assert sum(reference() is not None for reference in made) <= 1


def test_results_are_released_with_busy_threads() -> None:
    begun, released = Event(), Event()

    def hold() -> None:
        begun.set()
        released.wait(PATIENCE_S)

    with workers(2) as those:
        held = those.submit(hold)
        assert begun.wait(PATIENCE_S)
        made = [weakref.ref(those.result(those.submit(Event))) for _ in range(50)]
        gc.collect()
        assert sum(reference() is not None for reference in made) <= 1
        released.set()
        those.result(held)


def test_tasks_not_begun_are_dropped() -> None:
    begun, released, late = Event(), Event(), Event()

    def hold() -> None:
        begun.set()
        released.wait(PATIENCE_S)

    with pytest.raises(ValueError, match="stop"), workers(2) as those:
        those.submit(hold)
        those.submit(late.set)
        assert begun.wait(PATIENCE_S)
        Timer(1.0, released.set).start()
        raise ValueError("stop")
    assert released.is_set()
    assert not late.is_set()
