"""Numbers in the first sentences of pages: the scale, the interval and the runs are told."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from ns2studies.basics import paths
from ns2studies.config.study_files import available
from ns2studies.report.pages.study import StudyPage
from ns2studies.report.tables import certainty
from reports.ceas import tables
from reports.sync import phase_effect


def page(**row: Any) -> StudyPage:
    """A page whose queries have this row, or none."""
    frame = pl.DataFrame([row] if row else [])
    return cast(
        StudyPage,
        SimpleNamespace(
            rows=lambda query, **values: frame, full_scale_rows=lambda query, **values: frame
        ),
    )


def key_result(text: str) -> str:
    found = re.search(r"^::: \{\.key-result\}$(.*?)^:::$", text, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def test_certainty_gives_interval_and_runs() -> None:
    assert certainty(2.44, 3.56, 5, 1) == "95% interval 2.4 to 3.6, 5 runs"
    assert certainty(-2.0, 3.0, 1_500, 0) == "95% interval −2 to 3, 1,500 runs"


def test_certainty_gives_runs_without_interval() -> None:
    assert certainty(None, None, 1, 0) == "one run"
    assert certainty(None, None, 2, 0, ("one pair", "pairs")) == "2 pairs"


@pytest.mark.parametrize("study", available())
def test_opening_numbers_name_their_scale(study: str) -> None:
    """The first numbers of a page were those of single runs at quick scale, beside a sentence on
    what full scale gave."""
    file = Path(paths.REPORTS / f"{study}.qmd")
    said = key_result(file.read_text(encoding="utf-8"))
    # Those of phase_effect and suite are the reference's, like the verdicts.
    numbers = set(re.findall(r"`\{python\} (\w+)\.", said)) - {"study", "phase_effect", "suite"}
    if numbers:
        assert "these\nruns" in said or "these runs" in said
        assert "study.scale()" in said


def test_average_ants_gives_interval_and_seeds() -> None:
    told = tables.average_ants(page(mean=162.4, ci_low=143.6, ci_high=183.7, n=5))
    assert told == "162 ants (95% interval 144 to 184, 5 seeds)"
    assert tables.average_ants(page()) == "(not measured)"


def test_measured_period_gives_error_and_sweeps() -> None:
    told = phase_effect.measured_period(page(measured_ms=21.2, error_ms=0.232, sweeps=5), "newreno")
    assert told == "21.2 ms (standard error 0.2 ms, 5 sweeps of single runs)"
    assert phase_effect.measured_period(page(), "newreno") == "(not measured)"
