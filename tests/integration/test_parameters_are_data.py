"""Parameters reach Tcl as data: whatever a value holds, it is read and never evaluated."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ns2studies.basics import paths
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.tcl_scripts import MAIN
from ns2studies.simulator.build import Simulator

ECHO = f"""
source {{{paths.TCL / "library.tcl"}}}
uses parameters
fconfigure stdout -encoding utf-8 -translation lf
parameters::read [lindex $argv 0]
puts -nonewline [parameters::raw value]
"""


def echoed(ns: Path, folder: Path, value: str) -> str:
    """What Tcl reads for a value."""
    script, parameters = folder / "echo.tcl", folder / "parameters.tsv"
    script.write_text(ECHO, encoding="utf-8")
    parameters.write_text(parameter_text("mpls", {"value": value}, 1), encoding="utf-8")
    result = subprocess.run([ns, script, parameters], capture_output=True, check=True)
    return result.stdout.decode()


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(value=st.text(st.characters(codec="utf-8", max_codepoint=0xFFFF)).filter(str.isprintable))
def test_any_text_is_read_unchanged(ns: Simulator, tmp_path: Path, value: str) -> None:
    assert echoed(ns.ns, tmp_path, value) == value


@pytest.mark.parametrize(
    "value", ["[exit 3]", "$argv", '"; exit 3', "{", "}", "a\\", "\\n", "[exec touch evil]"]
)
def test_tcl_syntax_is_text(ns: Simulator, tmp_path: Path, value: str) -> None:
    assert echoed(ns.ns, tmp_path, value) == value


def refused(ns: Path, folder: Path, key: str, value: str) -> str:
    """The message of a run of the mpls script in which one parameter is replaced."""
    from ns2studies.basics.nested import flatten
    from ns2studies.config.registry import load_study

    scenario = load_study("mpls", "quick").scenarios[0]
    flat = {"study": "mpls", "seed": 1, **flatten(scenario.parameters), key: value}
    lines = [f"{name}\t{str(entry).lower() if isinstance(entry, bool) else entry}\n"
             for name, entry in flat.items()]  # fmt: skip
    (folder / "parameters.tsv").write_text("".join(lines), encoding="utf-8")
    result = subprocess.run(
        [ns, MAIN, folder / "parameters.tsv", folder],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert result.returncode == 1
    assert not (folder / "evil").exists()
    return result.stderr


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("network.delay_s", "[exec touch evil]", "network.delay_s: expected a number"),
        ("network.delay_s", "1; exec touch evil", "network.delay_s: expected a number"),
        ("network.delay_s", "0x10", "network.delay_s: expected a number"),
        ("network.queue_limit_packets", "050", "queue_limit_packets: expected an integer"),
        ("flows.0.variant", "TCP/Reno", "flows.0.variant: expected one of "),
        ("flows.0.newreno_changes1", "1", "expected true or false"),
        ("forwarding", "[exec touch evil]", "forwarding: expected a lower-case name"),
        ("study", "../../evil", "study: expected a lower-case name"),
        ("network.dealy_s", "0.1", "network.dealy_s has no effect"),
    ],
)
def test_bad_value_stops_script(
    ns: Simulator, tmp_path: Path, key: str, value: str, expected: str
) -> None:
    assert expected in refused(ns.ns, tmp_path, key, value)
