"""Pages for the browser tests, and a Chromium with no way to any network."""

import shutil
from pathlib import Path

import duckdb
import pytest
from small_study import make_database

from ns2studies.basics.paths import PAGES_OF_ALL, REPORTS
from ns2studies.config.scenarios import Scenario
from ns2studies.report.render import render

SAMPLE = """
CREATE TABLE comparison AS
SELECT variant AS row, 'Flow' || flow AS "column", 202.555 + flow AS published,
       CAST(202.555 + flow AS VARCHAR) AS published_text,
       202.5551 + flow + CASE WHEN variant = 'Vegas' THEN 1 ELSE 0 END AS ours,
       202.0 AS ci_low, 206.0 AS ci_high, 200.0 AS prediction_low, 208.0 AS prediction_high,
       15 AS n, 'ms' AS unit,
       CASE WHEN variant = 'Vegas' THEN 'off' ELSE 'identical' END AS verdict,
       CASE WHEN variant = 'Vegas' THEN 'off by 0.49 %' ELSE 'identical' END AS verdict_words,
       CASE WHEN variant = 'Vegas' THEN 'a note long enough to need its own line' END AS note,
       '36' AS page, CAST(NULL AS DOUBLE) AS replayed, 'variants/reno' AS scenario,
       CAST(NULL AS DOUBLE) AS difference_low, CAST(NULL AS DOUBLE) AS difference_high,
       'mean_delay' AS metric, 'flow1' AS subject
FROM (SELECT unnest(['New Reno', 'Reno', 'Sack', 'Tahoe', 'Vegas']) AS variant),
     (SELECT unnest([1, 2, 3, 4]) AS flow);
CREATE TABLE delays AS
SELECT variant, packets, 0.2 - length(variant) / packets AS delay_s
FROM (SELECT DISTINCT row AS variant FROM comparison),
     (SELECT unnest(range(50, 1250, 50)) AS packets);
CREATE TABLE losses AS
SELECT variant, percent, 15.0 / percent + length(variant) AS cwnd, cwnd - 1 AS low, cwnd + 1 AS high
FROM (SELECT DISTINCT row AS variant FROM comparison), (SELECT unnest(range(1, 6)) AS percent);
CREATE TABLE shares AS
SELECT CAST(time_s AS DOUBLE) AS time_s, 3 AS node, neighbour,
       CASE neighbour WHEN 4 THEN 1 - (time_s - 50) / 50.0 ELSE (time_s - 50) / 50.0 END AS share
FROM (SELECT unnest(range(50, 100, 10)) AS time_s), (SELECT unnest([4, 10]) AS neighbour);
"""


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample document as a finished page, in a folder with a blank in its name."""
    folder = tmp_path_factory.mktemp("sample page")
    shutil.copytree(REPORTS / "theme", folder / "theme")
    for name in ("_quarto.yml", "before_rendering.py"):
        shutil.copy(REPORTS / name, folder)
    shutil.copy(Path(__file__).with_name("sample.qmd"), folder)
    database = folder / "results.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute(SAMPLE)
    page = folder / "page" / "sample.html"
    render(folder / "sample.qmd", page, database)
    return page


def _is_small(scenario: Scenario) -> bool:
    """What is left of the study in a configuration that was cut down."""
    axes = scenario.point.values
    return axes["variant"] in ("newreno", "vegas") and axes.get("forwarding") == "ip"


@pytest.fixture(scope="session", params=["whole", "cut down"])
def study_pages(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[Path]:
    """The pages of all studies and of one, over a whole study and over a configuration cut down."""
    folder = tmp_path_factory.mktemp(f"{request.param} study")
    database = folder / "results.duckdb"
    if request.param == "whole":
        make_database(database)
    else:
        make_database(database, _is_small)
    pages = []
    for name in (*PAGES_OF_ALL, "mpls"):
        pages.append(folder / "reports" / f"{name}.html")
        render(REPORTS / f"{name}.qmd", pages[-1], database)
    return pages
