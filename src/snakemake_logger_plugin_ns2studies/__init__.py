"""Snakemake plugin with the project's display: ``logger: ns2studies`` in a profile."""

from ns2studies.workflow.logger import LogHandler

__all__ = ["LogHandler"]
