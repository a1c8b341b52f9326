"""Progress: what jobs say they are at, and what is shown of it."""

import io

import pytest

from ns2studies.workflow import progress
from ns2studies.workflow.progress import Progress, StudiesProgress, StudyState, to_go


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(progress.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize(
    ("elapsed_s", "done", "forecast_s", "words"),
    [
        (10.0, 0.0, 0.0, ""),
        (10.0, 0.0, 60.0, "about 60 s to go"),
        (30.0, 0.5, 0.0, "about 30 s to go"),
        (30.0, 0.5, 60.0, "about 30 s to go"),
        (15.0, 0.15, 200.0, "about 2 min to go"),
        (30.0, 0.3, 200.0, "about 70 s to go"),
        (30.0, 0.5, 120.0, "about 30 s to go"),
        (30.0, 1.0, 60.0, ""),
    ],
)
def test_to_go_estimates_remaining_time(
    elapsed_s: float, done: float, forecast_s: float, words: str
) -> None:
    assert to_go(elapsed_s, done, forecast_s) == words


def test_progress_without_terminal_prints_tenths(
    clock: Clock,
) -> None:
    stream = io.StringIO()
    with Progress("building", stream) as shown:
        for done in range(101):
            clock.now += 1
            shown.at(done, 100, "x.o")
        assert len(stream.getvalue().splitlines()) == 11
        stream.truncate(0)
        for _ in range(100):
            clock.now += 1
            shown.at(100, 1000)
    assert len(stream.getvalue().splitlines()) == 4, "the tenth is another; then every 30 s"


def test_studies_progress_prints_every_half_minute(clock: Clock) -> None:
    stream = io.StringIO()
    with StudiesProgress(stream, 200.0) as shown:
        for second in range(1, 91):
            clock.now = 100.0 + second
            half = second / 180
            shown.at(
                {
                    "mpls": StudyState(520, 5 * second, "", half, 90.0),
                    "sync": StudyState(0, 0, "", 0.0, 10.0),
                }
            )
    lines = stream.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[-1].split("  ")[-3:] == [
        " 45 %", "about 110 s to go".replace("110 s", "2 min"), "mpls: 450 of 520 runs"
    ]  # fmt: skip


def test_progress_without_work_prints_nothing(clock: Clock) -> None:
    stream = io.StringIO()
    with StudiesProgress(stream, 0.0) as shown:
        clock.now += 1000
        shown.at({})
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (StudyState(48, 3, "", 0.1, 1.0), "3 of 48 runs"),
        (StudyState(48, 48, "page", 0.9, 1.0), "48 of 48 runs, page"),
        (StudyState(0, 0, "database", 0.9, 1.0), "database"),
        (StudyState(0, 0, "", 0.0, 1.0), "waiting"),
    ],
)
def test_study_state_in_words(state: StudyState, words: str) -> None:
    assert str(state) == words
