"""The README of an archive."""

import textwrap
from collections.abc import Sequence
from string import Template

from ns2studies.archive.member import DATABASE, RUNS, LeftOut
from ns2studies.archive.tables import Table
from ns2studies.basics.counting import counted
from ns2studies.database.derived import spreadsheet_of

_WIDTH = 80

_TEXT = Template("""\
PUBLISHED TCP STUDIES ON NS-2, RUN AGAIN

$studies

The simulator ns-2 was built from source, each study's scenarios were run, and
every number was computed from what the simulator wrote of its packets. This
archive holds the pages that show the results, the data behind them, and what
they were made with. Nothing in it needs a network.
$left_out
HOW TO OPEN IT
Unpack it into a folder of its own, and open index.html in a web browser:

    unzip ARCHIVE.zip -d results

WHAT IT HOLDS
index.html, explore.html, $pages
    The reports; each page is complete in itself.
data/*.csv
    The tables below as text: UTF-8, separated by commas, names in the first
    line. An empty field is a missing value.
data/*.parquet
    The same tables with their types (Apache Parquet).
data/results.duckdb$database_note
    The same tables in one DuckDB database.
data/run-facts.jsonl
    A line of JSON for each run: scenario, all parameters, seed, digests of the
    programs and of the run's tables, and what it cost.
runs/$runs_note
    The runs' traces as Parquet, a folder for each run: packets, congestion
    windows (variables), label operations (labels); or what the simulator
    counted instead: what flows did in each piece of time (flow_bins), what
    became of ants and data (ceas_...).
configuration/
    The project as it was, without its tests and benchmarks: parameters,
    topologies, published values, simulator patches, Tcl scenarios, SQL of
    measures and claims, the versions of all libraries, the program itself, and
    its documents.
provenance.json
    Machine, versions, digests and times.
MANIFEST.sha256
    The SHA-256 digest of every other file.

HOW TO CHECK IT
In the folder it was unpacked into (on macOS: shasum -a 256 -c MANIFEST.sha256):

    sha256sum -c --quiet MANIFEST.sha256

Or, with a copy of the project, without unpacking:

    ./reproduce verify ARCHIVE.zip

The 16 characters before ".zip" in the archive's name begin the digest of
MANIFEST.sha256 itself.

HOW TO QUERY IT
The CSV files open in any spreadsheet. $query

HOW TO RUN IT AGAIN
On Debian 12 or 13, with a network, in a copy of configuration/:

$commands

Runs that are copied from runs/ to results/runs/ there are not run again, as
long as the compiler there builds the very same simulator.

TABLES
metric_definitions says what each metric is, with its unit and its SQL.

$tables
""")

_NOTE = "    (NOT INCLUDED, see above)"

_QUERY_DATABASE = """With DuckDB, started in the folder
that holds "results", the database also has views over the runs' traces:

    duckdb -readonly results/data/results.duckdb
    SELECT * FROM comparison;
    SELECT view_name FROM duckdb_views() WHERE NOT internal;"""

_QUERY_FILES = """DuckDB reads the Parquet files:

    SELECT * FROM 'results/data/comparison.parquet';"""


def readme_text(
    studies: Sequence[dict[str, str]],
    tables: Sequence[Table],
    left_out: Sequence[LeftOut],
    commands: Sequence[str],
) -> str:
    """What an archive is and how to open, check and query it, in plain words.

    Args:
        commands: what makes the results.
    """
    missing = {entry.name for entry in left_out}
    return _TEXT.substitute(
        studies="\n".join(_study(entry) for entry in studies),
        left_out="".join(f"\n{_wrapped(entry.sentence)}\n" for entry in left_out),
        pages=", ".join(_page(entry["study"]) for entry in studies),
        database_note=_NOTE if DATABASE in missing else "",
        runs_note=_NOTE if RUNS in missing else "",
        query=_QUERY_FILES if missing else _QUERY_DATABASE,
        commands="\n".join(f"    {command}" for command in commands),
        tables="\n".join(_table(table) for table in tables),
    )


def _page(study: str) -> str:
    """A study's page, and the table beside it if it has one."""
    return f"{study}.html" + (f" with {study}.csv" if spreadsheet_of(study) else "")


def _study(entry: dict[str, str]) -> str:
    heading = f"{entry['study']}: {entry['title']} (scale: {entry['scale']})"
    return f"{_wrapped(heading)}\n{_wrapped(entry['source'], '    ', '    ')}"


def _table(table: Table) -> str:
    return _wrapped(
        f"{table.name} ({counted(table.rows, 'row')}): {', '.join(table.columns)}", "", "    "
    )


def _wrapped(text: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=first, subsequent_indent=others)
