"""Temporary folders: removed in the end, or by the next who makes one."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from nstrace_cli import LINES, output

from nstrace.files import THIS_MACHINE, unfinished
from nstrace.scratch import private_folder, sweep_beside, sweep_unfinished

MAKER = """
import time
from nstrace.scratch import private_folder
with private_folder("nstrace-") as (folder, _):
    (folder / "rows").touch()
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)


def test_private_folder_is_removed_on_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), private_folder("nstrace-") as (folder, _):
        (folder / "rows").touch()
        assert folder.parent == tmp_path
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_only_folders_of_dead_processes_are_swept(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", MAKER], stdout=subprocess.PIPE) as maker:
        assert maker.stdout
        other = Path(maker.stdout.readline().decode().strip())
        foreign = tmp_path / "nstrace-notes"
        foreign.touch()
        with private_folder("nstrace-"):
            assert (other / "rows").exists()
        maker.kill()
    assert (other / "rows").exists()
    with private_folder("nstrace-"):
        assert not other.exists()
    assert foreign.exists(), "no folder"


def test_zombie_process_counts_as_dead(tmp_path: Path) -> None:
    """As the jobs of a command that was killed, for as long as their new parent takes."""
    with subprocess.Popen(["sleep", "60"]) as killed:
        left = unfinished(tmp_path / "x.parquet", killed.pid)
        left.touch()
        sweep_unfinished(tmp_path)
        assert left.exists()
        killed.kill()
        os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
        assert Path("/proc", str(killed.pid)).exists()
        sweep_unfinished(tmp_path)
        assert not left.exists()


def test_unfinished_files_of_dead_processes_are_swept(tmp_path: Path) -> None:
    with subprocess.Popen(["true"]) as gone:
        pass
    with subprocess.Popen(["sleep", "60"]) as living:
        left = unfinished(tmp_path / "x.parquet", gone.pid)
        left.touch()
        left.with_name(f"{left.name}.wal").touch()
        unfinished(tmp_path / "folder", gone.pid).mkdir()
        kept = [unfinished(tmp_path / "x.parquet", living.pid), tmp_path / ".notes.tmp"]
        for path in kept:
            path.touch()
        sweep_unfinished(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted(kept)
        living.kill()
    sweep_unfinished(tmp_path / "absent")


def test_old_files_of_other_machines_are_swept(tmp_path: Path) -> None:
    """Of two that share a folder, none can see whether the other's process lives."""
    with subprocess.Popen(["true"]) as gone:
        pass
    ours = unfinished(tmp_path / "x.parquet", gone.pid)
    theirs = ours.with_name(f".x.parquet.{gone.pid}-00000000.tmp")
    assert THIS_MACHINE in ours.name
    for path in (ours, theirs):
        path.touch()
    sweep_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == [theirs]
    long_ago = time.time() - 8 * 24 * 3600
    os.utime(theirs, (long_ago, long_ago))
    sweep_unfinished(tmp_path)
    assert not list(tmp_path.iterdir())


def test_leftovers_of_killed_convert_are_swept(tmp_path: Path) -> None:
    """A folder of Parquet beside a database stayed for ever."""
    with subprocess.Popen(["true"]) as gone:
        pass
    left = unfinished(tmp_path / "[a].duckdb", gone.pid)
    left.touch()
    left.with_name(f"{left.name}.x_y").mkdir()
    kept = [unfinished(tmp_path / "a.duckdb", gone.pid), unfinished(tmp_path / "[a].duckdb")]
    for path in kept:
        path.touch()
    (tmp_path / "[a].tr").write_text(LINES)
    output("convert", tmp_path / "[a].tr", "-o", tmp_path / "[a].duckdb")
    made = [tmp_path / "[a].tr", tmp_path / "[a].duckdb"]
    assert sorted(tmp_path.iterdir()) == sorted([*kept, *made])
    sweep_beside(tmp_path / "absent" / "a.parquet")
