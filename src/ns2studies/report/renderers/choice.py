"""The choice of a renderer: Quarto if it is found or requested, otherwise the built-in one."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from ns2studies.basics import paths
from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import bound

RendererChoice = Literal["auto", "quarto", "built-in"]
"""Possible choices; ``auto`` is Quarto if its program is found."""

QUARTO: Final = paths.ROOT / "environment" / "quarto.txt"
"""File that pins the package with Quarto's program."""

_SHOWN_LINES = 3


@dataclass(frozen=True)
class Renderer:
    """A renderer of pages. All pages are made again if it or its version changes.

    Attributes:
        wanted: the choice that selects this renderer.
        name: as in the footers of pages.
        version: of Quarto, or of the pandoc that the built-in renderer calls.
        program: the path of Quarto; None for the built-in renderer.
    """

    wanted: RendererChoice
    name: str
    version: str
    program: str | None = None

    @property
    def told(self) -> dict[str, str]:
        """The parameters of rules, without the path of the program, which affects no results."""
        return {"wanted": self.wanted, "name": self.name, "version": self.version}

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"


def choose(wanted: RendererChoice = "auto") -> Renderer:
    """Return the renderer to use.

    Raises:
        ReportError: if Quarto is requested but missing, or does not work.
    """
    program = None if wanted == "built-in" else find_quarto()
    if program:
        return Renderer("quarto", "Quarto", _quarto_version(program), program)
    if wanted == "quarto":
        raise ReportError(
            "there is no program named quarto on the PATH",
            "./reproduce --renderer quarto installs it. --renderer built-in does not need it; for "
            "snakemake, use --config renderer=built-in.",
        )
    import pypandoc  # takes longer to load than everything else here

    return Renderer("built-in", "built-in", f"pandoc {pypandoc.get_pandoc_version()}")


def find_quarto() -> str | None:
    """Return the path of Quarto's program, on the PATH or next to this Python; or None."""
    return shutil.which("quarto") or shutil.which("quarto", path=Path(sys.executable).parent)


def _quarto_version(program: str) -> str:
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=120, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ReportError(
            f"{program} --version does not work: {error}",
            "Repair Quarto, or remove it from the PATH to use the built-in renderer.",
        ) from error
    return done.stdout.strip()


def install_quarto() -> None:
    """Install Quarto into this Python environment, unless it is found already.

    Raises:
        ReportError: if that fails, with the last lines of the output.
    """
    if find_quarto():
        return
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--require-hashes", "--requirement", str(QUARTO)),
    ]
    done = subprocess.run(
        bound(command), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode == 0 and find_quarto():
        return
    output = (done.stderr + done.stdout).strip().splitlines()[-_SHOWN_LINES:]
    raise ReportError(
        "\n".join(["Quarto can't be installed here:", *(f"    {line}" for line in output)]),
        "Install it by other means (https://quarto.org), or use --renderer built-in.",
    )
