# What the rules share. WORKFLOW is the plan: which runs are missing, in which batches, and what each
# stage is made of. Params hold the digests of what a stage is made of, so that an edit makes again
# what it reaches; `stale` asks for what Snakemake can't know to be out of date.

import os
import shlex

from snakemake.exceptions import WorkflowError

from ns2studies.basics.processes import bound
from ns2studies.config.scenarios import SCALES
from ns2studies.database.derived import spreadsheet_of
from ns2studies.workflow.logger import follow
from ns2studies.workflow.workflow import Workflow
from nstrace.errors import NstraceError

# A job takes the place of its shell, and ends with Snakemake, however that ends.
shell.prefix(f"exec {shlex.join(bound([]))} ")


def call(function, *arguments, **options):
    """Call a function; what its user can mend is said without a traceback."""
    try:
        return function(*arguments, **options)
    except NstraceError as error:
        raise WorkflowError(str(error)) from None


def checked(items):
    """Yield items; errors are said as by `call`."""
    while (item := call(next, items, None)) is not None:
        yield item


WORKFLOW = call(
    Workflow,
    config,
    cores=workflow.resource_settings.cores or len(os.sched_getaffinity(0)),
    jobs=workflow.resource_settings.nodes,
    in_job=not workflow.is_main_process,
)
follow(WORKFLOW)
STUDIES = list(WORKFLOW.scales)
OF_ALL_STUDIES = [
    "results/reports/index.html",
    "results/reports/explore.html",
    "results/reports/method.html",
    "results/results.duckdb",
    "results/provenance.json",
]
MARKS = WORKFLOW.folder  # marks of jobs that this command has ended


def planned():
    """The plan; whoever asks for it while ns is missing waits until ns has been built."""
    if not WORKFLOW.is_planned:
        checkpoints.build_simulator.get(digest=WORKFLOW.simulator_digest)
        call(WORKFLOW.plan)
    return WORKFLOW


def of_study(key):
    """A param: what the plan says of the study or the experiment of a job."""
    return lambda wildcards: planned().digest(wildcards.study, key)


def of_page(name):
    """A param: the digest of the code and the files that make a page of all studies."""
    return lambda wildcards: planned().planned.inputs[f"{name}.html"][0].digest


def renderer(wildcards):
    """A param: what renders pages, with its version; known before there is a plan."""
    return WORKFLOW.renderer


def index(wildcards):
    """A param: the file that lists the runs of a study or an experiment."""
    return WORKFLOW.index(wildcards.study)


def stale(file):
    """An input: asks for a file again that is there but is not what it was made of."""
    return lambda wildcards: planned().stale(file.format(**dict(wildcards.items())))


def libraries_of(wildcards):
    """Libraries of agents that a batch's runs load."""
    return WORKFLOW.batch(wildcards.batch)["libraries"]


def batches_of(wildcards):
    """Marks of the batches that a round of a study or an experiment lacks."""
    names = WORKFLOW.batches(wildcards.study, wildcards.round)
    return [f"{MARKS}/{name}.simulated" for name in names]


def marks_of(study):
    """Marks of what a study or an experiment lacks. More runs may be wanted once the first have been measured."""
    marks = []
    for round in checked(planned().rounds(study)):
        marks.append(f"{MARKS}/{study}-{round}.measured")
        if not WORKFLOW.may_want_more(study):
            break
        checkpoints.measure.get(study=study, round=round)
    return marks


def measured(wildcards):
    """Marks of what a job's study or experiment lacks."""
    return marks_of(wildcards.study)


def all_measured(wildcards):
    """Marks of what all studies and experiments lack."""
    names = [*STUDIES, *WORKFLOW.experiments]
    return [mark for name in names for mark in marks_of(name)]


def threads_of_measure(wildcards):
    """Batches have measured most runs of studies, and of experiments those of large batches."""
    return WORKFLOW.machine.cores if wildcards.study in WORKFLOW.experiments else 1


def spreadsheet(wildcards):
    """The table beside a study's page, if the study has one."""
    study = wildcards.study
    return f"results/reports/{study}.csv" if spreadsheet_of(study) else []


wildcard_constraints:
    # Results of other studies are files that are there, not to be made.
    study="|".join([*STUDIES, *WORKFLOW.experiments]) or "none",
    batch="[0-9a-f]+",
    round="[0-9a-f]+",
