# One database of everything that is shown. update() keeps the earlier file until there is a new
# one: a job that fails leaves it as it was.


rule database:
    input:
        indexes=expand("results/plan/{study}-{scale}.json", study=STUDIES, scale=SCALE),
        measured=expand(
            "results/plan/{study}-{scale}.measured", study=STUDIES, scale=SCALE
        ),
        published=expand("data/published/{study}.csv", study=STUDIES),
        misprints=[
            file
            for file in expand("data/published/{study}-misprints.csv", study=STUDIES)
            if Path(file).exists()
        ],
    output:
        database=update("results/results.duckdb"),
        provenance=update("results/provenance.json"),
    log:
        "results/logs/database.log",
    params:
        code=code_of("results"),
    shell:
        "python -m ns2studies.jobs database {output.database:q} {output.provenance:q} {input.indexes:q} 2> {log:q}"
