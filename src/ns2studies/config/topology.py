"""Topology files: ``data/topologies/NAME.yaml``."""

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from ns2studies.config.study import NodeNumber, Text
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import read_yaml


class Node(Model):
    """A node; ``x`` and ``y`` are where the report draws it (any unit, y upwards)."""

    id: NodeNumber
    name: Text
    role: Literal["host", "edge", "router"] = Field(
        description="host: traffic starts or ends here; edge and router: what the study makes of "
        "them (mpls: IP only, and label switching)"
    )
    x: float
    y: float


class Link(Model):
    """A duplex link."""

    from_: NodeNumber = Field(alias="from")
    to: NodeNumber
    why: Text = Field(description="where this link is known from")


class Topology(Model):
    """A network: nodes numbered 0, 1, … and duplex links."""

    title: Text
    nodes: list[Node] = Field(min_length=2)
    links: list[Link] = Field(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> "Topology":
        if [node.id for node in self.nodes] != list(range(len(self.nodes))):
            raise ValueError("nodes must be numbered 0, 1, 2, … in order")
        seen: set[frozenset[int]] = set()
        for link in self.links:
            ends = frozenset((link.from_, link.to))
            if max(ends) >= len(self.nodes):
                raise ValueError(f"link {link.from_}-{link.to} names a node that does not exist")
            if len(ends) == 1 or ends in seen:
                raise ValueError(f"link {link.from_}-{link.to} is a loop or stands here twice")
            seen.add(ends)
        return self


def read_topology(path: Path) -> Topology:
    """The topology in a file.

    Raises:
        ConfigError: naming file, line and key of what is wrong.
    """
    return validate(Topology, read_yaml(path))
