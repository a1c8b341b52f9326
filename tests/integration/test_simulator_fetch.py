"""Fetching ns-2.35 through the apt of this machine."""

from pathlib import Path

import pytest

from ns2studies.digests import digest_file
from ns2studies.errors import SourceError
from ns2studies.layout import BUILD
from ns2studies.simulator import fetch


@pytest.fixture(scope="session")
def tarball() -> Path:
    return fetch.fetch_tarball(BUILD / "downloads")


def test_fetches_what_was_asked_for(tarball: Path) -> None:
    assert digest_file(tarball) == fetch.TARBALL_SHA256


def test_a_present_tarball_is_not_fetched_again(tarball: Path) -> None:
    before = tarball.stat().st_mtime_ns
    assert fetch.fetch_tarball(tarball.parent) == tarball
    assert tarball.stat().st_mtime_ns == before


@pytest.mark.parametrize("scheme", ["file", "copy"])
def test_copies_from_a_mirror_on_a_local_disk(tarball: Path, tmp_path: Path, scheme: str) -> None:
    target = tmp_path / "a b" / fetch.TARBALL
    target.parent.mkdir()
    fetch.download(f"{scheme}:{tarball}", target)
    assert digest_file(target) == fetch.TARBALL_SHA256
    assert not target.is_symlink()


def test_a_failed_download_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="File not found") as caught:
        fetch.download(f"file:{tmp_path}/gone", tmp_path / "target")
    assert fetch.SOURCE_OPTION in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_download_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("<html>captive portal</html>")
    with pytest.raises(SourceError):
        fetch.download(f"copy:{tmp_path}/other", tmp_path / "target")


def test_without_package_lists_it_says_to_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "apt.conf").write_text(f'Dir::State::lists "{tmp_path}/lists";\n')
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    with pytest.raises(SourceError, match="no package lists") as caught:
        fetch.fetch_tarball(tmp_path / "downloads")
    assert "apt-get update" in caught.value.hint


def test_without_apt_it_asks_for_a_tarball(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="no apt") as caught:
        fetch.fetch_tarball(tmp_path / "downloads")
    assert fetch.SOURCE_OPTION in caught.value.hint


def test_the_source_lies_beside_the_package() -> None:
    uri = fetch.source_uri(
        "http://mirror.example/debian/pool/main/n/ns2/ns2_2.35%2bdfsg-5_amd64.deb"
    )
    assert uri == "http://mirror.example/debian/pool/main/n/ns2/ns2_2.35%2Bdfsg.orig.tar.xz"
