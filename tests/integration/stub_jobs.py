"""Stands in for ``ns2studies.workflow.jobs``: makes outputs in no time, and notes what started.

A job's name is followed by the study, or what else its first output is called. Runs are put into
the store without anything in them.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

OUTPUTS = {
    "build-agent": [0],
    "study-database": [1, 2],
    "database": [0, 1],
    "spreadsheet": [1],
    "report": [3],
}
"""Which arguments of a job are its outputs."""

STARTED = Path("results", "started")

KILLED = Path("results", "killed")
"""Names a job that is killed before it can do anything."""


def main() -> None:
    job, *arguments = sys.argv[1:]
    from ns2studies.database.metadata import describe

    outputs = [Path(arguments[position]) for position in OUTPUTS.get(job, [])]
    name = outputs[0].stem.partition("-")[0] if outputs else ""
    if job == "measure":
        name = Path(arguments[0]).stem.partition("-")[0]
    if KILLED.exists() and KILLED.read_text(encoding="utf-8") == f"{job} {name}".strip():
        os.kill(os.getpid(), signal.SIGKILL)
    with STARTED.open("a", encoding="utf-8") as stream:
        stream.write(f"{job} {name}".strip() + "\n")
    if job == "simulate":
        for run in json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["runs"]:
            _store(run["identity"])
    if job == "measure":
        from ns2studies.basics import paths
        from ns2studies.metrics.fingerprints import measures_of
        from ns2studies.metrics.measure_files import measured_line

        index = Path(arguments[0])
        runs = {run["run_id"] for run in json.loads(index.read_text(encoding="utf-8"))["runs"]}
        line = measured_line(paths.RESULTS, measures_of(name), runs)
        index.with_suffix(".measures").write_text(f"{line}\n", encoding="utf-8")
    described: dict[str, Any] = {
        "studies": [{"study": name, "scale": "quick"}],
        "made_at": str(time.time()),
        "made_of": _made_of(job, arguments),
    }
    for output in outputs:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(described), encoding="utf-8")
    if job.endswith("database"):
        describe(outputs[1], outputs[0], described)
    if job == "report":
        _seal(outputs[0], described["made_of"])


def _made_of(job: str, arguments: list[str]) -> str:
    """What a job says that its output is made of."""
    from ns2studies.database.metadata import described_as

    if job == "study-database":
        return arguments[arguments.index("--made-of") + 1]
    if job == "database":
        from ns2studies.evaluation.stage_digests import made_of_all

        parts = {Path(part).stem: described_as(Path(part)) for part in arguments[2:-2]}
        return made_of_all(parts, arguments[-1])
    if job == "report":
        from ns2studies.report.page_digests import made_of_page
        from ns2studies.report.renderers.choice import choose

        code = arguments[arguments.index("--code") + 1]
        return made_of_page(described_as(Path(arguments[1])), code, choose().told)
    return ""


def _seal(page: Path, made_of: str) -> None:
    from ns2studies.basics.checksums import add_page_checksum

    add_page_checksum(page, page.name, made_of)


def _store(identity: dict[str, Any]) -> None:
    from ns2studies.basics.checksums import checksummed_json
    from ns2studies.runs.identity import RunIdentity

    run_id = RunIdentity(**identity).run_id
    folder = Path("results", "runs", f"study={identity['study']}", f"run_id={run_id}")
    folder.mkdir(parents=True)
    facts = {"run_id": run_id, "identity": identity, "tables": {}}
    (folder / "run.json").write_text(checksummed_json(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
