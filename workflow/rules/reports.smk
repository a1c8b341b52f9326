# Quarto documents to self-contained pages, and the tables that lie beside some of them.

from ns2studies.results.spreadsheets import SPREADSHEETS


rule spreadsheet:
    input:
        database="results/results.duckdb",
    output:
        update("results/reports/{study}.csv"),
    log:
        "results/logs/spreadsheet-{study}.log",
    params:
        code=code_of("results"),
    shell:
        "python -m ns2studies.jobs spreadsheet {input.database:q} {output:q} 2> {log:q}"


rule report:
    input:
        document="reports/{page}.qmd",
        database="results/results.duckdb",
        provenance="results/provenance.json",
        beside=lambda wildcards: expand(
            "results/reports/{study}.csv", study={wildcards.page} & SPREADSHEETS.keys()
        ),
    output:
        update("results/reports/{page}.html"),
    log:
        "results/logs/report-{page}.log",
    params:
        code=code_of("reporting"),
    shell:
        "python -m ns2studies.jobs report {input.document:q} {output:q} 2> {log:q}"
