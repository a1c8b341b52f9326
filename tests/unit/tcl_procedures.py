"""Calls of procedures in Tcl, as a parser finds them: those that nobody defines are mistakes.

Tcl looks a name up when a line is executed, so a misspelt one in a branch that is seldom taken
would wait there for a user.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tclint.parser import Parser
from tclint.syntax_tree import BareWord, Command, Node


@dataclass(frozen=True)
class Call:
    """A command, where it stands and the namespace that it is looked up in."""

    name: str
    space: str
    place: str

    def candidates(self) -> set[str]:
        """The full names that it may mean."""
        if self.name.startswith("::"):
            return {self.name.removeprefix("::")}
        return {self.name, f"{self.space}::{self.name}"}


def calls_and_names(paths: Iterable[Path]) -> tuple[list[Call], set[str]]:
    """Return what some files call, and the procedures and OTcl classes that they define."""
    calls: list[Call] = []
    names: set[str] = set()
    for path in paths:
        for command, space in _commands(Parser().parse(path.read_text(encoding="utf-8")), ""):
            words = [_text(child) for child in command.children]
            calls.append(Call(words[0], space, f"{path.name}:{command.line}"))
            if words[0] in ("proc", "Class"):
                names.add(_inside(space, words[1]))
            if words[0] == "rename" and words[2]:
                names.add(_inside(space, words[2]))
    return calls, names


def _commands(node: Node, space: str) -> Iterator[tuple[Command, str]]:
    """The commands with a plain name below a node, with the namespace that they stand in."""
    if isinstance(node, Command):
        words = [_text(child) for child in node.children]
        if words[0]:
            yield node, space
        if words[:2] == ["namespace", "eval"]:
            space = _inside(space, words[2])
        elif words[0] == "proc" and "::" in words[1]:
            space = words[1].rpartition("::")[0].removeprefix("::")
    for child in node.children:
        yield from _commands(child, space)


def _inside(space: str, name: str) -> str:
    if name.startswith("::") or not space:
        return name.removeprefix("::")
    return f"{space}::{name}"


def _text(node: Node) -> str:
    """What a word says; empty if it is put together when it is executed."""
    return node.contents or "" if isinstance(node, BareWord) else ""
