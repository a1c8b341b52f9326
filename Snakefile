# From parameters to pages. `snakemake --cores 2` in the checkout, with its environment in PATH,
# makes everything; config/README.md says what can be chosen. ./reproduce, which sets up a machine
# first, calls this with the plan that it has forecast.
#
# The plan of runs is made where this is read (src/ns2studies/execution/snakefile.py). Rules by stage are in
# workflow/rules/, in the order of what happens; what they do is in src/ns2studies/execution/jobs.py.
# Scenarios are data of the plan, and a run is simulated and ingested by one job, since no trace is
# kept: neither generating scenarios nor ingesting is a rule of its own.

from snakemake.utils import min_version

min_version("9.0")


configfile: "config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/simulator.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/results.smk"
include: "workflow/rules/pages.smk"


# Small, and they write what everybody reads: where Snakemake is called, also if other jobs go to
# a cluster.
localrules:
    all,
    study_page,
    list_study_page,
    start_page,
    explorer,
    spreadsheet,
    study_database,
    database,
    build_simulator,
    build_agent,
    archive,


rule all:
    """Every study's page and database, and the start page."""
    default_target: True
    input:
        # By name: results that are there would hide that their simulator or measures are not.
        WORKFLOW.missing_simulator,
        [
            f"results/plan/{study}-{scale}.measured"
            for study, scale in WORKFLOW.scales.items()
        ],
        "results/reports/index.html",
        "results/reports/explore.html",
        "results/results.duckdb",
        "results/provenance.json",
        expand("results/reports/{study}.html", study=STUDIES),
        expand(
            "results/database/{study}.{kind}", study=STUDIES, kind=["duckdb", "json"]
        ),


include: "workflow/rules/archive.smk"


# Not for a dry run and the like, which change no result.
onstart:
    if workflow.is_main_process:
        begin()


onsuccess:
    if workflow.is_main_process:
        WORKFLOW.end(print)
