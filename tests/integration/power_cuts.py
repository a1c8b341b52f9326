"""What a program has written, as a power cut at any moment may leave it.

The system calls of a program are recorded by strace. After a cut, each write to a file that was not
followed by fsync(2) of the file may be lost, and each change of names in a folder that was not
followed by fsync of that folder; whatever else follows. File systems promise more than that, each
something else.
"""

import random
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

RECORDED: Final = (
    "openat,creat,write,pwrite64,writev,ftruncate,fsync,fdatasync,"
    "rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,rmdir"
)
_LINE: Final = re.compile(
    r"(?P<start>\d+\.\d+) (?P<call>\w+)\((?P<words>.*)\) = (?P<result>-?\d+).*<(?P<took>[\d.]+)>$"
)
_TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_OPEN: Final = re.compile(r"(?:AT_FDCWD|\d+)<((?:\\x[0-9a-f]{2}|[^>])*)>")


@dataclass(frozen=True)
class Call:
    """A system call that succeeded: when it ended, its words as strace writes them, its result."""

    end_s: float
    name: str
    words: str
    result: int

    def path(self) -> Path:
        """The name that it was given, as an absolute path."""
        return Path(*map(_plain, _OPEN.findall(self.words)[:1]), _names_in(self.words)[0])

    def two_paths(self) -> tuple[Path, Path]:
        """The names that a renaming was given; both are absolute, or begin at an open folder."""
        folders = [*map(_plain, _OPEN.findall(self.words)), "/", "/"]
        one, other = _names_in(self.words)
        return Path(folders[0], one), Path(folders[1], other)

    def open_path(self) -> Path:
        """The path behind the descriptor that it was given first."""
        return Path(_plain(_OPEN.findall(self.words)[0]))

    def data(self) -> bytes:
        """What it wrote."""
        return b"".join(_bytes(text) for text in _TEXT.findall(self.words))[: self.result]


def _names_in(words: str) -> list[str]:
    return [_bytes(text).decode() for text in _TEXT.findall(words)]


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _plain(text: str) -> str:
    return _bytes(text).decode() if text.startswith("\\x") else text


def record(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> list[Call]:
    """Run a program and all that it starts; returns its calls, in the order in which they ended.

    Args:
        folder: an empty one, for strace's output.
    """
    strace = ["strace", "-ff", "-ttt", "-T", "-y", "-xx", "-s", "100000000", "--seccomp-bpf"]
    subprocess.run(
        [*strace, "-e", f"trace={RECORDED}", "-o", str(folder / "calls"), *command],
        env=environment, check=True,
    )  # fmt: skip
    calls = [
        Call(float(it["start"]) + float(it["took"]), it["call"], it["words"], int(it["result"]))
        for file in folder.iterdir()
        for it in map(_LINE.match, file.read_text(encoding="ascii").splitlines())
        if it and int(it["result"]) >= 0
    ]
    return sorted(calls, key=lambda call: call.end_s)


Disk = dict[int, dict[str, int] | bytearray]
"""Folders, each with numbers of files and folders by name, and files, by numbers of their own."""

_TOP: Final = 0


@dataclass
class _Change:
    """Something that was done to a file or to a folder's names.

    Attributes:
        node: the file or folder that must be synced for it to be safe.
        safe_from: after so many changes of all it was.
    """

    node: int
    apply: Callable[[Disk], None]
    safe_from: int | None = None


class Recording:
    """What calls did below a folder.

    Args:
        calls: as :func:`record` gives them.
        root: the folder, empty when the calls began.
    """

    def __init__(self, calls: Sequence[Call], root: Path) -> None:
        self._root = root
        self._disk: Disk = {_TOP: {}}
        self._nodes = 1
        self._positions: dict[Path, int] = {}
        self.changes: list[_Change] = []
        for call in calls:
            self._take(call)

    def states(self, number: int, seed: int) -> Iterator[Disk]:
        """What power cuts at random moments may leave, each time with other things lost."""
        chance = random.Random(seed)
        for _ in range(number):
            yield self.state(chance.randint(0, len(self.changes)), lambda: chance.random() < 0.5)

    def state(self, moment: int, kept: Callable[[], bool]) -> Disk:
        """What is left after so many changes.

        Args:
            kept: asked for each change that is not safe by then, whether it is on the disk.
        """
        disk: Disk = {_TOP: {}}
        for change in self.changes[:moment]:
            safe = change.safe_from is not None and change.safe_from <= moment
            if safe or kept():
                change.apply(disk)
        return disk

    def _take(self, call: Call) -> None:
        if call.name in ("openat", "creat"):
            self._opened(call, call.path())
        elif call.name in ("write", "pwrite64", "writev"):
            self._written(call)
        elif call.name == "ftruncate":
            self._resized(call.open_path(), int(call.words.rpartition(",")[2]))
        elif call.name in ("fsync", "fdatasync"):
            self._synced(self._find(call.open_path()))
        elif call.name.startswith("rename"):
            self._renamed(*call.two_paths())
        elif call.name.startswith("mkdir"):
            self._made(call.path(), {})
        else:
            self._removed(call.path())

    def _find(self, path: Path) -> int | None:
        if path != self._root and self._root not in path.parents:
            return None
        node = _TOP
        for part in path.relative_to(self._root).parts:
            names = self._disk.get(node)
            if not isinstance(names, dict) or part not in names:
                return None
            node = names[part]
        return node

    def _add(self, node: int, apply: Callable[[Disk], None]) -> None:
        apply(self._disk)
        self.changes.append(_Change(node, apply))

    def _opened(self, call: Call, path: Path) -> None:
        self._positions[path] = 0
        node = self._find(path)
        if node is None and "O_CREAT" in call.words:
            self._made(path, bytearray())
        elif node is not None and "O_TRUNC" in call.words:
            self._resized(path, 0)
        elif node is not None and "O_APPEND" in call.words:
            self._positions[path] = len(self._disk[node])

    def _made(self, path: Path, content: dict[str, int] | bytearray) -> None:
        folder = self._find(path.parent)
        if folder is None or path == self._root:
            return
        node, self._nodes = self._nodes, self._nodes + 1
        self._disk[node] = content.copy()

        def apply(disk: Disk) -> None:
            disk.setdefault(node, content.copy())
            _names(disk, folder)[path.name] = node

        self._add(folder, apply)

    def _removed(self, path: Path) -> None:
        folder = self._find(path.parent)
        if folder is not None:
            self._add(folder, lambda disk: _forget(disk, folder, path.name))

    def _renamed(self, source: Path, target: Path) -> None:
        before, after, node = map(self._find, (source.parent, target.parent, source))
        if before is None or after is None or node is None:
            return
        like = self._disk[node]

        def apply(disk: Disk) -> None:
            disk.setdefault(node, type(like)())
            _forget(disk, before, source.name)
            _names(disk, after)[target.name] = node

        self._add(after, apply)

    def _written(self, call: Call) -> None:
        path = call.open_path()
        node = self._find(path)
        if node is None:
            return
        if call.name == "pwrite64":
            at = int(call.words.rpartition(",")[2])
        else:
            at = self._positions.get(path, 0)
            self._positions[path] = at + call.result
        data = call.data()

        def apply(disk: Disk) -> None:
            content = disk.setdefault(node, bytearray())
            assert isinstance(content, bytearray)
            content.extend(bytes(max(at - len(content), 0)))
            content[at : at + len(data)] = data

        self._add(node, apply)

    def _resized(self, path: Path, size: int) -> None:
        node = self._find(path)
        if node is None:
            return

        def apply(disk: Disk) -> None:
            content = disk.setdefault(node, bytearray())
            assert isinstance(content, bytearray)
            content.extend(bytes(max(size - len(content), 0)))
            del content[size:]

        self._add(node, apply)

    def _synced(self, node: int | None) -> None:
        for change in self.changes:
            if change.node == node and change.safe_from is None:
                change.safe_from = len(self.changes)


def _names(disk: Disk, folder: int) -> dict[str, int]:
    names = disk.setdefault(folder, {})
    assert isinstance(names, dict)
    return names


def _forget(disk: Disk, folder: int, name: str) -> None:
    _names(disk, folder).pop(name, None)


def write_out(disk: Disk, target: Path, node: int = _TOP) -> None:
    """Make what is left of a folder, or of a file, at ``target``, which must not exist."""
    content = disk[node]
    if isinstance(content, bytearray):
        target.write_bytes(content)
        return
    target.mkdir()
    for name, inside in content.items():
        write_out(disk, target / name, inside)
