"""A patch is part of what a run depends on."""

import shutil
import subprocess

from own_checkout import RUNS, Checkout

from ns2studies.basics import paths
from ns2studies.simulator.build import cache_environment, cache_folder


def compiled_anew() -> int:
    """How many files had to be compiled so far, for whichever build."""
    said = subprocess.run(
        ["ccache", "--print-stats"],
        env=cache_environment(cache_folder(paths.BUILD)),
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return int(dict(line.split("\t") for line in said.splitlines())["cache_miss"])


def test_patch_rebuilds_and_reverting_reuses_builds(checkout: Checkout) -> None:
    """A patch that changes what ns does runs everything; its removal finds all as it was.

    Only the files that the patch reaches are compiled for it.
    """
    before = checkout.finished()
    shutil.rmtree(checkout.root / "build" / "simulator")
    checkout.run()
    assert checkout.finished() == before, "a deleted build comes back as it was"
    speed = (checkout.root / "build" / "speed.jsonl").read_text(encoding="utf-8")
    assert '"batch"' in speed
    assert '"build"' not in speed, "what the cache gives says nothing of the machine"
    patch = """\
Raise the default of a variable that every run uses, to see runs depend on patches.

--- a/tcl/lib/ns-default.tcl
+++ b/tcl/lib/ns-default.tcl
@@ -932 +932 @@
-Agent/TCP set overhead_ 0
+Agent/TCP set overhead_ 0.001
"""
    added = checkout.root / "ns2-patches" / "9999-test.patch"
    series = checkout.root / "ns2-patches" / "series"
    text = series.read_text(encoding="utf-8")
    added.write_text(patch, encoding="utf-8")
    series.write_text(f"{text.rstrip()}\n{added.name}\n", encoding="utf-8")
    compiled = compiled_anew()
    assert "ns-2 has to be built" in checkout.run("plan").stdout
    checkout.run()
    assert len(checkout.new_runs(before)) == RUNS
    # That is ns_tcl.cc, which holds ns' Tcl library; none if this test was run before.
    assert compiled_anew() - compiled <= 1
    after = checkout.finished()
    builds = sorted((checkout.root / "build" / "simulator").glob("*/build.json"))
    assert len(builds) == 2
    added.unlink()
    series.write_text(text, encoding="utf-8")
    stamps = [path.stat().st_mtime_ns for path in builds]
    checkout.run()
    assert checkout.finished() == after
    assert [path.stat().st_mtime_ns for path in builds] == stamps
