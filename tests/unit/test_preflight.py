"""What is looked at before the first job: folders, the lock, and what is damaged."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ns2studies.basics import checkout, paths
from ns2studies.basics.errors import StudyError
from ns2studies.workflow import preflight
from nstrace.files import unfinished


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that other users may enter; pytest's own they may not."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def test_folders_of_this_checkout_may_be_written() -> None:
    preflight.require_places()
    assert paths.ROOT / ".snakemake" / "metadata" in preflight._WRITTEN


def test_file_in_place_of_folder_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Snakemake ended with a traceback if .snakemake was one."""
    wrong = place / ".snakemake"
    wrong.touch()
    monkeypatch.setattr(preflight, "_WRITTEN", (place, place / "absent", wrong))
    with pytest.raises(StudyError) as error:
        preflight.require_places()
    assert error.value.message == f"{wrong}: not a folder"
    assert error.value.hint


@pytest.mark.parametrize("name", ["previous", "plan", "logs/batches", "looks"])
def test_preflight_covers_written_folders(name: str) -> None:
    assert paths.RESULTS / name in preflight._WRITTEN


def test_dangling_link_in_place_of_folder_is_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "plan").symlink_to(place / "nowhere")
    monkeypatch.setattr(preflight, "_WRITTEN", (place / "plan",))
    with pytest.raises(StudyError, match="plan: not a folder"):
        preflight.require_places()


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("measures/mean_delay-0", False),
        ("runs/study=mpls", False),
        ("plan/plan.json", True),
        ("plan/mpls-quick.measures", True),
        ("database/mpls.duckdb", True),
        ("previous/last_command", True),
    ],
)
def test_swapped_files_and_folders_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: bool
) -> None:
    """Each of them ended with a traceback."""
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    if folder:
        path.touch()
        preflight.require_places()
        path.unlink()
        path.mkdir()
    else:
        path.mkdir()
        preflight.require_places()
        path.rmdir()
        path.touch()
    with pytest.raises(StudyError) as error:
        preflight.require_places()
    assert error.value.message == f"{path}: not a {'file' if folder else 'folder'}"
    assert "Move it away" in error.value.hint


def test_folder_that_may_not_be_written(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = place / "reports"
    closed.mkdir(mode=0o555)
    monkeypatch.setattr(preflight, "_WRITTEN", (closed,))
    monkeypatch.setattr(paths, "RESULTS", place)  # the checkout may lie where others may not look
    with without_privileges(), pytest.raises(StudyError) as error:
        preflight.require_places()
    assert error.value.message == f"{closed}: not writable"
    assert f"chmod u+rwx {closed})" in error.value.hint


def test_nested_command_keeps_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checkout, "LOCK", tmp_path / "lock")
    with checkout.alone():
        name = checkout.command_name()
        with checkout.alone():
            assert checkout.command_name() == name
        # To another process, which has another descriptor, it is taken all the time.
        taken = subprocess.run(["flock", "--nonblock", checkout.LOCK, "true"], check=False)
        assert taken.returncode == 1
    free = subprocess.run(["flock", "--nonblock", checkout.LOCK, "true"], check=False)
    assert free.returncode == 0


@pytest.mark.parametrize("kind", ["folder", "without rights"])
def test_unusable_lock_file_is_named(
    place: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    lock = place / ".reproduce.lock"
    if kind == "folder":
        lock.mkdir()
    else:
        lock.touch(mode=0)
    monkeypatch.setattr(checkout, "LOCK", lock)
    with without_privileges(), pytest.raises(StudyError) as error, checkout.alone():
        pass
    assert str(lock) in error.value.message
    assert "Delete it" in error.value.hint


def test_clear_up_removes_leftovers_of_packing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It need not pack as well."""
    archives, temporary = tmp_path / "results" / "archives", tmp_path / "temporary"
    archives.mkdir(parents=True)
    temporary.mkdir()
    monkeypatch.setattr(paths, "RESULTS", archives.parent)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with subprocess.Popen(["true"]) as gone:
        pass
    unfinished(archives / "mpls.zip", gone.pid).touch()
    (archives / "mpls.zip").touch()
    (temporary / "ns2studies-archive-x").mkdir()
    preflight.clear_up()
    assert [path.name for path in archives.iterdir()] == ["mpls.zip"]
    assert not list(temporary.iterdir())


def test_cluster_needs_path_without_blanks() -> None:
    preflight.require_name_for_cluster("/home/me/ns2studies/.venv/bin/python")
    with pytest.raises(StudyError, match=r"/home/me/a check out/python: .* path with blanks"):
        preflight.require_name_for_cluster("/home/me/a check out/python")
