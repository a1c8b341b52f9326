# Missing runs, a batch a job. A finished run goes into the store (results/runs) at once, so
# a batch that is cut short loses only the run at hand. Studies follow one another: the first
# pages are there long before the last run.


rule simulate_and_ingest:
    input:
        libraries=of_batch("libraries"),
    output:
        touch("results/plan/done/{batch}"),
    log:
        "results/logs/batches/{batch}.log",
    priority: of_batch("priority")
    params:
        batch="results/plan/batches/{batch}.json",
        study=of_batch("study"),
        runs=of_batch("runs"),
    message:
        "{params.study}: simulate and ingest {params.runs} runs"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs run-batch {params.batch:q} 2> {log:q}"


rule measure:
    input:
        batches=batches_of,
    output:
        "results/plan/{study}-{scale}.measured",
    log:
        "results/logs/measure-{study}-{scale}.log",
    priority: 1000
    threads: threads_to_measure
    params:
        index="results/plan/{study}-{scale}.json",
        number=of_study("number"),
        runs=of_study("runs"),
        code=of_study("measures"),
    message:
        "{wildcards.study}: measure {params.number} runs"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs measure {params.index:q} {output:q} {threads} 2> {log:q}"
