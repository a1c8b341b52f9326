"""Bring studies up to date and pack them: pages, data, configuration and provenance in one file.

The file is a ZIP file and a Workflow Run RO-Crate. Without names, all studies with results are
packed, at their present scale. Each named experiment gets a file of its own.
"""

import argparse

from ns2studies.cli.arguments import add_running, add_studies, experiments_in, studies_and_scale
from ns2studies.config.scenarios import QUICK

EXAMPLES = """\
examples:
  ./reproduce archive                  all studies that have results
  ./reproduce archive full mpls        one study at full scale
  ./reproduce archive experiments/queue
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_studies(parser)
    add_running(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from ns2studies.basics import paths
    from ns2studies.config.study_files import available
    from ns2studies.database.metadata import existing_scales
    from ns2studies.workflow.snakemake import run_snakemake

    files = experiments_in(arguments)
    studies, scale = studies_and_scale(arguments)
    existing = existing_scales(paths.RESULTS)
    named = studies or ([] if files else sorted(existing) or available())
    scales = {name: scale or existing.get(name, QUICK) for name in named}
    return run_snakemake(scales, arguments, ["archive"], [it.path for it in files])
