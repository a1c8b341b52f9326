"""Study mpls with a rule for its number of replications."""

import dataclasses
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.config.registry import Study, load_study

PLAIN = "replications: {quick: 8, full: 15}"
UNTIL = "{relative_half_width: 0.05, metrics: {unique_throughput: [flow1]}}"
RULE = f"replications: {{quick: {{at_least: 5, at_most: 20, until: {UNTIL}}}, full: 15}}"


def config(tmp_path: Path, rule: str = RULE) -> Path:
    """The configuration of study mpls with a rule for the set ``losses``."""
    text = (paths.CONFIG / "mpls.yaml").read_text(encoding="utf-8")
    assert text.count(PLAIN) == 1
    path = tmp_path / "mpls.yaml"
    path.write_text(text.replace(PLAIN, rule), encoding="utf-8")
    return path


def load(tmp_path: Path, rule: str = RULE) -> Study:
    """Two scenarios with the rule, and one with a fixed number."""
    whole = load_study("mpls", "quick", config(tmp_path, rule))
    names = ("losses/reno/1", "losses/reno/2", "losses-replayed/reno/1")
    few = [entry for entry in whole.scenarios if entry.label in names]
    return dataclasses.replace(whole, scenarios=tuple(few))
