"""``python -m ns2studies``: what ``./reproduce`` calls once the machine is ready."""

import sys

from ns2studies.cli import main

if __name__ == "__main__":
    sys.exit(main())
