"""HTML inside Markdown: what a document's cell hands to the page.

Cells must emit Markdown, never ``text/html``: Quarto answers an HTML output with scripts
from a content delivery network. HTML therefore travels in a raw block, which both
renderers copy into the page as it is. All text is escaped, see :mod:`nstrace.pages.markup`.
"""

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Block:
    """A piece of a page; Jupyter shows it by its Markdown."""

    markdown: str = field(repr=False)

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __add__(self, other: "Block") -> "Block":
        return Block(self.markdown + other.markdown)


def raw_html(html: str) -> Block:
    """``html`` as a raw block, fenced by more backticks than any run inside it."""
    longest = max((len(run) for run in re.findall(r"`+", html)), default=0)
    fence = "`" * max(3, longest + 1)
    return Block(f"\n\n{fence}{{=html}}\n{html.strip()}\n{fence}\n\n")
