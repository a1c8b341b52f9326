"""The benchmark of reading traces: nstrace compared with general tools."""
