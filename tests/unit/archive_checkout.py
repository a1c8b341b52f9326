"""A small checkout with results, to be packed, and archives of a few files."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import duckdb

from ns2studies.archive.crate import METADATA
from ns2studies.archive.zipped import entry
from ns2studies.basics.checksums import add_page_checksum, checksummed_json
from ns2studies.basics.digests import digest_bytes, digest_file, digest_files
from ns2studies.basics.paths import PAGES_OF_ALL
from ns2studies.basics.sql import quoted
from ns2studies.database import metadata
from ns2studies.runs.tcl_scripts import tcl_digest

RUNS = ("00aa00aa00aa00aa", "11bb11bb11bb11bb")

DATABASE = """
CREATE TABLE studies AS
SELECT 'mpls' AS study, 'A title' AS title, 'quick' AS scale, 'Somebody, a thesis' AS source;
CREATE TABLE runs AS
SELECT 'mpls' AS study, unnest($runs) AS run_id, unnest(range(1, 3)) AS seed;
CREATE TABLE odd AS
SELECT unnest([1.5, 0.1, NULL]::DOUBLE[]) AS value, unnest(['a "b", c', '', NULL]) AS "column";
CREATE VIEW summary AS SELECT count(*) AS runs FROM runs;
CREATE VIEW packets AS SELECT trace.* FROM read_parquet(
    'results/runs/study=*/run_id=*/packets.parquet', hive_partitioning = true
) AS trace;
"""

PAGE = """<!doctype html><html lang="en"><title>{name}</title><h1 id="top">{name}</h1>
<a href="index.html">all</a> <a href="mpls.html#top">study</a></html>
"""

FILES = {
    "CITATION.cff": 'title: "studies: rebuilt"\nlicense: MIT\nauthors: [{name: some authors}]\n',
    "Snakefile": "rule all:\n",
    "config/mpls.yaml": "title: A title\n",
    "data/published/mpls.csv": "item\n",
    "data/topologies/two nodes.yaml": "nodes: 2\n",
    "environment/run.txt": "duckdb==1\n",
    "ns2-patches/series": "0001\n",
    "reproduce": "#!/bin/sh\n",
    "src/ns2studies/__init__.py": "",
    "tcl/main.tcl": "puts hello\n",
    **{
        f"tcl/{name}.tcl": ""
        for name in ("runs", "library", "studies/mpls", "library/parameters", "library/agents")
    },
}

LITTER = (
    *("reports/mpls.html", "src/ns2studies/__pycache__/x.pyc", ".venv/x", "config/.mpls.yaml.swp"),
    *(
        "src/nstrace/_native.abi3.so",
        "build/ns",
        "tests/test.py",
        "results/reports/.index.html.1.tmp",
    ),
)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_run(results: Path, run_id: str, packets: int) -> None:
    folder = results / "runs" / "study=mpls" / f"run_id={run_id}"
    folder.mkdir(parents=True)
    table = folder / "packets.parquet"
    duckdb.sql(f"COPY (SELECT range AS uid FROM range({packets})) TO {quoted(table)}")
    facts = {
        "run_id": run_id,
        "identity": {"study": "mpls", "tcl": tcl_digest("mpls", results.parent / "tcl")},
        "tables": {"packets": {"rows": packets, "sha256": digest_file(table)}},
    }
    write(folder / "run.json", checksummed_json(facts))


def write_page(results: Path, name: str, text: str) -> None:
    page = results / "reports" / f"{name}.html"
    write(page, text)
    add_page_checksum(page, page.name)


def add_results(results: Path) -> None:
    for number, run_id in enumerate(RUNS, start=1):
        add_run(results, run_id, 100 * number)
    for name in (*PAGES_OF_ALL, "mpls"):
        write_page(results, name, PAGE.format(name=name))
    statements = DATABASE.replace("$runs", str(list(RUNS)))
    with duckdb.connect(str(results / "results.duckdb")) as connection:
        connection.execute(f"SET file_search_path = {quoted(results.parent)}")
        connection.execute(statements)
    describe(results)


def describe(results: Path, **more: str) -> None:
    root = results.parent
    study: dict[str, object] = {
        "study": "mpls",
        "config_sha256": digest_file(root / "config" / "mpls.yaml"),
        "published_sha256": digest_files(root, [root / "data" / "published" / "mpls.csv"]),
    }
    study["simulator"] = {"release": "ns-2.35", "compiler": "g++ 12", "ns_sha256": "0" * 64}
    facts = {
        "made_at": "2026-01-02T03:04:05+00:00",
        "package": {"version": "1.0.0", "commit": None},
        "libraries": {"duckdb": "1.4", "snakemake": "9.1"},
        "studies": [study],
        **more,
    }
    metadata.describe(results / "provenance.json", results / "results.duckdb", facts)


def make_checkout(folder: Path) -> Path:
    """A checkout with results, and with what programs leave behind."""
    for name, text in FILES.items():
        write(folder / name, text)
    for name in LITTER:
        write(folder / name, "litter")
    (folder / "reproduce").chmod(0o755)
    add_results(folder / "results")
    return folder


def content_of(archive: Path) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(archive) as members:
        return [(name, members.read(name)) for name in members.namelist()]


def crate_of(files: Mapping[str, bytes]) -> bytes:
    """The least that metadata have to say of files."""
    listed = [
        {"@id": quote(name), "@type": "File", "sha256": digest_bytes(content)}
        for name, content in files.items()
    ]
    return json.dumps({"@graph": listed}).encode()


def small_archive(
    path: Path, files: Mapping[str, bytes], listed: Mapping[str, bytes] | None = None
) -> Path:
    """An archive of some files, whose metadata list these, or others."""
    metadata = crate_of(files if listed is None else listed)
    return zip_of(path, [*files.items(), (METADATA, metadata)])


def zip_of(path: Path, members: list[tuple[str, bytes]]) -> Path:
    """A ZIP file as archives are."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(entry(name), content)
    return path
