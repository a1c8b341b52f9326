"""Files that must stay as they are while something is made of them.

What is made is named after digests that were taken when it was planned. An edit in between that is
taken back again would leave, under the name of what is there now, what something else has made.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ns2studies.basics.errors import StudyError

_AGAIN = "Run the same command again."

_State = tuple[int, ...]


class FileStates:
    """Times, sizes and inodes of files: one that is written again differs, also with equal bytes.

    To compare them takes some microseconds a file.

    Args:
        files: they need not exist.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._states = {file: _state(file) for file in files}

    @property
    def changed(self) -> Path | None:
        """One of the files that has changed since."""
        states = self._states.items()
        return next((file for file, state in states if _state(file) != state), None)

    def require_same(self, made: str) -> None:
        """Refuse what was made of the files if one of them has changed since.

        Args:
            made: what that is, in the plural.

        Raises:
            StudyError: naming the file.
        """
        if changed := self.changed:
            raise StudyError(f"{changed} changed while {made} were made", _AGAIN)


def changed_since_planned(files: Iterable[Path], made: str) -> StudyError:
    """The error for files that have not the digest that was planned; it names the latest."""
    latest = max(files, key=_state)
    return StudyError(f"{latest} changed after {made} were planned", _AGAIN)


@contextmanager
def unchanged(files: Iterable[Path], as_planned: Callable[[], bool], made: str) -> Iterator[None]:
    """Around what something is made by: refuse it unless its files stay what they were planned as.

    Args:
        as_planned: have the files the digest that was planned?
        made: what is made, in the plural.

    Raises:
        StudyError: naming a file that has changed.
    """
    states = FileStates(files := list(files))
    if not as_planned():
        raise changed_since_planned(files, made)
    yield
    states.require_same(made)


def _state(file: Path) -> _State:
    """The times first, that of the last change of any kind before all; nothing if it has gone."""
    try:
        status = os.stat(file)  # noqa: PTH116 - a hundred of them for each run
    except OSError:
        return ()
    return (status.st_ctime_ns, status.st_mtime_ns, status.st_size, status.st_ino)
