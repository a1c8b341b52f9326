"""docs/reference is what ``./reproduce references`` writes."""

import pytest

from ns2studies.cli.references import FOLDER, references

WRITTEN = references()


@pytest.mark.parametrize("name", WRITTEN)
def test_reference_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == WRITTEN[name]


def test_references_name_what_studies_use() -> None:
    assert "### `class Definition(" in WRITTEN["python.md"]
    assert "### `class StudyPage(" in WRITTEN["python.md"]
    assert "### `verdict_of_order(said, against, cases)`" in WRITTEN["macros.md"]
    assert "-window_packets 20" in WRITTEN["tcl.md"]
    assert "| `mean_delay` | s |" in WRITTEN["metrics.md"]
