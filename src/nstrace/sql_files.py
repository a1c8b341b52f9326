"""SQL queries in files, each named by its file.

Values are passed as DuckDB's named parameters (``$name``), never by string formatting.
"""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from nstrace.plain import read_text


class SqlFiles:
    """The queries of a folder.

    Files whose names start with ``_`` are not queries: they define macros that several queries use.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, str] = {}

    @classmethod
    def beside(cls, module: str) -> "SqlFiles":
        """Return the queries in the folder ``sql`` beside a module, given its ``__file__``."""
        return cls(Path(module).with_name("sql"))

    def __getitem__(self, name: str) -> str:
        """Return the text of ``NAME.sql``."""
        if name not in self._read:
            self._read[name] = read_text(self.folder / f"{name}.sql")
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all queries, sorted."""
        names = (path.stem for path in sorted(self.folder.glob("*.sql")))
        return (name for name in names if not name.startswith("_"))

    @cached_property
    def definitions(self) -> list[str]:
        """The texts of definitions for several queries, to be executed before these."""
        return [read_text(path) for path in sorted(self.folder.glob("_*.sql"))]
