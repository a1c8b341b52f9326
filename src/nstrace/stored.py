"""The description in the metadata of every stored trace."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from nstrace.errors import NoKnownLineError, StoredTraceError
from nstrace.names import LINES, REJECTS
from nstrace.schemas import SCHEMAS

METADATA_KEY: Final = "nstrace"
"""The metadata key of the description."""

FORMAT: Final = 3
"""The version of the stored format."""

_KNOWN: Final = (2, FORMAT)
"""Versions that can be read. Files of version 2 may lack a checksum."""


@dataclass
class Contents:
    """The contents of a stored trace.

    Attributes:
        lines: number of lines of the trace.
        bytes: size of the trace in bytes, uncompressed.
        rows: number of rows by table.
        ends: the offset at which the footer of each table ends, for files with several tables.
        main: the table that other programs see, for files in which they see only one.
        in_order: whether rows are in the order of their lines; the row groups of Parquet files
            always are.
        summed: whether the file has a checksum (:mod:`nstrace.checksum`).
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
        """Call :func:`require_known` for the whole trace."""
        require_known(trace, self.lines, self.rows.get(REJECTS, 0))

    def choose_main(self) -> str:
        """Set and return the main table: packets if there are any, else the largest table."""
        counts = {name: self.rows.get(name, 0) for name in LINES}
        most = max(counts, key=lambda name: counts[name])
        if counts["packets"]:
            self.main = "packets"
        elif counts[most]:
            self.main = most
        return self.main

    def to_json(self) -> str:
        """Return the contents as JSON for metadata."""
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)


def require_known(trace: Path | str, lines: int, rejected: int) -> None:
    """Check that at least a tenth of the lines are of a known kind, as in traces of ns-2.

    Raises:
        NoKnownLineError: naming ``trace``.
    """
    if lines and (lines - rejected) * 10 < lines:
        raise NoKnownLineError(trace, lines - rejected, lines)


def contents_of(metadata: Mapping[bytes, bytes] | None, name: str) -> Contents:
    """Read the contents from a file's metadata.

    Raises:
        StoredTraceError: if the file is not a trace stored by nstrace.
    """
    text = (metadata or {}).get(METADATA_KEY.encode())
    if text is None:
        raise not_stored(name)
    return contents_from_json(text.decode(errors="replace"), name)


def not_stored(name: object) -> StoredTraceError:
    """Return the error for a file that nstrace did not write."""
    return StoredTraceError(
        f"{name}: not a trace that nstrace converted",
        "Make one with: nstrace convert TRACE -o FILE",
    )


def contents_from_json(text: str, name: str) -> Contents:
    """Parse the JSON of :meth:`Contents.to_json`.

    Raises:
        StoredTraceError: if it is of an unknown version, or damaged.
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
    """Check the types of a description, and that its tables exist.

    Raises:
        ValueError: if a value or a table is invalid.
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
