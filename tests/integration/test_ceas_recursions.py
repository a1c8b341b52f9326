"""Temperature and pheromones: closed forms, and the definitions on what ns traced.

The definitions (ns2-patches/ceas/README.md) are sums over all ants so far; ns uses recursions that
stand for them. Here they are summed, from the log of ants alone.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt
import pytest
from ceas_runs import BETA, CHAIN, DIAMOND, ELEVEN, RHO, Network, simulate
from scipy.optimize import brentq

from ns2studies.simulator.build import Simulator

Floats = npt.NDArray[np.float64]

LATE_NS = 40e9
"""From then on, the recorded networks' beginning (5 s of explorers) is long forgotten."""

ARRIVALS = (
    "SELECT cost_s, temperature_s, elite_temperature_s, ant IN "
    "(SELECT ant FROM ceas_ants WHERE event = 'rejected'), time_ns FROM ceas_ants "
    "WHERE event = 'arrived' AND destination_node = {} ORDER BY time_ns, ant"
)


def exact_temperature(costs: Floats) -> float:
    """The least g with h(g) >= rho, of the mean performance h (seconds)."""
    weights = BETA ** np.arange(len(costs))[::-1]

    def excess(log_g: float) -> float:
        mean = np.sum(weights * np.exp(-costs / math.exp(log_g))) / np.sum(weights)
        return float(mean) - RHO

    return math.exp(brentq(excess, math.log(1e-6), math.log(10), xtol=1e-13))


def recursion(costs: Sequence[float]) -> Iterator[float]:
    """The temperature after each ant, by the recursion as it is printed (facts, README)."""
    g = -costs[0] / math.log(RHO)
    a = b = 0.0
    for t, cost in enumerate(costs, start=1):
        e = math.exp(-cost / g)
        g = (b + cost * e) / ((1 + cost / g) * e + a - RHO * (1 - BETA**t) / (1 - BETA))
        e = math.exp(-cost / g)
        a = BETA * (a + (1 + cost / g) * e)
        b = BETA * (b + cost * e)
        yield g


def test_equal_costs_have_temperature_that_follows(ns: Simulator, tmp_path: Path) -> None:
    """h = exp(-L/g) = rho, from the first ant on."""
    found = simulate(ns.ns, tmp_path, Network(CHAIN, [(0, 2)], end_s=20))
    rows = found.execute(ARRIVALS.format(2)).fetchall()
    assert len(rows) > 1900
    assert not any(rejected for *_, rejected, _ in rows), "equal costs are all good enough"
    for cost, temperature, elite, *_ in rows:
        assert cost == pytest.approx(0.01 + 2 * 64 * 8 / 1e8, rel=1e-9)
        assert temperature == elite == pytest.approx(-cost / math.log(RHO), rel=1e-9)


@dataclass
class Recorded:
    """What was traced; in a steady network, nothing but ants was ever under way."""

    found: duckdb.DuckDBPyConnection
    steady: bool


@pytest.fixture(scope="module", params=["ants alone", "with data and a failure"])
def recorded(
    request: pytest.FixtureRequest, ns: Simulator, tmp_path_factory: pytest.TempPathFactory
) -> Recorded:
    """Ants of two colonies over many paths; or besides, TCP fills a link and one fails."""
    steady = request.param == "ants alone"
    data = (
        "traffic::active [traffic::ftp [traffic::tcp 0 8 sack -window_packets 200]] 20 40\n"
        "failures::link_outage 4 5 30 45"
    )
    network = Network(
        ELEVEN,
        [(0, 8), (8, 0)],
        options="-initial_phase_s 5 -ant_rate_per_s 20",
        body="" if steady else data,
        end_s=60,
        watch={"ants": "0", "pheromones": "0"},
    )
    return Recorded(simulate(ns.ns, tmp_path_factory.mktemp("recorded"), network), steady)


@pytest.mark.parametrize("destination", [0, 8])
def test_temperatures_of_recorded_ants(recorded: Recorded, destination: int) -> None:
    """First-order expansions of a convex function lie below it: g is never too low."""
    rows = recorded.found.execute(ARRIVALS.format(destination)).fetchall()
    costs = np.array([row[0] for row in rows])
    rejected = np.array([row[3] for row in rows])
    late = np.array([row[4] for row in rows]) > LATE_NS
    assert 100 < rejected.sum() < len(rows) - 100
    for kept, column in ((np.full(len(rows), True), 2), (~rejected, 1)):
        traced = np.array([row[column] for row in rows])[kept]
        assert traced == pytest.approx(list(recursion(costs[kept].tolist())), rel=1e-9)
        every = np.arange(0, len(traced), 7)
        exact = np.array([exact_temperature(costs[kept][: at + 1]) for at in every])
        errors = traced[every] / exact - 1
        assert errors.min() > -1e-9
        assert errors.max() < 0.2
        if recorded.steady:
            assert errors[late[kept][every]].max() < 0.009


def test_ant_returns_if_it_is_good_enough(recorded: Recorded) -> None:
    for cost, _, elite, rejected, _ in recorded.found.execute(ARRIVALS.format(8)).fetchall():
        limit = -elite * math.log(RHO)
        assert rejected == (cost > limit * (1 + 1e-9))


class Visits:
    """The backward ants of a colony at one node, in their order, and what ns made of them."""

    def __init__(self, found: duckdb.DuckDBPyConnection, node: int, source: int) -> None:
        where = f"node = {node} AND source_node = {source}"
        ants = found.execute(
            "SELECT neighbour, cost_s, temperature_s, time_ns FROM ceas_ants "
            f"WHERE event = 'updated' AND {where} ORDER BY time_ns"
        ).fetchnumpy()
        self.links, self.times = ants["neighbour"], ants["time_ns"]
        self.costs = np.asarray(ants["cost_s"], dtype=np.float64)
        self.temperatures = np.asarray(ants["temperature_s"], dtype=np.float64)
        traced = found.execute(
            "SELECT neighbour, pheromone FROM ceas_pheromones "
            f"WHERE {where} ORDER BY neighbour, time_ns"
        ).fetchnumpy()
        self.traced = {
            int(link): traced["pheromone"][traced["neighbour"] == link]
            for link in np.unique(traced["neighbour"])
        }

    def exact(self, link: int, at: int) -> float:
        """tau after visit `at`: sum_k I(ij in w_k) b^(n(t)-n(k)) exp(-L_k/g_t)."""
        weights, costs, _ = self._of(link, at)
        return float(np.sum(weights * np.exp(-costs / self.temperatures[at])))

    def expanded(self, link: int, at: int) -> float:
        """The same with each exp(-L x), x = 1/g, expanded to second order around its own 1/g_k;
        to the right of the parabola's lowest point, the value there."""
        weights, costs, temperatures = self._of(link, at)
        e = weights * np.exp(-costs / temperatures)
        c = np.sum(e * costs**2 / 2)
        b = np.sum(e * costs * (1 + costs / temperatures))
        a = np.sum(e * (1 + costs / temperatures + (costs / temperatures) ** 2 / 2))
        x = 1 / self.temperatures[at]
        return float(a - b * x + c * x**2 if x < b / (2 * c) else a - b**2 / (4 * c))

    def _of(self, link: int, at: int) -> tuple[Floats, Floats, Floats]:
        """Weights, costs and temperatures of the ants so far that came by this link."""
        used = np.flatnonzero(self.links[: at + 1] == link)
        weights = np.power(BETA, (at - used).astype(np.float64))
        return weights, self.costs[used], self.temperatures[used]


def test_pheromones_of_recorded_ants(recorded: Recorded) -> None:
    """At every node; the expansions are good where the temperature has not changed much since."""
    nodes = recorded.found.execute(
        "SELECT DISTINCT node, source_node FROM ceas_ants WHERE event = 'updated' ORDER BY ALL"
    ).fetchall()
    assert len(nodes) > 10
    errors: list[float] = []
    for node, source in nodes:
        visits = Visits(recorded.found, node, source)
        assert all(len(traced) == len(visits.links) for traced in visits.traced.values())
        for at in range(0, len(visits.links), 13):
            exact = {link: visits.exact(link, at) for link in visits.traced}
            best = max(exact, key=lambda link: exact[link])
            for link, traced in visits.traced.items():
                if exact[link] > 1e-6 * exact[best]:
                    assert traced[at] == pytest.approx(visits.expanded(link, at), rel=1e-6)
            if visits.times[at] > LATE_NS and recorded.steady:
                errors.append(abs(visits.traced[best][at] / exact[best] - 1))
    assert not recorded.steady or (len(errors) > 100 and np.median(errors) < 0.005)


def test_pheromones_of_unused_link_evaporate(ns: Simulator, tmp_path: Path) -> None:
    """p(n) = p(0) b^n: from a half to a hundredth in 193.6 updates."""
    network = Network(
        DIAMOND,
        [(0, 3)],
        options="-initial_phase_s 60",
        body="failures::link_down 0 2 20",
        end_s=30,
        watch={"pheromones": "0"},
    )
    found = simulate(ns.ns, tmp_path, network)
    rows = found.execute(
        "SELECT used.pheromone, unused.pheromone FROM ceas_pheromones used JOIN ceas_pheromones "
        "unused USING (time_ns, node) WHERE node = 0 AND used.neighbour = 1 AND "
        "unused.neighbour = 2 AND time_ns > 20.05e9 ORDER BY time_ns"
    ).fetchall()
    assert len(rows) > 700
    shares = np.array([unused / (used + unused) for used, unused in rows])
    updates = np.arange(len(shares))
    # Before, there were 2000 updates: 0.98^2000 is 3e-18.
    assert shares == pytest.approx(shares[0] * BETA**updates, rel=1e-9)
    first = int(np.argmax(shares <= 0.01))
    assert first == math.ceil(math.log(shares[0] / 0.01) / -math.log(BETA))
    assert math.log(0.5 / 0.01) / -math.log(BETA) == pytest.approx(193.6, abs=0.05)


def test_explorers_share_equal_paths_equally(ns: Simulator, tmp_path: Path) -> None:
    """Shares are sums of fair coins with weights b^k: mean 1/2, variance (1-b)/(1+b)/4."""
    shares: list[float] = []
    for seed in range(1, 7):
        network = Network(
            DIAMOND,
            [(0, 3)],
            options="-initial_phase_s 200 -initial_ant_rate_per_s 200",
            end_s=200,
            seed=seed,
            watch={"pheromones": "0"},
        )
        found = simulate(ns.ns, tmp_path / str(seed), network)
        rows = found.execute(
            "SELECT probability FROM ceas_pheromones WHERE node = 0 AND neighbour = 1 "
            "AND time_ns > 5e9 ORDER BY time_ns"
        ).fetchall()
        shares += [share for (share,) in rows]
    variance = (1 - BETA) / (1 + BETA) / 4
    independent = len(shares) * (1 - BETA) / (1 + BETA)
    assert independent > 2000
    error = math.sqrt(variance / independent)
    assert np.mean(shares) == pytest.approx(0.5, abs=4 * error)
    assert np.var(shares) == pytest.approx(variance, rel=4 * math.sqrt(4 / independent))
