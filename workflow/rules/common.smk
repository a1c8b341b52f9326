# What the rules share: the plan, which says also what the code behind each stage is.
#
# Times of files decide nothing. Digests among a rule's params make it run again when what it is
# made of changes, and only then: code, which Snakemake does not see, files of the checkout and of
# the plan, which are no inputs here since it would complain of those that are from the future, and
# what its inputs are made of. Inputs that may be larger than a megabyte, which Snakemake compares
# by their times alone, are ancient(); a small one beside them, which is made by the same rule, lets
# a rule follow another that is run again for another reason.

import os
import shlex
from pathlib import Path

from snakemake.exceptions import WorkflowError

from ns2studies.planning.attempts import name_attempt
from ns2studies.basics.digests import digest_value
from ns2studies.basics.processes import bound
from ns2studies.database.derived import spreadsheet_of
from ns2studies.basics.scales import SCALES
from ns2studies.execution.snakefile import Workflow
from nstrace.errors import NstraceError

# A job takes the place of its shell, and ends with Snakemake, however that ends. Jobs of a
# cluster, which other programs start, get no such prefix.
shell.prefix(f"exec {shlex.join(bound([]))} ")

CORES = workflow.resource_settings.cores or len(os.sched_getaffinity(0))


def told(call, *arguments, **options):
    """The result of a call; what its user can mend is said without a traceback."""
    try:
        return call(*arguments, **options)
    except NstraceError as error:
        raise WorkflowError(str(error)) from None


WORKFLOW = told(
    Workflow,
    config,
    CORES,
    on_cluster=workflow.resource_settings.nodes is not None,
    in_job=not workflow.is_main_process,
)
STUDIES = list(WORKFLOW.scales)


def begin():
    told(WORKFLOW.begin)


def plan():
    """What the plan tells the rules; until there is one, who asks waits for the simulator."""
    if not WORKFLOW.is_planned:
        checkpoints.build_simulator.get(digest=WORKFLOW.simulator_digest)
        told(WORKFLOW.plan)
    return WORKFLOW.told


def planned(wildcards):
    """No file: the input of rules whose params ask the plan."""
    plan()
    return []


def of_study(key):
    """What the plan says of the study of a job."""
    return lambda wildcards: plan()["studies"][wildcards.study][key]


def index_of(wildcards):
    """The index of the study of a job, at the scale that is planned."""
    return f"results/plan/{wildcards.study}-{WORKFLOW.scales[wildcards.study]}.json"


def batches_of(wildcards):
    """Markers of the missing runs of a study."""
    batches = plan()["studies"][wildcards.study]["batches"]
    return [f"results/plan/done/{batch}" for batch in batches]


def of_batch(key):
    """What the plan says of the batch of a job."""
    return lambda wildcards: plan()["batches"][wildcards.batch][key]


def threads_to_measure(wildcards):
    """Batches measure what they ran. Without any, what is left is an edited metric."""
    idle = WORKFLOW.is_planned and not batches_of(wildcards)
    return CORES if idle else 1


def attempt_at(output, *made_of):
    """A param of rules with outputs that are update(): a job that failed is tried again.

    Snakemake does not look at params that are made of a job's outputs. What the output is made of is
    what the rule's other params say of the plan.
    """
    return lambda wildcards: name_attempt(
        Path(output.format(**dict(wildcards.items()))),
        digest_value([param(wildcards) for param in made_of]),
    )


def of_all(key):
    """What the plan says of all studies together."""
    return lambda wildcards: plan()[key]


def beside(wildcards):
    """The table beside a study's page, if it has one."""
    return (
        f"results/reports/{wildcards.study}.csv"
        if spreadsheet_of(wildcards.study)
        else []
    )


wildcard_constraints:
    # Results of other studies are files that are there, not to be made.
    study="|".join(STUDIES) or "none",
    scale="|".join(SCALES),
    batch="[0-9a-f]+",
