"""The digest that names a build: what changes it and what must not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from simulator_workshop import PATCH, make_workshop

from ns2studies.basics.errors import BuildError
from ns2studies.basics.paths import PATCHES, SOURCES
from ns2studies.simulator.identity import added_files, source_digest

PATCH_FILE = "0001-return-success.patch"


@pytest.fixture
def patches(tmp_path: Path) -> Path:
    return make_workshop(tmp_path).patches


def write(name: str, text: str) -> Callable[[Path], None]:
    def change(patches: Path) -> None:
        path = patches / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    return change


def rename_patch(patches: Path) -> None:
    (patches / PATCH_FILE).rename(patches / "0009-other.patch")
    (patches / "series").write_text("# comment\n\n0009-other.patch\n")


@pytest.mark.parametrize(
    "change",
    [
        write("README.md", "other words"),
        write("ceas/README.md", "words about the agent"),
        write(PATCH_FILE, PATCH.replace("edited freely", "edited, as here")),
        write("0002-not-listed.patch", PATCH),
        rename_patch,
    ],
)
def test_digest_ignores_explanations_and_names(
    patches: Path, change: Callable[[Path], None]
) -> None:
    before = source_digest(patches)
    change(patches)
    assert source_digest(patches) == before


@pytest.mark.parametrize(
    "change",
    [
        write(PATCH_FILE, PATCH.replace("return 0", "return 2")),
        write("series", ""),
        write("Makefile", "ns:\n"),
        write("flags.mk", "FLAGS := -O3\n"),
        write("prelude.h", "#include <map>\n"),
        write("autoconf.h", "#define X\n"),
        write("ns-autoconf.tcl", "set PERL perl5\n"),
        write("source.sha256", ""),
        write("ceas/ant.cc", "int ant;\n"),
        write("ceas/ant.h", "extern int ant;\n"),
        write("ceas/ant.tcl", "set ant 1\n"),
    ],
)
def test_digest_covers_all_build_inputs(patches: Path, change: Callable[[Path], None]) -> None:
    before = source_digest(patches)
    change(patches)
    assert source_digest(patches) != before


def test_digest_depends_on_order_of_patches(patches: Path) -> None:
    write("0002.patch", PATCH.replace("return 0", "return 2"))(patches)
    write("series", f"{PATCH_FILE}\n0002.patch\n")(patches)
    before = source_digest(patches)
    write("series", f"0002.patch\n{PATCH_FILE}\n")(patches)
    assert source_digest(patches) != before


@pytest.mark.parametrize("name", ["series", PATCH_FILE, "Makefile", "source.sha256"])
def test_missing_file_is_named(patches: Path, name: str) -> None:
    (patches / name).unlink()
    with pytest.raises(BuildError, match=name):
        source_digest(patches)


def test_patch_without_changes_is_error(patches: Path) -> None:
    write(PATCH_FILE, "only words\n")(patches)
    with pytest.raises(BuildError, match="changes nothing"):
        source_digest(patches)


def test_simulator_has_no_source_in_nstrace() -> None:
    """So that an edit of the reader builds no simulator and repeats no run."""
    sources = [path.resolve() for path in added_files(PATCHES)]
    assert not [path for path in sources if path.is_relative_to(SOURCES / "nstrace")]
    assert SOURCES / "trace-formats" / "flow_bins.hpp" in sources
