# Simulate and ingest the missing runs, a batch a job; then measure. A finished run goes into the
# store (results/runs) at once and whole, so a batch that is cut short loses only the run at hand.


rule simulate:
    input:
        libraries_of,
    output:
        touch(f"{MARKS}/{{batch}}.simulated"),
    log:
        "results/logs/batches/{batch}.log",
    priority: lambda wildcards: WORKFLOW.batch(wildcards.batch)["priority"]
    params:
        batch=f"{MARKS}/{{batch}}.json",
        study=lambda wildcards: WORKFLOW.batch(wildcards.batch)["study"],
        runs=lambda wildcards: WORKFLOW.batch(wildcards.batch)["runs"],
    message:
        "{params.study}: simulate and ingest {params.runs} runs"
    shell:
        "python -m ns2studies.workflow.jobs simulate {params.batch:q} 2> {log:q}"


checkpoint measure:
    input:
        batches_of,
    output:
        touch(f"{MARKS}/{{study}}-{{round}}.measured"),
    log:
        "results/logs/measure-{study}-{round}.log",
    priority: 1000
    threads: threads_of_measure
    params:
        index=index,
        number=of_study("number"),
    message:
        "{wildcards.study}: measure {params.number} runs"
    shell:
        "python -m ns2studies.workflow.jobs measure {params.index:q} --threads {threads} 2> {log:q}"
