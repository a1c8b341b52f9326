# Pages, data, configuration and provenance in one file, if it is asked for: snakemake archive.
# Its name says what is in it, so it is no output: packed again, it is the same file.


rule archive:
    input:
        rules.all.input,
    log:
        "results/logs/archive.log",
    params:
        studies=", ".join(STUDIES),
        scales=[f"{study}={scale}" for study, scale in WORKFLOW.scales.items()],
        renderer=WORKFLOW.wanted.renderer,
    message:
        "Archive of {params.studies}, into results/archives"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs archive {params.scales:q} --renderer {params.renderer} 2> {log:q}"
