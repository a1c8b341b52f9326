"""What has a receipt, found by words: printed cells, claims, and the figures of a text."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Final, Literal

_NEAREST: Final = 6
"""Names that a message lists at most."""


@dataclass(frozen=True)
class Entry:
    """A printed cell, a claim or a figure.

    Attributes:
        name: what it is called: study, item, row and column, or study and claim.
        text: further words that it is found by.
        row: what the results say of it.
    """

    name: str
    text: str
    kind: Literal["cell", "claim", "figure"]
    row: Mapping[str, Any]

    @cached_property
    def named(self) -> list[str]:
        """The words of its name."""
        return words_of(self.name)

    @cached_property
    def words(self) -> Counter[str]:
        """All words that it is found by, as often as they occur."""
        return Counter([*self.named, *words_of(self.text)])


def words_of(text: str) -> list[str]:
    """The words and numbers of a text."""
    return re.findall(r"[a-z0-9]+(?:\.[0-9]+)*", text.lower())


def matches(wanted: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entry of that name; else the claim of that number; else all whose names have the words.

    Without any of these, all whose texts have them. A name is exact without its study and the word
    "claim", too, and its words may come in any order. A word that is asked for twice must occur
    twice: the 2 of a "Table 2" is no row's.
    """
    words = words_of(wanted)
    if not words:
        return []
    counted = Counter(words)
    tests: Sequence[Callable[[Entry], bool]] = (
        lambda entry: entry.named == words,
        lambda entry: _short(Counter(entry.named), entry) == _short(counted, entry),
        lambda entry: entry.kind == "claim" and words in _numbers(entry),
        lambda entry: counted <= Counter(entry.named),
        lambda entry: counted <= entry.words,
    )
    found = ([entry for entry in entries if fits(entry)] for fits in tests)
    return next((fitting for fitting in found if fitting), [])


def _numbers(claim: Entry) -> list[list[str]]:
    """A claim by the number that its name begins with, behind its study: "sync 05"."""
    at = claim.named.index("claim")
    study, number = claim.named[:at], claim.named[at + 1 : at + 2]
    return [study + number, [*study, "claim", *number]]


def _short(words: Counter[str], entry: Entry) -> Counter[str]:
    """Words of a name without what may be left out; a row may have the study's name, too."""
    optional = {entry.named[0]} | ({"claim"} if entry.kind == "claim" else set())
    return Counter({word: count for word, count in words.items() if word not in optional})


def nearest_names(wanted: str, entries: Sequence[Entry]) -> list[str]:
    """The names that are most like the wanted one."""
    words = Counter(words_of(wanted))

    def likeness(entry: Entry) -> float:
        shared = (words & entry.words).total() / max(1, words.total())
        return shared + SequenceMatcher(None, wanted.lower(), entry.name.lower()).ratio()

    return [entry.name for entry in sorted(entries, key=likeness, reverse=True)[:_NEAREST]]
