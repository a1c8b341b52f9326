"""A patch is part of what a run depends on."""

from own_checkout import RUNS, Checkout


def test_a_patch_builds_another_simulator_and_going_back_none(checkout: Checkout) -> None:
    """A patch that changes what ns does runs everything; its removal finds all as it was.

    The patched one is compiled without optimising, which takes two thirds of the time.
    """
    before = checkout.finished()
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
    checkout.edit("ns2-patches/flags.mk", "FLAGS := -O2 ", "FLAGS := -O0 ")
    assert "ns-2 would be built first" in checkout.run("plan").stdout
    checkout.run()
    assert len(checkout.new_runs(before)) == RUNS
    after = checkout.finished()
    builds = sorted((checkout.root / "build" / "simulator").glob("*/build.json"))
    assert len(builds) == 2
    added.unlink()
    series.write_text(text, encoding="utf-8")
    checkout.edit("ns2-patches/flags.mk", "FLAGS := -O0 ", "FLAGS := -O2 ")
    stamps = [path.stat().st_mtime_ns for path in builds]
    checkout.run()
    assert checkout.finished() == after
    assert [path.stat().st_mtime_ns for path in builds] == stamps
