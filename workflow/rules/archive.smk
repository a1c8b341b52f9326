# Pages, data, configuration and provenance in one file, if it is asked for: snakemake archive. Its
# name says what is in it: packed again, it is the same file.


rule archive:
    input:
        rules.all.input,
    output:
        f"{MARKS}/archive",
    log:
        "results/logs/archive.log",
    params:
        studies=", ".join(STUDIES),
        scales=[f"{study}={scale}" for study, scale in WORKFLOW.scales.items()],
        renderer=WORKFLOW.settings.renderer,
    message:
        "Archive of {params.studies}, into results/archives"
    shell:
        "python -m ns2studies.workflow.jobs archive {output:q} {params.scales:q} --renderer {params.renderer} 2> {log:q}"
