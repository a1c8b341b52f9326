"""Archives of a small checkout: what they hold, and what can't be packed."""

import csv
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest
from archive_checkout import FILES, PAGE, RUNS, describe, make_checkout, write, write_page

from ns2studies.archive import contents, packing
from ns2studies.archive.checking import check
from ns2studies.archive.contents import Limits, Request
from ns2studies.archive.crate import METADATA, SUMS
from ns2studies.archive.packing import pack
from ns2studies.archive.prepared import prepare, problem_of
from ns2studies.archive.tables import export, opened_results, tables_in
from ns2studies.basics.checksums import add_page_checksum
from ns2studies.basics.digests import digest_bytes
from ns2studies.basics.errors import ArchiveError, ReportError, ResultError
from ns2studies.basics.inputs import Inputs
from ns2studies.basics.paths import PAGES_OF_ALL
from ns2studies.basics.sql import quoted
from ns2studies.database import provenance
from ns2studies.database.metadata import describe as described
from nstrace.errors import NstraceError
from nstrace.files import full_disk_named, unfinished


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with results, in a folder with an awkward name."""
    return make_checkout(tmp_path / "it's a checkout")


@pytest.fixture
def archive(root: Path) -> Path:
    return pack(root, {"mpls": "quick"})


@pytest.fixture
def unpacked(archive: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "later" / "results"
    with zipfile.ZipFile(archive) as members:
        members.extractall(folder)
    return folder


def test_archive_may_have_any_name(archive: Path) -> None:
    other = archive.rename(archive.with_name("caf\udce9.zip"))
    command = [sys.executable, "-m", "ns2studies", "verify", other]
    said = subprocess.run(command, capture_output=True, check=True).stdout
    assert said.startswith(os.fsencode(other) + b": all ")


def names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as members:
        return members.namelist()


def no_archive(root: Path) -> bool:
    return not list((root / "results").glob("archives/*")) + list(root.glob("results/archives/.*"))


# --- what is packed ----------------------------------------------------------------------


def test_archive_holds_listed_members(archive: Path) -> None:
    tables = ("odd", "runs", "studies", "summary")
    data = [f"data/{name}.{suffix}" for name in tables for suffix in ("csv", "parquet")]
    runs = [f"runs/study=mpls/run_id={run_id}" for run_id in RUNS]
    found = names(archive)
    assert found[0] == "README.txt"
    assert found[-2:] == [SUMS, METADATA]
    assert sorted(found[1:-2]) == sorted(
        [
            *("explore.html", "index.html", "method.html", "mpls.html", "provenance.json"),
            *("data/results.duckdb", "data/run-facts.jsonl", *data),
            *(f"{run}/{name}" for run in runs for name in ("packets.parquet", "run.json")),
            *(f"configuration/{name}" for name in FILES),
        ]
    )
    assert check(archive) == len(found) - 1


@pytest.fixture
def made(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are made for an archive of one of two studies, as they are made."""
    results, pages = root / "results", []

    def build(_: Path, parts: Sequence[Path], target: Path) -> None:
        target.write_bytes(parts[0].read_bytes())

    def render(document: Path, page: Path, *_: Path, renderer: str) -> None:
        assert renderer == "built-in"
        pages.append(document.stem)
        page.write_text(document.stem)
        add_page_checksum(page, page.name)

    write(results / "database" / "mpls.duckdb", "a study")
    with duckdb.connect(str(results / "results.duckdb")) as connection:
        connection.execute("INSERT INTO studies VALUES ('sync', 'T', 'quick', 'S')")
    monkeypatch.setattr("ns2studies.database.building.build_database", build)
    monkeypatch.setattr(provenance, "write_provenance", lambda to, of, _: described(to, of, {}))
    monkeypatch.setattr("ns2studies.report.render.render", render)
    return pages


def selected(root: Path) -> Path:
    """The folder of what is chosen, with pages by the renderer that is asked for."""
    command = "./reproduce quick mpls"
    return prepare(root, {"mpls": "quick"}, command, "built-in").database.parent


def test_selected_results_are_made_once(root: Path, made: list[str]) -> None:
    folder = selected(root)
    assert made == list(PAGES_OF_ALL)
    assert selected(root) == folder
    assert len(made) == len(PAGES_OF_ALL)


def test_edit_of_pages_or_code_remakes_them(
    root: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were those of the first archive, whatever was edited since."""
    folder = selected(root)
    monkeypatch.setattr(
        "ns2studies.archive.prepared.inputs_of_page", lambda page: Inputs([], f"another {page}")
    )
    assert selected(root) != folder
    assert len(made) == 2 * len(PAGES_OF_ALL)


@pytest.mark.parametrize("name", ["results.duckdb", "provenance.json", "index.html"])
def test_missing_or_damaged_results_are_remade(root: Path, made: list[str], name: str) -> None:
    for damage in (Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-1])):
        damage(selected(root) / name)
        assert problem_of(selected(root)) == ""
    assert len(made) == 3 * len(PAGES_OF_ALL)


def test_archive_is_named_after_its_content(archive: Path) -> None:
    with zipfile.ZipFile(archive) as members:
        metadata = members.read(METADATA)
    assert archive.name == f"mpls-quick-{digest_bytes(metadata)[:16]}.zip"
    assert archive.parent.name == "archives"


def test_sha256sum_agrees(unpacked: Path) -> None:
    command = ["sha256sum", "-c", "--strict", SUMS]
    result = subprocess.run(command, cwd=unpacked, capture_output=True, text=True, check=False)
    assert (result.stderr, result.returncode) == ("", 0)
    files = [path for path in unpacked.rglob("*") if path.is_file()]
    assert len(result.stdout.splitlines()) == len(files) - len([SUMS, METADATA])


def test_pages_and_provenance_are_as_they_were(root: Path, unpacked: Path) -> None:
    """Pages stay side by side, as their links need."""
    for name in ("explore.html", "index.html", "mpls.html"):
        assert (unpacked / name).read_bytes() == (root / "results/reports" / name).read_bytes()
    original = (root / "results/provenance.json").read_bytes()
    assert (unpacked / "provenance.json").read_bytes() == original


def test_pages_of_other_studies_are_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "known", lambda: ["another", "mpls"])
    write(root / "results/reports/another.html", PAGE.format(name="another"))
    write(root / "results/reports/methods.html", PAGE.format(name="methods"))
    found = names(pack(root, {"mpls": "quick"}))
    assert "another.html" not in found
    assert "methods.html" in found


def test_tables_as_csv_and_parquet(unpacked: Path) -> None:
    """A missing value and an empty text stay apart."""
    expected = [(1.5, 'a "b", c'), (0.1, ""), (None, None)]
    parquet = duckdb.sql(f"FROM read_parquet({quoted(unpacked / 'data/odd.parquet')})")
    assert parquet.fetchall() == expected
    text = (unpacked / "data/odd.csv").read_text()
    assert text == 'value,column\n1.5,"a ""b"", c"\n0.1,""\n,\n'
    assert list(csv.reader(text.splitlines())) == [
        ["value", "column"], ["1.5", 'a "b", c'], ["0.1", ""], ["", ""],
    ]  # fmt: skip


def test_run_facts_are_one_line_per_run(unpacked: Path) -> None:
    lines = (unpacked / "data/run-facts.jsonl").read_text().splitlines()
    facts = [json.loads(line) for line in lines]
    assert [entry["run_id"] for entry in facts] == list(RUNS)
    assert [entry["tables"]["packets"]["rows"] for entry in facts] == [100, 200]


def test_archive_views_work_as_readme_says(unpacked: Path) -> None:
    program = (
        "import duckdb; c = duckdb.connect('results/data/results.duckdb', read_only=True); "
        "print(c.execute('SELECT run_id, count(*) FROM packets GROUP BY ALL ORDER BY ALL')"
        ".fetchall())"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(
        command, cwd=unpacked.parent, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == str([(RUNS[0], 100), (RUNS[1], 200)])


def test_readme_describes_archive(unpacked: Path) -> None:
    text = (unpacked / "README.txt").read_text()
    for words in (
        "mpls: A title (scale: quick)",
        "Somebody, a thesis",
        "sha256sum -c --quiet SHA256SUMS",
        "./reproduce verify ARCHIVE.zip",
        "./reproduce quick mpls",
        "odd (3 rows): value, column",
        "studies (1 row): study, title, scale, source",
    ):
        assert words in text, words
    assert "NOT INCLUDED" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_programs_stay_executable(archive: Path) -> None:
    with zipfile.ZipFile(archive) as members:
        modes = {info.filename: info.external_attr >> 16 for info in members.infolist()}
    assert modes.pop("configuration/reproduce") == stat.S_IFREG | 0o755
    assert set(modes.values()) == {stat.S_IFREG | 0o644}


def test_equal_contents_give_equal_bytes(root: Path, archive: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(root, elsewhere, ignore=shutil.ignore_patterns("archives"))
    for path in elsewhere.rglob("*"):
        os.utime(path, (1e9, 1e9))
    again = pack(elsewhere, {"mpls": "quick"})
    assert again.name == archive.name
    assert again.read_bytes() == archive.read_bytes()
    assert pack(root, {"mpls": "quick"}) == archive
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


def test_provenance_changes_only_its_members(root: Path, archive: Path) -> None:
    describe(root / "results", made_at="later")
    again = pack(root, {"mpls": "quick"})
    assert again.name != archive.name
    with zipfile.ZipFile(archive) as one, zipfile.ZipFile(again) as other:
        changed = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert changed == ["provenance.json", SUMS, METADATA]


def test_oversized_parts_are_left_out_and_named(root: Path, archive: Path) -> None:
    size = (root / "results/results.duckdb").stat().st_size
    tables = sum(path.stat().st_size for path in (root / "results/runs").rglob("*.*"))
    assert pack(root, {"mpls": "quick"}, Limits(size, tables)) == archive
    smaller = pack(root, {"mpls": "quick"}, Limits(size - 1, tables - 1))
    found = names(smaller)
    assert not [name for name in found if name.startswith("runs/")]
    assert "data/results.duckdb" not in found
    assert check(smaller) == len(found) - 1
    with zipfile.ZipFile(smaller) as members:
        readme = members.read("README.txt").decode()
    for name in ("runs", "data/results.duckdb"):
        assert f"{name} is NOT INCLUDED: it takes " in readme
    assert "data/run-facts.jsonl" in found


# --- what can't be packed ----------------------------------------------------------------

RUN = f"results/runs/study=mpls/run_id={RUNS[1]}"


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("results/results.duckdb", "./reproduce quick mpls makes it"),
        ("results/provenance.json", "./reproduce check --repair makes it"),
        ("results/reports/index.html", "./reproduce quick mpls makes it"),
        ("results/reports/mpls.html", "./reproduce quick mpls makes it"),
        (f"{RUN}/run.json", "to run it again"),
        (f"{RUN}/packets.parquet", "to run it again"),
        ("config/mpls.yaml", "archives contain it"),
        ("data/published/mpls.csv", "archives contain it"),
    ],
)
def test_names_what_is_missing(root: Path, name: str, remedy: str) -> None:
    (root / name).unlink()
    with pytest.raises(ResultError) as raised:
        pack(root, {"mpls": "quick"})
    assert str(root / name) in str(raised.value)
    assert remedy in str(raised.value)
    assert no_archive(root)


@pytest.mark.parametrize(
    ("scales", "expected"),
    [
        ({"mpls": "full"}, "mpls is at scale quick, not at scale full"),
        ({"ceas": "quick", "mpls": "quick"}, "ceas is not in it, not at scale quick"),
        ({"ceas": "full"}, "ceas is not in it, not at scale full"),
    ],
)
def test_refuses_results_of_other_studies_or_scales(
    root: Path, scales: dict[str, str], expected: str
) -> None:
    with pytest.raises(ResultError) as raised:
        pack(root, scales)
    assert expected in str(raised.value)
    scale = next(iter(scales.values()))
    assert f"./reproduce {scale} {' '.join(scales)} makes it anew" in str(raised.value)
    assert no_archive(root)


def test_two_scales_are_named_apart(root: Path, tmp_path: Path) -> None:
    request = Request(root, {"ceas": "full", "mpls": "quick", "sync": "full"}, Limits(), tmp_path)
    assert request.commands == ["./reproduce full ceas sync", "./reproduce quick mpls"]


def test_run_of_two_scenarios_is_packed_once(root: Path) -> None:
    with duckdb.connect(str(root / "results/results.duckdb")) as connection:
        connection.execute("INSERT INTO runs BY NAME FROM runs")
    describe(root / "results")
    archive = pack(root, {"mpls": "quick"})
    assert check(archive) == len(names(archive)) - 1
    assert len([name for name in names(archive) if name.endswith("run.json")]) == len(RUNS)


def test_archive_that_fails_its_check_is_removed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "metadata_text", lambda files, _: '{"@graph": []}')
    with pytest.raises(ArchiveError, match="files differ from the metadata"):
        pack(root, {"mpls": "quick"})
    assert no_archive(root)


def test_refuses_damaged_database(root: Path) -> None:
    database = root / "results/results.duckdb"
    database.write_bytes(b"\0" * 5000)
    with pytest.raises(ResultError, match=r"results\.duckdb: .*\n  Delete it; \./reproduce quick"):
        pack(root, {"mpls": "quick"})
    assert no_archive(root)


def test_refuses_database_without_results(root: Path) -> None:
    database = root / "results/results.duckdb"
    database.unlink()
    duckdb.connect(str(database)).close()
    with pytest.raises(ResultError, match=r"results\.duckdb: .*studies"):
        pack(root, {"mpls": "quick"})


@pytest.mark.parametrize("text", ["{}", "[]", "not JSON", '{"database_sha256": "0"}'])
def test_refuses_damaged_provenance(root: Path, text: str) -> None:
    (root / "results/provenance.json").write_text(text)
    with pytest.raises(ResultError, match=r"provenance\.json is damaged: "):
        pack(root, {"mpls": "quick"})
    assert no_archive(root)


def test_refuses_damaged_run(root: Path) -> None:
    table = root / RUN / "packets.parquet"
    content = bytearray(table.read_bytes())
    content[20] ^= 1
    table.write_bytes(content)
    with pytest.raises(ResultError, match=r"has changed since its digest was recorded") as raised:
        pack(root, {"mpls": "quick"})
    assert str(table) in str(raised.value)
    assert f"Delete {table.parent} to run it again" in str(raised.value)
    assert no_archive(root)


def test_refuses_dead_links_between_pages(root: Path) -> None:
    write_page(root / "results", "index", PAGE.replace("mpls.html", "gone.html"))
    with pytest.raises(ReportError, match=r"index\.html: the link gone\.html#top has no target"):
        pack(root, {"mpls": "quick"})
    assert no_archive(root)


@pytest.mark.parametrize("name", ["a\nb", "a\\b", "C:b"])
def test_refuses_unportable_file_names(root: Path, name: str) -> None:
    write(root / "config" / name, "")
    with pytest.raises(ArchiveError, match="can't be packed under the name"):
        pack(root, {"mpls": "quick"})
    assert no_archive(root)


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("config/mpls.yaml", "config/mpls.yaml"),
        ("data/published/mpls.csv", "data/published/mpls.csv"),
        ("tcl/library/agents.tcl", "tcl/studies/mpls.tcl or what it uses"),
    ],
)
def test_refuses_files_edited_since_results(root: Path, name: str, named: str) -> None:
    write(root / name, "# edited\n")
    with pytest.raises(ResultError, match=f"{named} has changed since the results were made"):
        pack(root, {"mpls": "quick"})
    assert not list((root / "results" / "archives").glob("*.zip"))


def test_full_disk_leaves_no_partial_archive(root: Path, archive: Path) -> None:
    content = archive.read_bytes()
    unfinished(archive.with_name("mpls-quick.zip")).symlink_to("/dev/full")
    with pytest.raises(NstraceError, match="no room left on the file system"):
        pack(root, {"mpls": "quick"})
    assert archive.read_bytes() == content
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_full_disk_while_exporting_tables(root: Path, tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"odd.{suffix}").symlink_to("/dev/full")
    with opened_results(root / "results/results.duckdb", "") as connection:
        table = next(table for table in tables_in(connection) if table.name == "odd")
        with pytest.raises(NstraceError, match="no room left on the file system"):
            export(connection, table, tmp_path)


def test_full_disk_error_names_temporary_folder(tmp_path: Path) -> None:
    full = pytest.raises(NstraceError, match="no room left on the file system")
    with full as raised, full_disk_named(tmp_path):
        Path("/dev/full").write_text("anything")
    assert str(tmp_path) in str(raised.value)
    with pytest.raises(FileNotFoundError), full_disk_named(tmp_path):
        (tmp_path / "gone").read_text()


def test_removes_leftovers_of_killed_processes(root: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    folder = root / "results/archives"
    folder.mkdir()
    dead = unfinished(folder / "mpls-quick-00.zip", ended.pid)
    alive = unfinished(folder / "mpls-quick-00.zip", os.getppid())
    other = folder / ".notes.tmp"
    for path in (dead, alive, other):
        path.write_text("half")
    pack(root, {"mpls": "quick"})
    assert not dead.exists()
    assert alive.exists()
    assert other.exists()
