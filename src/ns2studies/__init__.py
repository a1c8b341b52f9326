"""Published TCP studies on ns-2, rebuilt from source, traces and SQL."""

import gc
import sys
from pathlib import Path

__version__ = "0.1.0"

# The studies' rooms are modules, too: ``reports.NAME.study``. They have to be those of this
# checkout, wherever the program was started; so it stands first.
_ROOT = str(Path(__file__).resolve().parents[2])
if sys.path[:1] != [_ROOT]:
    sys.path.insert(0, _ROOT)

# What a command makes, it mostly keeps: to look for garbage as often as Python does by itself takes
# a seventh of the time of one that has nothing to do.
gc.set_threshold(50_000, 20, 20)
