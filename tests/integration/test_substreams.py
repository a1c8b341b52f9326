"""Replications have disjoint random numbers: each has a substream of its own in every stream.

ns' generator is MRG32k3a (L'Ecuyer, Simard, Chen, Kelton: An object-oriented random-number
package with many long streams and substreams, Operations Research 50(6), 2002). Its two parts
are recursions of order three; a jump ahead is a power of their matrices.
"""

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

SUBSTREAM, STREAM = 2**76, 2**127
"""Random numbers of a substream, and of a stream."""

PARTS = (
    (4294967087, ((0, 1, 0), (0, 0, 1), (-810728, 1403580, 0))),
    (4294944443, ((0, 1, 0), (0, 0, 1), (-1370589, 0, 527612))),
)
"""Modulus and matrix of each part."""

State = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]

SCRIPT = """
source [lindex $argv 0]/library.tcl
uses simulation
simulation::create
foreach replication [lrange $argv 1 end] {
    puts [[simulation::generator $replication] all-seeds]
}
simulation::replicate [lindex $argv end]
puts [$defaultRNG all-seeds]
"""


def times(left: Matrix, right: Matrix, modulus: int) -> Matrix:
    columns = tuple(zip(*right, strict=True))
    return tuple(
        tuple(sum(a * b for a, b in zip(row, column, strict=True)) % modulus for column in columns)
        for row in left
    )


def ahead(state: State, numbers: int) -> State:
    """The generator's state so many random numbers later."""
    found: list[int] = []
    for (modulus, matrix), part in zip(PARTS, (state[:3], state[3:]), strict=True):
        power, square, left = ((1, 0, 0), (0, 1, 0), (0, 0, 1)), matrix, numbers
        while left:
            power = times(power, square, modulus) if left % 2 else power
            square, left = times(square, square, modulus), left // 2
        found += [row[0] for row in times(power, tuple((value,) for value in part), modulus)]
    return tuple(found)


def states(ns: Path, folder: Path, *replications: int) -> list[State]:
    """States of a generator for each of these, in one simulation, and of ns' own at the end."""
    (folder / "s.tcl").write_text(SCRIPT)
    words = [ns, "s.tcl", paths.TCL, *map(str, replications)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("replication", [2, 3, 20])
def test_replication_n_has_nth_substream(ns: Simulator, tmp_path: Path, replication: int) -> None:
    first = states(ns.ns, tmp_path, 1)
    found = states(ns.ns, tmp_path, replication)
    assert found == [ahead(state, (replication - 1) * SUBSTREAM) for state in first]


def test_each_purpose_has_stream_of_its_own(ns: Simulator, tmp_path: Path) -> None:
    one, other, last, own = states(ns.ns, tmp_path, 1, 1, 1)
    assert other == ahead(one, STREAM)
    assert last == ahead(other, STREAM)
    assert own not in (one, other, last)


def test_consecutive_seeds_differ_by_constant_step(ns: Simulator, tmp_path: Path) -> None:
    """What docs/statistics.md says of the seeds that a thesis prints.

    A draw is linear in the seed, which fills the whole state: at one place in the stream
    neighbours differ by a step that is the same for all of them (modulo 1).
    """
    script = tmp_path / "seeds.tcl"
    script.write_text("""
        foreach seed $argv {
            $defaultRNG seed $seed
            foreach place {1 2 3} { puts -nonewline "[$defaultRNG uniform 0 1] " }
            puts {}
        }
    """)
    seeds = range(179_324, 179_339)
    words = [ns.ns, script, *map(str, seeds)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    draws = [[float(word) for word in line.split()] for line in done.stdout.splitlines()]
    assert len(draws) == 15
    for place, step in enumerate((0.0003, 0.5559, 0.0142)):
        for one, following in pairwise(draws):
            assert (following[place] - one[place]) % 1 == pytest.approx(step, abs=0.0001)
