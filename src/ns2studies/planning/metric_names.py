"""Names of metrics that claims ask for: one that nothing computes has no rows, without an error."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.nearest import nearest
from ns2studies.database.derived import derived_folder
from ns2studies.evaluation.claims import claims_folder
from nstrace.plain import read_text

_COMMENT: Final = re.compile(r"--[^\n]*")

_ASKED: Final = re.compile(
    r"\bmetric\s*(?:=|<>|(?:NOT\s+)?IN)\s*\(?\s*('\w+'(?:\s*,\s*'\w+')*)", re.IGNORECASE
)
"""A column ``metric`` beside names that are written out."""

_NAME: Final = re.compile(r"'(\w+)'")


def check_metric_names(study: str, computed: Collection[str]) -> None:
    """Refuse claims that name a metric of which the study can have no values.

    Names that a query of the study's derived values writes are known, too.

    Args:
        computed: the names of the metrics that are computed for the study's runs.

    Raises:
        ConfigError: naming file and line of the first such name.
    """
    known = {*computed, *_derived_names(study)}
    for path in sorted(claims_folder(study).glob("*.sql")):
        for line, name in _asked_names(path):
            if name not in known:
                raise ConfigError(
                    f"{path}, line {line}: no metric {name!r} is computed for study {study}",
                    nearest(name, known),
                )


def _asked_names(path: Path) -> Iterator[tuple[int, str]]:
    text = _COMMENT.sub("", read_text(path))
    for asked in _ASKED.finditer(text):
        for name in _NAME.finditer(text, asked.start(1), asked.end(1)):
            yield text.count("\n", 0, name.start()) + 1, name[1]


def _derived_names(study: str) -> Iterator[str]:
    for path in derived_folder(study).glob("*.sql"):
        yield from _NAME.findall(read_text(path))
