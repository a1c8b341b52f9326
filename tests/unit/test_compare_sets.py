"""Sets of results: archives, the reference, previous results, revisions."""

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from result_sets import SPREAD, MadeUp, write_archive, write_database, write_reference

from ns2studies.basics import paths
from ns2studies.basics.errors import ArchiveError, ResultError, StudyError
from ns2studies.cli.main import main
from ns2studies.compare import revision, sources
from ns2studies.compare.differences import compare_study
from ns2studies.compare.previous import kept, note_command, read_previous
from ns2studies.compare.results import ResultSet, read_databases, read_reference
from ns2studies.compare.revision import find_revision, make_results
from ns2studies.compare.sources import open_archive, parse_request
from ns2studies.compare.text import runs_text
from ns2studies.database import provenance

SLOWER = MadeUp({"losses/reno": [9 * value for value in SPREAD], "losses/sack": [4.0]})
TABLES = ("estimates", "comparison", "claims", "scenarios", "runs", "metrics")


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["compare", *words]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


# archives


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Archives that were checked, in place of the check itself."""
    found: list[Path] = []
    monkeypatch.setattr(sources, "check", found.append)
    return found


@pytest.mark.parametrize("tables", [(), TABLES])
def test_archive_is_checked_and_compared(
    tmp_path: Path, checked: list[Path], tables: tuple[str, ...]
) -> None:
    """By its database, or by its tables if the database was too large to be packed."""
    path = write_archive(tmp_path / "old.zip", tables=tables)
    with open_archive(path) as archive:
        assert checked == [path]
        assert archive.name == "archive old.zip"
        assert archive.studies["toy"].facts.text == "quick, 2024"
        assert compare_study(archive, write_database(tmp_path / "b"), "toy").has_equal_results
        found = compare_study(archive, write_database(tmp_path / "b", SLOWER), "toy")
    assert (found.totals["moved"], found.totals["measures"]) == (2, 2)


def test_damaged_archive_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_archive(tmp_path / "old.zip")
    path.write_bytes(path.read_bytes()[:1000])
    assert str(path) in complaint(capsys, str(path), str(path))
    assert "no such archive" in complaint(capsys, str(tmp_path / "none.zip"))


@pytest.mark.usefixtures("checked")
def test_archive_without_results_is_refused(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "old.zip", tables=("estimates", "comparison"))
    with pytest.raises(ArchiveError, match="it has no table claims"), open_archive(path):
        pass


# the reference


def test_reference_has_parameters_beside_its_runs(tmp_path: Path) -> None:
    write_reference(tmp_path, MadeUp(parameters={"links": [{"delay_s": 0.3}]}))
    reference = read_reference(tmp_path)
    found = compare_study(reference, write_database(tmp_path / "b"), "toy")
    assert found.has_equal_results
    assert found.parameters.select("key", "change").rows() == [("links.0.delay_s", "0.3 -> 0.1")]
    assert reference.studies["toy"].facts.text == "full, 2025"
    # It names runs by what they gave, and these results by what they are made of.
    assert runs_text(found) == "7 runs in A, 7 in B."
    # It has no value of a single run, but both means with their intervals.
    found = compare_study(reference, write_database(tmp_path / "b", SLOWER), "toy")
    assert sorted(found.measures["basis"]) == ["exact", "means"]
    assert found.totals["moved"] == 2


def test_damaged_reference_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="there is no reference"):
        read_reference(tmp_path)
    write_reference(tmp_path)
    (tmp_path / "reference" / "toy" / "claims.parquet").write_bytes(b"")
    with pytest.raises(ResultError, match=r"claims\.parquet is damaged"):
        read_reference(tmp_path)


# what results were before

Command = Callable[[str], None]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Makes what follows a part of a command."""
    return lambda name: monkeypatch.setenv("NS2STUDIES_COMMAND", name)


def remake(results: Path, made_up: MadeUp, study: str = "toy") -> None:
    """Replace a study's database, as its job does."""
    with kept(results, paths.study_database(results, study), study):
        write_database(results / "database", made_up)
    note_command(results)


def nothing_kept(results: Path, *studies: str) -> bool:
    with pytest.raises(ResultError, match="no previous results"):
        read_previous(results, studies)
    return True


def flip(file: Path, place: int) -> None:
    """Change one bit of a file."""
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


def edit_of_one(results: Path, command: Command) -> None:
    """Two studies, of which a command has remade the first one."""
    for made_up in (MadeUp(), MadeUp(study="bar")):
        write_database(results / "database", made_up)
    command("an edit")
    remake(results, SLOWER)


def test_edit_keeps_previous_results(tmp_path: Path, command: Command) -> None:
    edit_of_one(tmp_path, command)
    previous, current = read_previous(tmp_path), write_database(tmp_path / "database", SLOWER)
    found = compare_study(previous, current, "toy")
    assert found.totals["moved"] == 2
    assert {row["basis"] for row in found.measures.iter_rows(named=True)} == {"exact", "run by run"}
    # The other study is what it was.
    assert list(previous.studies) == ["bar", "toy"]
    assert [it for it in previous.notes if "left these unchanged: bar. " in it]
    assert compare_study(previous, current, "bar").has_equal_results


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"another\n"])
def test_damaged_last_command_note_is_ignored(
    tmp_path: Path, command: Command, content: bytes
) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    (tmp_path / "previous" / "last_command").write_bytes(content)
    assert nothing_kept(tmp_path)
    assert list(read_previous(tmp_path, ["toy"]).studies) == ["toy"]


def test_page_edit_changes_no_result(tmp_path: Path, command: Command) -> None:
    current = write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    command("an edit of a page")
    note_command(tmp_path)
    previous = read_previous(tmp_path)
    assert "left these unchanged: toy. " in previous.notes[0]
    assert compare_study(previous, current, "toy").has_equal_results
    # By its name: what it was before it last changed.
    named = read_previous(tmp_path, ["toy"])
    assert named.notes == []
    assert compare_study(named, current, "toy").totals["moved"] == 2


def test_remaking_twice_keeps_first_previous(tmp_path: Path, command: Command) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    remake(tmp_path, SLOWER)
    current = write_database(tmp_path / "database", SLOWER)
    assert compare_study(read_previous(tmp_path), current, "toy").totals["moved"] == 2


def test_first_results_have_no_previous(tmp_path: Path, command: Command) -> None:
    assert nothing_kept(tmp_path)
    command("the first")
    remake(tmp_path, MadeUp())
    assert nothing_kept(tmp_path)
    assert nothing_kept(tmp_path, "toy")


def test_failed_database_keeps_previous_one(tmp_path: Path, command: Command) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    command("a wrong one")
    with suppress(StudyError), kept(tmp_path, paths.study_database(tmp_path, "toy"), "toy"):
        raise StudyError("a claim's query is wrong")
    current = write_database(tmp_path / "database", SLOWER)
    assert compare_study(read_previous(tmp_path), current, "toy").totals["moved"] == 2
    assert sorted(path.name for path in (tmp_path / "previous").iterdir()) == [
        "last_command", "toy.duckdb", "toy.json",
    ]  # fmt: skip


@pytest.mark.parametrize("place", [50, -3])
def test_flipped_bit_in_last_command_note_is_ignored(
    tmp_path: Path, command: Command, place: int
) -> None:
    """As the name of another command it said that the study had not changed."""
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "last_command", place)
    assert nothing_kept(tmp_path)


def test_flipped_bit_in_previous_results_is_found(tmp_path: Path, command: Command) -> None:
    """Without its description it counted as left alone, and nothing as moved."""
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "toy.json", -3)
    with pytest.raises(ResultError, match=r"previous/toy\.json is damaged") as error:
        read_previous(tmp_path)
    assert "check --repair discards it" in error.value.hint
    # What is damaged must not be in the way of what comes after it.
    command("another edit")
    remake(tmp_path, MadeUp())
    current = write_database(tmp_path / "database")
    assert compare_study(read_previous(tmp_path), current, "toy").totals["moved"] == 2


def test_flipped_bit_in_previous_database_is_found(tmp_path: Path, command: Command) -> None:
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "toy.duckdb", -3)
    current = read_databases("current", tmp_path / "database")
    with pytest.raises(ResultError, match=r"previous/toy\.duckdb is damaged") as error:
        compare_study(read_previous(tmp_path), current, "toy")
    assert "check --repair discards it" in error.value.hint


def test_damaged_database_is_not_kept_as_previous(tmp_path: Path, command: Command) -> None:
    database = write_database(tmp_path / "database").studies["toy"].source
    database.write_bytes(database.read_bytes()[:-1])
    command("an edit")
    remake(tmp_path, SLOWER)
    assert nothing_kept(tmp_path, "toy")


# names


def test_parse_request_splits_sets_and_studies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = write_archive(tmp_path / "old.zip")
    request = parse_request(["previous", "recovery", str(archive), "mpls"])
    assert request.sets == ("previous", str(archive))
    assert request.studies == ["mpls", "recovery"]
    assert parse_request(["previous"]).sets == ("previous", "current")
    for there, default in ((["toy"], "reference"), ([], "previous")):
        monkeypatch.setattr(sources, "studies_in", lambda it=there: it)
        assert parse_request([]).sets == (default, "current")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["previos"], "Did you mean previous?"),
        (["no-such-tag-at-all"], "or a git revision"),
        (["--upload-pack=x"], "unrecognized arguments"),
        (["current", "previous", "current"], "takes two sets of results"),
        (["--cores", "0"], "expected a number of cores, found '0'"),
        (["-o", "page.pdf"], "page.pdf"),
        (["-o", "/nowhere/page.html"], "there is no folder /nowhere"),
    ],
)
def test_unknown_word_gets_one_message(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert expected in complaint(capsys, *words)


# revisions

REPRODUCE = r"""#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >> calls
[ ! -f broken ] || { echo "a claim is wrong" >&2; exit 1; }
mkdir -p results/database
cp made/* results/database/
touch results/runs/new
"""
"""A command that makes a run, and the results that lie beside it."""


def git(root: Path, *words: str) -> str:
    named = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    result = subprocess.run(
        ["git", "-C", root, *named, *words], capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a commit whose command makes the results of one study."""
    root = tmp_path / "check out"
    write_database(root / "made")
    (root / "config").mkdir()
    (root / "config" / "toy.yaml").touch()
    (root / "environment").mkdir()
    for name in ("run.txt", "uv.txt"):
        (root / "environment" / name).write_text("pinned")
    (root / "reproduce").write_text(REPRODUCE)
    (root / "reproduce").chmod(0o755)
    (root / ".gitignore").write_text(".venv/\nbuild/\nresults/\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    for folder in ("build", "results/measures/delay", ".venv"):
        (root / folder).mkdir(parents=True)
    (root / "results" / "measures" / "delay" / "one.parquet").touch()
    for name in ("ROOT", "BUILD", "RESULTS"):
        place = root if name == "ROOT" else root / name.lower()
        monkeypatch.setattr(paths, name, place)
    monkeypatch.setattr("ns2studies.basics.checkout.LOCK", root / "build" / ".lock")
    return root


def made(word: str, *studies: str) -> ResultSet:
    found = find_revision(word)
    assert found is not None
    return make_results(found, dict.fromkeys(studies or ["toy"], "quick"), cores=1)


def root_of(checkout: Path, word: str) -> Path:
    return checkout / "build" / "revisions" / git(checkout, "rev-parse", word)[:12]


def test_revision_makes_results_from_store(checkout: Path, tmp_path: Path) -> None:
    results = made("HEAD")
    assert compare_study(results, write_database(tmp_path / "b"), "toy").has_equal_results
    assert results.studies["toy"].facts.commit == git(checkout, "rev-parse", "HEAD")
    # Runs go to the store of the checkout; measures and packages come from there.
    root = root_of(checkout, "HEAD")
    assert (checkout / "results" / "runs" / "new").is_file()
    assert (root / "results" / "measures" / "delay" / "one.parquet").is_file()
    assert (root / ".venv").samefile(checkout / ".venv")
    assert git(checkout, "status", "--porcelain") == ""


def test_revision_is_made_once(checkout: Path) -> None:
    assert list(made("HEAD").studies) == list(made("HEAD", "toy", "unknown").studies) == ["toy"]
    assert (root_of(checkout, "HEAD") / "calls").read_text() == "toy --scale quick --cores 1\n"


def test_revision_with_other_packages_installs_them(checkout: Path) -> None:
    (checkout / "environment" / "run.txt").write_text("another")
    made("HEAD")
    assert not (root_of(checkout, "HEAD") / ".venv").exists()


def test_revision_whose_command_fails_says_so(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / "broken").touch()
    git(checkout, "add", "broken")
    git(checkout, "commit", "-qm", "broken")
    with pytest.raises(ResultError, match=r"toy --scale quick .*failed"):
        made("HEAD")
    assert "a claim is wrong" in capfd.readouterr().err
    # An earlier one still does.
    assert made("HEAD~1").name.endswith("(HEAD~1)")


def test_deleted_revision_is_made_again(checkout: Path) -> None:
    made("HEAD")
    subprocess.run(["rm", "-r", root_of(checkout, "HEAD")], check=True)
    assert list(made("HEAD").studies) == ["toy"]


def test_incomplete_revision_is_remade(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(new: Path) -> None:
        (new / "config" / "toy.yaml").unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(revision, "_share", killed)
        with pytest.raises(KeyboardInterrupt):
            made("HEAD")
    root = root_of(checkout, "HEAD")
    assert not root.exists()
    made("HEAD")
    assert (root / "config" / "toy.yaml").is_file()
    assert [path.name for path in root.parent.iterdir()] == [root.name]


def test_find_revision_needs_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_revision("HEAD") is not None
    assert find_revision("--version") is None
    monkeypatch.setenv("PATH", os.devnull)
    assert find_revision("HEAD") is None


def test_enclosing_repository_is_ignored(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive may be unpacked anywhere."""
    commit = git(checkout, "rev-parse", "HEAD")
    assert provenance.revision() == {"commit": commit, "changed_since": False}
    # A reference that is being written changes no result; anything else may.
    (checkout / "data" / "reference").mkdir(parents=True)
    (checkout / "data" / "reference" / "new.json").touch()
    assert provenance.revision() == {"commit": commit, "changed_since": False}
    (checkout / "data" / "new.csv").touch()
    assert provenance.revision() == {"commit": commit, "changed_since": True}
    unpacked = checkout / "build" / "unpacked"
    unpacked.mkdir()
    monkeypatch.setattr(paths, "ROOT", unpacked)
    assert provenance.revision() == {"commit": None, "changed_since": None}
    assert find_revision("HEAD") is None
