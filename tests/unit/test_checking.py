"""``check``: what is damaged, and what is missing of which something else is left."""

import errno
from pathlib import Path

import duckdb
import pytest

from ns2studies.basics import paths
from ns2studies.basics.checksums import add_page_checksum, checksummed_json
from ns2studies.basics.paths import PAGES_OF_ALL, study_database
from ns2studies.compare.previous import note_command
from ns2studies.database.metadata import describe, description_path
from ns2studies.metrics.measure_files import note_of
from ns2studies.workflow import integrity
from ns2studies.workflow.integrity import Finding, check_all, discard, scales_to_repair


def checked(results: Path) -> list[Finding]:
    return check_all(results, lambda *_: None)


def problems(results: Path) -> list[str]:
    return [finding.problem.removeprefix(f"{results}/") for finding in checked(results)]


def write_database(database: Path, scales: dict[str, str]) -> None:
    """A database of some studies at their scales, with its description."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE studies (study VARCHAR, scale VARCHAR)")
        connection.executemany("INSERT INTO studies VALUES (?, ?)", list(scales.items()))
    studies = [{"study": study, "scale": scale} for study, scale in scales.items()]
    describe(description_path(database), database, {"studies": studies})


def remove_database(database: Path) -> None:
    database.unlink()
    description_path(database).unlink()


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Results of ``mpls`` at full scale: no run, the databases and the pages."""
    index = paths.index(tmp_path, "mpls", "full")
    index.parent.mkdir()
    index.write_text('{"runs": []}')
    note_of(index).write_text(f"measured {'0' * 16}\n")
    write_database(study_database(tmp_path, "mpls"), {"mpls": "full"})
    write_database(tmp_path / "results.duckdb", {"mpls": "full"})
    (tmp_path / "reports").mkdir()
    for name in (*PAGES_OF_ALL, "mpls"):
        page = tmp_path / "reports" / f"{name}.html"
        page.write_text(name)
        add_page_checksum(page, page.name)
    assert problems(tmp_path) == []
    return tmp_path


def test_runs_of_database_must_exist(results: Path) -> None:
    """Whatever runs a command has planned that was stopped."""
    index = paths.index(results, "mpls", "full")
    index.write_text('{"runs": [{"run_id": "never made", "scenario": "a", "seed": 1}]}')
    database = study_database(results, "mpls")
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE runs AS SELECT 'made' AS run_id")
    describe(
        description_path(database), database, {"studies": [{"study": "mpls", "scale": "full"}]}
    )
    assert problems(results) == ["runs/study=mpls/run_id=made: missing"]


def test_unreadable_pages_do_not_stop_check(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(page: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(page))

    monkeypatch.setattr(integrity, "page_is_whole", refuse)
    names = ("mpls", *PAGES_OF_ALL)
    assert problems(results) == [f"reports/{name}.html: Permission denied" for name in names]
    assert not any(finding.discard for finding in checked(results)), "they may be whole"
    assert not any(finding.is_made_again for finding in checked(results))


def test_database_and_description_gone_is_missing(results: Path) -> None:
    remove_database(study_database(results, "mpls"))
    page = results / "reports" / "mpls.html"
    assert problems(results) == ["database/mpls.duckdb is missing"]
    page.unlink()
    assert problems(results) == ["database/mpls.duckdb is missing"], "the other database shows it"
    assert scales_to_repair(results) == {"mpls": "full"}


def test_page_without_database_is_reported(results: Path) -> None:
    remove_database(study_database(results, "mpls"))
    remove_database(results / "results.duckdb")
    assert problems(results) == ["database/mpls.duckdb is missing"]
    assert scales_to_repair(results) == {"mpls": "full"}, "the only scale that was planned"


def test_missing_common_database_is_reported(results: Path) -> None:
    remove_database(results / "results.duckdb")
    assert problems(results) == ["results.duckdb is missing"]
    assert scales_to_repair(results) == {"mpls": "full"}


def test_stopped_command_is_not_damage(tmp_path: Path) -> None:
    index = paths.index(tmp_path, "mpls", "full")
    index.parent.mkdir()
    index.write_text('{"runs": []}')
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    "content",
    [b'{"open": {}, "more_runs": {}, "closed": {}}', b"\xff", b""],
    ids=["by hand", "no text", "empty"],
)
def test_foreign_interim_look_is_damaged(results: Path, content: bytes) -> None:
    looks = results / "looks"
    looks.mkdir()
    (looks / "mpls-0.json").write_text(checksummed_json({"open": {}}))
    assert problems(results) == []
    (looks / "mpls-1.json").write_bytes(content)
    (finding,) = checked(results)
    assert "looks/mpls-1.json is damaged" in finding.problem
    assert finding.discard == [looks / "mpls-1.json"]


@pytest.mark.parametrize("name", ["results.duckdb", "provenance.json", "index.html"])
def test_results_made_for_archives_are_checked(results: Path, name: str) -> None:
    folder = results / "archives" / ".made" / "0123"
    write_database(folder / "results.duckdb", {"mpls": "full"})
    for page in PAGES_OF_ALL:
        (folder / f"{page}.html").write_text(page)
        add_page_checksum(folder / f"{page}.html", f"{page}.html")
    assert problems(results) == []
    content = (folder / name).read_bytes()
    for damaged in (content[:-1] + b"?", content[:-1]):
        (folder / name).write_bytes(damaged)
        (finding,) = checked(results)
        assert str(folder / name) in finding.problem
        assert finding.discard == [folder]
    (folder / name).unlink()
    (problem,) = problems(results)
    assert problem.startswith(f"archives/.made/0123/{name}")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 200_000,
        '{"runs": [{"run_id": []}]}',
        '{"runs": [{"run_id": "1", "scenario": 1, "seed": 1}]}',
        '{"runs": {"run_id": "1"}}',
        "[]",
    ],
)
def test_damaged_index_is_named(results: Path, text: str) -> None:
    index = paths.index(results, "mpls", "full")
    index.write_text(text)
    (finding,) = checked(results)
    assert finding == Finding(f"{index} is missing or damaged", [index])


@pytest.mark.parametrize("line", ["x" * 5000, "../secret", "measures/a-0/b.parquet", "a\0b"])
def test_damaged_measures_note_is_reported_once(results: Path, line: str) -> None:
    note = note_of(paths.index(results, "mpls", "full"))
    note.write_text(f"{line}\n{line}\n")
    (finding,) = checked(results)
    assert finding.problem.startswith(f"{note} is damaged")
    assert finding.discard == [note]


def test_missing_noted_measures_file_is_reported(results: Path) -> None:
    note = note_of(paths.index(results, "mpls", "full"))
    name = f"measures/mean_delay-{'0' * 16}/{'1' * 16}-12-{'2' * 16}.parquet"
    note.write_text(f"measured {'0' * 16}\n{name}\n")
    assert problems(results) == [f"{name} is missing"]


@pytest.mark.parametrize("name", ["last_command", "mpls.duckdb", "mpls.json", "sync.json"])
def test_previous_results_are_checked(results: Path, name: str) -> None:
    """Of a damaged note, ``compare previous`` said that nothing had moved."""
    note_command(results, "an edit")
    write_database(results / "previous" / "mpls.duckdb", {"mpls": "full"})
    (results / "previous" / "sync.json").write_text(checksummed_json({"replaced_by": "an edit"}))
    assert problems(results) == []
    file = results / "previous" / name
    content = bytearray(file.read_bytes())
    content[-5] ^= 1
    file.write_bytes(content)
    (finding,) = checked(results)
    assert finding.problem.startswith(f"{file} is damaged")
    assert file in finding.discard
    # Else the study would count as left alone by the last command.
    assert results / "previous" / "last_command" in finding.discard


def test_discard_removes_damaged_files(tmp_path: Path) -> None:
    folder, file = tmp_path / "run_id=1", tmp_path / "a.html"
    folder.mkdir()
    (folder / "run.json").touch()
    file.touch()
    discard([Finding("", [folder, tmp_path / "gone"]), Finding("", [file])])
    assert list(tmp_path.iterdir()) == []


def test_discard_removes_link_but_not_its_target(tmp_path: Path) -> None:
    """A store may have runs on another disk; rmtree refuses links."""
    folder, link = tmp_path / "elsewhere", tmp_path / "run_id=1"
    folder.mkdir()
    (folder / "run.json").touch()
    link.symlink_to(folder)
    discard([Finding("", [link])])
    assert list(tmp_path.iterdir()) == [folder]
    assert (folder / "run.json").exists()
