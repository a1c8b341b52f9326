"""A checkout with all studies, each cut down to a few short runs."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from own_checkout import Checkout, make_checkout

from ns2studies.config.yaml_file import read_yaml
from ns2studies.simulator.build import Simulator

Axes = Mapping[str, Any]

BOTH = ("quick", "full")

KEPT: Mapping[str, Mapping[str, Axes]] = MappingProxyType(
    {
        "cases": {
            "twelve": {
                "event": ["steady"],
                "previous_hop_memory": [False],
                "variant": ["reno"],
                "background_kbps": {key: [0] for key in BOTH},
            }
        },
        "ceas": {"stabilization": {"ant_rate": {key: [20] for key in BOTH}}},
        "mpls": {
            "variants": {
                "variant": ["reno"], "application": ["ftp"], "flows": [1], "forwarding": ["ip"]
            },
            "losses": {
                "variant": ["newreno"], "packet_error_percent": [3],
                "replications": {"quick": 1, "full": 2},
            },
            "losses-replayed": {"variant": ["newreno"], "packet_error_percent": [3]},
        },
        "recovery": {"losses": {"variant": ["reno"], "lost": ["0", "1"]}},
        "sync": {
            # The run at 16 ms belongs to both.
            name: {
                "algorithm": ["current"],
                "delays": {"from_ms": 16, "to_ms": 18, "step_ms": dict.fromkeys(BOTH, step_ms)},
            }
            for name, step_ms in {"hybla": 1, "hybla-fine": 4}.items()
        },
        "tcpeval": {
            "experiments": {
                "topology": ["dumbbell"],
                "queueing": ["drop-tail"],
                "packet_error_percent": {key: [1] for key in BOTH},
            }
        },
    }
)  # fmt: skip
"""By study and scenario set, the axes that are left; of other sets nothing is run."""

CUT: Mapping[str, Axes] = MappingProxyType(
    {
        "choices": {"variant": ["vegas"], "application": ["ftp"], "flows": [1]},
        "choices-senders": {"variant": ["vegas"], "application": ["ftp"]},
        "choices-losses": {"variant": ["vegas"], "packet_error_percent": [3]},
    }
)
"""The same of ``mpls`` at full scale, where nothing can be left out."""


def make_all_studies(root: Path, ns: Simulator) -> Checkout:
    """A checkout that runs all studies in seconds; ``mpls`` at full scale, too."""
    checkout = make_checkout(root, ns, changes={}, study=None)
    for study, kept in KEPT.items():
        path = root / "config" / f"{study}.yaml"
        config = read_yaml(path).value
        for name, entry in config["scenario_sets"].items():
            full = entry["replications"]["full"]
            entry["replications"] = {"quick": int(name in kept), "full": full}
            entry.update(kept.get(name, CUT.get(name, {}) if study == "mpls" else {}))
        config["overrides"] = []
        # JSON is YAML, too.
        path.write_text(json.dumps(config), encoding="utf-8")
    return checkout
