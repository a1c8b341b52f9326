"""What the Snakefile asks of this package: what is wanted, the plan of runs, the checkout's lock.

The plan is made where the workflow is read. It names runs by all that makes them, the simulator
among it: without one, it is made as soon as the simulator has been built. ``./reproduce``, which
needs the plan for its forecast, hands over the one that it has made; then nothing is loaded that
plans.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from ns2studies.basics import paths
from ns2studies.basics.counting import counted
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import BuildError, ConfigError
from ns2studies.basics.locking import alone, alone_if_free
from ns2studies.basics.nearest import nearest
from ns2studies.basics.scales import SCALES, Scale
from ns2studies.database.metadata import existing_scales
from ns2studies.execution.profiles import is_above_zero
from ns2studies.reporting.renderer_names import RendererChoice
from ns2studies.simulator.finished_build import RECORD, Simulator, home_of, simulator
from ns2studies.simulator.identity import source_digest
from ns2studies.studies.rooms import available

if TYPE_CHECKING:
    from ns2studies.planning.plan import StudyPlan
    from ns2studies.planning.plan_files import WorkflowPlan

HANDED_OVER: Final = "plan"
"""The key under which ``./reproduce`` names the file of its plan; empty to build the simulator."""

ALL: Final = "all"
"""The word for all studies."""

_KEYS: Final = ["scale", "studies", "batch_minutes", "renderer", "ns2_source"]


_Word = TypeVar("_Word", bound=str)


@dataclass(frozen=True)
class Wanted:
    """What ``config/config.yaml`` and ``--config`` say.

    Attributes:
        scales: the studies, and the scale of each.
        batch_minutes: CPU minutes that a job of a cluster should take.
        renderer: of the pages.
        source: where ns-2's source is, if the user has it.
    """

    scales: Mapping[str, Scale]
    batch_minutes: float
    renderer: RendererChoice
    source: Path | None


def wanted(config: Mapping[str, Any]) -> Wanted:
    """Check the workflow's configuration.

    Raises:
        ConfigError: naming the key.
    """
    for key in config:
        if key not in [*_KEYS, HANDED_OVER]:
            raise _error(str(key), "there is no such key", nearest(str(key), _KEYS))
    minutes = config.get("batch_minutes")
    if not is_above_zero(minutes):
        raise _error("batch_minutes", f"expected a number above 0, found {minutes!r}")
    source = config.get("ns2_source")
    if source is not None and not Path(str(source)).exists():
        raise _error("ns2_source", f"{source}: no such file")
    studies = dict.fromkeys(_studies(config.get("studies")), _scale(config.get("scale")))
    path = Path(str(source)) if source is not None else None
    return Wanted(studies, float(minutes), _renderer(config.get("renderer", "auto")), path)


def _scale(value: object) -> Scale:
    return _one_of("scale", value, SCALES)


def _renderer(value: object) -> RendererChoice:
    choices: tuple[RendererChoice, ...] = get_args(RendererChoice)
    return _one_of("renderer", value, choices)


def _one_of(key: str, value: object, words: Sequence[_Word]) -> _Word:
    for word in words:
        if value == word:
            return word
    raise _error(key, f"expected {' or '.join(words)}, found {value!r}")


def _studies(value: object) -> list[str]:
    """The studies of a list, or of a text with commas."""
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not words:
        raise _error("studies", f"expected names of studies, or {ALL}, found {value!r}")
    names = [str(word).strip() for word in words]
    if names == [ALL]:
        return available()
    for name in names:
        if name not in available():
            raise _error("studies", f"there is no study {name!r}", nearest(name, available()))
    return sorted(set(names))


def _error(key: str, problem: str, hint: str = "") -> ConfigError:
    return ConfigError(f"config/config.yaml or --config: {key}: {problem}", hint)


def _let_jobs_find_this_python() -> None:
    """The rules' "python" is this one."""
    found = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(found)


class Workflow:
    """The plan as the rules ask for it, whether it can be made yet or not.

    Args:
        config: the workflow's configuration.
        cores: cores of this machine that jobs share.
        on_cluster: do other machines run the jobs?
        in_job: is this Snakemake a job of another one, which has made the plan?

    Raises:
        ConfigError: if a configuration file is not what it must be.
    """

    def __init__(
        self, config: Mapping[str, Any], cores: int, *, on_cluster: bool, in_job: bool
    ) -> None:
        self.wanted = wanted(config)
        _let_jobs_find_this_python()
        self._cores = cores
        self._job_cpu_s = self.wanted.batch_minutes * 60 if on_cluster else None
        self._lock = ExitStack()
        self._begun = False
        self._plans: Sequence[StudyPlan] = ()
        self._made: WorkflowPlan | None = None
        self._told: Mapping[str, Any] | None = None
        self._is_called = in_job or HANDED_OVER in config
        name = config.get(HANDED_OVER, paths.PLAN)
        if self._is_called and name:
            path = paths.ROOT / name
            self._told = json.loads(path.read_text(encoding="utf-8"))
        else:
            self._plan_if_built()

    def _plan_if_built(self) -> None:
        record = home_of(paths.BUILD) / self.simulator_digest / RECORD
        had_record = record.exists()
        built = simulator()
        if built:
            self._plan(built)
        elif had_record:
            # The build is damaged: Snakemake, which sees only this file, would keep it.
            record.unlink(missing_ok=True)

    @property
    def is_planned(self) -> bool:
        """Is there a plan?"""
        return self._told is not None

    def plan(self) -> None:
        """Make the plan, now that the simulator has been built.

        Raises:
            BuildError: if it was damaged meanwhile.
            StudyError: if there is no room for the results.
        """
        built = simulator()
        if not built:
            raise BuildError("ns-2 was built but its binary has changed since")
        self._plan(built)

    def _plan(self, built: Simulator) -> None:
        from ns2studies.execution.rounds import plans_of
        from ns2studies.planning.plan_files import remove_untrue_markers, workflow_plan
        from ns2studies.reporting.renderer import choose
        from ns2studies.studies.registry import load_study

        studies = [load_study(name, scale) for name, scale in self.wanted.scales.items()]
        self._plans = plans_of(studies, built.ns_sha256)
        renderer = choose(self.wanted.renderer)
        at = (paths.RESULTS, self._cores, self._job_cpu_s, renderer)
        self._made = workflow_plan(self._plans, built, *at)
        self._told = self._made.told
        with alone_if_free() as is_alone:
            if is_alone:
                remove_untrue_markers(self._plans, self._made)
        if self._begun:
            self._write()

    def _write(self) -> None:
        from ns2studies.execution.rounds import require_room

        if self._made:
            require_room(self._plans)
            self._made.write()

    @property
    def told(self) -> Mapping[str, Any]:
        """All of the plan; only once there is one."""
        assert self._told is not None  # asked by who calls this
        return self._told

    @cached_property
    def scales(self) -> Mapping[str, str]:
        """The studies that are planned, sorted by name, and the scale of each."""
        if not self.is_planned:
            return dict(sorted(self.wanted.scales.items()))
        return {name: it["scale"] for name, it in sorted(self.told["studies"].items())}

    @cached_property
    def shown(self) -> list[str]:
        """The studies of the database of all: those that are planned or have results."""
        if not self.is_planned:
            return sorted({*self.scales, *existing_scales(paths.RESULTS)})
        return list(self.told["shown"])

    @cached_property
    def unlisted(self) -> Sequence[str]:
        """Studies whose first page is listed as soon as it is there."""
        if not self.is_planned:
            from ns2studies.planning.plan_files import unlisted

            return unlisted(list(self.scales), paths.RESULTS)
        return list(self.told["unlisted"])

    @cached_property
    def simulator_digest(self) -> str:
        """What the folder of the present sources' build is called."""
        return source_digest()[:SHORT]

    @cached_property
    def missing_simulator(self) -> list[str]:
        """The file that says that the simulator has been built, unless it was at first."""
        return [] if self.is_planned else [f"build/simulator/{self.simulator_digest}/{RECORD}"]

    def begin(self) -> None:
        """Before the first job: lock the checkout, clear up after killed jobs, write the plan.

        Quarto, called in ``reports``, is told of this Python: the results that its pages show are
        made with it.

        ``./reproduce`` has done all this, and a job leaves it to the Snakemake that has called it.

        Raises:
            StudyError: if another command is at work, a folder can't be written, or there is no
                room for the results.
        """
        if self._is_called:
            return
        from ns2studies.execution import preflight, snakemake_call
        from ns2studies.execution.rounds import made_before
        from ns2studies.reporting.quarto import name_this_python

        preflight.require_places()
        self._lock.enter_context(alone())
        snakemake_call.forget_messages()
        preflight.clear_up()
        name_this_python(paths.REPORTS)
        snakemake_call.reset_future_times(made_before())
        self._begun = True
        self._write()

    def end(self, say: Callable[[str], None]) -> None:
        """After the last job."""
        self._lock.close()
        for study, scenarios in (self.told["undecided"] if self._made else {}).items():
            number = counted(scenarios, "scenario")
            say(
                f"{study}: {number} not known to be precise when this began; call snakemake again "
                "until it has nothing to do, or ./reproduce, which does so."
            )
