# Simulate and ingest the missing runs, a batch a job; then measure. A finished run goes into the
# store (results/runs) at once and whole, so a batch that is cut short loses only the run at hand.


def libraries_of(wildcards):
    """Libraries of agents that a batch's runs load."""
    return WORKFLOW.batch(wildcards.batch)["libraries"]


def batches_of(wildcards):
    """Marks of the batches that a round of a study lacks."""
    names = WORKFLOW.batches(wildcards.study, wildcards.round)
    return [f"{MARKS}/{name}.simulated" for name in names]


def measured(wildcards):
    """Marks of what a study lacks. More runs may be wanted once the first have been measured."""
    study, marks = wildcards.study, []
    for round in checked(planned().rounds(study)):
        marks.append(f"{MARKS}/{study}-{round}.measured")
        if not WORKFLOW.may_want_more(study):
            break
        checkpoints.measure.get(study=study, round=round)
    return marks


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
        "{JOB} simulate {params.batch:q} 2> {log:q}"


checkpoint measure:
    input:
        batches_of,
    output:
        touch(f"{MARKS}/{{study}}-{{round}}.measured"),
    log:
        "results/logs/measure-{study}-{round}.log",
    priority: 1000
    params:
        index=index,
        number=of_study("number"),
    message:
        "{wildcards.study}: measure {params.number} runs"
    shell:
        "{JOB} measure {params.index:q} --threads {threads} 2> {log:q}"
