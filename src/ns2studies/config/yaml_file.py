"""YAML files with the line of every key, for error messages.

Text, numbers, true and false are distinguished as in YAML 1.2 (a plain ``on`` is text), and numbers
may have underscores. Files are read by libyaml, since every command has to wait for them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import yaml

from ns2studies.basics.digests import digest_bytes
from ns2studies.basics.errors import ConfigError
from nstrace.plain import open_plain

Location = Sequence[str | int]

_DEEPEST: Final = 50
"""Maximum depth of nested maps and lists; no configuration needs half of it."""

_MOST_VALUES: Final = 100_000
"""Maximum number of values in a file, counting those that aliases repeat each time."""


@dataclass(frozen=True)
class YamlFile:
    """A parsed YAML file: its plain values, the position of each, and the text itself.

    Attributes:
        sha256: digest of the file's bytes; empty for a text that is not a whole file.
    """

    path: Path
    value: Any
    marked: yaml.Node | None
    text: str
    sha256: str = ""

    def line_of(self, location: Location) -> int | None:
        """Return the line (from 1) of a key, or of the nearest enclosing key that exists."""
        line = None
        node = self.marked
        for step in location:
            found = _step_into(node, step)
            if found is None:
                break
            line, node = found
        return line

    def error(self, location: Location, message: str, hint: str = "") -> ConfigError:
        """Return the error for a key: file, line and key in one message."""
        line = self.line_of(location)
        where = f"{self.path}, line {line}" if line else str(self.path)
        key = dotted(location)
        return ConfigError(f"{where}: {key + ': ' if key else ''}{message}", hint)


def dotted(location: Location) -> str:
    """Return a key as a user writes it, such as ``network.delay_s`` or ``flows.0.variant``."""
    return ".".join(str(step) for step in location)


_MOST_BYTES: Final = 1_000_000
"""Maximum size of a file, which takes a second to read; those of the studies have some 10 KB."""


def read_yaml(path: Path) -> YamlFile:
    """Read a YAML file of maps, lists, strings, numbers and booleans.

    Raises:
        ConfigError: if the file is missing, unreadable, not YAML, repeats a key or uses a tag.
    """
    try:
        with open_plain(path) as stream:
            content = stream.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise ConfigError(f"{path}: larger than {_MOST_BYTES:,} bytes")
        text = content.decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        line = _line_at(content, error.start)
        raise ConfigError(f"{path}, line {line}: not UTF-8 text ({error})") from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return replace(parse_yaml(path, lines), sha256=digest_bytes(content))


def parse_yaml(path: Path, text: str) -> YamlFile:
    """Parse a YAML text.

    Args:
        path: the file that contains it, for messages.

    Raises:
        ConfigError: if it is not YAML, repeats a key or uses a tag.
    """
    try:
        _check_depth(path, text)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = mark.line + 1 if mark else "?"
        hint = _OF_TABS if mark and _is_tab(text, mark) else ""
        raise ConfigError(f"{path}, line {line}: {error.problem}", hint) from error
    except yaml.reader.ReaderError as error:
        line = _line_at(text.encode(), error.position)
        problem = f"character #x{error.character:04x}: {error.reason}"
        raise ConfigError(f"{path}, line {line}: {problem}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: {' '.join(str(error).split())}") from error
    return YamlFile(path, _Plain(path).of(node), node, text)


_OF_TABS: Final = "There is a tab; YAML is indented with spaces only."


def _is_tab(text: str, mark: yaml.Mark) -> bool:
    line = text.splitlines()[mark.line : mark.line + 1]
    return bool(line) and line[0][mark.column : mark.column + 1] == "\t"


def _line_at(content: bytes, place: int) -> int:
    return content.count(b"\n", 0, place) + 1


class _Loader(yaml.CSafeLoader):  # type: ignore[misc]  # PyYAML has no types
    """Loader that resolves scalars as in YAML 1.2; PyYAML itself follows YAML 1.1."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012


_MOST_BITS: Final = 1000
"""Maximum size of an integer in bits: as much as a floating-point number can hold. Python does not
format integers with thousands of digits, although it reads them in hexadecimal.
"""

_NULL, _BOOL, _INT, _FLOAT, _STR = (
    f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str")
)
_NUMBER_STARTS: Final = list("-+0123456789.")

for _tag, _pattern, _starts in (
    (_NULL, r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    (_BOOL, r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    (_INT, r"[-+]?(0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)", _NUMBER_STARTS),
    (
        _FLOAT,
        r"[-+]?([0-9][0-9_]*\.[0-9_]*([eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
        r"|\.[0-9][0-9_]*([eE][-+]?[0-9]+)?|\.(inf|Inf|INF))|\.(nan|NaN|NAN)",
        _NUMBER_STARTS,
    ),
):
    _Loader.add_implicit_resolver(_tag, re.compile(f"^(?:{_pattern})$"), _starts)


def _check_depth(path: Path, text: str) -> None:
    """Raise ``ConfigError`` for nesting so deep that reading it would exhaust the stack."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            line = event.start_mark.line + 1
            raise ConfigError(f"{path}, line {line}: more than {_DEEPEST} levels of nesting")


class _Plain:
    """Converts nodes to plain values.

    Args:
        path: of the file, for messages.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values = 0
        self._depth = 0

    def of(self, node: yaml.Node | None) -> Any:
        """Return the value of a node; None for an empty file."""
        if node is None:
            return None
        self._values += 1
        if self._values > _MOST_VALUES:
            raise self._error(node, f"more than {_MOST_VALUES} values")
        if node.tag not in _KINDS:
            raise self._error(node, f"{node.tag} is not plain data (text, number, true or false)")
        if isinstance(node, yaml.CollectionNode):
            return self._collection(node)
        return self._scalar(node)

    def _collection(self, node: yaml.CollectionNode) -> Any:
        """Return the value of a map or list, which may contain itself through an alias."""
        if self._depth == _DEEPEST:
            message = f"more than {_DEEPEST} levels of nesting, or an alias within itself"
            raise self._error(node, message)
        self._depth += 1
        if isinstance(node, yaml.MappingNode):
            value: Any = self._map(node)
        else:
            value = [self.of(entry) for entry in node.value]
        self._depth -= 1
        return value

    def _map(self, node: yaml.MappingNode) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, value in node.value:
            name = str(self.of(key))
            if name in values:
                raise self._error(key, "a key is listed twice")
            values[name] = self.of(value)
        return values

    def _scalar(self, node: yaml.Node) -> Any:
        text = str(node.value)
        try:
            return _KINDS[node.tag](text)
        except ValueError as error:
            kind = node.tag.rpartition(":")[2]
            raise self._error(node, f"{text[:50]!r} is no value of type {kind}") from error

    def _error(self, node: yaml.Node, message: str) -> ConfigError:
        return ConfigError(f"{self._path}, line {node.start_mark.line + 1}: {message}")


def _float(text: str) -> float:
    return float(re.sub(r"\.(inf|nan)$", r"\1", text.replace("_", "").lower()))


def _int(text: str) -> int:
    value = int(text.replace("_", ""), 0 if re.match(r"[-+]?0[box]", text) else 10)
    if value.bit_length() > _MOST_BITS:
        raise ValueError(f"more than {_MOST_BITS} bits")
    return value


_KINDS: Final[dict[str, Any]] = {
    _NULL: lambda _: None,
    _BOOL: lambda text: text.lower() == "true",
    _INT: _int,
    _FLOAT: _float,
    _STR: str,
    "tag:yaml.org,2002:map": dict,
    "tag:yaml.org,2002:seq": list,
}
"""Converters of scalars by tag; maps and lists are handled separately."""


def _step_into(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    """Return line and value of a key or list entry; None if there is no such entry."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark.line + 1, node.value[step]
    return None
