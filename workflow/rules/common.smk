# What the rules share: the plan, which says also what the code behind each stage is.
#
# Times of files decide nothing. Digests among a rule's params make it run again when what it is
# made of changes, and only then: code, which Snakemake does not see, files of the checkout, which
# are no inputs here since it would complain of those that are from the future, and what its inputs
# are made of. Inputs that may be larger than a megabyte, which Snakemake compares by their times
# alone, are ancient(); a small one beside them, which is made by the same rule, lets a rule follow
# another that is run again for another reason.

import json
from pathlib import Path

EMPTY_PLAN = {
    "studies": {},
    "shown": {},
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


def of_study(key):
    """What the plan says of the study of a job."""
    return lambda wildcards: PLAN["studies"][wildcards.study][key]


wildcard_constraints:
    # Results of other studies are files that are there, not to be made.
    study="|".join(STUDIES) or "none",
    scale="quick|full",
    batch="[0-9a-f]+",
