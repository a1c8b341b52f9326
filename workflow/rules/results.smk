# What was measured, beside what was published: a database for each study, which its page is
# made of, and one of all studies together. update() keeps the earlier file until there is a new
# one: a job that fails leaves it as it was.


rule study_database:
    input:
        index=ancient(index_of),
        measured=lambda wildcards: index_of(wildcards).replace(".json", ".measured"),
    output:
        database=update("results/database/{study}.duckdb"),
        provenance=update("results/database/{study}.json"),
    log:
        "results/logs/database-{study}.log",
    priority: 1000
    params:
        made_of=of_study("made_of"),
    shell:
        "python -m ns2studies.jobs study-database {input.index:q} {output.database:q} {output.provenance:q} {params.made_of:q} 2> {log:q}"


rule database:
    input:
        parts=ancient(
            expand("results/database/{study}.duckdb", study=list(PLAN["shown"]))
        ),
        provenance=expand("results/database/{study}.json", study=list(PLAN["shown"])),
    output:
        database=update("results/results.duckdb"),
        provenance=update("results/provenance.json"),
    log:
        "results/logs/database.log",
    params:
        parts=PLAN["shown"],
        code=PLAN["code"]["database"],
    shell:
        "python -m ns2studies.jobs database {output.database:q} {output.provenance:q} {input.parts:q} 2> {log:q}"
