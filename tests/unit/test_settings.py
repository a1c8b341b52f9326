"""What the workflow's configuration may say, and what is said of what it may not."""

import math
import re
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import CONFIG, ROOT
from ns2studies.config.study_files import available
from ns2studies.config.yaml_file import read_yaml
from ns2studies.workflow.settings import read_settings


def configured(**changes: Any) -> dict[str, Any]:
    return {**read_yaml(CONFIG / "config.yaml").value, **changes}


def test_file_asks_for_all_studies_at_quick_scale() -> None:
    found = read_settings(configured())
    assert found.scales == dict.fromkeys(available(), "quick")
    assert found.source is None


@pytest.mark.parametrize("studies", ["sync,mpls", "mpls, sync", ["sync", "mpls"]])
def test_studies_are_text_or_list(studies: object) -> None:
    found = read_settings(configured(studies=studies, scale="full"))
    assert found.scales == {"mpls": "full", "sync": "full"}


def test_each_study_may_have_scale_of_its_own() -> None:
    found = read_settings(configured(scales={"sync": "full", "mpls": "quick"}))
    assert found.scales == {"mpls": "quick", "sync": "full"}


@pytest.mark.parametrize("form", [list, str])
def test_settings_may_name_only_experiments(tmp_path: Path, form: type) -> None:
    (tmp_path / "my.tcl").write_text("", encoding="utf-8")
    (tmp_path / "experiment.yaml").write_text("script: my.tcl\n", encoding="utf-8")
    paths = str(tmp_path) if form is str else [str(tmp_path)]
    found = read_settings(configured(scales={}, experiments=paths))
    assert found.scales == {}
    assert [file.folder for file in found.experiments.values()] == [tmp_path]
    (name,) = found.experiments
    assert name.rpartition("-")[0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scal": "full"}, "scal: there is no such key"),
        ({"scale": "big"}, "scale: expected quick or full or decide, found 'big'"),
        ({"studies": "mplz"}, "studies: there is no study 'mplz'"),
        ({"studies": []}, "studies: expected names of studies, or all"),
        ({"scales": {"mplz": "full"}}, "scales: there is no study 'mplz'"),
        ({"scales": {"mpls": "big"}}, "scales.mpls: expected quick or full or decide"),
        ({"scales": "full"}, "scales: expected a map of studies to scales, found 'full'"),
        ({"studies": 3}, "studies: expected names of studies, or all"),
        ({"scales": {}}, "scales: expected names of studies, or all"),
        ({"experiments": 3}, "experiments: expected folders of experiments, found 3"),
        ({"experiments": ["/nowhere"]}, "/nowhere"),
        ({"batch_minutes": 0}, "batch_minutes: expected a number above 0, found 0"),
        ({"batch_minutes": math.nan}, "batch_minutes: expected a number above 0, found nan"),
        ({"batch_minutes": math.inf}, "batch_minutes: expected a number above 0, found inf"),
        ({"batch_minutes": 10**400}, "batch_minutes: expected a number above 0, found 1000"),
        ({"batch_minutes": True}, "batch_minutes: expected a number above 0"),
        ({"ns2_source": "/nowhere/ns.tar"}, "ns2_source: /nowhere/ns.tar: no such file"),
    ],
)
def test_invalid_settings_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings(configured(**changes))
    assert message in str(caught.value)


def test_readme_names_each_rule() -> None:
    texts = [path.read_text(encoding="utf-8") for path in ROOT.glob("workflow/rules/*.smk")]
    rules = re.findall(r"^(?:rule|checkpoint) (\w+):", "\n".join(texts), flags=re.MULTILINE)
    readme = (CONFIG / "README.md").read_text(encoding="utf-8")
    named = readme.partition("- **Rules** ")[2].partition("Scenarios are part")[0]
    assert set(re.findall(r"`(\w+)`", named)) == set(rules)
