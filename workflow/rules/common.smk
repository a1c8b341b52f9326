# What the rules share: the plan, which says also what the code behind each stage is.
#
# Snakemake does not see imported code. A digest of it among a rule's params makes the rule
# run again when the code changes, and only then. Files that may be larger than a megabyte are
# compared by Snakemake by their times, which say nothing of their content: such an input is
# ancient(), and its digest is among the params.

import json
from pathlib import Path

EMPTY_PLAN = {
    "studies": {},
    "shown": [],
    "unlisted": [],
    "code": {"database": "", "start_page": ""},
    "batches": {},
}

PLAN = (
    json.loads(Path(config["plan"]).read_text(encoding="utf-8"))
    if "plan" in config
    else EMPTY_PLAN
)
STUDIES = sorted(PLAN["studies"])


def index_of(wildcards):
    """The index of the study of a job, at the scale that is planned."""
    scale = PLAN["studies"][wildcards.study]["scale"]
    return f"results/plan/{wildcards.study}-{scale}.json"


def of_study(*keys):
    """What the plan says of the study of a job."""

    def value(wildcards):
        found = PLAN["studies"][wildcards.study]
        for key in keys:
            found = found[key]
        return found

    return value


wildcard_constraints:
    # Results of other studies are files that are there, not to be made.
    study="|".join(STUDIES) or "none",
    scale="quick|full",
    batch="[0-9a-f]+",
