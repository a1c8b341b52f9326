"""What every stored trace says of itself."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from nstrace.errors import NoKnownLineError, StoredTraceError
from nstrace.names import LINES, REJECTS
from nstrace.schemas import SCHEMAS

METADATA_KEY: Final = "nstrace"
"""Under this key a stored trace describes itself."""

FORMAT: Final = 3
"""Version of how traces are stored."""

_KNOWN: Final = (2, FORMAT)
"""Versions that can be read. Files of version 2 need have no checksum."""


@dataclass
class Contents:
    """What a stored trace holds.

    Attributes:
        lines: of the trace.
        bytes: of the trace, uncompressed.
        rows: by table.
        ends: where the footer of each table ends in the file, for files that hold several.
        main: the table that other programs see, for files in which they see only one.
        in_order: whether rows stand in the order of their lines; in Parquet files, they do at least
            from row group to row group.
        summed: whether the file carries a checksum (:mod:`nstrace.checksum`).
    """

    lines: int = 0
    bytes: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    main: str = "packets"
    in_order: bool = True
    summed: bool = False

    def add(self, table: str, rows: int) -> None:
        """Count rows of a table."""
        self.rows[table] = self.rows.get(table, 0) + rows

    def require_known(self, trace: Path | str) -> None:
        """Call :func:`require_known` for the trace as a whole."""
        require_known(trace, self.lines, self.rows.get(REJECTS, 0))

    def choose_main(self) -> str:
        """The table with the most lines, and packets if there are any."""
        counts = {name: self.rows.get(name, 0) for name in LINES}
        most = max(counts, key=lambda name: counts[name])
        if counts["packets"]:
            self.main = "packets"
        elif counts[most]:
            self.main = most
        return self.main

    def to_json(self) -> str:
        """As metadata."""
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)


def require_known(trace: Path | str, lines: int, rejected: int) -> None:
    """Fail if fewer than a tenth of the lines are of a known kind: this is no trace of ns-2.

    Raises:
        NoKnownLineError: naming ``trace``.
    """
    if lines and (lines - rejected) * 10 < lines:
        raise NoKnownLineError(trace, lines - rejected, lines)


def contents_of(metadata: Mapping[bytes, bytes] | None, name: str) -> Contents:
    """What a file's metadata say.

    Raises:
        StoredTraceError: if they are not of a trace that was stored by this program.
    """
    text = (metadata or {}).get(METADATA_KEY.encode())
    if text is None:
        raise not_stored(name)
    return contents_from_json(text.decode(errors="replace"), name)


def not_stored(name: object) -> StoredTraceError:
    """The error for a file that nstrace did not write."""
    return StoredTraceError(
        f"{name}: not a trace that nstrace converted",
        "Make one with: nstrace convert TRACE -o FILE",
    )


def contents_from_json(text: str, name: str) -> Contents:
    """The inverse of :meth:`Contents.to_json`.

    Raises:
        StoredTraceError: if it is of another version, or damaged.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        version = values.pop("format")
        contents = Contents(**values) if version in _KNOWN else None
        if contents is not None:
            _check(contents)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StoredTraceError(f"{name}: its description is damaged: {error}") from error
    if contents is None:
        raise StoredTraceError(
            f"{name}: stored in version {version} of the format; this program knows "
            f"{' and '.join(map(str, _KNOWN))}",
            "Convert the trace again.",
        )
    return contents


def _check(contents: Contents) -> None:
    """Check the types of what a description says, and that it speaks of tables there are.

    Raises:
        ValueError: if something is not what it must be.
    """
    for name in ("in_order", "summed"):
        if not isinstance(getattr(contents, name), bool):
            raise ValueError(f"{name} is neither true nor false")
    counts = {"lines": contents.lines, "bytes": contents.bytes}
    for part in (counts, contents.rows, contents.ends):
        for name, count in part.items():
            if type(count) is not int or not 0 <= count < 1 << 62:
                raise ValueError(f"{name} is no count")
    if unknown := ({contents.main} | contents.rows.keys() | contents.ends.keys()) - set(SCHEMAS):
        raise ValueError(f"there is no table {sorted(map(str, unknown))[0]}")
