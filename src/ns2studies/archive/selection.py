"""The database and the start page of an archive: those that are there, or of some studies only."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ns2studies import layout
from ns2studies.archive.tables import opened
from ns2studies.digests import digest_file
from ns2studies.errors import ResultError
from ns2studies.reporting.render import render
from ns2studies.results.database import build_database
from ns2studies.results.provenance import write_provenance


@dataclass(frozen=True)
class Selected:
    """What stands for all studies of an archive together."""

    database: Path
    provenance: Path
    start_page: Path


def select(root: Path, scales: Mapping[str, str], made: Path, command: str) -> Selected:
    """What an archive of some studies holds: made for it, unless the results have no others.

    Args:
        root: the checkout.
        scales: the studies, and the scale of each.
        made: a folder for what is made.
        command: what makes the results; for messages.

    Raises:
        ResultError: if a study is missing, at another scale or damaged.
        ReportError: if the start page can't be rendered.
    """
    results = root / "results"
    whole = Selected(
        results / "results.duckdb",
        results / "provenance.json",
        results / "reports" / "index.html",
    )
    with opened(whole.database, command) as database:
        held = {entry["study"]: entry["scale"] for entry in database.studies()}
    for study, scale in scales.items():
        if held.get(study) != scale:
            found = f"at scale {held[study]}" if study in held else "not in it"
            raise ResultError(
                f"{whole.database}: {study} is {found}, not at scale {scale}",
                f"{command} makes it anew.",
            )
    if held == dict(scales):
        _require_description(whole, command)
        return whole
    return _made_for(root, list(scales), made)


def _made_for(root: Path, studies: list[str], made: Path) -> Selected:
    chosen = Selected(made / "results.duckdb", made / "provenance.json", made / "index.html")
    parts = [layout.study_database(root / "results", study) for study in studies]
    build_database(root / "results", parts, chosen.database)
    write_provenance(chosen.provenance, chosen.database, parts)
    render(root / "reports" / "index.qmd", chosen.start_page, chosen.database, chosen.provenance)
    return chosen


def _require_description(whole: Selected, command: str) -> None:
    """The provenance must be that of the database."""
    path = whole.provenance
    try:
        described = json.loads(path.read_text(encoding="utf-8"))["database_sha256"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ResultError(f"{path}: {error}", f"{command} makes it.") from error
    if described != digest_file(whole.database):
        raise ResultError(
            f"{path}: it describes another results.duckdb",
            f"Delete both; {command} makes them anew.",
        )
