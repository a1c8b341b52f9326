"""Making sure that runs are made of what their identities name.

An identity is taken when runs are planned. ns reads its Tcl anew for each run, and each job loads
its code, which may be hours later: an edit in between that is taken back again would leave, under
the name of what is there now, runs that something else has made.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ns2studies import paths
from ns2studies.digests import digest_file, digest_files
from ns2studies.errors import StudyError
from ns2studies.runs.identity import deciding_files
from ns2studies.runs.run import Run, RunIdentity
from ns2studies.runs.tcl_scripts import scripts_of

_AGAIN = "Run the same command again."

_State = tuple[int, ...]
_Key = tuple[str, str, str, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class _Part:
    """Some of the files that make a run, and the digest that its identity has of them."""

    files: Sequence[Path]
    found: str
    wanted: str


class Makers:
    """The files that make runs: ns, its Tcl, agents, and the code that stores what came of it.

    Contents are compared once. After that a look at each file's size and times, 0.2 ms in all, says
    whether they are the same; they count as changed if they were written again with the same.

    Args:
        ns: the simulator.
        tcl: the folder of the Tcl files.
    """

    def __init__(self, ns: Path, tcl: Path = paths.TCL) -> None:
        self._ns = ns.resolve()
        self._tcl = tcl
        self._compared: dict[_Key, dict[Path, _State]] = {}

    @contextmanager
    def unchanged(self, run: Run) -> Iterator[None]:
        """Around what makes a run: refuse it unless each file is what its identity names.

        Raises:
            StudyError: naming a file that has changed since the run was planned, or meanwhile.
        """
        before = self._as_planned(run.identity)
        yield
        for file, state in before.items():
            if _state(file) != state:
                raise StudyError(f"{file} changed while runs were made", _AGAIN)

    def _as_planned(self, identity: RunIdentity) -> Mapping[Path, _State]:
        """The files that make a run, as they were when they had the digests of its identity."""
        agents = tuple(sorted(identity.agents.items()))
        key = (identity.study, identity.ns, identity.tcl, identity.code, agents)
        known = self._compared.get(key)
        if known is None or any(_state(file) != state for file, state in known.items()):
            known = self._compared[key] = self._compare(identity)
        return known

    def _compare(self, identity: RunIdentity) -> dict[Path, _State]:
        scripts, code = scripts_of(identity.study, self._tcl), deciding_files()
        # Before their contents are read, so that an edit after that is seen.
        states = {file: _state(file) for file in (*scripts, *code, self._ns)}
        states |= {file: _state(file) for file in self._libraries(identity.agents)}
        for part in (
            _Part(scripts, digest_files(self._tcl, scripts), identity.tcl),
            _Part(code, digest_files(paths.SOURCES, code), identity.code),
            _Part([self._ns], digest_file(self._ns), identity.ns),
        ):
            if part.found != part.wanted:
                latest = max(part.files, key=lambda file: states[file][:2])
                raise StudyError(f"{latest} changed after runs were planned", _AGAIN)
        return states

    def _libraries(self, agents: Mapping[str, str]) -> list[Path]:
        """What a run loads of its agents, whose folders are named after their digests."""
        if not agents:
            return []
        from ns2studies.simulator.agents import needed_files

        return [
            file
            for library in needed_files(self._ns, agents)
            for file in sorted(library.parent.glob("*"))
        ]


def _state(file: Path) -> _State:
    """What a file that is written again differs in; nothing of one that is gone."""
    try:
        status = os.stat(file)  # noqa: PTH116 - a hundred of them for each run
    except OSError:
        return ()
    return (status.st_ctime_ns, status.st_mtime_ns, status.st_size, status.st_ino)
