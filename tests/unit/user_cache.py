"""What tests of all of a user's checkouts may share: downloads, and what was compiled or checked.

All of it is known again by the contents that it was made of, so that none of it can be stale.
"""

import os
from pathlib import Path
from typing import Final

USER_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "ns2studies"
"""May be deleted at any time."""


def share(folder: Path) -> None:
    """Let a cache of this checkout, unless it exists, be the one that all checkouts share."""
    if not folder.exists():
        shared = USER_CACHE / folder.name
        shared.mkdir(parents=True, exist_ok=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.unlink(missing_ok=True)
        folder.symlink_to(shared)
