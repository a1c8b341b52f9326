"""YAML files with the line of every key, so that an error can point at it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.scalarbool import ScalarBoolean

from ns2studies.errors import ConfigError

Location = Sequence[str | int]


@dataclass(frozen=True)
class YamlFile:
    """A parsed YAML file: its plain values, and where each of them stands."""

    path: Path
    value: Any
    marked: Any

    def line_of(self, location: Location) -> int | None:
        """The line (from 1) of a key, or of the nearest enclosing key that exists."""
        line = None
        node = self.marked
        for step in location:
            found = _line_of_step(node, step)
            if found is None:
                break
            line = found
            node = node[step]
        return line

    def error(self, location: Location, message: str, hint: str = "") -> ConfigError:
        """The error for a key: file, line and key in one message."""
        line = self.line_of(location)
        where = f"{self.path}, line {line}" if line else str(self.path)
        key = dotted(location)
        return ConfigError(f"{where}: {key + ': ' if key else ''}{message}", hint)


def dotted(location: Location) -> str:
    """A key as a user writes it, such as ``network.delay_s`` or ``flows.0.variant``."""
    return ".".join(str(step) for step in location)


def read_yaml(path: Path) -> YamlFile:
    """Read a YAML file of maps, lists, strings, numbers and booleans.

    Raises:
        ConfigError: if the file is missing, is not YAML, repeats a key or uses a tag.
    """
    try:
        marked = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
        return YamlFile(path, _plain(marked), marked)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a text file in UTF-8 ({error})") from error
    except DuplicateKeyError as error:
        raise ConfigError(_marked_message(path, error, "a key stands here twice")) from error
    except MarkedYAMLError as error:
        raise ConfigError(_marked_message(path, error, str(error.problem))) from error
    except (YAMLError, _UnknownTagError) as error:
        raise ConfigError(f"{path}: {error}") from error


class _UnknownTagError(Exception):
    """A value with a YAML tag: configuration is plain data."""


def _marked_message(path: Path, error: MarkedYAMLError, what: str) -> str:
    line = error.problem_mark.line + 1 if error.problem_mark else "?"
    return f"{path}, line {line}: {what}"


def _line_of_step(node: Any, step: str | int) -> int | None:
    if isinstance(node, CommentedMap) and step in node:
        return int(node.lc.key(step)[0]) + 1
    if isinstance(node, CommentedSeq) and isinstance(step, int) and step < len(node):
        return int(node.lc.item(step)[0]) + 1
    return None


def _plain(node: Any) -> Any:
    """The value without ruamel's classes, which remember style and comments."""
    if isinstance(node, Mapping):
        return {str(key): _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    if isinstance(node, bool | ScalarBoolean):
        return bool(node)
    for kind in (int, float, str):
        if isinstance(node, kind):
            return kind(node)
    if node is None:
        return None
    raise _UnknownTagError(f"{type(node).__name__} is not plain data (text, number, true or false)")
