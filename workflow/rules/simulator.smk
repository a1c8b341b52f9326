# ns-2 from source. A checkpoint: a run is named by the digest of the simulator's binary, among
# others, so runs are planned when there is one.


checkpoint build_simulator:
    output:
        "build/simulator/{digest}/build.json",
    log:
        "results/logs/simulator-{digest}.log",
    threads: WORKFLOW.machine.cores
    params:
        source=(
            ["--source", WORKFLOW.settings.source] if WORKFLOW.settings.source else []
        ),
    message:
        "Build the simulator: ns-2.35 with the patches of ns2-patches"
    shell:
        "python -m ns2studies.workflow.jobs build-simulator {params.source:q} 2> {log:q}"


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
        "python -m ns2studies.workflow.jobs build-agent {output:q} 2> {log:q}"
