"""The systems that the README names, bare: the first command, a page, a trace, ``pip install``.

In one of them it is the administrator who calls all this, in the other one somebody with ``sudo``.

Everything that is installed or built there is so truly, with one exception: ns, which takes two
minutes of a processor. It comes from an earlier test in a root of the release if nothing that
decides how it is built has changed since then (:func:`what_builds_ns`); and the root of the release
that this machine runs gets this checkout's build, which all other tests need anyway and which is
used if its digest is the one that the root asks for: the same patches, compiler and libraries. The
other root always builds its first. nstrace is built truly, by compilers behind a cache that knows
contents (:data:`bare_root.COMPILED_ONCE`).
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import bare_root
import duckdb
import pytest
from bare_root import ADMINISTRATOR, Root

import nstrace
from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_files, digest_text
from ns2studies.config.study_files import available
from ns2studies.simulator.build import build

RELEASES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
USERS = {"bookworm": ADMINISTRATOR, "trixie": "researcher"}
"""Who calls the commands; the second one is no administrator, but may call ``sudo``."""

STUDY = "recovery"
PART = {
    "quick: 1, full: 1": "quick: 0, full: 1",
    'lost: ["0", "1", "2", "5", all]\n    random: false\n    replications: {quick: 0': (
        'lost: ["0", "1", "2", "5", all]\n    random: false\n    replications: {quick: 1'
    ),
    "quick: 3, full: 15": "quick: 1, full: 15",
    "end_s: 300.0": "end_s: 20.0",
}
"""What is replaced in its configuration: Table 2 stays whole, and a little of the load."""

SCENARIO = """
set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace
set here [$ns node]
set there [$ns node]
$ns duplex-link $here $there 1Mb 10ms DropTail
set sender [$ns create-connection TCP $here TCPSink $there 1]
$ns at 0.1 "[$sender attach-app FTP] start"
$ns at 2.0 {close $trace; exit 0}
$ns run
"""

SAME_NAMES = "import itertools, tempfile; tempfile._name_sequence = map(str, itertools.count())"
"""Lets temporary folders have the same names each time."""

INSTALL = f"""
python3 -m venv /tmp/environment
make="from scikit_build_core.build import build_sdist; build_sdist('/tmp/source')"
.venv/bin/python -c "$make" > /dev/null
tar -C /tmp/source -xf /tmp/source/nstrace-*.tar.gz
mkdir /tmp/names
echo "{SAME_NAMES}" > /tmp/names/sitecustomize.py
export PIP_NO_COMPILE=1
PYTHONPATH=/tmp/names /tmp/environment/bin/pip install --quiet /tmp/source/nstrace-*/
/tmp/environment/bin/python tests/bare_roots/installed_package.py
/tmp/environment/bin/nstrace summary out.tr
"""
"""What pip installs is the source distribution. Its folders have the same names each time, since
the compiler is told where headers are, and what it has compiled is known again by what it was told.
Python's own compiling is left out: most modules are never loaded."""


@dataclass(frozen=True)
class Outcome:
    """What came of a root.

    Attributes:
        said: what the study's command printed.
        pages: files in the folder of reports.
        summary: what the checkout's nstrace says of a trace of the checkout's ns.
        installed_summary: the same from nstrace as pip installs it from its source distribution.
        metrics: the study's measures by run, metric and subject.
    """

    said: str
    pages: set[str]
    summary: str
    installed_summary: str
    metrics: dict[tuple[object, ...], float]


@pytest.fixture(scope="module")
def outcomes() -> Iterator[dict[str, "Future[Outcome]"]]:
    """The outcome of each release; both are tried out at the same time."""
    try:
        bare_root.require()
    except bare_root.CannotRunError as error:
        give_up(error)
    with ThreadPoolExecutor(len(RELEASES)) as pool:
        yield {release: pool.submit(try_out, release) for release in RELEASES}


def give_up(reason: bare_root.CannotRunError) -> None:
    """Leave the test out, where a developer may; not in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"CI must try bare roots: {reason}")
    pytest.skip(str(reason))


def outcome_of(release: str, outcomes: dict[str, "Future[Outcome]"]) -> Outcome:
    try:
        return outcomes[release].result()
    except bare_root.CannotRunError as error:
        give_up(error)
        raise


def try_out(release: str) -> Outcome:
    with bare_root.bare_root(release, USERS[release]) as root:
        checkout = root.path(root.checkout)
        clone(checkout)
        root.give(root.checkout)
        version = root.run("./reproduce", "nstrace", "--version").splitlines()[-1]
        assert version == f"nstrace {nstrace.__version__}"
        with_earlier_ns(root)
        root.give(root.checkout)
        said = root.run("./reproduce", STUDY)
        keep_ns(root)
        (checkout / "small.tcl").write_text(SCENARIO, encoding="utf-8")
        root.run("./reproduce", "ns", "small.tcl")
        return Outcome(
            said=said,
            pages={path.name for path in (checkout / "results" / "reports").iterdir()},
            summary=root.run("./reproduce", "nstrace", "summary", "out.tr"),
            installed_summary=root.run("sh", "-ec", INSTALL),
            metrics=metrics_in(checkout / "results" / "results.duckdb"),
        )


def clone(target: Path) -> None:
    """Clone this checkout, with what is not committed yet, and cut the study down."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", paths.ROOT, target], check=True)
    changed = subprocess.run(
        ["git", "ls-files", "--modified", "--others", "--exclude-standard", "-z"],
        cwd=paths.ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, changed.split("\0")):
        (target / name).unlink(missing_ok=True)
        if (paths.ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(paths.ROOT / name, target / name)
    config = target / "config"
    for study in available():
        if study != STUDY:
            (config / f"{study}.yaml").unlink()
    text = (config / f"{STUDY}.yaml").read_text(encoding="utf-8")
    for old, new in PART.items():
        assert old in text, old
        text = text.replace(old, new)
    (config / f"{STUDY}.yaml").write_text(text, encoding="utf-8")


def what_builds_ns(root: Root) -> Path:
    """Where a build is kept that was made by this: packages, patches, and the code that builds."""
    checkout = root.path(root.checkout)
    folders = (checkout / "ns2-patches", checkout / "src" / "ns2studies" / "simulator")
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    code = digest_files(checkout, [path for path in files if path.suffix != ".pyc"])
    packages = root.run("dpkg-query", "--show")
    return bare_root.PLACE / f"{root.release}-ns-{digest_text(code + packages)[:SHORT]}"


def with_earlier_ns(root: Root) -> None:
    kept, target = what_builds_ns(root), root.path(root.checkout) / "build" / "simulator"
    release = platform.freedesktop_os_release().get("VERSION_CODENAME")
    if kept.is_dir():
        shutil.copytree(kept, target)
    elif release == root.release:
        ours = build(None, lambda *_: None)
        shutil.copytree(ours.ns.parent, target / ours.ns.parent.name)


def keep_ns(root: Root) -> None:
    kept = what_builds_ns(root)
    if not kept.is_dir():
        for earlier in bare_root.PLACE.glob(f"{root.release}-ns-*"):
            shutil.rmtree(earlier)
        unfinished = kept.with_suffix(".unfinished")
        shutil.copytree(root.path(root.checkout) / "build" / "simulator", unfinished)
        unfinished.rename(kept)


def metrics_in(database: Path) -> dict[tuple[object, ...], float]:
    with duckdb.connect(str(database), read_only=True) as connection:
        rows = connection.execute(
            "SELECT study, scenario, seed, metric, subject, value FROM metrics"
        ).fetchall()
    return {tuple(key): value for *key, value in rows}


@pytest.mark.parametrize("release", RELEASES)
def test_bare_system_makes_page(outcomes: dict[str, "Future[Outcome]"], release: str) -> None:
    outcome = outcome_of(release, outcomes)
    assert {"index.html", "explore.html", f"{STUDY}.html"} <= outcome.pages
    assert "Table 2" in outcome.said
    assert len({key[:3] for key in outcome.metrics}) == 15 + 9


@pytest.mark.parametrize("release", RELEASES)
def test_pip_installs_same_trace_engine(
    outcomes: dict[str, "Future[Outcome]"], release: str
) -> None:
    outcome = outcome_of(release, outcomes)
    assert "packet lines           1,362" in outcome.summary
    assert outcome.installed_summary == outcome.summary


def test_metrics_are_equal_on_both_systems(outcomes: dict[str, "Future[Outcome]"]) -> None:
    first, second = (outcome_of(release, outcomes).metrics for release in RELEASES)
    assert first.keys() == second.keys()
    assert {key: (value, second[key]) for key, value in first.items() if value != second[key]} == {}


def test_readme_names_these_systems() -> None:
    text = (paths.ROOT / "README.md").read_text(encoding="utf-8")
    assert " or ".join(RELEASES.values()).replace("or Debian ", "or ") in text
