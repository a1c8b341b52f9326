"""Scripts of ``tests/data/scripts``, run as experiments."""

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ns2studies.basics.paths import ROOT
from ns2studies.experiments.make import ExperimentStore
from ns2studies.experiments.model import FILE, ExperimentFile, read_experiment
from ns2studies.experiments.own_metrics import RunValue, own_values
from ns2studies.experiments.runs import ExperimentRun, runs_of
from ns2studies.simulator.build import Simulator

SCRIPTS = ROOT / "tests" / "data" / "scripts"


class Driven:
    """An experiment with one of the scripts, in a folder of its own.

    Args:
        folder: an empty folder.
        name: the script's name without its suffix.
        text: what its file says besides.
    """

    def __init__(self, folder: Path, ns: Simulator, name: str, text: str = "seeds: 3") -> None:
        self.home = folder / name
        shutil.copytree(SCRIPTS, self.home)
        (self.home / FILE).write_text(f"script: {name}.tcl\n{text}\n", encoding="utf-8")
        self.file: ExperimentFile = read_experiment(self.home)
        self.store = ExperimentStore(folder / "results")
        self.runs: list[ExperimentRun] = list(runs_of(self.file, ns.ns_sha256))
        self._ns = ns.ns

    def make(self, run: ExperimentRun) -> dict[str, Any]:
        """Make a run; return its facts."""
        return self.store.make(run, self._ns, self.file.experiment.limits)

    def make_all(self) -> list[dict[str, Any]]:
        """Make all runs; return their facts."""
        return [self.make(run) for run in self.runs]

    def values(self, run: ExperimentRun, facts: Mapping[str, Any]) -> dict[str, float]:
        """Return the values of one's own metrics of a run."""
        found: list[RunValue] = own_values(self.file, self.tables(run), facts)
        return {value.metric: value.value for value in found}

    def tables(self, run: ExperimentRun) -> Path:
        """Return the folder of a finished run."""
        return self.store.folder(run.study, run.run_id)

    def by_itself(self, folder: Path) -> str:
        """Run the script as it is in a copy of its folder; return what it prints."""
        shutil.copytree(self.home, folder)
        words = [self._ns, self.file.experiment.script or ""]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout + done.stderr


def written(facts: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what a run wrote, by name."""
    return {file["name"]: file for file in facts["files"]}


def contents(folder: Path) -> dict[str, str]:
    """Return the digest of each file in a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
