"""What comments in a YAML file say of the values before them.

YAML gives comments no meaning, and libyaml drops them. It does say where each value ends, so that
what stands behind it on the line can be read.
"""

import re
from collections.abc import Iterator, Mapping

import yaml

from ns2studies.config.yaml_file import YamlFile

_COMMENT = re.compile(r"(?:^|\s)#+\s*(.*)$")
_WHOLE_LINE = 10**9


def comments_of(file: YamlFile) -> Mapping[int, str]:
    """The comment behind the values of each line (from 1) that has one.

    A comment goes on in the lines below it that hold nothing else, as long as these are indented
    further than the next key: those in its column are about what follows.
    """
    ends = _ends_of_values(file.marked)
    lines = file.text.splitlines()
    found: dict[int, str] = {}
    indentation, goes_on = 0, ""
    for line in range(len(lines), 0, -1):
        text, end = lines[line - 1], ends.get(line, 0)
        comment = _COMMENT.search(text[end:])
        if end and comment:
            found[line] = " ".join(f"{comment[1]} {goes_on}".split())
        if end:
            indentation, goes_on = len(text) - len(text.lstrip()), ""
        elif comment and text.index("#") > indentation:
            goes_on = f"{comment[1]} {goes_on}"
        else:
            goes_on = ""
    return found


def _ends_of_values(node: yaml.Node | None) -> Mapping[int, int]:
    """The column behind the last key or value on each line (from 1)."""
    ends: dict[int, int] = {}
    for scalar in _scalars(node):
        first, last = scalar.start_mark.line + 1, scalar.end_mark.line + 1
        for line in range(first, last):
            ends[line] = _WHOLE_LINE
        ends[last] = max(ends.get(last, 0), scalar.end_mark.column)
    return ends


def _scalars(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for entry in pair:
                yield from _scalars(entry)
    elif isinstance(node, yaml.SequenceNode):
        for entry in node.value:
            yield from _scalars(entry)
