"""The settings of a run for the driver, ``tcl/experiments/driver.tcl``, and its notes.

Both are lines of words that are separated by tabs; tabs, line ends and backslashes within a word
are escaped.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

_ESCAPES: Final = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNESCAPED: Final = {escaped: plain for plain, escaped in _ESCAPES.items()}
_ESCAPED: Final = re.compile(r"\\[\\tnr]")


def settings_text(
    *,
    script: str,
    root: Path,
    origin: Path,
    notes: Path,
    progress: Path,
    replication: int,
    seeding: str,
    trace_all: bool,
    variables: Mapping[str, str],
    arguments: Iterable[str],
) -> str:
    """Return the text of a settings file.

    Args:
        script: the script's name in the folder that ns runs in.
        root: the folder that the run may write to.
        origin: the script's own folder, for files that the run's folder lacks.
        notes: the file for the driver's notes.
        progress: the file for simulated time and number of events.
        replication: the substream of random numbers, from 1.
        seeding: ``script`` or ``substream``.
        trace_all: whether to trace all links.
        variables: values of Tcl variables.
        arguments: the script's command line.
    """
    lines: list[tuple[str, ...]] = [
        ("script", script),
        ("root", str(root)),
        ("origin", str(origin)),
        ("notes", str(notes)),
        ("progress", str(progress)),
        ("replication", str(replication)),
        ("seeding", seeding),
        ("trace-all", str(int(trace_all))),
        *(("variable", name, value) for name, value in variables.items()),
        *(("argument", argument) for argument in arguments),
    ]
    return "".join("\t".join(map(_escaped, words)) + "\n" for words in lines)


def _escaped(word: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in word)


def noted_lines(path: Path) -> Iterator[list[str]]:
    """Yield the words of each line of the driver's notes; nothing if it did not start."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
        # A run that was killed may leave an incomplete line.
        if line.endswith("\n"):
            yield [
                _ESCAPED.sub(lambda it: _UNESCAPED[it[0]], word) for word in line[:-1].split("\t")
            ]
