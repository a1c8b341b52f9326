"""Blocks: the output of a document's cells.

Cells must emit Markdown, never ``text/html``, since Quarto adds scripts from a content delivery
network to HTML output. So HTML goes into a raw block, which both renderers copy to the page
unchanged. All text is escaped, see :mod:`nstrace.pages.markup`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from ns2studies.basics.errors import ReportError
from nstrace.pages.markup import fill


@dataclass(frozen=True)
class Block:
    """A piece of a page, displayed by Jupyter as Markdown."""

    markdown: str = field(repr=False)

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __add__(self, other: "Block") -> "Block":
        return Block(self.markdown + other.markdown)


NOT_MEASURED: Final = Block("\n\nNot measured: the configuration leaves out these runs.\n\n")
"""Block in place of a chart or table without runs."""


def raw_html(html: str) -> Block:
    """Return ``html`` as a raw block, fenced by more backticks than any sequence inside it."""
    longest = max((len(run) for run in re.findall(r"`+", html)), default=0)
    fence = "`" * max(3, longest + 1)
    return Block(f"\n\n{fence}{{=html}}\n{html.strip()}\n{fence}\n\n")


def folded_block(summary: str, block: Block) -> Block:
    """Return a block of raw HTML, folded below a summary."""
    opening = raw_html(fill("<details><summary>{{ words }}</summary>", words=summary))
    return opening + block + raw_html("</details>")


def below_chart(html: str, more: str) -> str:
    """Return HTML or Markdown with an addition in its last figure, or at its end if it has none."""
    head, end, tail = html.rpartition("</figure>")
    return f"{head}{more}\n{end}{tail}" if end else f"{html}\n{more}"


VERDICTS = {
    "identical": ("✓", "good"),
    "identical with the author's seed": ("✓", "good"),
    "consistent": ("✓", "good"),
    "by configuration": ("=", "neutral"),
    "confirmed": ("✓", "good"),
    "partly": ("◐", "mixed"),
    "fitted": ("=", "neutral"),
    "misprint": ("✎", "mixed"),
    "contradicts itself": ("⇄", "mixed"),
    "undecided": ("?", "neutral"),
    "too few runs": ("?", "neutral"),
    "not tested as printed": ("○", "neutral"),
    "withheld": ("○", "neutral"),
    "not measured": ("○", "neutral"),
    "close": ("≈", "mixed"),
    "off": ("≠", "bad"),
    "refuted": ("✗", "bad"),
}
"""Sign and tone (a class with a color) of each verdict, in the order of legends."""


def in_order(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the verdicts that occur, with their counts, in the order of legends."""
    return [(verdict, counts[verdict]) for verdict in VERDICTS if counts.get(verdict)]


def badge(words: str) -> Markup:
    """Return a verdict as words with a sign, so that color is not the only mark.

    Args:
        words: a verdict, maybe followed by its size or number of runs: ``off by 3.2 %``.

    Raises:
        ReportError: for a verdict that is not one of :data:`VERDICTS`.
    """
    known = [verdict for verdict in VERDICTS if words == verdict or words.startswith(f"{verdict} ")]
    if not known:
        raise ReportError(
            f"unknown verdict {words!r}", f"Verdicts are: {', '.join(sorted(VERDICTS))}."
        )
    sign, tone = VERDICTS[max(known, key=len)]
    return fill(
        '<span class="badge badge-{{ tone }}"><span aria-hidden="true">{{ sign }}</span>'
        " {{ words }}</span>",
        sign=sign,
        tone=tone,
        words=words,
    )
