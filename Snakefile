# Published TCP studies on ns-2: from parameters to pages. `./reproduce` prepares the machine and
# calls this; `snakemake --cores 2` does the same. config/README.md says what --config may hold.

from snakemake.utils import min_version

min_version("9.0")


configfile: "config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/simulator.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/results.smk"
include: "workflow/rules/pages.smk"
include: "workflow/rules/experiments.smk"


# Small jobs whose files all others read: they run where Snakemake is called, also with a cluster.
localrules:
    all,
    stale,
    study_page,
    list_page,
    start_page,
    explorer,
    method_page,
    spreadsheet,
    study_database,
    database,
    experiment_database,
    experiment_page,
    build_simulator,
    build_agent,
    archive,


rule all:
    """Every study's page and database, what is made of all studies, and experiments' pages."""
    default_target: True
    input:
        # By name: results that are there would hide that the simulator, runs or measures are not,
        # or that a later round is wanted.
        WORKFLOW.lacking,
        all_measured,
        OF_ALL_STUDIES if STUDIES else [],
        expand("results/reports/{study}.html", study=STUDIES),
        expand(
            "results/database/{study}.{kind}", study=STUDIES, kind=["duckdb", "json"]
        ),
        expand("results/experiments/{name}/index.html", name=WORKFLOW.experiments),


include: "workflow/rules/archive.smk"


onstart:
    if workflow.is_main_process:
        call(WORKFLOW.begin)


onsuccess:
    if workflow.is_main_process:
        call(WORKFLOW.end)


onerror:
    if workflow.is_main_process:
        call(WORKFLOW.end)
