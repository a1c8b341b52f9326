"""One measurement in a separate process: ``python -m bench.child REQUEST``.

REQUEST and the result on standard output are JSON. Once libraries are loaded, the process prints
``ready`` and waits for a line on standard input, so that all processes of a case begin at the same
time. Only the requested reader is imported, since peak memory is measured for the whole process,
and a program that it starts inherits this peak.
"""

import importlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench import cases

Answer = dict[str, Any]

KIB: Final = 1024


def main(request: str) -> None:
    """Run the requested measurement and print its result."""
    wanted = json.loads(request)
    os.sched_setaffinity(0, wanted["cpus"])
    path, output = Path(wanted["path"]), Path(wanted["output"])
    tool, task, cores = wanted["tool"], wanted["task"], wanted["cores"]
    work: Callable[[], Answer]
    if tool in cases.AWKS:
        work = partial(_awk, cases.AWKS[tool], path)
    elif task == "memory":
        work = partial(_command, wanted["kind"], path, output, cores)
    else:
        module = importlib.import_module(f"bench.readers.{cases.MODULES[tool]}")
        work = partial(_library, tool, module, task, path, output, cores)
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(work()))


def _library(tool: str, module: Any, task: str, path: Path, output: Path, cores: int) -> Answer:
    """Measure a Python library, without the start of Python and the import.

    Sums of the values come from a second, unmeasured reading.
    """
    if task == "arrow":
        clock = _Clock()
        rows = sum(batch.num_rows for batch in module.to_arrow(path, cores))
        answer = clock.read() | {"peak_bytes": _own_peak()}
        from bench.stored import totals_of

        totals = totals_of(tool, module.to_arrow(path, cores))
        if totals.rows != rows:
            sys.exit(f"{rows} packet lines were read first, then {totals.rows}")
        return answer | {"totals": asdict(totals)}
    clock = _Clock()
    module.to_parquet(path, output, cores)
    return clock.read() | {"peak_bytes": _own_peak()}


def _awk(program: list[str], path: Path) -> Answer:
    from bench.readers import awk

    clock = _Clock()
    totals, peak = awk.to_sums(program, path)
    return clock.read() | {"totals": asdict(totals), "peak_bytes": peak}


def _command(kind: str, path: Path, output: Path, cores: int) -> Answer:
    """Measure `nstrace convert` as users call it: the whole process, from start to end."""
    source = {"stdin": "-", "fifo": str(output.with_suffix(".fifo"))}.get(kind, str(path))
    command = [*cases.nstrace_command(), "convert", source]
    command += ["-o", str(output), "--threads", str(cores)]
    if kind == "fifo":
        os.mkfifo(source)
    try:
        return _run(command, feeder=_FEEDERS.get(kind), path=path, fifo=source)
    finally:
        if kind == "fifo":
            Path(source).unlink()


def _to_pipe(path: Path, _fifo: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["cat", str(path)], stdout=subprocess.PIPE)


def _to_fifo(path: Path, fifo: str) -> subprocess.Popen[bytes]:
    # The shell opens the FIFO, since opening blocks until the reader starts, which is later.
    return subprocess.Popen(["sh", "-c", 'exec cat "$1" > "$2"', "sh", str(path), fifo])


_Feeder = Callable[[Path, str], "subprocess.Popen[bytes]"]
_FEEDERS: Final[dict[str, _Feeder]] = {"stdin": _to_pipe, "fifo": _to_fifo}


def _run(command: list[str], *, feeder: _Feeder | None, path: Path, fifo: str) -> Answer:
    feeding = feeder(path, fifo) if feeder else None
    standard_input = feeding.stdout if feeding and feeding.stdout else subprocess.DEVNULL
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=standard_input, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None  # it is a pipe
    said = process.stderr.read().decode(errors="replace").strip()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if feeding:
        feeding.kill()
        feeding.wait()
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with status {process.returncode}: {said}")
    cpu = used.ru_utime + used.ru_stime
    return {"wall_s": wall, "cpu_s": cpu, "peak_bytes": used.ru_maxrss * KIB}


class _Clock:
    """A clock of wall and processor time since its creation, children included."""

    def __init__(self) -> None:
        self._cpu = _cpu_seconds()
        self._wall = time.perf_counter()

    def read(self) -> Answer:
        wall = time.perf_counter() - self._wall
        return {"wall_s": wall, "cpu_s": _cpu_seconds() - self._cpu}


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _own_peak() -> int:
    """Return the peak memory of this process in bytes; getrusage would include the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * KIB


if __name__ == "__main__":
    main(sys.argv[1])
