"""Fixtures of the integration tests: checkouts of your own to break things in."""

import subprocess
from pathlib import Path

import pytest
from made_once import made_once
from own_checkout import Checkout, make_checkout

from ns2studies.simulator.build import Simulator


@pytest.fixture(scope="session")
def finished_checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with results."""
    return made_once(
        tmp_path_factory, "finished checkout", lambda root: make_checkout(root, ns).run()
    )


@pytest.fixture(scope="module")
def checkout(finished_checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with results, in a folder whose name has a blank; copied, as a user may do."""
    root = tmp_path_factory.mktemp("a check out") / "copy"
    subprocess.run(["cp", "--archive", finished_checkout, root], check=True)
    return Checkout(root)


@pytest.fixture
def empty_checkout(ns: Simulator, tmp_path: Path) -> Checkout:
    """A checkout without results."""
    return make_checkout(tmp_path / "empty #check out", ns)
