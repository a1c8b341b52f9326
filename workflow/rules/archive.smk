# Pages, data, configuration and provenance in one file, if it is asked for: snakemake archive. Its
# name says what is in it: packed again, it is the same file. Each experiment has a file of its own.


rule archive:
    input:
        rules.all.input,
    output:
        f"{MARKS}/archive",
    log:
        "results/logs/archive.log",
    params:
        names=", ".join([*STUDIES, *WORKFLOW.experiments]),
        scales=[f"{study}={scale}" for study, scale in WORKFLOW.scales.items()],
        experiments=[
            f"--experiment={file.path}"
            for file in WORKFLOW.settings.experiments.values()
        ],
        renderer=WORKFLOW.settings.renderer,
    message:
        "Archive of {params.names}, into results/archives"
    shell:
        "python -m ns2studies.workflow.jobs archive {output:q} {params.scales:q} {params.experiments:q}"
        " --renderer {params.renderer} 2> {log:q}"
