"""The bar on top of the pages."""

from itertools import pairwise

from ns2studies.config.study_files import available
from ns2studies.report.links import bar_html


def test_each_study_leads_to_next_and_back() -> None:
    for before, after in pairwise(available()):
        assert f'<a href="{after}.html" rel="next">' in bar_html(before)
        assert f'<a href="{before}.html" rel="prev">' in bar_html(after)


def test_every_page_leads_to_start_page() -> None:
    for page in ("index", "explore", "sample", *available()):
        assert 'href="index.html"' in bar_html(page)
    assert 'aria-current="page">All studies' in bar_html("index")
    assert "aria-current" not in bar_html("sample")


def test_every_page_leads_to_its_rows_in_explorer() -> None:
    for page in ("index", "sample"):
        assert '<a href="explore.html">Explorer' in bar_html(page)
    for study in available():
        assert f'<a href="explore.html#study={study}">Explorer' in bar_html(study)
    assert 'aria-current="page">Explorer' in bar_html("explore")
