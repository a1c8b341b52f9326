"""Write the JSON schemas of the configuration files, with which editors complete keys."""

import argparse

EXAMPLES = """\
examples:
  ./reproduce schema                   after an edit of a study's models
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command writes the schemas of all studies."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from ns2studies.basics import paths
    from ns2studies.config.registry import write_schemas

    del arguments
    for path in write_schemas(paths.CONFIG / "schema"):
        print(path)
    return 0
