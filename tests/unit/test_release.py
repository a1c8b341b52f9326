"""One version in all places that name it."""

import re
from pathlib import Path

import pytest
import yaml

import ns2studies
import nstrace
from ns2studies.basics.paths import ROOT


@pytest.mark.parametrize(
    ("changes", "version"),
    [
        (ROOT / "CHANGELOG.md", ns2studies.__version__),
        (ROOT / "src" / "nstrace" / "CHANGELOG.md", nstrace.__version__),
    ],
    ids=["studies", "nstrace"],
)
def test_changelog_begins_with_version(changes: Path, version: str) -> None:
    first = re.search(r"^## (\S+)", changes.read_text(encoding="utf-8"), re.MULTILINE)
    assert first
    # Before a release, changes since the last one stand first.
    assert first[1] in (version, "Unreleased")


def test_citation_names_version_and_day() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    heading = f"## {ns2studies.__version__} - {cited['date-released']}"
    assert cited["version"] == ns2studies.__version__
    assert heading in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
