"""Slurm: jobs of the workflow on the nodes of a cluster."""
