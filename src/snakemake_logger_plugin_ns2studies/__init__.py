"""Let Snakemake find the project's display by its name: ``logger: ns2studies`` in a profile."""

from ns2studies.workflow.logger import LogHandler

__all__ = ["LogHandler"]
