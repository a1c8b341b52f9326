# Quarto documents to self-contained pages.


rule report:
    input:
        document="reports/{page}.qmd",
        database="results/results.duckdb",
        provenance="results/provenance.json",
    output:
        update("results/reports/{page}.html"),
    log:
        "results/logs/report-{page}.log",
    params:
        code=code_of("reporting"),
    shell:
        "python -m ns2studies.jobs report {input.document:q} {output:q} 2> {log:q}"
