# Quarto documents to self-contained pages.


rule report:
    input:
        document="reports/{page}.qmd",
        database="results/results.duckdb",
        provenance="results/provenance.json",
    output:
        "results/reports/{page}.html",
    params:
        code=code_of("reporting"),
    log:
        "results/logs/report-{page}.log",
    shell:
        "{JOB:q} report {input.document:q} {output:q} 2> {log:q}"
