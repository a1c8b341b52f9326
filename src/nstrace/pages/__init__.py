"""What pages with charts and tables are made of: those of reports on traces, and of studies.

It needs the libraries that ``pip install '.[report]'`` installs; nothing else of nstrace
imports it.
"""

from typing import Final

LARGEST_BYTES: Final = 5_000_000
"""Of a page: more can't be sent by mail, and browsers open it slowly."""
