"""What starting runs takes: each by an ns of its own, or all from one that has loaded its library.

    .venv/bin/python benchmarks/starting/run.py
    .venv/bin/python benchmarks/starting/run.py --scenario sync/newreno/10/15.0 --runs 20

A stock ns (package ns2) with nothing to do stands beside. CPU time is that of the processes that
are started, and of this one. What both ways leave must be equal in every byte.
"""

import argparse
import filecmp
import resource
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import Console

from ns2studies.basics.processes import bound
from ns2studies.benchmarking import BenchmarkError, exit_status, markdown_table
from ns2studies.find_scenario import find
from ns2studies.runs.launcher import LOG, Launcher
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.simulate import COMPLETE, PARAMETERS
from ns2studies.runs.tcl_scripts import MAIN
from ns2studies.simulator.build import simulator
from ns2studies.simulator.compare import stock_ns
from nstrace.arguments import positive

SCENARIO: Final = "sync/newreno/10/15.0"


def main() -> int:
    """Measure, and print a table; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scenario", default=SCENARIO, help=f"STUDY/SCENARIO ({SCENARIO})")
    parser.add_argument("--runs", type=positive, default=40, metavar="N", help="how many (40)")
    options = parser.parse_args()
    return exit_status(lambda notes: _run(options, notes), BenchmarkError)


def _run(options: argparse.Namespace, notes: Console) -> int:
    found = simulator()
    if found is None:
        raise BenchmarkError("ns is not built yet", "Call ./reproduce first.")
    ns, number = found.ns, options.runs
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        alone = _folders(root / "alone", options.scenario, number)
        together = _folders(root / "together", options.scenario, number)
        nothing = root / "nothing.tcl"
        nothing.write_text("exit 0\n", encoding="utf-8")
        rows = [
            ("stock ns, nothing to do", _ms(lambda: _each(stock_ns(), nothing, number), number)),
            ("our ns, nothing to do", _ms(lambda: _each(ns, nothing, number), number)),
            ("a run by an ns of its own", _ms(lambda: _by_themselves(ns, alone), number)),
            ("a run from one ns", _ms(lambda: _launched(ns, together), number)),
        ]
        _require_equal(alone, together)
    cells = [[what, f"{ms:.1f}", f"{ms / rows[0][1]:.2f}"] for what, ms in rows]
    notes.print(f"{number} runs of {options.scenario}, equal in every byte", markup=False)
    print(markdown_table(["", "CPU ms", "over stock's start"], cells))
    return 0


def _folders(root: Path, name: str, number: int) -> list[Path]:
    """Folders with the parameter files of as many replications."""
    made = []
    for seed in range(1, number + 1):
        scenario = find(name, seed)
        folder = root / str(seed)
        folder.mkdir(parents=True)
        text = parameter_text(scenario.study, scenario.parameters, seed)
        (folder / PARAMETERS).write_text(text, encoding="utf-8")
        made.append(folder)
    return made


def _each(ns: Path, script: Path, number: int) -> None:
    for _ in range(number):
        subprocess.run(bound([str(ns), str(script)]), check=True)


def _by_themselves(ns: Path, folders: list[Path]) -> None:
    for folder in folders:
        words = [ns, MAIN, folder / PARAMETERS, folder]
        with (folder / LOG).open("wb") as log:
            command = bound([str(word) for word in words])
            subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=True)


def _launched(ns: Path, folders: list[Path]) -> None:
    with Launcher(ns) as launcher:
        for folder in folders:
            ended = launcher.run(folder)
            if ended.returncode:
                raise BenchmarkError(f"a run ended with {ended.returncode}")


def _ms(work: Callable[[], None], number: int) -> float:
    """CPU milliseconds that some work takes, of so many pieces each."""
    before = _cpu_s()
    work()
    return 1000 * (_cpu_s() - before) / number


def _cpu_s() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _require_equal(alone: list[Path], together: list[Path]) -> None:
    for one, other in zip(alone, together, strict=True):
        # How much memory a run took may differ.
        names = sorted(path.name for path in one.iterdir() if path.name != COMPLETE)
        equal, *differing = filecmp.cmpfiles(one, other, names, shallow=False)
        if equal != names:
            raise BenchmarkError(f"the runs differ in {differing}")


if __name__ == "__main__":
    raise SystemExit(main())
