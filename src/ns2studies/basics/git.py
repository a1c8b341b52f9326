"""What git answers about this checkout, if that is a repository's own folder.

Git itself goes up until it finds a repository: of an unpacked archive it would answer with what it
knows of whatever repository that lies in.
"""

import subprocess
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError


def git(*words: str) -> str:
    """What a command of git prints, called in the checkout.

    Raises:
        StudyError: if there is no git, if the checkout is not the top of a repository's working
            tree, or with the last line of what git says if it fails.
    """
    top = _answer("rev-parse", "--show-toplevel").removesuffix("\n")
    if not Path(top).samefile(paths.ROOT):
        raise StudyError(f"{paths.ROOT} is no git repository of its own: it lies in {top}")
    return _answer(*words)


def _answer(*words: str) -> str:
    command = ["git", "-C", str(paths.ROOT), *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="surrogateescape", check=False
        )
    except OSError as error:
        raise StudyError(f"git can't be called: {error.strerror}") from error
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise StudyError(said[-1] if said else f"git {words[0]} fails")
    return done.stdout
