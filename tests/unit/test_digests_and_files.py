"""Names by content, and files that appear whole or not at all."""

import errno
import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ns2studies.basics.digests import canonical_json, digest_file, digest_files, digest_value
from nstrace.errors import NstraceError
from nstrace.files import whole_file, write_text_whole

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON))
def test_key_order_does_not_change_digest(value: dict[str, object]) -> None:
    backwards = dict(reversed(value.items()))
    assert digest_value(backwards) == digest_value(value)


@given(JSON, JSON)
def test_different_values_have_different_text(one: object, other: object) -> None:
    if canonical_json(one) == canonical_json(other):
        assert one == other


def test_canonical_json_refuses_what_json_cannot_carry() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json({"delay_s": math.nan})


def test_digest_files_ignores_order_and_times(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_text("one")
    second.write_text("two")
    digest = digest_files(tmp_path, [first, second])
    os.utime(first, (0, 0))
    assert digest_files(tmp_path, [second, first]) == digest
    second.write_text("three")
    assert digest_files(tmp_path, [first, second]) != digest


def test_digest_of_file_is_its_sha256(tmp_path: Path) -> None:
    path = tmp_path / "abc"
    path.write_bytes(b"abc")
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest_file(path) == expected


def test_whole_file_keeps_earlier_content_on_failure(tmp_path: Path) -> None:
    target = tmp_path / "results"
    write_text_whole(target, "earlier")

    def fail() -> None:
        with whole_file(target) as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [target]


def test_full_file_system_is_named(tmp_path: Path) -> None:
    target = tmp_path / "results"

    def fill() -> None:
        with whole_file(target):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(NstraceError, match=r"no room left .*results"):
        fill()
    assert not list(tmp_path.iterdir())
