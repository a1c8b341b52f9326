"""The benchmark of faults, on a few."""

import subprocess
import sys

from own_checkout import Checkout


def test_fault_benchmark_finds_all_damage(checkout: Checkout) -> None:
    done = subprocess.run(
        [sys.executable, str(checkout.root / "benchmarks" / "faults" / "run.py"),
         "--probes", "60", "--commands", "0", "--inputs", "40", "--kills", "4", "--disturb", "1",
         "--check"],
        env=checkout.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert "probes of readers and of the check: 60, 0 wrong" in done.stdout
    assert "damaged inputs: 40, 0 wrong" in done.stdout
    assert "kills: 4, 0 wrong" in done.stdout
    assert "1 times compared; 0 runs lost, 0 repairs" in done.stdout
    assert "disturbed commands: 1, 0 wrong; 1 kill" in done.stdout
    assert checkout.run("check").returncode == 0, "what was damaged has come back"
