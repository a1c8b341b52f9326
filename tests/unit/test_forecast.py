"""Forecasts: what this machine has shown, and how busy it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ns2studies.workflow.forecast import (
    ALONE_CPU_S,
    BUILD_CPU_S,
    Speed,
    duration,
    free_share,
    note_batch,
    note_build,
    speed,
)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return tmp_path / "build" / "speed.jsonl"


def test_speed_without_records_is_1(records: Path) -> None:
    found = speed(1, records)
    assert (found.cpu, found.measured) == (1.0, False)


def test_speed_comes_from_last_build(records: Path) -> None:
    note_build(2 * BUILD_CPU_S, records)
    found = speed(1, records)
    assert (found.cpu, found.measured) == (2.0, True)
    unprobed = speed(1, records, probe=False)
    assert (unprobed.cpu, unprobed.free) == (2.0, 1.0), "small work, too, takes as long here"
    note_build(3 * BUILD_CPU_S, records)
    assert speed(1, records).cpu == 3.0, "the last build"


def test_speed_of_many_batches_overrides_build(records: Path) -> None:
    note_build(2 * BUILD_CPU_S, records)
    note_batch(5.0, 20.0, records)
    assert speed(1, records).cpu == 2.0, "so little may be chance"
    note_batch(25.0, 25.0, records)
    assert speed(1, records).cpu == pytest.approx(45 / 30)
    for _ in range(8):
        note_batch(30.0, 90.0, records)
    assert speed(1, records).cpu == pytest.approx((45 + 8 * 90) / 270), "one set does not decide"
    for _ in range(240):
        note_batch(30.0, 90.0, records)
    assert speed(1, records).cpu == pytest.approx(3.0), "the machine has become another"


def test_invalid_records_are_ignored(records: Path) -> None:
    note_batch(30.0, 60.0, records)
    with records.open("a") as stream:
        stream.write('[]\n{"kind": "batch"}\n{"kind": "batch", "expected_cpu_s": 0, "cpu_s": 1}\n')
        stream.write('{"kind": "other", "expected_cpu_s": 1, "cpu_s": 1}\n{"kind": "batch", "expe')
    assert speed(1, records).cpu == 2.0


@pytest.mark.parametrize(
    "value", ["Infinity", "NaN", "-1", "1e-300", "1e300", '"60"', "true", "null", "[" * 100_000]
)
@pytest.mark.parametrize("key", ["expected_cpu_s", "cpu_s"])
def test_records_with_invalid_times_are_ignored(records: Path, key: str, value: str) -> None:
    """Sums of text, or of infinity, ended in a traceback or in a forecast of no time at all."""
    note_batch(30.0, 60.0, records)
    times = {"expected_cpu_s": "30", "cpu_s": "30", key: value}
    with records.open("a") as stream:
        shown = ", ".join(f'"{name}": {text}' for name, text in times.items())
        stream.write(f'{{"kind": "batch", {shown}}}\n')
    assert speed(1, records, probe=False).cpu == 2.0


def test_unwritable_record_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "build").touch()
    note_batch(30.0, 60.0, tmp_path / "build" / "speed.jsonl")
    assert not speed(1, tmp_path / "build" / "speed.jsonl", probe=False).measured


def test_record_after_truncated_one_counts(records: Path) -> None:
    note_batch(30.0, 30.0, records)
    records.write_bytes(records.read_bytes()[:-9])
    note_batch(30.0, 60.0, records)
    assert speed(1, records, probe=False).cpu == 2.0


def test_free_share_probes_each_processor_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Probe(subprocess.Popen[str]):
        def __init__(self, *_: object, **__: object) -> None:
            super().__init__(["echo", "0.5"], stdout=subprocess.PIPE, text=True)
            started.append(self)

    monkeypatch.setattr("ns2studies.workflow.forecast.subprocess.Popen", Probe)
    assert free_share(10_000) == 0.5
    assert len(started) == len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("machine", "wall_s"),
    [(Speed(), 50.0), (Speed(cpu=2.0), 100.0), (Speed(free=0.5), 100.0), (Speed(3.0, 0.5), 300.0)],
)
def test_time_on_clock(machine: Speed, wall_s: float) -> None:
    assert machine.wall_s(100.0, cores=2) == wall_s


def test_elapsed_time_includes_serial_work() -> None:
    """An edit that reaches a few runs takes longer than its CPU time over the number of cores."""
    assert Speed().elapsed_s(ALONE_CPU_S, cores=8) == ALONE_CPU_S
    assert Speed().elapsed_s(ALONE_CPU_S / 2, cores=8) == ALONE_CPU_S / 2
    assert Speed().elapsed_s(ALONE_CPU_S + 80, cores=8) == ALONE_CPU_S + 10
    assert Speed(2.0, 0.5).elapsed_s(ALONE_CPU_S + 80, cores=8) == 4 * (ALONE_CPU_S + 10)


def test_free_share_falls_on_busy_machine() -> None:
    """Beside four busy processes a core, a probe gets much less than all of it."""
    busy = [sys.executable, "-c", "while True: pass"]
    cores = len(os.sched_getaffinity(0))
    others = [subprocess.Popen(busy) for _ in range(4 * cores)]
    try:
        share = min(free_share(cores) for _ in range(3))
    finally:
        for process in others:
            process.kill()
            process.wait()
    assert 0 < share < 0.9


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (89, "89 s"), (91, "2 min"), (5000, "83 min"), (5400, "1.5 h"), (36000, "10.0 h")],
)
def test_duration_formats_seconds(seconds: float, words: str) -> None:
    assert duration(seconds) == words
