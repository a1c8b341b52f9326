"""Which tables the claims of a study ask, of those that its SQL files make, and digests of these.

They are the tables and views that claims share (``_tables.sql``), and what is derived. Beside each
claim the digests of these tables' own queries are kept, from which ``./reproduce compare`` tells
which of them were edited.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ns2studies.basics.digests import SHORT, digest_text
from ns2studies.results.claims import called_by, shared_tables
from ns2studies.results.derived import VALUES, Derived

_COMMENT: Final = re.compile(r"^\s*--.*\n", re.MULTILINE)
"""A line that is nothing but a comment: it makes no table another one, and asks none."""


def asked_tables(
    study: str, derived: Iterable[Derived], queries: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Of each claim, the tables behind it, each with a short digest of its query.

    Values that are derived go by the name of their metric.

    Args:
        derived: the study's.
        queries: the SQL of each claim with that of the macros behind it.
    """
    made = {name: _code(sql) for name, sql in shared_tables(study).items()}
    for entry in derived:
        name = entry.name if entry.table == VALUES else entry.table
        # The range decides intervals, and stands in a comment.
        made[name] = made.get(name, "") + f"{_code(entry.sql)}-- range: {entry.range}\n"
    digests = {name: digest_text(sql)[:SHORT] for name, sql in made.items()}
    return {
        claim: {name: digests[name] for name in sorted(called_by(_code(query), made))}
        for claim, query in queries.items()
    }


def _code(sql: str) -> str:
    return _COMMENT.sub("", sql)
