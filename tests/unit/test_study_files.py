"""docs/study-files.md says what the code takes, and nothing else."""

import re
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.database import derived
from ns2studies.evaluation import claims, published, reasons
from ns2studies.evaluation.verdicts import CELLS, CLAIMS
from nstrace.metrics import catalogue

DOCUMENT = (paths.ROOT / "docs" / "study-files.md").read_text(encoding="utf-8")
LIBRARY = paths.ROOT / "tcl" / "library"
PROCEDURES = dict(re.findall(r"^\| (`\w+::.*?) \| (.*) \|$", DOCUMENT, re.MULTILINE))
MADE_UP = {"OPTION", "N"}
"""What stands for a name in the document."""


def said_of(library: str) -> set[str]:
    """The last words of the keys that the document says a library file asks for."""
    rows = [keys for name, keys in PROCEDURES.items() if f"`{library}::" in name]
    found = re.findall(r"`([a-z_]+(?:\.\w+)+)`", " ".join(rows))
    return {key.rpartition(".")[2] for key in found} - MADE_UP


def asked_by(library: str) -> set[str]:
    """The last words of the keys that a library file asks for."""
    text = (LIBRARY / f"{library}.tcl").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found = set(re.findall(r"(?:[a-z_]+|\$\w+)\.([a-z_]{2,})\b", code)) - {"tr", "csv", "rec"}
    for names in re.findall(r"times_of \S+ (?:\\\n\s*)?\{([^}]*)\}", code):
        found |= set(names.split())
    return found


@pytest.mark.parametrize(
    "library", ["topology", "traffic", "downloads", "losses", "failures", "tracing", "agents"]
)
def test_keys_of_each_library_file_are_there(library: str) -> None:
    # Downloads let flows be made as in traffic.
    shared = {"variant"} if library == "downloads" else set()
    # Lists of numbers end in N.
    lists = {"routers", "places", "scripts", "sampled_flows", "links", "variables"}
    assert said_of(library) - shared == asked_by(library) - lists


def header_row(file: str) -> tuple[set[str], set[str]]:
    (row,) = re.findall(rf"^\| `{re.escape(file)}` \| (.*) \| (.*) \|$", DOCUMENT, re.MULTILINE)
    must, may = (set(re.findall(r"`(\w+)`", words)) for words in row)
    return must, may


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ("metrics/NAME.sql", lambda path: catalogue.read_metric(path, {})),
        ("metrics/common/NAME.sql", catalogue.read_common),
        ("derived/NUMBER-NAME.sql", lambda path: derived._read("toy", path)),
        ("claims/NAME.sql", lambda path: claims._read("toy", path)),
        ("reasons/NAME.sql", lambda path: reasons._read("toy", path, {"a"})),
    ],
)
def test_keys_of_headers_are_there(tmp_path: Path, file: str, read: object) -> None:
    """Each key of the document is taken, another is not; one that must be there is missed."""
    assert callable(read)
    values = {
        "range": "any", "kind": "view", "table": "metrics", "needs": "", "spreadsheet": "no",
        "reference": "no",
        "runs": "none", "question": "ours", "reason": reasons.UNPRINTED, "claims": "a",
        "cells": "Table 1 | a | b",
        "about": "Table 1 | a | b",
    }  # fmt: skip
    must, may = header_row(file)
    path = tmp_path / "1-toy.sql"

    def refusal(keys: set[str]) -> str:
        lines = [f"-- {key}: {values.get(key) or ','}" for key in sorted(keys)]
        path.write_text("\n".join([*lines, "SELECT 1"]), encoding="utf-8")
        try:
            read(path)
        except catalogue.NstraceError as error:
            return str(error)
        return ""

    assert refusal(must | may) == ""
    assert "'other' is unknown" in refusal(must | may | {"other"})
    for key in must:
        assert f"lacks {key}" in refusal((must | may) - {key})


def test_words_of_headers_and_claims_are_documented() -> None:
    for words in (catalogue.RANGES, catalogue.KINDS, reasons.REASONS, CLAIMS):
        for word in words:
            assert f"`{word}`" in DOCUMENT, word


def test_documented_macros_exist() -> None:
    files = claims.SHARED.glob(claims.SHARED_FILES)
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    macros = {f"{name}({keys})" for name, keys in re.findall(r"MACRO (\w+)\((.*?)\)", text)}
    table = DOCUMENT.split("| macro |")[1].split("\n\n")[0]
    named = set(re.findall(r"`(\w+\(.*?\))`", table))
    assert named
    assert named <= macros


def test_verdicts_have_rows_in_documentation() -> None:
    document = (paths.ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \|", document, re.MULTILINE)
    assert set(CELLS) | set(CLAIMS) <= set(rows)


def test_columns_of_printed_values_are_there() -> None:
    for columns in (
        published._COLUMNS,
        published._REASONS,
        published._MEANS,
        published._FIGURES,
    ):
        assert f"`{','.join(columns)}`" in DOCUMENT
