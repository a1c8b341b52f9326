# Quarto documents to self-contained pages, and the tables that lie beside some of them.

from ns2studies.results.derived import spreadsheet_of


rule spreadsheet:
    input:
        database=ancient("results/database/{study}.duckdb"),
        provenance="results/database/{study}.json",
    output:
        update("results/reports/{study}.csv"),
    log:
        "results/logs/spreadsheet-{study}.log",
    priority: 1000
    params:
        made_of=of_study("made_of"),
    shell:
        "python -m ns2studies.jobs spreadsheet {input.database:q} {output:q} 2> {log:q}"


rule report:
    input:
        database=ancient("results/database/{study}.duckdb"),
        provenance="results/database/{study}.json",
        beside=ancient(
            lambda wildcards: (
                f"results/reports/{wildcards.study}.csv"
                if spreadsheet_of(wildcards.study)
                else []
            )
        ),
    output:
        update("results/reports/{study}.html"),
    log:
        "results/logs/report-{study}.log",
    priority: 1000
    params:
        document="reports/{study}.qmd",
        made_of=of_study("made_of"),
        page=of_study("page"),
    shell:
        "python -m ns2studies.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q} 2> {log:q}"


# A study's first page is listed as soon as it is there, not when the last study is.


rule list_page:
    input:
        "results/reports/{study}.html",
    output:
        touch("results/plan/listed/{study}"),
    log:
        "results/logs/list-{study}.log",
    priority: 1000
    shell:
        "python -m ns2studies.jobs start-page-so-far 2> {log:q}"


rule start_page:
    input:
        database=ancient("results/results.duckdb"),
        provenance="results/provenance.json",
        listed=expand("results/plan/listed/{study}", study=PLAN["unlisted"]),
    output:
        update("results/reports/index.html"),
    log:
        "results/logs/report-index.log",
    params:
        document="reports/index.qmd",
        parts=PLAN["shown"],
        code=PLAN["code"]["start_page"],
    shell:
        "python -m ns2studies.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q} 2> {log:q}"
