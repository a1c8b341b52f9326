"""The questions of docs/nstrace.md: nstrace and awk give the same numbers for traces of ns."""

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ns2studies.basics.processes import plain_environment
from ns2studies.simulator.build import Simulator

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "tests" / "data" / "traces" / "ns"
PAGE = (ROOT / "docs" / "nstrace.md").read_text(encoding="utf-8")
PAIRS = re.findall(r"```sh\n(nstrace .*?)```\n\n```sh\n(awk .*?)```", PAGE, re.DOTALL)
BLOCKS = {kind: re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) for kind in ("tcl", "awk")}
OTHERS = re.findall(
    r"^\| (\w): [^|]*\| ([\d.]+) \| ([\d.]+) \| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE
)
"""Line of awk, its number, nstrace's, the metric, and why they differ."""

RUNS = {
    "wired": {"packets.tr": "wired.tr", "variables.tr": "variables.tr", "queue.tr": "queue.tr"},
    "wireless AODV": {"packets.tr": "wireless.tr", "packets.nam": "wireless.nam"},
    "wireless AODV energy": {"packets.tr": "energy.tr"},
}
"""Scripts with their words, and what their traces are called on the page."""


@pytest.fixture(scope="module")
def traces(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("traces")
    for words, names in RUNS.items():
        script, *arguments = words.split()
        made = tmp_path_factory.mktemp("run")
        subprocess.run(
            [ns.ns, SCRIPTS / f"{script}.tcl", *arguments],
            cwd=made,
            env=plain_environment(),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        for name, shown in names.items():
            (made / name).rename(folder / shown)
    return folder


@cache
def of_nstrace(command: str, folder: Path) -> list[float]:
    """The last number of each row; the same whichever awk is compared with it."""
    words = [sys.executable, "-m", "nstrace", *shlex.split(command)[1:]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    header, *rows = done.stdout.splitlines()
    place = -2 if header.endswith(",unit") else -1
    return [float(row.split(",")[place]) for row in rows]


def of_awk(command: str, awk: str, folder: Path, tmp_path: Path) -> list[float]:
    """The last number of each line, with this awk."""
    (tmp_path / "awk").symlink_to(awk)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(line.split()[-1]) for line in done.stdout.splitlines()]


def test_each_question_has_nstrace_and_awk_answers() -> None:
    questions = re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE)
    assert questions == [str(number) for number in range(1, 22)]
    assert len(PAIRS) == 23


@pytest.mark.parametrize("awk", ["gawk", "mawk"])
@pytest.mark.parametrize("pair", PAIRS, ids=[f"{place}" for place in range(1, len(PAIRS) + 1)])
def test_nstrace_and_awk_give_equal_answers(
    pair: tuple[str, str], awk: str, traces: Path, tmp_path: Path
) -> None:
    ours = of_nstrace(pair[0], traces)
    theirs = of_awk(pair[1], f"/usr/bin/{awk}", traces, tmp_path)
    assert ours
    assert theirs == pytest.approx(ours, rel=1e-7)


@pytest.fixture(scope="module")
def of_the_page(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the page's own script, its trace, and what awk often counts."""
    folder = tmp_path_factory.mktemp("page")
    for kind, name in (("tcl", "two-links.tcl"), ("awk", "often.awk")):
        (block,) = BLOCKS[kind]
        (folder / name).write_text(block, encoding="utf-8")
    subprocess.run([ns.ns, "two-links.tcl"], cwd=folder, env=plain_environment(), check=True)
    return folder


@pytest.mark.parametrize("awk", ["gawk", "mawk"])
def test_awk_gives_documented_numbers(of_the_page: Path, awk: str) -> None:
    words = [f"/usr/bin/{awk}", "-f", "often.awk", "out.tr"]
    done = subprocess.run(words, cwd=of_the_page, capture_output=True, text=True, check=True)
    told = [line.split() for line in done.stdout.splitlines()]
    assert told == [[line, number] for line, number, *_ in OTHERS]


def test_nstrace_gives_its_numbers_of_page(of_the_page: Path) -> None:
    named = {(metric, number) for _, _, number, metric, _ in OTHERS}
    for why in (row[-1] for row in OTHERS):
        named |= set(re.findall(r"`(total_throughput|mean_delay)`.*?(\d+\.\d+)", why))
    assert len(named) >= 7
    for metric, number in sorted(named):
        found = of_nstrace(f"nstrace metrics --metric {metric} out.tr", of_the_page)
        assert found[0] == pytest.approx(float(number), rel=1e-8), metric
