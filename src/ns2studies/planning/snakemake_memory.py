"""What Snakemake remembers of the files that it made: the parameters, inputs and code of each.

Only by comparing with these records does it see that an edit calls for another file: a file without
a record passes for up to date whatever was edited since. The records lie in a hidden folder, which
a copy may lack and anybody may delete.
"""

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(".snakemake", "metadata")
"""Below the folder that Snakemake works in: a JSON file for each file that it made."""

_LONGEST_NAME: Final = 255

_KINDS: Final = {"rule": str, "input": list, "log": list, "params": list}
"""What each record says, among other things."""


def record_of(root: Path, file: str) -> Path:
    """Where Snakemake keeps what it remembers of a file.

    Args:
        root: the folder that it works in.
        file: the file's path as the rules have it, relative to ``root``.
    """
    name = urlsafe_b64encode(file.encode()).decode()
    step = _LONGEST_NAME - 1
    parts = [name[start : start + step] for start in range(0, len(name), step)]
    return Path(root, _FOLDER, *(f"@{part}" for part in parts[:-1]), parts[-1])


def is_remembered(root: Path, file: str) -> bool:
    """Has Snakemake a record of how it made a file?"""
    return _read(record_of(root, file)) is not None


def is_made_with(root: Path, file: str, *params: str) -> bool:
    """Are these texts among the parameters that Snakemake made a file with?"""
    record = _read(record_of(root, file))
    return record is not None and {repr(param) for param in params} <= set(record["params"])


def forget_damaged(root: Path) -> None:
    """Remove records that Snakemake can't read."""
    for record in (root / _FOLDER).rglob("*"):
        if record.is_file() and _read(record) is None:
            record.unlink(missing_ok=True)


def _read(record: Path) -> dict[str, Any] | None:
    try:
        said = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    known = isinstance(said, dict) and all(
        isinstance(said.get(key), kind) for key, kind in _KINDS.items()
    )
    return said if known else None
