"""A self-contained page of sections in one file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from nstrace.pages.markup import fill
from nstrace.pages.vega import CHART_MARK, THEME, head_of_charts, script_of_charts


@dataclass(frozen=True)
class Section:
    """A section of a page: its heading and content."""

    title: str
    blocks: Sequence[Markup]

    @property
    def id(self) -> str:
        """The id for links to the section."""
        return "section-" + self.title.lower().replace(" ", "-")


def whole_page(
    title: str,
    subtitle: str,
    sections: Sequence[Section],
    *,
    generator: str,
    footer: str,
    library: Callable[[], str] = script_of_charts,
) -> str:
    """Render a page as HTML.

    Args:
        generator: the program that makes it.
        footer: a sentence at its end.
        library: returns the chart library; called only if there are charts, as it takes a second.
    """
    has_charts = any(CHART_MARK in block for section in sections for block in section.blocks)
    return fill(
        (Path(__file__).parent / "whole.html").read_text(encoding="utf-8"),
        generator=generator,
        title=title,
        subtitle=subtitle,
        sections=sections,
        footer=footer,
        charts=head_of_charts(),
        head=Markup(_theme("head.html")),
        style=Markup(_theme("page.css")),
        before=Markup(_theme("before-body.html")),
        scripts=[Markup(_theme(name)) for name in ("page.js", "charts.js")],
        library=Markup(library() if has_charts else ""),
    )


def _theme(name: str) -> str:
    return (THEME / name).read_text(encoding="utf-8")
