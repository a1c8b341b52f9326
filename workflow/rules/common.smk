# What the rules share: the plan, and the digests of the code behind each stage.
#
# Snakemake does not see imported code. A digest of it among a rule's params makes the rule
# run again when the code changes, and only then.

import json
from pathlib import Path

from ns2studies.workflow import code_of, empty_plan

PLAN = (
    json.loads(Path(config["plan"]).read_text(encoding="utf-8"))
    if "plan" in config
    else empty_plan()
)
SCALE = PLAN["scale"]
STUDIES = sorted(PLAN["batches"])


wildcard_constraints:
    study="[a-z][a-z0-9-]*",
    batch="[0-9a-f]+",
