"""The measures: one SQL file each, with its title, unit, definition and source in a header."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ns2studies.digests import SHORT, digest_text
from ns2studies.errors import ConfigError

SQL = Path(__file__).parent / "sql"
COMMON = SQL / "_common.sql"

_HEADER_LINE = re.compile(r"-- (\w+): (.+)")
_KEYS = ("title", "table", "unit", "definition", "source")


@dataclass(frozen=True)
class Measure:
    """A named query over a chunk of runs.

    Attributes:
        table: the results table its rows go to; ``metrics`` for single values.
        unit: of its values.
        definition: what the value is, in words.
        source: where the definition comes from.
        sql: the whole file.
    """

    name: str
    title: str
    table: str
    unit: str
    definition: str
    source: str
    sql: str

    @property
    def digest(self) -> str:
        """Short digest of all that decides the measure's rows."""
        return digest_text(common_sql() + self.sql)[:SHORT]


def read_header(path: Path, keys: tuple[str, ...]) -> dict[str, str]:
    """The ``-- key: value`` lines at the top of an SQL file.

    Raises:
        ConfigError: if a key is missing, repeated or unknown.
    """
    header: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = _HEADER_LINE.fullmatch(line)
        if not match:
            break
        key, value = match.groups()
        if key not in keys or key in header:
            raise ConfigError(f"{path}, line {number}: {key!r} is unknown or stands here twice")
        header[key] = value
    missing = [key for key in keys if key not in header]
    if missing:
        raise ConfigError(f"{path}: the header lacks {', '.join(missing)}")
    return header


@cache
def common_sql() -> str:
    """What every measure can use; see the file."""
    return COMMON.read_text(encoding="utf-8")


@cache
def measures() -> dict[str, Measure]:
    """All measures by name, sorted."""
    files = sorted(path for path in SQL.glob("*.sql") if path != COMMON)
    return {
        path.stem: Measure(
            name=path.stem, sql=path.read_text(encoding="utf-8"), **read_header(path, _KEYS)
        )
        for path in files
    }
