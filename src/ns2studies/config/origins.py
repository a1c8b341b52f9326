"""Origins of the values in a configuration, read from the comments behind them.

In ``beta: 0.98  # printed (Table 3.1)``, the comment begins with a word of :data:`WORDS`. A place
may follow in brackets, and the reason or a remark after a colon. A comment behind the key of a map
or list applies to all values in it without a comment of their own. ``config/README.md`` explains
this to editors of the files.

YAML gives comments no meaning, and libyaml drops them. It does report where each value ends, so
the text behind it on the line can be read.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import yaml

from ns2studies.basics.errors import ConfigError
from ns2studies.config.yaml_file import YamlFile, dotted

_COMMENT = re.compile(r"(?:^|\s)#+\s*(.*)$")
_WHOLE_LINE = 10**9


def comments_of(file: YamlFile) -> Mapping[int, str]:
    """Return the comment behind the values of each line (from 1) that has one.

    A comment continues on lines below it that contain nothing else, as long as they are indented
    further than the next key: comments in the column of that key belong to it.
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
    """Return the column behind the last key or value on each line (from 1)."""
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


WORDS: Mapping[str, str] = {
    "printed": "the text says so",
    "inferred": "follows from what the text prints, or was found by matching it",
    "fitted": "found once, where the text's result is known, and kept everywhere else",
    "cited": "from what the text names as its source",
    "default": "ns' own, and the text says nothing else",
    "ours": "the text is silent, and we had to choose",
}
"""Words for the origin of a value, with their meanings."""

_FORM = re.compile(r"(?P<word>\w+)(?: \((?P<where>[^()]+)\))?(?:: (?P<why>.+))?")
_HINT = (
    "Write it behind the value: # printed (Table 3.1), # ours: why, or another word of "
    f"{', '.join(WORDS)}. config/README.md says more."
)


@dataclass(frozen=True)
class Origin:
    """The origin of a value.

    Args:
        word: one of :data:`WORDS`.
        where: the place in the text, or the source; may be empty.
        why: the reason for this value, or a remark; may be empty.
    """

    word: str
    where: str = ""
    why: str = ""


Origins = Mapping[str, Origin]
"""Origins by dotted key, of values and of the maps and lists that contain them."""


def read_origins(file: YamlFile, free: Collection[str] = ()) -> Origins:
    """Return the origins of a file's values; none if no value has a comment.

    A file without any comment was written by a program, which does not record origins.

    Args:
        free: keys at the top whose values need no origin, and whose comments may say anything.

    Raises:
        ConfigError: naming file, line and key of every value without an origin, or with an
            unknown word.
    """
    reader = _Reader(file, comments_of(file))
    if not reader.comments:
        return {}
    for line, key, value in _entries(file.marked):
        reader.read((key,), line, value, None, needed=str(key) not in free)
    if reader.problems:
        raise ConfigError("\n".join(reader.problems), _HINT)
    return reader.found


_REFUSED = Origin("")
"""Origin of a value whose comment was rejected, so that the values in it are not reported, too."""


@dataclass
class _Reader:
    file: YamlFile
    comments: Mapping[int, str]
    found: dict[str, Origin] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def read(
        self,
        location: tuple[str | int, ...],
        line: int,
        node: yaml.Node,
        above: Origin | None,
        *,
        needed: bool,
        outer_line: int = 0,
    ) -> None:
        """Record the origin of a value and of all values in it.

        Args:
            above: the origin of the map or list that contains it.
            needed: whether it must have one.
            outer_line: line of that map or list, whose own comment is about all of it.
        """
        comment = "" if line == outer_line else self.comments.get(line, "")
        form = _FORM.fullmatch(comment)
        own = None
        if form and form["word"] in WORDS:
            own = Origin(form["word"], form["where"] or "", form["why"] or "")
        is_last = not isinstance(node, yaml.CollectionNode) or bool(node.flow_style)
        if needed and comment and is_last and own is None:
            self._refuse_comment(location, comment)
            own = _REFUSED
        origin = own or above
        if origin:
            self.found[dotted(location)] = origin
        elif needed and is_last:
            error = self.file.error(location, "no comment states the origin of this value")
            self.problems.append(str(error))
            origin = _REFUSED
        for inner_line, key, value in _entries(node):
            inner = (*location, key)
            self.read(inner, inner_line, value, origin, needed=needed, outer_line=line)

    def _refuse_comment(self, location: tuple[str | int, ...], comment: str) -> None:
        word = re.split(r"[^\w]", comment, maxsplit=1)[0]
        if word in WORDS:
            message = f'expected "{word}", "{word} (where)", "{word} (where): why" or "{word}: why"'
        else:
            message = f"{word!r} is no word for where a value comes from"
        self.problems.append(f"{self.file.error(location, message)}, found {comment!r}")


def _entries(node: yaml.Node | None) -> Iterator[tuple[int, str | int, yaml.Node]]:
    """Yield line (from 1), key and value of each entry of a map or list."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key.start_mark.line + 1, str(key.value), value
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield value.start_mark.line + 1, index, value
