# What was measured, beside what was published: a database for each study, which its page is
# made of, and one of all studies together. update() keeps the earlier file until there is a new
# one: a job that fails leaves it as it was, and is tried again (attempts.py).


rule study_database:
    input:
        planned,
        measured=lambda wildcards: index_of(wildcards).replace(".json", ".measured"),
    output:
        database=update("results/database/{study}.duckdb"),
        provenance=update("results/database/{study}.json"),
    log:
        "results/logs/database-{study}.log",
    priority: 1000
    params:
        index=index_of,
        number=of_study("number"),
        made_of=of_study("made_of"),
        attempt=attempt_at("results/database/{study}.duckdb", of_study("made_of")),
    message:
        "{wildcards.study}: database of {params.number} runs, beside what is published"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs study-database {params.index:q} {output.database:q} {output.provenance:q} {params.made_of:q} --attempt {params.attempt} 2> {log:q}"


rule database:
    input:
        planned,
        parts=ancient(expand("results/database/{study}.duckdb", study=WORKFLOW.shown)),
        provenance=expand("results/database/{study}.json", study=WORKFLOW.shown),
    output:
        database=update("results/results.duckdb"),
        provenance=update("results/provenance.json"),
    log:
        "results/logs/database.log",
    params:
        studies=", ".join(WORKFLOW.shown),
        parts=of_all("shown"),
        code=of_all("code_of_database"),
        attempt=attempt_at(
            "results/results.duckdb", of_all("shown"), of_all("code_of_database")
        ),
    message:
        "Database of all studies: {params.studies}"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs database {output.database:q} {output.provenance:q} {input.parts:q} --attempt {params.attempt} 2> {log:q}"
