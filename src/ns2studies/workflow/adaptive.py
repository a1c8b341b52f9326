"""Sequential stopping at scale ``decide``: find the runs that claims still need.

A study begins with quick scale's replications. Its claims are judged; the scenarios that open ones
need get the replications of their next interim look (``database/stopping.py``), and so on until no
claim is open or all scenarios that they need are at the maximum. So the required runs are a
function of the measured values alone, computed from the first look on each time. Judging claims
takes seconds, so each look is stored in ``results/looks``, named by its input digest and
checksummed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from ns2studies.basics.digests import SHORT, canonical_json, digest_value
from ns2studies.basics.sql import connect
from ns2studies.config.registry import Study
from ns2studies.config.scenarios import Scenario
from ns2studies.database.stopping import AT_MOST, InterimLook, first_look_with, next_replications
from ns2studies.database.wanted_runs import Decision, Outlook, decide
from ns2studies.evaluation import stage_digests as stages
from ns2studies.metrics.fingerprints import measures_of
from ns2studies.metrics.measure_files import covered_runs
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.store import RunStore
from ns2studies.workflow.study_index import index_of
from nstrace.files import write_text_whole


@dataclass(frozen=True)
class Settled:
    """The runs that are needed now, and the last interim look, if there was one."""

    decision: Decision
    last_look: InterimLook | None


def settle(study: Study, ns_sha256: str, results: Path) -> Settled:
    """Find the runs that a study's claims need now.

    Raises:
        ResultError: if results are damaged, or a claim's query fails.
    """
    seeds = {
        scenario.label: len(scenario.seeds)
        for scenario in study.scenarios
        if scenario.rule is None and study.config.is_random(scenario.point.scenario_set)
    }
    measured = _measured(study, results)
    look: InterimLook | None = None
    while True:
        now = _with_seeds(study, seeds)
        decision = decide(now, runs_of(now, ns_sha256), results)
        if decision.undecided or not _are_there(decision.runs, measured, results):
            further = _further(decision.study.scenarios, seeds, look)
            return Settled(replace(decision, undecided=[*decision.undecided, *further]), look)
        look = _interim_look(decision, results)
        grown = next_replications(seeds, look.open.values())
        if not grown:
            return Settled(decision, look)
        seeds |= grown


def _with_seeds(study: Study, seeds: Mapping[str, int]) -> Study:
    scenarios = [
        replace(scenario, seeds=tuple(range(1, seeds[scenario.label] + 1)))
        if scenario.label in seeds
        else scenario
        for scenario in study.scenarios
    ]
    return replace(study, scenarios=tuple(scenarios))


def _measured(study: Study, results: Path) -> set[str]:
    """Return the runs for which all measures of a study have been computed."""
    covered = [set(covered_runs(results, measure)) for measure in measures_of(study.name)]
    return set.intersection(*covered)


def _are_there(runs: Sequence[Run], measured: set[str], results: Path) -> bool:
    store = RunStore(results)
    return all(run.run_id in measured and store.has(run) for run in runs)


def _further(
    scenarios: Sequence[Scenario], seeds: Mapping[str, int], look: InterimLook | None
) -> list[Outlook]:
    """Return the possible further runs of each scenario; after a look only of those for claims."""
    found = []
    for scenario in scenarios:
        label = scenario.label
        if label not in seeds or (look and not any(label in it for it in look.open.values())):
            continue
        most = max(AT_MOST - seeds[label], 0)
        found.append(Outlook(scenario, _expected(label, seeds[label], look, most), most))
    return found


def _expected(label: str, seeds: int, look: InterimLook | None, most: int) -> int | None:
    """Estimate how many more runs than ``seeds`` a scenario takes; None before the first look.

    The estimate assumes that means and deviations stay.
    """
    if look is None:
        return None
    wanted = []
    for claim, needed in look.open.items():
        if label in needed:
            more = look.more_runs[claim]
            wanted.append(AT_MOST if more is None else first_look_with(seeds + more))
    return min(max(max(wanted) - seeds, 0), most)


def _interim_look(decision: Decision, results: Path) -> InterimLook:
    """Judge the claims on the measured runs, or read the stored look."""
    # Runs are named by the simulator that made them; no claim depends on its sources.
    content = {**index_of(decision.study, decision.runs), "simulator": {"source_digest": None}}
    index = json.loads(canonical_json(content))
    name = decision.study.name
    made_of = [
        index,
        stages.code_of_results(name, stages.inputs_of_results(name)),
        stages.code_of_measures(name),
        stages.inputs_of_published(name).digest,
    ]
    path = results / "looks" / f"{name}-{digest_value(made_of)[:SHORT]}.json"
    return _kept(path) or _judged(results, index, path)


def _kept(path: Path) -> InterimLook | None:
    """Read an earlier look; None if its file is missing or damaged."""
    try:
        return InterimLook(**read_checksummed_json(path))
    except (OSError, ValueError, TypeError):
        return None


def _judged(results: Path, index: Mapping[str, Any], path: Path) -> InterimLook:
    # Imported here, since plans at other scales don't need it.
    from ns2studies.evaluation.study_database import fill_for_claims

    connection = connect(threads=1)
    try:
        look = fill_for_claims(connection, results, dict(index)).interim_look(AT_MOST)
    finally:
        connection.close()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text_whole(path, checksummed_json(asdict(look)))
    return look
