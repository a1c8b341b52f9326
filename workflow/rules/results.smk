# What was measured and what was published, side by side: a database for each study, which its page
# is made of, and one of all studies. update() keeps the earlier file if a job fails.


rule stale:
    output:
        touch(f"{MARKS}/{{name}}.stale"),
    message:
        "{wildcards.name} is out of date"


rule study_database:
    input:
        measured,
        stale("{study}.duckdb"),
    output:
        database=update("results/database/{study}.duckdb"),
        provenance=update("results/database/{study}.json"),
    log:
        "results/logs/database-{study}.log",
    priority: 1000
    params:
        index=index,
        number=of_study("number"),
        made_of=of_study("made_of"),
    message:
        "{wildcards.study}: database of {params.number} runs, beside what is published"
    shell:
        "python -m ns2studies.workflow.jobs study-database {params.index:q} {output.database:q} {output.provenance:q}"
        " --made-of {params.made_of} 2> {log:q}"


rule database:
    input:
        stale("results.duckdb"),
        parts=expand("results/database/{study}.duckdb", study=WORKFLOW.shown),
        provenance=expand("results/database/{study}.json", study=WORKFLOW.shown),
    output:
        database=update("results/results.duckdb"),
        provenance=update("results/provenance.json"),
    log:
        "results/logs/database.log",
    params:
        studies=", ".join(WORKFLOW.shown),
        code=lambda wildcards: planned().planned.code_of_database,
    message:
        "Database of all studies: {params.studies}"
    shell:
        "python -m ns2studies.workflow.jobs database {output.database:q} {output.provenance:q} {input.parts:q}"
        " --code {params.code} 2> {log:q}"
