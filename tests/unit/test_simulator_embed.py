"""The OTcl library as a C++ string."""

from pathlib import Path

import pytest

from ns2studies.basics.errors import BuildError
from ns2studies.simulator.embed import embed_library


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    library = tmp_path / "tcl" / "lib"
    library.mkdir(parents=True)
    (tmp_path / "tcl" / "other").mkdir()
    (tmp_path / "Makefile.in").write_text(
        "NS_TCL_LIB_STL = tcl/other/b.tcl \\\n\ttcl/other/c.tcl\n"
    )
    (library / "ns-lib.tcl").write_text("set first 1\nsource ../other/a.tcl\nset last 1\n")
    for name in "abc":
        (tmp_path / f"tcl/other/{name}.tcl").write_text(f"set {name} 1\n")
    return tmp_path


def lines(tree: Path) -> list[str]:
    """The embedded code, line by line."""
    text = embed_library(tree)
    assert text.startswith("static const char code[] =\n")
    quoted = [line for line in text.splitlines() if line.startswith('"')]
    return [line.removesuffix(";")[1:-1].removesuffix("\\n") for line in quoted]


def test_follows_sources_and_appends_rest(tree: Path) -> None:
    assert lines(tree) == ["set first 1", "set a 1", "set last 1", "set b 1", "set c 1"]


def test_leaves_out_comments_and_leading_blanks(tree: Path) -> None:
    (tree / "tcl/lib/ns-lib.tcl").write_text("# a { brace\n\t # another\n\tif 1 {\n\n}\n")
    assert lines(tree)[:3] == ["if 1 {", "", "}"]


def test_keeps_sources_inside_procedures(tree: Path) -> None:
    (tree / "tcl/lib/ns-lib.tcl").write_text("proc later {} {\n\tsource gone.tcl\n}\n")
    assert lines(tree)[1] == "source gone.tcl"


def test_embedding_escapes_c_characters(tree: Path) -> None:
    (tree / "tcl/lib/ns-lib.tcl").write_text('puts "a\\n\tb"\n')
    assert lines(tree)[0] == 'puts \\"a\\\\n\\tb\\"'


def test_missing_file_is_named(tree: Path) -> None:
    (tree / "tcl/other/a.tcl").unlink()
    with pytest.raises(BuildError, match=r"a\.tcl"):
        embed_library(tree)


def test_makefile_without_list_is_named(tree: Path) -> None:
    (tree / "Makefile.in").write_text("")
    with pytest.raises(BuildError, match="NS_TCL_LIB_STL"):
        embed_library(tree)
