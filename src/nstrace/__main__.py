"""``python -m nstrace``: the command line."""

import sys

from nstrace.cli import main

sys.exit(main())
