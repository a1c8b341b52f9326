"""Adding a study takes its own files and nothing else; taking them away takes it away."""

import zipfile
from pathlib import Path

import pytest
from own_checkout import Checkout

from ns2studies.basics import paths

STUDY = paths.ROOT / "examples" / "study"
FILES = sorted(
    Path(str(path.relative_to(STUDY)).replace("toy", "mine"))
    for path in STUDY.rglob("*")
    if path.is_file()
)


@pytest.fixture
def with_toy(checkout: Checkout) -> Checkout:
    """A checkout with results of another study, and the files of a new one."""
    said = checkout.run("new", "mine", "--study").stdout
    assert [name for name in FILES if f"/{name}\n" not in said] == []
    again = checkout.run("new", "mine", "--study", check=False)
    assert "exists already" in again.stderr
    return checkout


def test_contributing_has_number_of_files() -> None:
    text = (paths.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    words = ["seven", "eight", "nine", "ten"]
    assert f"It has {words[len(FILES) - 7]} files." in text


def test_study_is_added_and_removed(with_toy: Checkout) -> None:
    before = with_toy.finished()
    printed = with_toy.root / "data" / "published" / "mine.csv"
    text = printed.read_text(encoding="utf-8")
    printed.unlink()
    assert f"note: {printed}: no such file" in with_toy.run("plan", "mine").stdout
    printed.write_text(text, encoding="utf-8")
    with_toy.run("mine")
    assert len(with_toy.new_runs(before)) == 2
    assert with_toy.rows("SELECT verdict FROM claims WHERE study = 'mine'") == [("confirmed",)]
    assert with_toy.rows("SELECT verdict FROM comparison WHERE study = 'mine'") == [("identical",)]
    found = with_toy.rows("SELECT metric, n FROM points WHERE study = 'mine' ORDER BY ALL")
    assert set(found) == {("unique_throughput", 1), ("packets_dropped", 1)}
    axes = "SELECT column_name FROM duckdb_columns() WHERE schema_name = 'mine'"
    named = {name for (name,) in with_toy.rows(axes)}
    assert "limit_packets" in named
    assert "variant" not in named, "another study's axis"
    page = (with_toy.results / "reports" / "mine.html").read_text(encoding="utf-8")
    assert "The long queue gives no less throughput." in page
    assert 'id="chart-figure-1"' in page
    assert "How these results were made" in page
    receipt = "[&#34;queues/5&#34;, &#34;unique_throughput&#34;, &#34;flow1&#34;]"
    assert f'data-receipt="{receipt}"' in page
    start = with_toy.results / "reports" / "index.html"
    assert 'href="mine.html"' in start.read_text(encoding="utf-8")
    for name in FILES:
        (with_toy.root / name).unlink()
    with_toy.run()
    assert 'href="mine.html"' not in start.read_text(encoding="utf-8")
    assert with_toy.rows("SELECT DISTINCT study FROM runs") == [("mpls",)]


def test_study_in_external_folder_is_linked(checkout: Checkout, tmp_path: Path) -> None:
    folder = tmp_path / "thesis" / "yours"
    own = [str(name).replace("mine", "yours") for name in FILES]
    said = checkout.run("new", f"{folder}", "--study").stdout
    assert all((folder / name).is_file() for name in own)
    links = [
        *("config/yours.yaml", "tcl/studies/yours.tcl", "reports/yours.qmd", "reports/yours"),
        "data/published/yours.csv",
    ]
    assert all(f"{checkout.root / link} -> {folder / link}\n" in said for link in links)
    checkout.run("yours")
    assert checkout.rows("SELECT verdict FROM claims WHERE study = 'yours'") == [("confirmed",)]
    before = checkout.finished()
    config = folder / "config" / "yours.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("end_s: ", "end_s: 1"))
    (folder / "data/published/yours-curves.csv").write_text("figure,series,x,y,how\n")
    assert "yours-curves.csv -> " in checkout.run("new", f"{folder}", "--study").stdout
    assert "2 runs" in checkout.run("plan", "yours").stdout
    checkout.run("yours")
    assert len(checkout.new_runs(before)) == 2
    checkout.run("archive", "yours")
    (archive,) = (checkout.results / "archives").glob("yours-*.zip")
    checkout.run("verify", str(archive))
    packed = zipfile.ZipFile(archive).namelist()
    assert [name for name in own if not any(it.endswith(f"/{name}") for it in packed)] == []
    (checkout.root / "config/yours.yaml").unlink()
    (checkout.root / "config/yours.yaml").write_text("scale: none\n")
    again = checkout.run("new", f"{folder}", "--study", check=False)
    assert again.returncode != 0
    assert f"{checkout.root}/config/yours.yaml exists already" in again.stderr
