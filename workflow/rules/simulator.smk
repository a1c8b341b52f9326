# ns-2 from source. A checkpoint, since the name of a run holds the digest of the simulator's
# binary: without one, runs are planned when this has been made.


checkpoint build_simulator:
    output:
        "build/simulator/{digest}/build.json",
    log:
        "results/logs/simulator-{digest}.log",
    threads: CORES
    params:
        source=(
            ["--source", str(WORKFLOW.wanted.source)] if WORKFLOW.wanted.source else []
        ),
    message:
        "Build the simulator: ns-2.35 with the patches of ns2-patches"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs build-simulator {params.source:q} 2> {log:q}"


# Agents that runs load into ns, each a library of its own.


rule build_agent:
    output:
        "build/simulator/{digest}/agents/{agent}-{sources}/agent.so",
    log:
        "results/logs/agent-{digest}-{agent}-{sources}.log",
    wildcard_constraints:
        digest="[0-9a-f]+",
        agent="[a-z][a-z0-9-]*",
        sources="[0-9a-f]+",
    message:
        "Build the agent {wildcards.agent}"
    shell:
        "python -S -E src/ns2studies/starting/ask.py jobs build-agent {output:q} 2> {log:q}"
