"""What goes into an archive, and under which names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ns2studies.archive.member import (
    CONFIGURATION,
    DATABASE,
    PROVENANCE,
    RUN_FACTS,
    RUNS,
    LeftOut,
    Limits,
    Member,
)
from ns2studies.archive.readme import readme_text
from ns2studies.archive.runs import Facts, run_facts, run_members, write_facts
from ns2studies.archive.selection import select
from ns2studies.archive.tables import Table, opened_archive_results
from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sealed import page_is_whole
from ns2studies.database.derived import spreadsheet_is_whole, spreadsheet_of
from ns2studies.reporting.check import check_links_between
from ns2studies.reporting.renderer_names import RendererChoice
from ns2studies.studies.rooms import known

PROJECT = (
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("pyproject.toml", "reproduce", "Snakefile"),
    *("awk-compat", "config", "data", "docs", "environment", "ns2-patches"),
    *("reports/*.qmd", "reports/*.py", "reports/_quarto.yml", "reports/theme"),
    *("reports/*/*.py", "reports/*/*.txt", "reports/*/*/**/*.sql"),
    *("profiles", "src", "tcl", "workflow"),
)
"""What decides the results, and the program itself; goes to ``configuration/``."""


@dataclass(frozen=True)
class Request:
    """What is to be packed.

    Attributes:
        root: the checkout.
        scales: the studies, sorted by name, and the scale of each.
        made: an empty folder for files that are written for the archive.
        renderer: of pages that are made for it.
    """

    root: Path
    scales: Mapping[str, str]
    limits: Limits
    made: Path
    renderer: RendererChoice = "auto"

    @property
    def studies(self) -> list[str]:
        """Names of the studies."""
        return list(self.scales)

    @property
    def results(self) -> Path:
        """The checkout's results."""
        return self.root / "results"

    @property
    def commands(self) -> list[str]:
        """The commands that make the results."""
        by_scale: dict[str, list[str]] = {}
        for study, scale in self.scales.items():
            by_scale.setdefault(scale, []).append(study)
        return [f"./reproduce {scale} {' '.join(names)}" for scale, names in by_scale.items()]

    @property
    def command(self) -> str:
        """The same in a line."""
        return " && ".join(self.commands)


def collect(request: Request) -> list[Member]:
    """All members but the manifest, in the order of the archive.

    Raises:
        ResultError: if something is missing or damaged, or results are of another scale.
        ReportError: if a page has a link to a page that is not there.
        StudyError: if the file system is full.
    """
    chosen = select(request.root, request.scales, request.command, request.renderer)
    with opened_archive_results(chosen.database, request.command) as results:
        studies = results.studies()
        tables = results.tables()
        data = [file for table in tables for file in results.export(table, request.made)]
        facts = run_facts(request.results, results.runs())
    facts_file = request.made / Path(RUN_FACTS).name
    write_facts(facts_file, facts)
    members = [*(Member(f"data/{file.name}", file) for file in data), Member(RUN_FACTS, facts_file)]
    members += [*_pages(request, chosen.pages), *_project(request)]
    members.append(Member(PROVENANCE, chosen.provenance))
    large, left_out = _large(request, chosen.database, facts)
    members += large
    members.append(_readme(request, studies, tables, left_out))
    return sorted(members, key=lambda member: (member.name != "README.txt", member.name))


def _large(
    request: Request, database: Path, facts: Sequence[Facts]
) -> tuple[list[Member], list[LeftOut]]:
    """What is left out where it is large, and what then was."""
    groups = {
        DATABASE: ([Member(DATABASE, database)], request.limits.database_bytes),
        RUNS: (run_members(request.results, facts), request.limits.runs_bytes),
    }
    members: list[Member] = []
    left_out: list[LeftOut] = []
    for name, (group, limit_bytes) in groups.items():
        size_bytes = sum(member.path.stat().st_size for member in group)
        if size_bytes <= limit_bytes:
            members += group
        else:
            left_out.append(LeftOut(name, size_bytes, limit_bytes))
            members.append(_notice(request, left_out[-1]))
    return members, left_out


def _pages(request: Request, of_all: Sequence[Path]) -> Iterator[Member]:
    """The pages of all studies together, of each, and whatever other page is not another study's.

    Tables that lie beside a study's page come with it.
    """
    folder = request.results / "reports"
    apart = {*known(), *(page.stem for page in of_all)}
    others = [page for page in sorted(folder.glob("*.html")) if page.stem not in apart]
    pages = [*of_all, *(folder / f"{study}.html" for study in request.studies), *others]
    with_table = list(filter(spreadsheet_of, request.studies))
    tables = [paths.spreadsheet(request.results, study) for study in with_table]
    for path in (*pages, *tables):
        if not path.is_file():
            raise ResultError(f"{path}: no such file", f"{request.command} makes it.")
    for page in (path for path in pages if path not in others):
        if not page_is_whole(page):
            raise ResultError(f"{page} is damaged", "./reproduce check --repair makes it again.")
    for study in with_table:
        if not spreadsheet_is_whole(request.results, study):
            table = paths.spreadsheet(request.results, study)
            raise ResultError(f"{table} is damaged", "./reproduce check --repair makes it again.")
    check_links_between(pages, left_out=[f"{study}.html" for study in known()])
    yield from (Member(path.name, path) for path in (*pages, *tables))


def _project(request: Request) -> Iterator[Member]:
    """The checkout's files, without what programs leave behind."""
    for study in request.studies:
        for name in (f"config/{study}.yaml", f"data/published/{study}.csv"):
            if not (request.root / name).is_file():
                raise ResultError(f"{request.root / name}: no such file, but an archive holds it")
    tops = [top for pattern in PROJECT for top in sorted(request.root.glob(pattern))]
    for path in (file for top in tops for file in _files(top)):
        inside = path.relative_to(request.root)
        if not _is_made(inside):
            yield Member(f"{CONFIGURATION}/{inside.as_posix()}", path)


def _is_made(inside: Path) -> bool:
    """Is a file of the checkout none of its sources? Compiled modules differ between machines."""
    left_behind = any(part.startswith((".", "__pycache__")) for part in inside.parts)
    return left_behind or inside.suffix == ".so"


def _files(top: Path) -> list[Path]:
    found = [top] if top.is_file() else sorted(top.rglob("*"))
    return [path for path in found if path.is_file()]


def _notice(request: Request, entry: LeftOut) -> Member:
    """A file that stands where something is missing, and so is listed in the manifest."""
    name = f"{entry.name}.NOT-INCLUDED.txt"
    path = request.made / Path(name).name
    path.write_text(
        f"{entry.sentence}\n\nIt can be made again from configuration/: {request.command}\n",
        encoding="utf-8",
    )
    return Member(name, path)


def _readme(
    request: Request,
    studies: Sequence[dict[str, str]],
    tables: Sequence[Table],
    left_out: Sequence[LeftOut],
) -> Member:
    path = request.made / "README.txt"
    text = readme_text(studies, tables, left_out, request.commands)
    path.write_text(text, encoding="utf-8")
    return Member("README.txt", path)
