"""Where Snakemake looks for the executor that profiles/slurm names."""

from ns2studies.cluster.executor import Executor, ExecutorSettings, common_settings

__all__ = ["Executor", "ExecutorSettings", "common_settings"]
