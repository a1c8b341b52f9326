# Quarto documents to self-contained pages, and the tables that lie beside some of them.


rule spreadsheet:
    input:
        database="results/database/{study}.duckdb",
    output:
        report(
            update("results/reports/{study}.csv"),
            caption="../report/table.rst",
            category="Tables",
            labels={"study": "{study}"},
        ),
    log:
        "results/logs/spreadsheet-{study}.log",
    priority: 1000
    message:
        "{wildcards.study}: the table beside the page"
    shell:
        "python -m ns2studies.workflow.jobs spreadsheet {input.database:q} {output:q} 2> {log:q}"


rule study_page:
    input:
        stale("{study}.html"),
        spreadsheet,
        database="results/database/{study}.duckdb",
        provenance="results/database/{study}.json",
    output:
        report(
            update("results/reports/{study}.html"),
            caption="../report/page.rst",
            category="Pages",
            labels={"study": "{study}"},
        ),
    log:
        "results/logs/report-{study}.log",
    priority: 1000
    params:
        document="reports/{study}.qmd",
        number=of_study("number"),
        code=of_study("page"),
        renderer=renderer,
    message:
        "{wildcards.study}: page of {params.number} runs"
    shell:
        "python -m ns2studies.workflow.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q}"
        " --code {params.code} --renderer {params.renderer[wanted]} 2> {log:q}"


# A study's first page is listed on the start page as soon as it is there.


rule list_page:
    input:
        "results/reports/{study}.html",
    output:
        touch(f"{MARKS}/{{study}}.listed"),
    log:
        "results/logs/list-{study}.log",
    priority: 1000
    params:
        renderer=renderer,
    message:
        "{wildcards.study}: list the page on the start page"
    shell:
        "python -m ns2studies.workflow.jobs list-page --renderer {params.renderer[wanted]} 2> {log:q}"


rule start_page:
    input:
        stale("index.html"),
        listed=expand(f"{MARKS}/{{study}}.listed", study=WORKFLOW.unlisted()),
        database="results/results.duckdb",
        provenance="results/provenance.json",
    output:
        report(
            update("results/reports/index.html"),
            caption="../report/start.rst",
            category="Pages",
            labels={"study": "all"},
        ),
    log:
        "results/logs/report-index.log",
    params:
        document="reports/index.qmd",
        studies=", ".join(WORKFLOW.shown),
        code=of_page("index"),
        renderer=renderer,
    message:
        "Start page of all studies: {params.studies}"
    shell:
        "python -m ns2studies.workflow.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q}"
        " --code {params.code} --renderer {params.renderer[wanted]} 2> {log:q}"


# The rows behind all pages, to be filtered and downloaded.


rule explorer:
    input:
        stale("explore.html"),
        database="results/results.duckdb",
        provenance="results/provenance.json",
    output:
        report(
            update("results/reports/explore.html"),
            caption="../report/explorer.rst",
            category="Pages",
            labels={"study": "all"},
        ),
    log:
        "results/logs/report-explore.log",
    params:
        document="reports/explore.qmd",
        studies=", ".join(WORKFLOW.shown),
        code=of_page("explore"),
        renderer=renderer,
    message:
        "Explorer of all studies: {params.studies}"
    shell:
        "python -m ns2studies.workflow.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q}"
        " --code {params.code} --renderer {params.renderer[wanted]} 2> {log:q}"


# Rules, scales and costs behind all pages.


rule method_page:
    input:
        stale("method.html"),
        database="results/results.duckdb",
        provenance="results/provenance.json",
    output:
        report(
            update("results/reports/method.html"),
            caption="../report/method.rst",
            category="Pages",
            labels={"study": "all"},
        ),
    log:
        "results/logs/report-method.log",
    params:
        document="reports/method.qmd",
        studies=", ".join(WORKFLOW.shown),
        code=of_page("method"),
        renderer=renderer,
    message:
        "Method, rules and costs of all studies: {params.studies}"
    shell:
        "python -m ns2studies.workflow.jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q}"
        " --code {params.code} --renderer {params.renderer[wanted]} 2> {log:q}"
