"""Builds appear whole or not at all, are found again, and failures say what to do."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from simulator_workshop import FILES, MAKEFILE, PATCH, Workshop, make_workshop, write_tarball

from ns2studies.basics.errors import BuildError, SourceError
from ns2studies.simulator import build
from ns2studies.simulator.identity import source_digest
from nstrace.errors import NstraceError

PATCH_FILE = "0001-return-success.patch"


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """A workshop below a folder with a blank in its name."""
    return make_workshop(tmp_path / "a b")


def test_builds_patched_sources_and_finds_them_again(workshop: Workshop) -> None:
    assert workshop.find() is None
    made = workshop.build()
    assert subprocess.run([made.ns], check=False).returncode == 0  # the patch is in
    assert workshop.find() == made
    assert {path.name for path in made.ns.parent.iterdir()} == {"ns", "headers", "build.json"}
    assert workshop.leftovers() == []


def test_cache_is_empty_without_entries(tmp_path: Path) -> None:
    assert build.cache_is_empty(tmp_path)
    folder = build.cache_folder(tmp_path)
    folder.mkdir(parents=True)
    assert build.cache_is_empty(tmp_path)
    (folder / "0").mkdir()
    assert not build.cache_is_empty(tmp_path)


def test_build_reports_its_progress(workshop: Workshop) -> None:
    told: list[tuple[int, int, str]] = []
    build.build(
        workshop.tarball,
        lambda *step: told.append(step),
        patches=workshop.patches,
        build_root=workshop.build_root,
    )
    assert told[-1] == (1, 1, "ns.o")


def test_second_build_is_first(workshop: Workshop) -> None:
    made = workshop.build()
    workshop.tarball.unlink()  # not needed any more
    assert workshop.build() == made


def test_reverting_patches_reuses_their_build(workshop: Workshop) -> None:
    first = workshop.build()
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("return 0", "return 7"))
    second = workshop.build()
    assert subprocess.run([second.ns], check=False).returncode == 7
    (workshop.patches / PATCH_FILE).write_text(PATCH)
    workshop.tarball.unlink()
    assert workshop.build() == first


def test_damaged_program_is_rebuilt(workshop: Workshop) -> None:
    made = workshop.build()
    made.ns.write_bytes(made.ns.read_bytes()[:-1])
    assert workshop.find() is None
    assert workshop.build().ns_sha256 == made.ns_sha256


def test_build_of_other_sources_is_not_found(workshop: Workshop) -> None:
    made = workshop.build()
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("return 0", "return 7"))
    other = workshop.build_root / "simulator" / source_digest(workshop.patches)[:16]
    made.ns.parent.rename(other)
    assert workshop.find() is None


@pytest.mark.parametrize("record", ["", "{", "[]", "{}", '{"libraries": []}'])
def test_build_with_damaged_record_is_not_found(workshop: Workshop, record: str) -> None:
    made = workshop.build()
    made.ns.with_name("build.json").write_text(record)
    assert workshop.find() is None
    assert workshop.build().ns_sha256 == made.ns_sha256


def test_equal_sources_give_equal_programs(tmp_path: Path) -> None:
    one, two = make_workshop(tmp_path / "one"), make_workshop(tmp_path / "t w o")
    assert one.build().ns_sha256 == two.build().ns_sha256


def test_compiler_error_names_line_and_log(workshop: Workshop) -> None:
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("return 0", "return zero"))
    with pytest.raises(BuildError, match=r"ns\.cc:2:.*error") as caught:
        workshop.build()
    log = Path(caught.value.hint.removeprefix("The whole log is ").removesuffix("."))
    assert "zero" in log.read_text()
    assert workshop.find() is None
    assert workshop.leftovers() == []


def test_failing_patch_is_named_with_its_hunk(workshop: Workshop) -> None:
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("int main", "void main"))
    with pytest.raises(BuildError, match=rf"{PATCH_FILE}.*ns\.cc: Hunk #1 FAILED"):
        workshop.build()
    assert workshop.leftovers() == []


def test_patch_of_missing_file_is_named(workshop: Workshop) -> None:
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("/ns.cc", "/gone.cc"))
    with pytest.raises(BuildError, match=f"{PATCH_FILE}.*can't find file"):
        workshop.build()


def test_malformed_patch_is_named(workshop: Workshop) -> None:
    (workshop.patches / PATCH_FILE).write_text(PATCH.replace("-1,3 +1,3", "-1,9 +1,3"))
    with pytest.raises(BuildError, match=f"{PATCH_FILE}.*(malformed|ends in middle)"):
        workshop.build()


def test_refused_source_leaves_no_files(workshop: Workshop) -> None:
    write_tarball(workshop.tarball, FILES | {"ns.cc": "other"})
    with pytest.raises(SourceError):
        workshop.build()
    assert workshop.leftovers() == []


def test_full_disk_is_reported(workshop: Workshop) -> None:
    makefile = MAKEFILE.replace("@g++", "@echo 'as: No space left on device'; false; @g++")
    (workshop.patches / "Makefile").write_text(makefile)
    with pytest.raises(NstraceError, match="no room left"):
        workshop.build()


def started_build(workshop: Workshop) -> subprocess.Popen[bytes]:
    """A build in a process of its own."""
    program = (
        "import sys; from pathlib import Path; from ns2studies.simulator.build import build\n"
        "source, patches, root = map(Path, sys.argv[1:])\n"
        "build(source, lambda *step: None, patches=patches, build_root=root)\n"
    )
    arguments = [workshop.tarball, workshop.patches, workshop.build_root]
    return subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)])


def test_concurrent_builds_do_not_conflict(workshop: Workshop) -> None:
    (workshop.patches / "Makefile").write_text(MAKEFILE.replace("@g++", "@sleep 0.5; g++"))
    with started_build(workshop) as one, started_build(workshop) as two:
        assert (one.wait(), two.wait()) == (0, 0)
    assert workshop.find() is not None
    assert workshop.leftovers() == []


def test_interrupted_build_cleans_up(workshop: Workshop) -> None:
    (workshop.patches / "Makefile").write_text(MAKEFILE.replace("@g++", "@sleep 600; g++"))
    with started_build(workshop) as process:
        while not workshop.leftovers() and process.poll() is None:
            time.sleep(0.02)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
    assert workshop.leftovers() == []
    assert workshop.find() is None


def test_killed_build_is_cleaned_up_by_next(workshop: Workshop) -> None:
    (workshop.patches / "Makefile").write_text(MAKEFILE.replace("@g++", "@sleep 2; g++"))
    with started_build(workshop) as process:
        while not workshop.leftovers() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert workshop.leftovers() != []
    assert workshop.find() is None
    workshop.build()
    assert workshop.leftovers() == []


def test_new_source_folders_reach_tree(workshop: Workshop) -> None:
    (workshop.patches / "ceas").mkdir()
    (workshop.patches / "ceas/ant.cc").write_text("int ant;\n")
    (workshop.patches / "ceas/ant.tcl").write_text("# ants\nset ant 1\n")
    (workshop.patches / "ceas/README.md").write_text("words\n")
    tree = workshop.build_root / "tree"
    build.source_tree(tree, workshop.tarball, patches=workshop.patches)
    assert sorted(path.name for path in (tree / "added/ceas").iterdir()) == ["ant.cc", "ant.tcl"]
    assert '"set ant 1\\n"' in (tree / "generated/ns_tcl.cc").read_text()
