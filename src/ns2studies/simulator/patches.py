"""Read the patch series, and apply it to a tree."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from ns2studies.basics.digests import digest_text
from ns2studies.basics.errors import BuildError
from nstrace.plain import read_text

MANIFEST = "source.sha256"
"""File beside the patches that lists the source files of ns-2.35 for the build, with digests."""


class Patch(NamedTuple):
    """One patch of the series; ``changes`` is its text without the explanation at the top."""

    path: Path
    changes: str

    @property
    def digest(self) -> str:
        """Digest of the patch without its name and explanation."""
        return digest_text(self.changes)


def read_series(patches: Path) -> list[Patch]:
    """Read the patches that ``patches/series`` lists, in its order.

    Raises:
        BuildError: if the series or a patch in it is missing or empty.
    """
    series = patches / "series"
    if not series.is_file():
        raise BuildError(f"{series} is missing", "Restore it from version control.")
    names = [line.strip() for line in read_text(series).splitlines()]
    return [_read(patches / name, series) for name in names if name and name[0] != "#"]


def _read(path: Path, series: Path) -> Patch:
    if not path.is_file():
        raise BuildError(f"{series} names {path.name}, which is not in {path.parent}")
    # Sources older than UTF-8 may contain any byte, and a lone carriage return is no line end.
    lines = path.read_bytes().decode("latin-1").split("\n")
    start = next((i for i, line in enumerate(lines) if line.startswith(("--- ", "diff "))), None)
    if start is None:
        raise BuildError(f"{path} changes nothing: no line starts with '--- '")
    return Patch(path, "\n".join(lines[start:]))


def apply_series(series: list[Patch], tree: Path) -> None:
    """Apply the patches to ``tree``, without fuzz.

    Raises:
        BuildError: for the first hunk that does not fit, naming patch and hunk.
    """
    for patch in series:
        done = subprocess.run(
            ["patch", "-p1", "--fuzz=0", "--batch", "--forward", "--no-backup-if-mismatch"],
            cwd=tree,
            input=patch.changes.encode("latin-1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode != 0:
            problem = _first_problem(done.stdout.decode("utf-8", "replace"))
            raise BuildError(
                f"{patch.path} does not fit ns-2.35: {problem}",
                "Patches apply in the order of ns2-patches/series, without fuzz.",
            )


def _first_problem(output: str) -> str:
    """Return the file and the failing hunk from the output of ``patch``."""
    file = ""
    for line in output.splitlines():
        if line.startswith("patching file "):
            file = line.removeprefix("patching file ")
        elif line.startswith("Hunk #") and " succeeded" not in line:
            return f"{file}: {line}"
        elif "can't find file" in line or "malformed" in line:
            return line
    return output.strip().splitlines()[-1] if output.strip() else "patch printed nothing"
