# What was measured, beside what was published: a database for each study, which its page is
# made of, and one of all studies together. update() keeps the earlier file until there is a new
# one: a job that fails leaves it as it was.


rule study_database:
    input:
        index=ancient(index_of),
        measured=lambda wildcards: index_of(wildcards).replace(".json", ".measured"),
        published="data/published/{study}.csv",
        misprints=lambda wildcards: [
            file
            for file in [f"data/published/{wildcards.study}-misprints.csv"]
            if Path(file).exists()
        ],
    output:
        database=update("results/database/{study}.duckdb"),
        provenance=update("results/database/{study}.json"),
    log:
        "results/logs/database-{study}.log",
    priority: 1000
    params:
        index=of_study("index"),
        code=of_study("code", "results"),
    shell:
        "python -m ns2studies.jobs study-database {input.index:q} {output.database:q} {output.provenance:q} 2> {log:q}"


rule database:
    input:
        expand("results/database/{study}.duckdb", study=PLAN["shown"]),
    output:
        database=update("results/results.duckdb"),
        provenance=update("results/provenance.json"),
    log:
        "results/logs/database.log",
    params:
        studies=PLAN["shown"],
        code=PLAN["code"]["database"],
    shell:
        "python -m ns2studies.jobs database {output.database:q} {output.provenance:q} {input:q} 2> {log:q}"
