"""Fixtures of the integration tests: checkouts of one's own to break things in."""

from pathlib import Path

import pytest
from own_checkout import Checkout, make_checkout

from ns2studies.simulator.build import Simulator


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with results, in a folder whose name has a blank."""
    made = make_checkout(tmp_path_factory.mktemp("a check out"), ns)
    made.run()
    return made


@pytest.fixture
def empty_checkout(ns: Simulator, tmp_path: Path) -> Checkout:
    """A checkout without results."""
    return make_checkout(tmp_path / "empty #check out", ns)
