"""Building blocks of pages with charts and tables, for reports on traces and for studies.

They need the libraries that ``pip install '.[report]'`` installs; besides :mod:`nstrace.report`,
no module of nstrace imports this package.
"""

from typing import Final

LARGEST_BYTES: Final = 5_000_000
"""The largest size of a page; larger ones can't be sent by mail, and browsers open them slowly."""
