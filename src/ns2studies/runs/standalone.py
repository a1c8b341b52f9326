"""Scenarios as self-contained Tcl scripts for ns.

A script contains everything that a run within the study reads from several files: the parameters,
the library files that the study uses, and the study's procedure, in the order in which they would
be loaded; ``tcl/standalone.tcl`` replaces ``main.tcl``.
"""

import re
import shlex
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.tcl_scripts import USES, loading_order
from nstrace.plain import read_text

_RUNNER: Final = "standalone.tcl"
_WIDTH: Final = 98
_PLAIN = re.compile(r"[\w.,:/+@%=~^-]+", re.ASCII)
_BRACEABLE = re.compile(r"[ -z|~]+")
"""Pattern of printable ASCII without braces; backslashes are checked separately."""


@dataclass(frozen=True)
class AgentFiles:
    """An agent that a scenario loads.

    Attributes:
        name: of its folder in ``ns2-patches/agents``.
        scripts: its Tcl, which sets defaults.
    """

    name: str
    scripts: Sequence[Path] = ()


@dataclass(frozen=True)
class StandaloneRun:
    """A scenario with a seed, and all other contents of its script.

    Attributes:
        study: name of the study.
        title: description of the study in one line.
        source: the text that the study is about.
        label: the scenario's name within the study.
        seed: number of the replication, from 1.
        parameters: nested values, with those of agents.
        agents: in the order of the parameters ``agents.N``.
    """

    study: str
    title: str
    source: str
    label: str
    seed: int
    parameters: Mapping[str, Any]
    agents: Sequence[AgentFiles] = field(default=())


def script_text(scenario: StandaloneRun) -> str:
    """Return the whole script.

    Args:
        scenario: the scenario to run.

    Raises:
        ConfigError: for a value that a parameter file can't represent, either.
    """
    flat = _flat(scenario)
    files = loading_order(scenario.study, bool(scenario.agents))
    sections = [_head(scenario, flat, files), parameter_block(flat)]
    sections += [_section(path) for path in [*files, paths.TCL / _RUNNER]]
    sections.append(_rule("the run") + "\nstandalone::try standalone::take_parameters $parameters")
    for number, agent in enumerate(scenario.agents):
        sections.append(f"standalone::try standalone::load_agent {number} {tcl_word(agent.name)}")
        sections += [_section(path) for path in agent.scripts]
    sections.append("standalone::try standalone::main $argv")
    return "\n\n".join(sections) + "\n"


def _flat(scenario: StandaloneRun) -> dict[str, str]:
    """Return the lines of the parameter file, except for the study, which the script itself is."""
    lines = parameter_text(scenario.study, scenario.parameters, scenario.seed).split("\n")[:-1]
    pairs = (line.split("\t", maxsplit=1) for line in lines)
    return {key: value for key, value in pairs if key != "study"}


# --- parameters ---------------------------------------------------------------------------------


def parameter_block(flat: Mapping[str, str]) -> str:
    """Return Tcl that sets ``parameters`` to keys and values, those without a dot first."""
    keys = sorted(flat, key=_reading_order)
    width = max(len(tcl_word(key)) for key in keys)
    lines, group = [], ""
    for key in keys:
        first = key.partition(".")[0] if "." in key else ""
        if first != group:
            lines.append("")
            group = first
        lines.append(f"    {tcl_word(key):{width}}  {tcl_word(flat[key])}")
    comment = (
        "# The parameters: a key and its value a line. They are data and never evaluated; the\n"
        "# library below checks each one, and refuses one that has no effect. Names end with the\n"
        "# unit: _s seconds, _bps bits per second, _bytes, _packets."
    )
    return "\n".join([comment, "set parameters {", *lines, "}"])


def _reading_order(key: str) -> tuple[bool, list[tuple[int, str]]]:
    """Return a sort key that orders numbers in keys as numbers: ``links.10`` after ``links.2``."""
    words = key.split(".")
    return "." in key, [(int(word), "") if word.isdecimal() else (-1, word) for word in words]


def tcl_word(text: str) -> str:
    """Return a text as one element of a list, in ASCII and with balanced braces.

    So it can be inside braces, where Tcl evaluates none of it.
    """
    if _PLAIN.fullmatch(text):
        return text
    if not text or (_BRACEABLE.fullmatch(text) and "\\" not in text):
        return f"{{{text}}}"
    return "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    if letter.isascii():
        return letter if letter.isalnum() else f"\\{letter}"
    units = letter.encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


# --- text around the parameters ----------------------------------------------------------------


def _section(path: Path) -> str:
    """Return a Tcl file without its lines ``uses …``, since the script already has those files."""
    text = USES.sub("", read_text(path)).strip()
    return f"{_rule(str(path.relative_to(paths.ROOT)))}\n\n" + re.sub(r"\n{3,}", "\n\n", text)


def _rule(title: str) -> str:
    return f"# {'=' * 3} {title} ".ljust(_WIDTH, "=")


def _head(scenario: StandaloneRun, flat: Mapping[str, str], files: list[Path]) -> str:
    name = f"{scenario.study}/{scenario.label}"
    command = f"./reproduce scenario {shlex.quote(name)} --seed {scenario.seed}"
    lines = [
        f"Scenario {scenario.label}, seed {scenario.seed}",
        f"of the study {scenario.study}: {scenario.title}",
        *textwrap.wrap(f"({scenario.source})", _WIDTH - 2),
        "",
        f"Written by: {command}",
        "",
        *_needs(scenario, flat, files),
        "",
        "It writes its traces to OUTPUT-FOLDER (without one, to the current folder) and then, last",
        'of all, the file "complete". nstrace reads the traces.',
    ]
    return "\n".join(_comment(line) for line in lines)


def _needs(scenario: StandaloneRun, flat: Mapping[str, str], files: list[Path]) -> list[str]:
    """Return which ns the scenario needs, and how to run it."""
    added = additions_of(flat, files)
    if not added and not scenario.agents:
        return [
            "Needs: ns-2.35 as it was released (Debian's package ns2), or ours. Nothing here is an",
            "addition of our patches, and both write the same trace.",
            "",
            "Run it:  ns FILE.tcl [OUTPUT-FOLDER]",
        ]
    lines = ["Needs: ns-2.35 with our patches (ns2-patches), which ./reproduce builds. It uses"]
    lines += [f"  - {addition.name}: ns2-patches/{addition.place}" for addition in added]
    for number, agent in enumerate(scenario.agents):
        lines += [
            f"  - the agent {agent.name}, a compiled library: ./reproduce agents {agent.name}",
            f"    compiles it from ns2-patches/agents/{agent.name} and says where it is; the",
            f"    parameter agents.{number}.file names that file.",
        ]
    return [*lines, "", "Run it:  ./reproduce ns FILE.tcl [OUTPUT-FOLDER]"]


def _comment(line: str) -> str:
    """Return a line as a Tcl comment, whatever it contains."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in line)
    # A backslash at the end would make the next line a part of the comment.
    return f"# {shown}{' ' if shown.endswith(chr(92)) else ''}" if shown else "#"


Parameters = Mapping[str, str]
"""Flat keys and the text of their values, as in a parameter file."""


@dataclass(frozen=True)
class Addition:
    """A feature of our ns that the released one lacks.

    Attributes:
        name: display name.
        place: section of ``ns2-patches`` that explains it.
        used: returns whether a scenario uses it, from its parameters and the Tcl that it calls.
    """

    name: str
    place: str
    used: Callable[[Parameters, str], bool]


_OUTPUT = re.compile(r"\b(?:tracing::(?:open_records|open_bins|bins)|trace-records|flow-bins)\b")

_OFFERS = "tracing.tcl"
"""Library file that offers records and bins; only scripts that call it need them."""


def additions_of(parameters: Parameters, scripts: list[Path]) -> list[Addition]:
    """Return the features in :data:`ADDITIONS` that a scenario uses.

    Args:
        parameters: the scenario's.
        scripts: its Tcl files.
    """
    calling = [path for path in scripts if path.name != _OFFERS]
    tcl = "\n".join(read_text(path) for path in calling)
    return [addition for addition in ADDITIONS if addition.used(parameters, tcl)]


def _has(parameters: Parameters, ending: str, *values: str) -> bool:
    """Return whether a key, or the part of one after a dot, has one of these values."""
    return any(
        value in values and f".{key}".endswith(f".{ending}") for key, value in parameters.items()
    )


def _ants(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "routing.protocol", "ceas") or _has(parameters, "queue", "data-first")


def _waiting_routers(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "routing.protocol", "link-state")


def _records(_: Parameters, tcl: str) -> bool:
    return _OUTPUT.search(tcl) is not None


def _hybla(parameters: Parameters, _: str) -> bool:
    return _has(parameters, "variant", "hybla", "hybla-sack")


def _stop_rule(parameters: Parameters, _: str) -> bool:
    # Other variants, which ignore both, have them among their parameters, too.
    asked = _has(parameters, "tcp.sack_stop_rule", "earlier")
    asked = asked or _has(parameters, "stop_when_all_sent", "true")
    return asked and _has(parameters, "variant", "sack")


def _label_switching(parameters: Parameters, _: str) -> bool:
    return parameters.get("forwarding", "ip") != "ip"


ADDITIONS = (
    Addition("routing by ants (CEAS)", "ceas", _ants),
    Addition("link state routers that wait", "0050-spf-wait.patch", _waiting_routers),
    Addition("flow bins or records in place of text", "records", _records),
    Addition("TCP Hybla", "hybla", _hybla),
    Addition("SACK's stop rule before ns-2.35", "0010-sack-stop-rule.patch", _stop_rule),
    Addition("corrected label distribution", "0006-ldp-agent-list.patch", _label_switching),
)
