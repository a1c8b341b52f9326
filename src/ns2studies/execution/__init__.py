"""Executing a plan: what Snakemake reads, the jobs that it starts, and how far they are."""
