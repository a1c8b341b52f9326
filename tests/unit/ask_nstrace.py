"""``ask.py`` for the command ``nstrace``, which it becomes itself if the loaded process refuses."""

import os
import sys

HERE = ("-S", "-E", __file__)
"""What Python is called with before the command."""


def main() -> int:
    """Run the command; returns its status."""
    # By its folder: to import the package, and pathlib, takes as long as all that is asked.
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    sys.path.insert(0, os.path.join(here, "../../src/ns2studies/starting"))  # noqa: PTH118
    import ask

    ask.PROGRAMS["nstrace"] = "nstrace"
    return ask.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
