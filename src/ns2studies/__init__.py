"""Published TCP studies on ns-2, rebuilt from source, traces and SQL."""

import gc
import sys
from pathlib import Path

__version__ = "1.0.0"

# The Python modules of the studies, ``reports.NAME.study``, must be imported from this checkout,
# wherever the program was started; so its path comes first.
_ROOT = str(Path(__file__).resolve().parents[2])
if sys.path[:1] != [_ROOT]:
    sys.path.insert(0, _ROOT)

# Most objects that a command creates stay in use. With Python's default thresholds, garbage
# collection takes a seventh of the time of a command that has nothing to do.
gc.set_threshold(50_000, 20, 20)
