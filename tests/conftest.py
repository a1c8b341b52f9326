"""What the tests share: the built simulator, ns' own test suite, and a browser."""

import compileall
import gc
import os
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from files_in_memory import folder_in_memory
from hypothesis import HealthCheck, settings
from made_once import made_once
from opened_page import PATIENCE_MS
from playwright.sync_api import Browser, expect, sync_playwright
from user_cache import USER_CACHE, share

from ns2studies.basics.paths import BUILD, ROOT
from ns2studies.simulator import build, compare, source

# How long an example takes says what else the machine is doing, not whether the code is right.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the sources once, also where Python keeps nothing that it compiled; share caches.

    Tests start some thousand processes, many of them in checkouts of their own, which get copies.
    What they write, 190,000 files, lies in memory if there is room: a disk takes more time.
    """
    # A background job of a script ignores Ctrl-C, as would all that it starts: also what tests
    # interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(ROOT / "src", quiet=2)
        share(build.cache_folder(BUILD))
        os.environ.setdefault("MYPY_CACHE_DIR", str(USER_CACHE / "mypy"))
        if folder := folder_in_memory():
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile: looking for it takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(scope="session")
def ns() -> build.Simulator:
    """The simulator of the present sources; built if it is not yet."""
    return build.simulator() or build.build(None, lambda *_: None)


@pytest.fixture(scope="session")
def stock_ns() -> Path:
    """The unchanged ns-2.35, as Debian's package ns2 installs it."""
    return compare.stock_ns()


@pytest.fixture(scope="session")
def ns_suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts and references of ns' own test suite.

    It passes for a release that somebody has unpacked: reading the tarball takes seconds each time.
    """

    def unpack(folder: Path) -> None:
        source.unpack_suite(source.fetch_tarball(BUILD / "downloads"), folder / source.TREE)

    return made_once(tmp_path_factory, "ns suite", unpack) / source.TREE


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium of the system, without a display."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            # Drawing without a graphics card needs no process of its own that may hang.
            args=["--no-sandbox", "--disable-gpu"],
            timeout=PATIENCE_MS,
        )
        yield chromium
        chromium.close()
