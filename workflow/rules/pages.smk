# Quarto documents to self-contained pages, and the tables that lie beside some of them.


rule spreadsheet:
    input:
        planned,
        database=ancient("results/database/{study}.duckdb"),
        provenance="results/database/{study}.json",
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
    params:
        made_of=of_study("made_of"),
        attempt=attempt_at("results/reports/{study}.csv", of_study("made_of")),
    message:
        "{wildcards.study}: the table beside the page"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs spreadsheet {input.database:q} {output:q} --attempt {params.attempt} 2> {log:q}"


rule study_page:
    input:
        planned,
        database=ancient("results/database/{study}.duckdb"),
        provenance="results/database/{study}.json",
        beside=ancient(beside),
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
        made_of=of_study("made_of"),
        page=of_study("page"),
        renderer=of_all("renderer"),
        attempt=attempt_at(
            "results/reports/{study}.html",
            of_study("made_of"),
            of_study("page"),
            of_all("renderer"),
        ),
    message:
        "{wildcards.study}: page of {params.number} runs"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q} --renderer {params.renderer[wanted]} --attempt {params.attempt} 2> {log:q}"


# A study's first page is listed as soon as it is there, not when the last study is.


rule list_study_page:
    input:
        "results/reports/{study}.html",
    output:
        touch("results/plan/listed/{study}"),
    log:
        "results/logs/list-{study}.log",
    priority: 1000
    params:
        renderer=of_all("renderer"),
    message:
        "{wildcards.study}: list the page on the start page"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs start-page-so-far --renderer {params.renderer[wanted]} 2> {log:q}"


rule start_page:
    input:
        planned,
        database=ancient("results/results.duckdb"),
        provenance="results/provenance.json",
        listed=expand("results/plan/listed/{study}", study=WORKFLOW.unlisted),
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
        parts=of_all("shown"),
        code=of_all("code_of_start_page"),
        renderer=of_all("renderer"),
        attempt=attempt_at(
            "results/reports/index.html",
            of_all("shown"),
            of_all("code_of_start_page"),
            of_all("renderer"),
        ),
    message:
        "Start page of all studies: {params.studies}"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q} --renderer {params.renderer[wanted]} --attempt {params.attempt} 2> {log:q}"


# The rows behind all pages, to be filtered. It has what the start page has, and no more to wait for.


rule explorer:
    input:
        planned,
        database=ancient("results/results.duckdb"),
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
        parts=of_all("shown"),
        code=of_all("code_of_explorer"),
        renderer=of_all("renderer"),
        attempt=attempt_at(
            "results/reports/explore.html",
            of_all("shown"),
            of_all("code_of_explorer"),
            of_all("renderer"),
        ),
    message:
        "Explorer of all studies: {params.studies}"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs report {params.document:q} {input.database:q} {input.provenance:q} {output:q} --renderer {params.renderer[wanted]} --attempt {params.attempt} 2> {log:q}"
