"""Turn parameters into results: what Snakemake reads, the jobs that it starts, their progress."""
