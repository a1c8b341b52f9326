"""Nothing is looked for while code is loaded."""

import gc

import pytest

from ns2studies.basics.garbage import nothing_to_collect


def test_what_is_loaded_is_not_looked_at() -> None:
    gc.collect()  # or what other tests have left stays as long as this process
    before = gc.get_freeze_count()
    with pytest.raises(ImportError, match="mistake"), nothing_to_collect():
        assert not gc.isenabled()
        kept: list[list[int]] = [[] for _ in range(1000)]
        raise ImportError("mistake")
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(kept)
