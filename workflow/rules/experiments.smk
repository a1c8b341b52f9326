# Experiments of one's own: a database and a page for each, made of runs that simulate and measure
# make as they do for studies.


rule experiment_database:
    input:
        measured,
        stale("{study}.duckdb"),
    output:
        database=update("results/experiments/{study}/results.duckdb"),
        provenance=update("results/experiments/{study}/provenance.json"),
    log:
        "results/logs/database-{study}.log",
    priority: 1000
    params:
        index=index,
        number=of_study("number"),
        made_of=of_study("made_of"),
    message:
        "{wildcards.study}: database of {params.number} runs"
    shell:
        "python -m ns2studies.workflow.jobs experiment-database {params.index:q} {output.database:q} {output.provenance:q}"
        " --made-of {params.made_of} 2> {log:q}"


rule experiment_page:
    input:
        stale("{study}.html"),
        database="results/experiments/{study}/results.duckdb",
    output:
        report(
            update("results/experiments/{study}/index.html"),
            category="Pages",
            labels={"study": "{study}"},
        ),
    log:
        "results/logs/report-{study}.log",
    priority: 1000
    params:
        number=of_study("number"),
        code=of_study("page"),
        # Of an own document; the default page is made without.
        renderer=lambda wildcards: (
            [f"--renderer={renderer(wildcards)['wanted']}"]
            if planned().digest(wildcards.study, "document")
            else []
        ),
    message:
        "{wildcards.study}: page of {params.number} runs"
    shell:
        "python -m ns2studies.workflow.jobs experiment-page {input.database:q} {output:q} --code {params.code} {params.renderer:q} 2> {log:q}"
