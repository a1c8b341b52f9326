"""What tests of all of a user's checkouts may share: downloads, and what was compiled or checked.

All of it is known again by the contents that it was made of, so that none of it can be stale.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_files, digest_value

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


@contextmanager
def passed_before(check: str, files: Iterable[str], tools: Iterable[str]) -> Iterator[bool]:
    """Tell whether a check has passed these files of the checkout, with these tools.

    If nothing is raised meanwhile, it has from now on.
    """
    contents = digest_files(paths.ROOT, [paths.ROOT / name for name in files])
    known = USER_CACHE / check / digest_value([contents, list(tools)])
    yield known.exists()
    known.parent.mkdir(parents=True, exist_ok=True)
    known.touch()
