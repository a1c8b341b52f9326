# Missing runs, a batch a job. A finished run goes into the store (results/runs) at once, so
# a batch that is cut short loses only the run at hand.


rule simulate:
    input:
        batch="results/plan/batches/{batch}.json",
        libraries=lambda wildcards: PLAN["libraries"].get(wildcards.batch, []),
    output:
        touch("results/plan/done/{batch}"),
    log:
        "results/logs/batches/{batch}.log",
    shell:
        "python -m ns2studies.jobs run-batch {input.batch:q} 2> {log:q}"


rule measure:
    input:
        index=f"results/plan/{{study}}-{SCALE}.json",
        batches=lambda wildcards: [
            f"results/plan/done/{batch}" for batch in PLAN["batches"][wildcards.study]
        ],
    output:
        f"results/plan/{{study}}-{SCALE}.measured",
    log:
        "results/logs/measure-{study}.log",
    threads: workflow.cores
    params:
        code=code_of("measures"),
    shell:
        "python -m ns2studies.jobs measure {input.index:q} {output:q} 2> {log:q}"
