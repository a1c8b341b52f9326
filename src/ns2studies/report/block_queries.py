"""The queries that a chart or table was made of, folded below it.

Each is shown as the very command that asks it again, with the values that its parameters had.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from ns2studies.basics.sql import quoted
from ns2studies.report.markup import Block, raw_html
from nstrace.pages.markup import fill

Scalar = str | int | float | bool | None
"""What a query's parameter may be."""


@dataclass(frozen=True)
class Query:
    """A query with the values of its parameters.

    Args:
        definitions: statements before it that define what it uses.
    """

    sql: str
    values: Mapping[str, Scalar]
    definitions: Sequence[str] = ()

    @property
    def command(self) -> str:
        """What asks it again, on a terminal."""
        statements = [text.strip().removesuffix(";") for text in (*self.definitions, self.sql)]
        if self.values:
            given = ", ".join(f"{name} := {_literal(it)}" for name, it in self.values.items())
            statements[-1:] = [f"PREPARE numbers AS\n{statements[-1]}", f"EXECUTE numbers({given})"]
        return "./reproduce sql <<'SQL'\n" + "".join(f"{it};\n" for it in statements) + "SQL"


class NotesQueries(Protocol):
    """What notes the queries that it asks."""

    @property
    def unshown_queries(self) -> list[Query]:
        """All so far, except those that a block has already shown."""


Asker = TypeVar("Asker", bound=NotesQueries)
Arguments = ParamSpec("Arguments")


def with_queries(
    draw: Callable[Concatenate[Asker, Arguments], Block],
) -> Callable[Concatenate[Asker, Arguments], Block]:
    """Put the queries that were asked while a block was made below it, folded.

    Those that a part of the block shows already are not shown again.
    """

    @wraps(draw)
    def drawn(asker: Asker, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Block:
        before = len(asker.unshown_queries)
        block = draw(asker, *args, **kwargs)
        own = asker.unshown_queries[before:]
        del asker.unshown_queries[before:]
        # Words alone say that there are no numbers.
        return block + _shown(own) if "{=html}" in block.markdown else block

    return drawn


def _shown(queries: Sequence[Query]) -> Block:
    commands = list(dict.fromkeys(query.command for query in queries))
    return raw_html(fill(_SHOWN, commands=commands)) if commands else Block("")


def _literal(value: Scalar) -> str:
    if value is None:
        return "NULL"
    return quoted(value) if isinstance(value, str) else str(value)


_SHOWN = """\
<details class="asked"><summary>Queries behind these numbers</summary>
{% for command in commands %}<pre tabindex="0"><code>{{ command }}</code></pre>
{% endfor %}</details>"""
