"""A job that failed has another name the next time, one that did not has the same."""

from contextlib import suppress
from pathlib import Path

import pytest

from ns2studies.planning.attempts import attempt, forget, name_attempt, was_exchanged

OUTPUT = Path("results", "reports", "mpls.html")


MADE_OF = "0123456789abcdef"


def next_call(folder: Path, made_of: str = MADE_OF) -> str:
    """The name that another call of Snakemake gives to the job."""
    name_attempt.cache_clear()
    return name_attempt(OUTPUT, made_of, folder)


def test_a_job_that_is_done_keeps_its_name(tmp_path: Path) -> None:
    first = next_call(tmp_path)
    assert name_attempt(OUTPUT, MADE_OF, tmp_path) == first, "one call gives one name"
    with attempt(OUTPUT, first, tmp_path):
        pass
    assert next_call(tmp_path) == first
    assert next_call(tmp_path) == first


@pytest.mark.parametrize("damage", [b"\xff", b"", b"1' ; rm -rf x-" + MADE_OF.encode()])
def test_a_damaged_name_is_none(tmp_path: Path, damage: bytes) -> None:
    with attempt(OUTPUT, next_call(tmp_path), tmp_path):
        pass
    (note,) = tmp_path.iterdir()
    note.write_bytes(damage)
    assert next_call(tmp_path) != next_call(tmp_path), "the job runs"


def test_what_is_to_be_made_of_something_else_has_another_name_until_it_is_made(
    tmp_path: Path,
) -> None:
    """A job that is killed at once says nothing, and leaves the note of the one before."""
    first = next_call(tmp_path)
    with attempt(OUTPUT, first, tmp_path):
        pass
    edited = "fedcba9876543210"
    names = [next_call(tmp_path, edited), next_call(tmp_path, edited)]
    assert len({first, *names}) == 3
    with attempt(OUTPUT, names[-1], tmp_path):
        pass
    assert next_call(tmp_path, edited) == names[-1]
    assert next_call(tmp_path) != first


@pytest.mark.parametrize("done_before", [False, True])
def test_a_job_that_failed_has_another_name_each_time(tmp_path: Path, done_before: bool) -> None:
    name = next_call(tmp_path)
    if done_before:
        with attempt(OUTPUT, name, tmp_path):
            pass
    names = [name]
    for _ in range(2):
        with suppress(ValueError), attempt(OUTPUT, names[-1], tmp_path):
            raise ValueError
        names.append(next_call(tmp_path))
    assert len(set(names)) == 3
    with attempt(OUTPUT, names[-1], tmp_path):
        pass
    assert next_call(tmp_path) == names[-1]


def test_what_says_no_digest_is_no_other_one(tmp_path: Path) -> None:
    """A table beside a page has none; an earlier version noted none."""
    table = tmp_path / "mpls.csv"
    table.touch()
    with attempt(table, next_call(tmp_path), tmp_path):
        pass
    assert not was_exchanged(table, tmp_path)
    (note,) = tmp_path.glob("*-mpls.csv")
    note.write_text(note.read_text().partition("\n")[0])
    assert not was_exchanged(table, tmp_path)
    note.unlink()
    assert not was_exchanged(table, tmp_path)


def test_what_another_job_made_meanwhile_is_made_again(tmp_path: Path) -> None:
    done = next_call(tmp_path)
    with attempt(OUTPUT, done, tmp_path):
        pass
    forget(OUTPUT, tmp_path)
    assert next_call(tmp_path) != done


def test_outputs_of_one_name_in_two_folders_are_two(tmp_path: Path) -> None:
    done = next_call(tmp_path)
    with attempt(OUTPUT, done, tmp_path):
        pass
    name_attempt.cache_clear()
    assert name_attempt(Path("results", "other", "mpls.html"), MADE_OF, tmp_path) != done
