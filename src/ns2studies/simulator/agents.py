"""Agents that ns loads: the user's own protocols, separate from the simulator.

Each folder of ``ns2-patches/agents`` is an agent: C++ sources, Tcl with defaults if it needs any,
and ``agent.yaml``, which maps protocols to its classes. It is compiled into a library beside the
simulator, ``build/simulator/<digest>/agents/<name>-<digest>/``, and only runs with a flow of one of
its protocols load it. So an edit of an agent affects these runs only, and the simulator does not
change.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints

from ns2studies.basics.digests import SHORT, digest_files
from ns2studies.basics.errors import BuildError, ConfigError
from ns2studies.basics.paths import PATCHES, TCL
from ns2studies.basics.processes import run_plain
from ns2studies.basics.wording import nearest
from ns2studies.config.study import Name
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import read_yaml
from ns2studies.simulator.build import HEADERS
from nstrace.files import full_disk_named, unfinished
from nstrace.plain import read_text
from nstrace.scratch import sweep_unfinished

FOLDER = "agents"
"""Name of the folder of agents in ``ns2-patches`` and, compiled, in a build of the simulator."""

LIBRARY = "agent.so"
DEFINITION = "agent.yaml"
_RULES = "agent.mk"

_BUILT_IN = TCL / "library" / "traffic.tcl"
"""File whose table ``variants`` names the protocols of the simulator itself."""

_TABLE = re.compile(r"^    variable variants \{\n(.*?)^    \}", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"^ +(\S+) \{", re.MULTILINE)
_SOURCES = {".cc", ".h", ".hpp", ".tcl", ".yaml"}
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_ERROR = re.compile(r"(?:error:|undefined reference|\*\*\*)")


class Protocol(Model):
    """A sender and its receiver."""

    sender: Annotated[str, StringConstraints(pattern=r"^Agent/TCP(/[A-Z][A-Za-z0-9]*)+$")] = Field(
        description="class of the sender, such as Agent/TCP/Sack1/PR"
    )
    receiver: Literal["plain", "sack"] = Field(
        description="sack: acknowledgements say what came out of order; plain: they do not"
    )
    variables: dict[
        Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9_]*$")], float | int
    ] = Field(default_factory=dict, description="values for bound variables of the sender")


class Definition(Model):
    """The contents of ``agent.yaml``."""

    protocols: dict[Name, Protocol] = Field(
        min_length=1, description="the agent's protocols, by the names that configurations use"
    )


@dataclass(frozen=True)
class Agent:
    """An agent with its present sources.

    Attributes:
        folder: its sources.
        digest: of everything that determines its library, except for the simulator.
        protocols: the protocols that it provides, by name.
    """

    folder: Path
    digest: str
    protocols: Mapping[str, Protocol]

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name


@cache
def built_in() -> tuple[str, ...]:
    """Return the protocols that ns has without any agent, in the order of the Tcl table.

    Raises:
        ConfigError: if the Tcl library has no such table.
    """
    table = _TABLE.search(read_text(_BUILT_IN))
    if table is None:
        raise ConfigError(f"{_BUILT_IN}: no table `variable variants`")
    return tuple(_ENTRY.findall(table[1]))


def agents(patches: Path = PATCHES) -> dict[str, Agent]:
    """Return all agents by name.

    Raises:
        ConfigError: if the definition of one is invalid, or two provide the same protocol.
    """
    folders = sorted(path.parent for path in (patches / FOLDER).glob(f"*/{DEFINITION}"))
    found = {folder.name: _read(folder) for folder in folders}
    owners: dict[str, Path] = {}
    for agent in found.values():
        for protocol in agent.protocols:
            file = agent.folder / DEFINITION
            if protocol in built_in():
                raise ConfigError(
                    f"{file}: protocols.{protocol}: ns already has a protocol of this name"
                )
            if protocol in owners:
                raise ConfigError(
                    f"{file}: protocols.{protocol}: also defined in {owners[protocol]}"
                )
            owners[protocol] = file
    return found


def _read(folder: Path) -> Agent:
    if not _NAME.fullmatch(folder.name):
        raise ConfigError(
            f"{folder}: the name of an agent's folder must consist of lowercase letters, digits "
            "and hyphens",
            "Rename it.",
        )
    definition = validate(Definition, read_yaml(folder / DEFINITION))
    files = sorted(path for path in folder.rglob("*") if path.suffix in _SOURCES)
    rules = folder.parents[1] / _RULES
    return Agent(folder, digest_files(folder.parents[1], [*files, rules]), definition.protocols)


@cache
def known_agents() -> dict[str, Agent]:
    """Return the agents of this checkout, which are read once."""
    return agents()


def check_protocol(name: str) -> str:
    """Return ``name`` if a protocol has this name; a validator for models of configurations.

    Raises:
        ValueError: if there is none.
    """
    own = [protocol for agent in known_agents().values() for protocol in agent.protocols]
    if name not in (known := [*built_in(), *own]):
        raise ValueError(f"there is no protocol of this name ({nearest(name, known)})")
    return name


def agents_of(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Return the agents that a scenario's flows need: digest by name."""
    variants = _variants(parameters)
    return {
        agent.name: agent.digest
        for agent in known_agents().values()
        if variants.intersection(agent.protocols)
    }


_NESTED: Final = (dict, list, tuple)
"""Types that may contain further parameters."""


def _variants(parameters: Mapping[str, Any]) -> set[str]:
    """Return every protocol that parameters name, at any depth."""
    found: set[str] = set()
    left: list[Any] = [dict(parameters)]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if "variant" in value:
                found.add(str(value["variant"]))
            value = value.values()
        left += [part for part in value if isinstance(part, _NESTED)]
    return found


def library_folder(ns: Path, name: str, digest: str) -> Path:
    """Return the folder of an agent's library in a build of the simulator."""
    return ns.parent / FOLDER / f"{name}-{digest[:SHORT]}"


def build_agent(agent: Agent, ns: Path, *, patches: Path = PATCHES) -> Path:
    """Compile an agent for a simulator, unless that has already been done.

    Returns:
        The folder with the library, its definition and its Tcl.

    Raises:
        BuildError: if a file does not compile, with the compiler's first message; or if a file has
            changed since the agent was read.
        DiskFullError: if the file system is full.
    """
    target = library_folder(ns, agent.name, agent.digest)
    if (target / LIBRARY).is_file():
        return target
    target.parent.mkdir(exist_ok=True)
    sweep_unfinished(ns.parent)
    prefix = f"{unfinished(ns.parent / agent.name).name}."
    with (
        full_disk_named(target),
        tempfile.TemporaryDirectory(prefix=prefix, dir=ns.parent) as work,
    ):
        # Files are laid out as in the patches, so that the digest of the compiled ones can be
        # compared.
        made = Path(work) / FOLDER / agent.name
        shutil.copytree(agent.folder, made, ignore=_others)
        rules = Path(shutil.copyfile(patches / _RULES, Path(work) / _RULES))
        if _read(made).digest != agent.digest:
            raise BuildError(f"{agent.folder} has changed meanwhile", "Run ./reproduce again.")
        rules.rename(made / _RULES)
        _compile(agent, ns.parent / HEADERS, made)
        kept = Path(work) / "kept"
        kept.mkdir(mode=0o755)
        for path in [made / LIBRARY, made / DEFINITION, *sorted(made.glob("*.tcl"))]:
            path.rename(kept / path.name)
        shutil.rmtree(target, ignore_errors=True)
        kept.rename(target)
    return target


def _others(folder: str, names: list[str]) -> list[str]:
    """Return the files in an agent's folder that are not sources, and not part of its digest."""
    found = [Path(folder, name) for name in names]
    return [path.name for path in found if path.suffix not in _SOURCES and not path.is_dir()]


def _compile(agent: Agent, headers: Path, work: Path) -> None:
    # Names are relative to the headers: make can't handle a blank in a path.
    relative = os.path.relpath(work, headers)
    made = run_plain("make", "-C", str(headers), "-f", f"{relative}/{_RULES}", f"WORK={relative}")
    if made.returncode != 0:
        text = (made.stdout + made.stderr).replace(f"{relative}/", "")
        lines = text.strip().splitlines() or ["no output"]
        telling = next((line for line in lines if _ERROR.search(line)), lines[-1])
        shown = "\n".join(f"    {line}" for line in lines[:20])
        raise BuildError(f"{agent.folder}: the agent does not build: {telling}\n{shown}")


def needed_files(ns: Path, needed: Mapping[str, str]) -> list[Path]:
    """Return the libraries of some agents (digest by name), whether they exist or not."""
    return [library_folder(ns, name, digest) / LIBRARY for name, digest in sorted(needed.items())]


def parameters_of(ns: Path, needed: Mapping[str, str]) -> dict[str, Any]:
    """Return the parameters of a run about agents: the files to load and their protocols.

    Args:
        ns: the simulator.
        needed: digest by name.

    Raises:
        BuildError: if a library is missing.
    """
    told: dict[str, Any] = {"agents": [], "protocols": []}
    for library in needed_files(ns, needed):
        if not library.is_file():
            raise BuildError(f"{library}: no such library", "Run ./reproduce again.")
        folder = library.parent
        definition = validate(Definition, read_yaml(folder / DEFINITION))
        scripts = [str(path) for path in sorted(folder.glob("*.tcl"))]
        told["agents"].append({"file": str(library), "scripts": scripts})
        told["protocols"] += _protocols(definition.protocols.items())
    return told


def expected_parameters(ns: Path, needed: Mapping[str, str]) -> dict[str, Any]:
    """Return these parameters without the agents' Tcl; the libraries need not exist yet."""
    protocols = [known_agents()[name].protocols for name in sorted(needed)]
    return {
        "agents": [{"file": str(library)} for library in needed_files(ns, needed)],
        "protocols": [told for entries in protocols for told in _protocols(entries.items())],
    }


def _protocols(entries: Iterable[tuple[str, Protocol]]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "sender": protocol.sender,
            "receiver": protocol.receiver,
            "variables": [
                {"name": variable, "value": value}
                for variable, value in sorted(protocol.variables.items())
            ],
        }
        for name, protocol in entries
    ]
