"""The benchmark of reading traces: nstrace beside the tools one would use otherwise."""
