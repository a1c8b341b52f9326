# The workflow behind ./reproduce, which plans the runs first and then calls this with
# "--configfile results/plan/snakemake.json", a file that names the plan. Rules by stage are in
# workflow/rules; what they do is in src/ns2studies.

import shlex

from ns2studies.processes import bound

# A job takes the place of its shell, and ends with Snakemake, however that ends. Jobs of a
# cluster, which other programs start, get no such prefix.
shell.prefix(f"exec {shlex.join(bound([]))} ")


include: "workflow/rules/common.smk"
include: "workflow/rules/simulator.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/results.smk"
include: "workflow/rules/reports.smk"


# Small, and they write what everybody reads: where ./reproduce is called, also if other jobs
# go to a cluster.
localrules:
    reports,
    report,
    list_page,
    start_page,
    spreadsheet,
    study_database,
    database,
    simulator,
    agent,


rule reports:
    """Every study's page and the index: what ./reproduce makes."""
    default_target: True
    input:
        "results/reports/index.html",
        expand("results/reports/{study}.html", study=STUDIES),
        expand("results/database/{study}.duckdb", study=STUDIES),
