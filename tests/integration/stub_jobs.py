"""Stands in for ``ns2studies.execution.jobs``: makes outputs in no time, and notes what started.

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
    "measure": [1],
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
    from ns2studies.basics.sealed import seal_page
    from ns2studies.database.metadata import describe
    from ns2studies.planning.attempts import attempt

    outputs = [Path(arguments[position]) for position in OUTPUTS.get(job, [])]
    name = outputs[0].stem.partition("-")[0] if outputs else ""
    if KILLED.exists() and KILLED.read_text(encoding="utf-8") == f"{job} {name}".strip():
        os.kill(os.getpid(), signal.SIGKILL)
    with STARTED.open("a", encoding="utf-8") as stream:
        stream.write(f"{job} {name}".strip() + "\n")
    if job == "run-batch":
        for run in json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["runs"]:
            _store(run["identity"])
    described: dict[str, Any] = {
        "studies": [{"study": name, "scale": "quick"}],
        "made_at": str(time.time()),
    }
    if job == "measure":
        outputs[0].with_suffix(".measures").touch()
    if job == "study-database":
        described["made_of"] = arguments[3]
    for output in outputs:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(described), encoding="utf-8")
    if job.endswith("database"):
        describe(outputs[1], outputs[0], described)
    if job == "report":
        seal_page(outputs[0], outputs[0].name)
    if "--attempt" in arguments:
        with attempt(outputs[0], arguments[arguments.index("--attempt") + 1]):
            pass


def _store(identity: dict[str, Any]) -> None:
    from ns2studies.basics.sealed import sealed_json
    from ns2studies.runs.run import RunIdentity

    run_id = RunIdentity(**identity).run_id
    folder = Path("results", "runs", f"study={identity['study']}", f"run_id={run_id}")
    folder.mkdir(parents=True)
    facts = {"run_id": run_id, "identity": identity, "tables": {}}
    (folder / "run.json").write_text(sealed_json(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
