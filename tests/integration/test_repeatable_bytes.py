"""Equal seeds give equal bytes, whatever memory held before: SCTP, DCCP and Fack."""

import os
import subprocess
from pathlib import Path

from ns2studies.basics.paths import ROOT
from ns2studies.simulator.build import Simulator

SCRIPT = ROOT / "tests" / "data" / "repeatable" / "transport.tcl"


def traces(folder: Path, *command: str | Path, filled: str = "0") -> dict[str, bytes]:
    """Run the script in a new folder; return the files that it wrote.

    Args:
        filled: what the C library fills memory with that is given out.
    """
    folder.mkdir()
    environment = os.environ | {"MALLOC_PERTURB_": filled}
    subprocess.run([*command, SCRIPT], cwd=folder, env=environment, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_equal_seeds_give_equal_bytes(ns: Simulator, tmp_path: Path) -> None:
    first = traces(tmp_path / "1", ns.ns, filled="85")
    assert traces(tmp_path / "2", ns.ns, filled="170") == first
    assert set(first) == {"all.tr", "SCTP.tr", "SCTP-CMT.tr"}
    for text in first.values():
        assert text.isascii()
        assert len(text) > 200
    kinds = {line.split()[6] for line in first["all.tr"].splitlines() if line.startswith(b"s ")}
    assert b"sctp" in kinds


def test_ns_reads_no_uninitialized_memory(ns: Simulator, tmp_path: Path) -> None:
    checker = ("valgrind", "--quiet", "--error-exitcode=9", "--exit-on-first-error=yes")
    traces(tmp_path / "checked", *checker, ns.ns)
