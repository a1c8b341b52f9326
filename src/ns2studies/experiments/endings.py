"""Known endings of ns: what is printed, and what is behind it."""

import re
from signal import Signals
from typing import Final

_BY_TEXT: Final = (
    (
        r"couldn't execute \"([^\"]+)\"",
        r"The script starts \1, which is not installed, or not beside the script.",
    ),
    (
        r"couldn't (?:open|read file) \"([^\"]+)\": no such file",
        r"Put \1 beside the script, or list it under files.",
    ),
    (
        r"couldn't open \"([^\"]+)\": (?:permission denied|is a directory)",
        r"The script may write to its own folder only.",
    ),
    (
        r"invalid command name \"((?:Agent|Queue|Mac|Phy|Application|Trace|Propagation)/\S+)\"",
        r"This ns has no class \1: it is misspelt, or belongs to an extension of ns.",
    ),
    (
        r"can't find channel named",
        "A trace is used after its file was closed: close it last, after flush-trace.",
    ),
    (
        r"can't read \"(argv|argc)|[Uu]sage:? ",
        "The script expects a command line: give it under arguments.",
    ),
    (
        r"can't set \"([^\"]+)\": variable is(?:n't)? an? ?array",
        r"\1 is an array in one place and none in the other: name elements, such as val(rate).",
    ),
    (
        r"can't read \"([^\"]+)\": no such (?:variable|element)",
        r"The script reads \1 before it sets it; a parameter or constant can set it.",
    ),
    (r"can't schedule command in past", "A time given to `$ns at` lies before the present one."),
    (
        r"no-slot|slot 4294967295",
        "A packet arrived where no agent is attached, or there is no route: see which agents are "
        "connected, and whether the network is in two parts.",
    ),
    (
        r"Event UID not valid",
        "An event was scheduled twice: a timer or packet is used again before it is free.",
    ),
    (
        r"going backwards in time|negative delay",
        "An event has a negative delay: a link or a timer has a delay below zero.",
    ),
    (r"divide by zero", "A Tcl expression divides by zero."),
    (r"bad value|Setting random number seed to known bad", "A seed must be between 1 and 2^31-2."),
    (r"TORA|imep", "TORA works with few settings only, and is known to stop early."),
)
"""Patterns of what is printed, those first that say more, and the cause or remedy."""

_BY_SIGNAL: Final = {
    Signals.SIGFPE: "A division by zero within ns: a bandwidth without a number, such as Mb, or of "
    "zero; a packet size or rate of zero.",
    Signals.SIGSEGV: "Usual causes: a source attached to no agent, an agent attached to no node, a "
    "trace closed before flush-trace, DSR with PriQueue instead of CMUPriQueue.",
    Signals.SIGABRT: "ns stopped itself at a state that it does not allow.",
    Signals.SIGKILL: "The system killed it, maybe for lack of memory.",
}


def cause_of(printed: str, number: Signals | None) -> str:
    """Return a sentence on cause and remedy if an ending is a known one, else nothing.

    Args:
        printed: what ns printed, or Tcl's message.
        number: the signal that ended it.
    """
    for pattern, sentence in _BY_TEXT:
        match = re.search(pattern, printed)
        if match:
            return match.expand(sentence)
    return _BY_SIGNAL.get(number, "") if number else ""
