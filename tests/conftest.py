"""What the tests share: the built simulator and ns' own test suite."""

from pathlib import Path

import pytest

from ns2studies.layout import BUILD
from ns2studies.simulator import build, fetch, source


@pytest.fixture(scope="session")
def ns() -> build.Simulator:
    """The simulator of the present sources; built if it is not yet."""
    return build.simulator() or build.build(None, lambda *_: None)


@pytest.fixture(scope="session")
def ns_suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts and references of ns' own test suite."""
    root = tmp_path_factory.mktemp("ns suite")
    source.unpack_suite(fetch.fetch_tarball(BUILD / "downloads"), root)
    return root
