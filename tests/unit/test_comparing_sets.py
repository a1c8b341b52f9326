"""Where sets of results come from: archives, the reference, what was before, revisions."""

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from result_sets import SPREAD, MadeUp, write_archive, write_database, write_reference

from ns2studies.basics import paths
from ns2studies.basics.errors import ArchiveError, ResultError, StudyError
from ns2studies.basics.scales import SCALES
from ns2studies.command_line import cli
from ns2studies.comparing import revision
from ns2studies.comparing.archived import opened_archive
from ns2studies.comparing.command import differences
from ns2studies.comparing.differences import compare_study
from ns2studies.comparing.last_command import note_command
from ns2studies.comparing.naming import PREVIOUS, ComparisonRequest, comparison_request
from ns2studies.comparing.previous import Previous, kept
from ns2studies.comparing.reference import read_reference, reference_exists
from ns2studies.comparing.revision import find_revision, make_ready, missing_runs
from ns2studies.comparing.sets import Databases
from ns2studies.comparing.words import run_words
from ns2studies.database import provenance

SLOWER = MadeUp({"losses/reno": [9 * value for value in SPREAD], "losses/sack": [4.0]})


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["compare", *words]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


# archives


def test_an_archive_is_compared_once_it_has_been_checked(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "old.zip")
    with opened_archive(path) as archive:
        assert archive.name == "archive old.zip"
        assert archive.facts("toy").words == "quick, 2024"
        assert compare_study(archive, write_database(tmp_path / "b"), "toy").is_alike
        found = compare_study(archive, write_database(tmp_path / "b", SLOWER), "toy")
    assert (found.totals["moved"], found.totals["measures"]) == (2, 2)


def test_a_damaged_archive_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_archive(tmp_path / "old.zip")
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    assert "The archive is damaged" in complaint(capsys, str(path), str(path))
    assert "no such archive" in complaint(capsys, str(tmp_path / "none.zip"))


def test_an_archive_without_results_is_refused(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "old.zip", leave_out="claims")
    with pytest.raises(ArchiveError, match=r"holds no data/claims\.parquet"), opened_archive(path):
        pass


# the reference


def test_the_reference_has_parameters_beside_its_runs(tmp_path: Path) -> None:
    write_reference(tmp_path, MadeUp(parameters={"links": [{"delay_s": 0.3}]}))
    assert reference_exists(tmp_path)
    reference = read_reference(tmp_path)
    found = compare_study(reference, write_database(tmp_path / "b"), "toy")
    assert found.is_alike
    assert [(it.key, it.words) for it in found.parameters] == [("links.0.delay_s", "0.3 -> 0.1")]
    assert reference.facts("toy").words == "full, 2025"
    # It names runs by what they gave, and these results by what they are made of.
    assert run_words(found) == "7 runs in A, 7 in B."
    # It has no value of a single run, but both means with their intervals.
    found = compare_study(reference, write_database(tmp_path / "b", SLOWER), "toy")
    assert sorted(found.measures["basis"]) == ["exact", "means"]
    assert found.totals["moved"] == 2


def test_a_damaged_reference_is_refused(tmp_path: Path) -> None:
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
    with kept(results, study):
        write_database(results / "database", made_up)


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


def test_an_edit_leaves_what_was_before(tmp_path: Path, command: Command) -> None:
    edit_of_one(tmp_path, command)
    previous, current = Previous(tmp_path), write_database(tmp_path / "database", SLOWER)
    found = compare_study(previous, current, "toy")
    assert found.totals["moved"] == 2
    assert {row["basis"] for row in found.measures.iter_rows(named=True)} == {"exact", "run by run"}
    # The other study is what it was.
    assert previous.studies() == ["bar", "toy"]
    assert previous.untouched() == ["bar"]
    assert compare_study(previous, current, "bar").is_alike


def test_what_was_left_alone_is_named_once(tmp_path: Path, command: Command) -> None:
    edit_of_one(tmp_path, command)
    both = (Previous(tmp_path), Previous(tmp_path))
    _, notes = differences(ComparisonRequest((PREVIOUS, PREVIOUS)), both)
    (note,) = [note for note in notes if "left these" in note]
    assert "as they were: bar. " in note


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"another\n"])
def test_a_damaged_note_of_the_last_command_is_none(
    tmp_path: Path, command: Command, content: bytes
) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    (tmp_path / "previous" / "last_command").write_bytes(content)
    assert Previous(tmp_path).last == ""
    assert Previous(tmp_path).studies() == []
    assert Previous(tmp_path, ["toy"]).studies() == ["toy"]


def test_an_edit_of_a_page_moves_nothing(tmp_path: Path, command: Command) -> None:
    current = write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    command("an edit of a page")
    note_command(tmp_path)
    assert Previous(tmp_path).untouched() == ["toy"]
    assert compare_study(Previous(tmp_path), current, "toy").is_alike
    # By its name: what it was before it last changed.
    named = Previous(tmp_path, ["toy"])
    assert named.untouched() == []
    assert compare_study(named, current, "toy").totals["moved"] == 2


def test_what_a_command_makes_twice_is_kept_once(tmp_path: Path, command: Command) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    remake(tmp_path, SLOWER)
    current = write_database(tmp_path / "database", SLOWER)
    assert compare_study(Previous(tmp_path), current, "toy").totals["moved"] == 2


def test_of_results_made_first_nothing_is_before(tmp_path: Path, command: Command) -> None:
    assert Previous(tmp_path).studies() == []
    command("the first")
    remake(tmp_path, MadeUp())
    assert Previous(tmp_path).studies() == []
    assert Previous(tmp_path, ["toy"]).studies() == []


def test_a_database_that_fails_keeps_what_was_kept(tmp_path: Path, command: Command) -> None:
    write_database(tmp_path / "database")
    command("an edit")
    remake(tmp_path, SLOWER)
    command("a wrong one")
    with suppress(StudyError), kept(tmp_path, "toy"):
        raise StudyError("a claim's query is wrong")
    current = write_database(tmp_path / "database", SLOWER)
    assert compare_study(Previous(tmp_path), current, "toy").totals["moved"] == 2
    assert sorted(path.name for path in (tmp_path / "previous").iterdir()) == [
        "last_command", "toy.duckdb", "toy.json",
    ]  # fmt: skip


@pytest.mark.parametrize("place", [50, -3])
def test_one_bit_of_the_note_of_the_last_command(
    tmp_path: Path, command: Command, place: int
) -> None:
    """As the name of another command it said that the study had not changed."""
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "last_command", place)
    assert Previous(tmp_path).studies() == []


def test_one_bit_of_what_is_kept(tmp_path: Path, command: Command) -> None:
    """Without its description it counted as left alone, and nothing as moved."""
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "toy.json", -3)
    with pytest.raises(ResultError, match=r"previous/toy\.json is damaged") as error:
        Previous(tmp_path).studies()
    assert "check --repair discards it" in error.value.hint
    # What is damaged must not be in the way of what comes after it.
    command("another edit")
    remake(tmp_path, MadeUp())
    current = write_database(tmp_path / "database")
    assert compare_study(Previous(tmp_path), current, "toy").totals["moved"] == 2


def test_one_bit_of_a_kept_database(tmp_path: Path, command: Command) -> None:
    edit_of_one(tmp_path, command)
    flip(tmp_path / "previous" / "toy.duckdb", -3)
    current = Databases("current", tmp_path / "database")
    with pytest.raises(ResultError, match=r"previous/toy\.duckdb is damaged") as error:
        compare_study(Previous(tmp_path), current, "toy")
    assert "check --repair discards it" in error.value.hint


def test_after_damage_nothing_is_before(tmp_path: Path, command: Command) -> None:
    database = write_database(tmp_path / "database").database("toy")
    database.write_bytes(database.read_bytes()[:-1])
    command("an edit")
    remake(tmp_path, SLOWER)
    assert Previous(tmp_path, ["toy"]).studies() == []


# names


def test_words_are_sets_and_studies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "old.zip")
    request = comparison_request(["previous", "recovery", str(archive), "mpls"])
    assert request.set_names == ("previous", str(archive))
    assert request.studies == ["mpls", "recovery"]
    assert comparison_request(["previous"]).set_names == ("previous", "current")
    for there, default in ((True, "reference"), (False, "previous")):
        monkeypatch.setattr("ns2studies.comparing.naming.reference_exists", lambda it=there: it)
        assert comparison_request([]).set_names == (default, "current")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["previos"], "Did you mean previous?"),
        (["no-such-tag-at-all"], "no revision that git knows here"),
        (["--upload-pack=x"], "unrecognized arguments"),
        (["current", "previous", "current"], "takes two sets of results"),
        (["--cores", "0"], "expected a number of cores, found '0'"),
        (["-o", "page.pdf"], "page.pdf"),
        (["-o", "/nowhere/page.html"], "there is no folder /nowhere"),
    ],
)
def test_a_wrong_word_gets_one_message(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert expected in complaint(capsys, *words)


# revisions

REPRODUCE = r"""#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >> calls
if [ "$1" = plan ]; then
    printf '│ toy │ quick │ 9 │ 6 │ %s │ 1 s │ 1 MB │\n' "$(cat results/runs/missing)"
    exit
fi
[ ! -f broken ] || { echo "a claim is wrong" >&2; exit 1; }
mkdir -p results/database
cp made/* results/database/
echo 0 > results/runs/missing
"""
"""A command that makes what lies beside it, and tells of as many missing runs as the store does."""


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
    (root / "reproduce").write_text(REPRODUCE)
    (root / "reproduce").chmod(0o755)
    (root / ".gitignore").write_text("build/\nresults/\n")
    (root / "results" / "runs").mkdir(parents=True)
    (root / "results" / "runs" / "missing").write_text("3\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    for name in ("ROOT", "BUILD", "RESULTS"):
        place = root if name == "ROOT" else root / name.lower()
        monkeypatch.setattr(paths, name, place)
    monkeypatch.setattr(revision, "FOLDER", root / "build" / "revisions")
    monkeypatch.setattr("ns2studies.basics.locking.LOCK", root / "build" / ".lock")
    (root / "build").mkdir()
    return root


def ready(word: str, run: bool = False) -> revision.Databases:
    found = find_revision(word)
    assert found is not None
    return make_ready(found, {"toy": "quick"}, run=run, cores=1, say=lambda _: None)


def test_missing_runs_of_a_revision_are_named_or_made(checkout: Path, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="3 runs are not in the store") as caught:
        ready("HEAD")
    assert "│ toy │ quick │" in str(caught.value)
    assert "./reproduce compare HEAD --run makes them, by ./reproduce quick toy" in str(
        caught.value
    )
    made = ready("HEAD", run=True)
    assert compare_study(made, write_database(tmp_path / "b"), "toy").is_alike
    # In the store of the checkout, and the results are found the next time.
    assert (checkout / "results" / "runs" / "missing").read_text() == "0\n"
    calls = checkout / "build" / "revisions" / git(checkout, "rev-parse", "HEAD")[:12] / "calls"
    assert calls.read_text().splitlines() == [
        *["plan toy --scale quick"] * 2, "toy --scale quick --cores 1",
    ]  # fmt: skip
    assert ready("HEAD").studies() == ["toy"]
    assert len(calls.read_text().splitlines()) == 3
    assert git(checkout, "status", "--porcelain") == ""


@pytest.mark.parametrize("scale", SCALES)
def test_missing_runs_are_counted_at_each_scale(scale: str) -> None:
    assert missing_runs(f"│ toy │ {scale} │ 9 │ 6 │ 3 │ 1 s │ 1 MB │\n", ["toy"]) == 3


def test_without_missing_runs_a_revisions_results_are_made(checkout: Path) -> None:
    (checkout / "results" / "runs" / "missing").write_text("0\n")
    assert ready("HEAD").studies() == ["toy"]


def test_a_revision_whose_command_fails_says_so(checkout: Path) -> None:
    (checkout / "results" / "runs" / "missing").write_text("0\n")
    (checkout / "broken").touch()
    git(checkout, "add", "broken")
    git(checkout, "commit", "-qm", "broken")
    with pytest.raises(ResultError, match=r"(?s)toy --scale quick .*failed.*a claim is wrong"):
        ready("HEAD")
    # An earlier one still does.
    assert ready("HEAD~1").name.endswith("(HEAD~1)")


def test_a_checkout_that_was_deleted_is_made_again(checkout: Path) -> None:
    (checkout / "results" / "runs" / "missing").write_text("0\n")
    root = ready("HEAD").folder.parents[1]
    subprocess.run(["rm", "-r", root], check=True)
    assert ready("HEAD").studies() == ["toy"]


def test_half_a_checkout_is_made_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was killed half-way was taken for a whole one."""
    (checkout / "results" / "runs" / "missing").write_text("0\n")
    asked = revision.git

    def killed(command: str, verb: str, *words: str) -> str:
        if verb == "add":
            asked(command, verb, *words)
            half = Path(words[-2])
            (half / "config" / "toy.yaml").unlink()
            raise KeyboardInterrupt
        return asked(command, verb, *words)

    with monkeypatch.context() as patch:
        patch.setattr(revision, "git", killed)
        found = revision.Revision("HEAD", git(checkout, "rev-parse", "HEAD"))
        with pytest.raises(KeyboardInterrupt):
            make_ready(found, {"toy": "quick"}, run=False, cores=1, say=lambda _: None)
    root = ready("HEAD").folder.parents[1]
    assert (root / "config" / "toy.yaml").is_file()
    assert git(root, "status", "--porcelain") == "?? calls"
    assert [path.name for path in root.parent.iterdir()] == [root.name]


def test_no_revision_is_known_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_revision("HEAD") is not None
    assert find_revision("--version") is None
    monkeypatch.setenv("PATH", os.devnull)
    assert find_revision("HEAD") is None


def test_a_repository_around_the_checkout_says_nothing_of_it(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive may be unpacked anywhere."""
    commit = git(checkout, "rev-parse", "HEAD")
    assert provenance._revision() == {"commit": commit, "changed_since": False}
    # A reference that is being written changes no result; anything else may.
    (checkout / "data" / "reference").mkdir(parents=True)
    (checkout / "data" / "reference" / "new.json").touch()
    assert provenance._revision() == {"commit": commit, "changed_since": False}
    (checkout / "data" / "new.csv").touch()
    assert provenance._revision() == {"commit": commit, "changed_since": True}
    unpacked = checkout / "build" / "unpacked"
    unpacked.mkdir()
    monkeypatch.setattr(paths, "ROOT", unpacked)
    assert provenance._revision() == {"commit": None, "changed_since": None}
    assert find_revision("HEAD") is None


def test_a_listing_in_other_words_tells_nothing() -> None:
    row = "│ toy │ quick │ 9 │ 6 │ 3 │ 1 s │ 1 MB │\n"
    assert missing_runs(row, ["toy"]) == 3
    assert missing_runs(row, ["toy", "bar"]) is None
    assert missing_runs("toy: nothing is missing", ["toy"]) is None
