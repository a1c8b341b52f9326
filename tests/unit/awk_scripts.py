"""Running the awk scripts, and traces small enough to work out by hand."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ns2studies.basics.paths import ROOT

SCRIPTS = ROOT / "awk-compat"
AWKS = [name for name in ("mawk", "gawk") if shutil.which(name)] or ["awk"]

# Flow 1, node 0 to node 3: data 0 takes 0.2 s; data 1 is lost, sent again twice, and arrives
# twice, 0.5 s and 0.6 s after it was first sent; data 2 never arrives. Flow 2 comes from node 1,
# and nothing of it arrives. Flow 3 is UDP. Acknowledgements and headers are no data.
PACKETS = """\
+ 1 0 2 tcp 40 ------- 1 0.0 3.0 0 1
+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
- 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 1 3
d 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 1 3
r 1.25 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.25 2 3 tcp 1500 ------- 1 0.0 3.0 0 2
r 1.3 2 3 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.3 3 2 ack 40 ------- 1 3.0 0.0 0 4
+ 1.4 0 2 tcp 1500 ------- 1 0.0 3.0 1 5
+ 1.4 1 2 tcp 1000 ------- 2 1.7 3.1 0 6
+ 1.5 0 2 cbr 1500 ------- 3 0.1 3.2 0 7
+ 1.6 0 2 tcp 1500 ------- 1 0.0 3.0 1 9
r 1.7 2 3 tcp 1500 ------- 1 0.0 3.0 1 5
r 1.75 2 3 cbr 1500 ------- 3 0.1 3.2 0 7
r 1.8 2 3 tcp 1500 ------- 1 0.0 3.0 1 9
+ 1.9 0 2 tcp 1500 ------- 1 0.0 3.0 2 8
"""

WINDOWS = """\
0.00000  0  0  3  0  cwnd_ 1.000 \n\
0.00000  1  7  3  1  cwnd_ 10.500\n\
0.50000  0  0  3  0  rtt_ 7.000 \n\
1.00000  0  0  3  0  cwnd_ 2.000 \n\
"""

PACKET_SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "send_receive.awk": ("first=0-2", "last=2-3"),
    "delay.awk": (),
    "throughput.awk": (),
    "loss.awk": (),
    "goodput.awk": (),
}
"""The scripts that read packets, with the options they need for ``PACKETS``."""


def start(
    awk: str,
    script: str,
    *options: str,
    file: Path | None = None,
    text: str | bytes = "",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a script on a file, or on ``text`` as its standard input."""
    words = [word for option in options for word in ("-v", option)]
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / script, *words]
    command += [file] if file else []
    data = text.encode() if isinstance(text, str) else text
    result = subprocess.run(command, input=data, capture_output=True, env=environment, check=False)
    printed = (output.decode(errors="replace") for output in (result.stdout, result.stderr))
    return subprocess.CompletedProcess(command, result.returncode, *printed)


def output(awk: str, script: str, text: str, *options: str) -> list[str]:
    """What a script prints that has nothing to complain about."""
    result = start(awk, script, *options, text=text)
    assert (result.stderr, result.returncode) == ("", 0)
    return result.stdout.splitlines()
