# ns-2 from source. Called as a target of its own before the runs are planned, since the
# identity of a run holds the digest of the simulator's binary.


rule simulator:
    output:
        "build/simulator/{digest}/build.json",
    log:
        "results/logs/simulator-{digest}.log",
    threads: workflow.cores
    params:
        source=["--source", config["ns2_source"]] if "ns2_source" in config else [],
    shell:
        "python -m ns2studies.jobs build-simulator {params.source:q} 2> {log:q}"
