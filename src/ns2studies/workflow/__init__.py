"""Compute results from parameters: inputs of Snakemake, the jobs that it starts, their progress."""
