"""Running other programs, with messages in a language that can be matched."""

import os
import subprocess


def plain_environment() -> dict[str, str]:
    """The environment, with untranslated messages and no options meant for another make."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "MAKE", "MFLAGS"))}
    return kept | {"LC_ALL": "C", "LANGUAGE": "C"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a short command to its end and return its status and texts."""
    return subprocess.run(
        command,
        env=plain_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
