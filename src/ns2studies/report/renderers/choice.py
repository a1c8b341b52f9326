"""What renders the pages: Quarto where it is there or asked for, else the built-in renderer."""

import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ReportError
from ns2studies.basics.processes import bound
from ns2studies.report.renderers import built_in, quarto
from ns2studies.report.renderers.names import RendererChoice

QUARTO: Final = paths.ROOT / "environment" / "quarto.txt"
"""The package that brings Quarto's program, pinned."""

_SHOWN_LINES = 3


@dataclass(frozen=True)
class Renderer:
    """What renders pages. If it or its version changes, all pages are made again.

    Attributes:
        wanted: what to ask for to have the same one.
        name: as the footers of pages say it.
        version: of Quarto, or of the pandoc that the built-in one calls.
        program: Quarto's; None for the built-in one.
    """

    wanted: RendererChoice
    name: str
    version: str
    program: str | None = None

    @property
    def told(self) -> dict[str, str]:
        """What rules are told. Where a program lies does not change what it does."""
        return {"wanted": self.wanted, "name": self.name, "version": self.version}

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"


def choose(wanted: RendererChoice = "auto") -> Renderer:
    """The renderer to use.

    Raises:
        ReportError: if Quarto is asked for and missing, or does not work.
    """
    program = None if wanted == "built-in" else quarto.find_quarto()
    if program:
        return Renderer("quarto", quarto.NAME, quarto.quarto_version(program), program)
    if wanted == "quarto":
        raise ReportError(
            "there is no program named quarto on the PATH",
            "./reproduce --renderer quarto installs it. --renderer built-in does without, and so "
            "does renderer=built-in, if snakemake is called by itself.",
        )
    return Renderer("built-in", built_in.NAME, built_in.version())


def install_quarto() -> None:
    """Install Quarto into this Python environment, unless it can be called already.

    Raises:
        ReportError: if that fails, with the last lines of the output.
    """
    if quarto.find_quarto():
        return
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--require-hashes", "--requirement", str(QUARTO)),
    ]
    done = subprocess.run(
        bound(command), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode == 0 and quarto.find_quarto():
        return
    said = (done.stderr + done.stdout).strip().splitlines()[-_SHOWN_LINES:]
    raise ReportError(
        "\n".join(["Quarto can't be installed here:", *(f"    {line}" for line in said)]),
        "Install it by other means (https://quarto.org), or say --renderer built-in.",
    )
