"""Tarballs of ns-2.35: accepted ones give the tree, all others one clear error."""

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from simulator_workshop import FILES, manifest, write_tarball

from ns2studies.basics.errors import SourceError
from ns2studies.basics.paths import PATCHES
from ns2studies.simulator import source
from ns2studies.simulator.patches import MANIFEST
from ns2studies.simulator.source import SOURCE_OPTION

WANTED = {line.split("  ")[1]: line.split("  ")[0] for line in manifest(FILES).splitlines()}


def unpacked(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("name", ["plain.tar.gz", "plain.tar.xz"])
@pytest.mark.parametrize("top", ["ns-2.35", "./ns-2.35", "ns-allinone-2.35/ns-2.35"])
def test_accepts_usual_tarballs(tmp_path: Path, name: str, top: str) -> None:
    tarball = write_tarball(tmp_path / name, FILES, top)
    source.unpack(tarball, WANTED, tmp_path / "tree")
    assert unpacked(tmp_path / "tree") == FILES


def test_takes_only_listed_files(tmp_path: Path) -> None:
    tarball = write_tarball(tmp_path / "more.tar.gz", FILES | {"doc/manual.tex": "text"})
    source.unpack(tarball, WANTED, tmp_path / "tree")
    assert unpacked(tmp_path / "tree") == FILES


def test_keeps_scripts_executable(tmp_path: Path) -> None:
    script = tarfile.TarInfo("ns-2.35/bin/run")
    script.mode = 0o755
    tarball = write_tarball(tmp_path / "t.tar.gz", FILES, odd=(script,))
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    source.unpack(tarball, WANTED | {"bin/run": empty}, tmp_path / "tree")
    assert (tmp_path / "tree/bin/run").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "tree/ns.cc").stat().st_mode & 0o777 == 0o644


def member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    return info


def a_changed_file(folder: Path) -> Path:
    return write_tarball(folder / "t.tar.gz", FILES | {"ns.cc": "int main() {}\n"})


def a_missing_file(folder: Path) -> Path:
    return write_tarball(folder / "t.tar.gz", {k: v for k, v in FILES.items() if k != "ns.cc"})


def another_version(folder: Path) -> Path:
    return write_tarball(folder / "t.tar.gz", FILES, "ns-2.34")


def a_truncated_gz(folder: Path) -> Path:
    tarball = write_tarball(folder / "t.tar.gz", FILES)
    tarball.write_bytes(tarball.read_bytes()[:-60])
    return tarball


def a_truncated_xz(folder: Path) -> Path:
    tarball = write_tarball(folder / "t.tar.xz", FILES)
    data = tarball.read_bytes()
    tarball.write_bytes(data[: len(data) // 2])
    return tarball


def a_truncated_tar(folder: Path) -> Path:
    tarball = folder / "t.tar"
    with tarfile.open(tarball, "w") as archive:
        archive.add(Path(__file__), "ns-2.35/ns.cc")
    tarball.write_bytes(tarball.read_bytes()[:1000])
    return tarball


def a_flipped_bit(folder: Path) -> Path:
    tarball = write_tarball(folder / "t.tar.xz", FILES)
    data = bytearray(tarball.read_bytes())
    data[len(data) // 2] ^= 4
    tarball.write_bytes(data)
    return tarball


def a_path_outside(folder: Path) -> Path:
    odd = member("ns-2.35/../../evil", tarfile.REGTYPE)
    return write_tarball(folder / "t.tar.gz", FILES, odd=(odd,))


def an_absolute_path(folder: Path) -> Path:
    return write_tarball(folder / "t.tar.gz", FILES, odd=(member("/evil", tarfile.REGTYPE),))


def a_symbolic_link(folder: Path) -> Path:
    odd = member("ns-2.35/ns.cc", tarfile.SYMTYPE, "/etc/passwd")
    return write_tarball(folder / "t.tar.gz", FILES, odd=(odd,))


def a_hard_link(folder: Path) -> Path:
    odd = member("ns-2.35/ns.cc", tarfile.LNKTYPE, "ns-2.35/Makefile.in")
    return write_tarball(folder / "t.tar.gz", FILES, odd=(odd,))


def no_archive(folder: Path) -> Path:
    path = folder / "t.tar.gz"
    path.write_text("<html>404</html>")
    return path


def an_empty_file(folder: Path) -> Path:
    path = folder / "t.tar.gz"
    path.write_bytes(b"")
    return path


def nothing(folder: Path) -> Path:
    return folder / "t.tar.gz"


def a_folder(folder: Path) -> Path:
    return folder


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (a_changed_file, "ns-2.35/ns.cc is not the file of the ns-2.35 release"),
        (a_missing_file, "lacks ns-2.35/ns.cc"),
        (another_version, "has no folder ns-2.35"),
        (a_truncated_gz, "damaged"),
        (a_truncated_xz, "damaged"),
        (a_truncated_tar, "damaged"),
        (a_flipped_bit, "damaged|not the file"),
        (a_path_outside, "leads outside: ns-2.35/../../evil"),
        (an_absolute_path, "leads outside: /evil"),
        (a_symbolic_link, "ns-2.35/ns.cc is a link"),
        (a_hard_link, "ns-2.35/ns.cc is a link"),
        (no_archive, "damaged or not a tar archive"),
        (an_empty_file, "damaged or not a tar archive"),
        (nothing, "does not exist"),
        (a_folder, "has no folder"),
    ],
)
def test_unsuitable_tarballs_are_refused(
    tmp_path: Path, make: Callable[[Path], Path], says: str
) -> None:
    tarball = make(tmp_path)
    with pytest.raises(SourceError, match=says) as caught:
        source.unpack(tarball, WANTED, tmp_path / "tree")
    assert str(tarball) in caught.value.message
    assert SOURCE_OPTION in caught.value.hint
    assert not (tmp_path.parent / "evil").exists()


def test_suite_must_be_that_of_release(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="the test suite"):
        source.unpack_suite(write_tarball(tmp_path / "t.tar.gz", FILES), tmp_path / "suite")


def test_broken_manifest_names_line(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(manifest(FILES) + "not a digest\n")
    with pytest.raises(SourceError, match=f"line {len(FILES) + 1}: expected"):
        source.read_manifest(tmp_path)


def test_real_manifest_is_sorted_and_complete() -> None:
    names = list(source.read_manifest(PATCHES))
    assert names == sorted(names)
    assert {"Makefile.in", "VERSION", "tcp/tcp-sack1.cc", "tcl/lib/ns-lib.tcl"} <= set(names)
