"""Making sure that runs are made of what their identities name.

ns reads its Tcl anew for each run, and each job loads its code: hours after runs were planned,
maybe.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file, digest_files
from ns2studies.basics.unchanged import FileStates, changed_since_planned
from ns2studies.runs.identity import deciding_files
from ns2studies.runs.run import Run, RunIdentity
from ns2studies.runs.tcl_scripts import scripts_of

_RUNS = "runs"

_Key = tuple[str, str, str, str, tuple[tuple[str, str], ...]]


class Makers:
    """The files that make runs: ns, its Tcl, agents, and the code that stores what came of it.

    Contents are compared once. After that a look at each file, 0.2 ms in all, says whether it may
    have changed.

    Args:
        ns: the simulator.
        tcl: the folder of the Tcl files.
    """

    def __init__(self, ns: Path, tcl: Path = paths.TCL) -> None:
        self._ns = ns.resolve()
        self._tcl = tcl
        self._compared: dict[_Key, FileStates] = {}

    @contextmanager
    def unchanged(self, run: Run) -> Iterator[None]:
        """Around what makes a run: refuse it unless each file is what its identity names.

        Raises:
            StudyError: naming a file that has changed since the run was planned, or meanwhile.
        """
        before = self._as_planned(run.identity)
        yield
        before.require_same(_RUNS)

    def _as_planned(self, identity: RunIdentity) -> FileStates:
        """The files that make a run, as they were when they had the digests of its identity."""
        agents = tuple(sorted(identity.agents.items()))
        key = (identity.study, identity.ns, identity.tcl, identity.code, agents)
        known = self._compared.get(key)
        if known is None or known.changed:
            known = self._compared[key] = self._compare(identity)
        return known

    def _compare(self, identity: RunIdentity) -> FileStates:
        scripts, code = scripts_of(identity.study, self._tcl), deciding_files()
        # Before their contents are read, so that an edit after that is seen.
        states = FileStates([*scripts, *code, self._ns, *self._loaded(identity.agents)])
        for files, found, wanted in (
            (scripts, digest_files(self._tcl, scripts), identity.tcl),
            (code, digest_files(paths.SOURCES, code), identity.code),
            ([self._ns], digest_file(self._ns), identity.ns),
        ):
            if found != wanted:
                raise changed_since_planned(files, _RUNS)
        return states

    def _loaded(self, agents: Mapping[str, str]) -> list[Path]:
        """What a run loads of its agents, whose folders are named after their digests."""
        if not agents:
            return []
        from ns2studies.simulator.agents import needed_files

        libraries = needed_files(self._ns, agents)
        return [file for library in libraries for file in sorted(library.parent.glob("*"))]
