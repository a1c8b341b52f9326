"""Fetching ns-2.35 through the apt of this machine."""

import tarfile
from pathlib import Path

import pytest

from ns2studies.basics.digests import digest_file, digest_files
from ns2studies.basics.errors import SourceError
from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.simulator import source
from ns2studies.simulator.build import source_tree


@pytest.fixture(scope="session")
def tarball() -> Path:
    return source.fetch_tarball(BUILD / "downloads")


def test_fetches_what_was_asked_for(tarball: Path) -> None:
    assert digest_file(tarball) == source.TARBALL_SHA256


def test_present_tarball_is_not_fetched_again(tarball: Path) -> None:
    before = tarball.stat().st_mtime_ns
    assert source.fetch_tarball(tarball.parent) == tarball
    assert tarball.stat().st_mtime_ns == before


@pytest.mark.parametrize("scheme", ["file", "copy"])
def test_copies_from_mirror_on_local_disk(tarball: Path, tmp_path: Path, scheme: str) -> None:
    target = tmp_path / "a b" / source.TARBALL
    target.parent.mkdir()
    source.download(f"{scheme}:{tarball}", target)
    assert digest_file(target) == source.TARBALL_SHA256
    assert not target.is_symlink()


def test_failed_download_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="File not found") as caught:
        source.download(f"file:{tmp_path}/gone", tmp_path / "target")
    assert source.SOURCE_OPTION in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_damaged_download_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("<html>captive portal</html>")
    with pytest.raises(SourceError):
        source.download(f"copy:{tmp_path}/other", tmp_path / "target")


def test_missing_package_lists_suggest_apt_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "apt.conf").write_text(f'Dir::State::lists "{tmp_path}/lists";\n')
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    with pytest.raises(SourceError, match="no package lists") as caught:
        source.fetch_tarball(tmp_path / "downloads")
    assert "apt-get update" in caught.value.hint


def test_missing_apt_suggests_tarball(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="no apt") as caught:
        source.fetch_tarball(tmp_path / "downloads")
    assert source.SOURCE_OPTION in caught.value.hint


def test_source_uri_is_beside_package() -> None:
    uri = source.source_uri(
        "http://mirror.example/debian/pool/main/n/ns2/ns2_2.35%2bdfsg-5_amd64.deb"
    )
    assert uri == "http://mirror.example/debian/pool/main/n/ns2/ns2_2.35%2Bdfsg.orig.tar.xz"


def digest_of(tree: Path) -> str:
    return digest_files(tree, [path for path in tree.rglob("*") if path.is_file()])


@pytest.fixture(scope="module")
def allinone(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release as ns-allinone lays it out, with a part that the build does not read."""
    folder = tmp_path_factory.mktemp("down loads") / "ns-allinone-2.35"
    source.unpack(tarball, source.read_manifest(PATCHES), folder / "ns-2.35")
    (folder / "otcl-1.14").mkdir()
    (folder / "otcl-1.14" / "otcl.c").write_text("int main() {}\n")
    (folder / "install").write_text("#! /bin/sh\n")
    return folder


def packed(folder: Path, target: Path) -> Path:
    with tarfile.open(target, "w:gz", compresslevel=1) as archive:
        archive.add(folder, folder.name)
    return target


def test_patches_apply_to_every_form_of_release(
    tarball: Path, allinone: Path, tmp_path: Path
) -> None:
    sources = {
        "debian": tarball,
        "folder": allinone,
        "ns-2.35 alone": allinone / "ns-2.35",
        "tar.gz": packed(allinone, tmp_path / "ns-allinone-2.35.tar.gz"),
    }
    for name, release in sources.items():
        source_tree(tmp_path / "trees" / name, release)
    assert len({digest_of(tree) for tree in (tmp_path / "trees").iterdir()}) == 1


@pytest.mark.parametrize("form", ["folder", "tar.gz"])
def test_another_tree_is_refused_and_its_file_named(
    allinone: Path, tmp_path: Path, form: str
) -> None:
    """One byte of one file; also what a tree that was built in, or patched by others, holds."""
    changed = allinone / "ns-2.35" / "tools" / "queue-monitor.h"
    before = changed.read_bytes()
    changed.write_bytes(before.replace(b"int bdrops_;", b"int Bdrops_;"))
    release = allinone if form == "folder" else packed(allinone, tmp_path / "changed.tar.gz")
    try:
        with pytest.raises(SourceError) as caught:
            source_tree(tmp_path / "tree", release)
        changed.unlink()
        release = allinone if form == "folder" else packed(allinone, tmp_path / "lacking.tar.gz")
        with pytest.raises(SourceError, match=r"lacks ns-2\.35/tools/queue-monitor\.h"):
            source_tree(tmp_path / "tree 2", release)
    finally:
        changed.write_bytes(before)
    assert "ns-2.35/tools/queue-monitor.h is not the file of the ns-2.35 release" in str(
        caught.value
    )
    assert "Debian's ns2_2.35+dfsg.orig.tar.xz, or ns-allinone-2.35" in caught.value.hint


def test_folder_without_ns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"has no folder ns-2\.35"):
        source_tree(tmp_path / "tree", tmp_path)
