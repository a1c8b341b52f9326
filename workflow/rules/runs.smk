# Missing runs, a batch a job. A finished run goes into the store (results/runs) at once, so
# a batch that is cut short loses only the run at hand. Studies follow one another: the first
# pages are there long before the last run.


rule simulate:
    input:
        batch="results/plan/batches/{batch}.json",
        libraries=lambda wildcards: PLAN["batches"][wildcards.batch]["libraries"],
    output:
        touch("results/plan/done/{batch}"),
    log:
        "results/logs/batches/{batch}.log",
    priority: lambda wildcards: PLAN["batches"][wildcards.batch]["priority"]
    shell:
        "python -m ns2studies.jobs run-batch {input.batch:q} 2> {log:q}"


rule measure:
    input:
        index=ancient("results/plan/{study}-{scale}.json"),
        batches=lambda wildcards: [
            f"results/plan/done/{batch}"
            for batch in PLAN["studies"][wildcards.study]["batches"]
        ],
    output:
        "results/plan/{study}-{scale}.measured",
    log:
        "results/logs/measure-{study}-{scale}.log",
    priority: 1000
    # Batches measure what they ran. Without any, what is left is an edited metric.
    threads: lambda wildcards: (1 if PLAN["studies"][wildcards.study]["batches"] else workflow.cores)
    params:
        runs=of_study("runs"),
        code=of_study("measures"),
    shell:
        "python -m ns2studies.jobs measure {input.index:q} {output:q} {threads} 2> {log:q}"
