"""Results and pages are made of what was planned, or not at all."""

from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.basics.inputs import inputs, unchanged_inputs, write_inputs
from ns2studies.basics.sql import connect
from ns2studies.database.building import new_database

MADE = Path("database", "toy.duckdb")


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a database is made of, as it was planned."""
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    file = tmp_path / "toy.csv"
    file.write_text("1\n")
    write_inputs(tmp_path, {MADE.name: [inputs([file])]})
    return file


def test_unchanged_inputs_pass(printed: Path, tmp_path: Path) -> None:
    printed.write_text("1\n")  # at another time
    with unchanged_inputs(tmp_path, MADE):
        pass


@pytest.mark.parametrize("text", ["2\n", None])
def test_input_changed_since_plan_is_refused(
    printed: Path, tmp_path: Path, text: str | None
) -> None:
    printed.unlink() if text is None else printed.write_text(text)
    message = r"toy\.csv changed after results were planned"
    with pytest.raises(StudyError, match=message), unchanged_inputs(tmp_path, MADE):
        pytest.fail("it is made")


def test_reverted_edit_keeps_earlier_database(printed: Path, tmp_path: Path) -> None:
    target = tmp_path / "toy.duckdb"
    with new_database(target) as connection:
        connection.execute("CREATE TABLE earlier (value INTEGER)")
    message = r"toy\.csv changed while results were made"
    with (
        pytest.raises(StudyError, match=message),
        new_database(target) as connection,
        unchanged_inputs(tmp_path, MADE),
    ):
        printed.write_text("2\n")
        connection.execute("CREATE TABLE wrong (value INTEGER)")
        printed.write_text("1\n")
    with connect(target, read_only=True) as connection:
        assert connection.execute("SHOW TABLES").fetchall() == [("earlier",)]
