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


# Agents that runs load into ns, each a library of its own.


rule agent:
    output:
        "build/simulator/{digest}/agents/{agent}-{sources}/agent.so",
    log:
        "results/logs/agent-{digest}-{agent}-{sources}.log",
    wildcard_constraints:
        digest="[0-9a-f]+",
        agent="[a-z][a-z0-9-]*",
        sources="[0-9a-f]+",
    shell:
        "python -m ns2studies.jobs build-agent {output:q} 2> {log:q}"
