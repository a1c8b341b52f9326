"""Selection of the files of an archive, and their names in it."""

import json
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ns2studies.archive.crate import CONFIGURATION, DATABASE, OWN, PROVENANCE, README
from ns2studies.archive.prepared import ArchiveResults, prepare
from ns2studies.archive.readme import LeftOut, readme_text
from ns2studies.archive.tables import export, opened_results, runs_in, studies_in, tables_in
from ns2studies.basics import paths
from ns2studies.basics.checksums import page_is_whole
from ns2studies.basics.errors import ResultError
from ns2studies.config.study_files import known, published_names
from ns2studies.database.derived import spreadsheet_is_whole, spreadsheet_of
from ns2studies.database.metadata import (
    REMEDY,
    description_path,
    digest_said,
    read_description,
    require_whole,
)
from ns2studies.experiments.inputs import Inputs, find_inputs
from ns2studies.experiments.model import EXPERIMENT, ExperimentFile
from ns2studies.report.check import check_links_between
from ns2studies.report.renderers.choice import RendererChoice
from ns2studies.runs.finished import FACTS, FinishedRuns

RUN_FACTS: Final = "data/run-facts.jsonl"
"""Name of the file in an archive that lists the facts of each run."""

_PROJECT: Final = (
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("pyproject.toml", "reproduce", "Snakefile"),
    *("awk-compat", "config", "data", "docs", "environment", "ns2-patches"),
    *("reports/*.qmd", "reports/*.py", "reports/_quarto.yml", "reports/theme"),
    *("reports/*/*.py", "reports/*/*.txt", "reports/*/*/**/*.sql"),
    *("profiles", "src", "tcl", "workflow"),
)
"""Files of the program and the inputs that determine the results, for ``configuration/``."""


@dataclass(frozen=True)
class Member:
    """A file and its name in the archive.

    Attributes:
        sha256: the digest it must have, if one is recorded.
        remedy: what to do if its digest differs.
    """

    name: str
    path: Path
    sha256: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes above which parts of the results are left out."""

    database_bytes: int = 50_000_000
    runs_bytes: int = 200_000_000


@dataclass(frozen=True)
class Request:
    """Settings of an archive.

    Attributes:
        root: the checkout.
        scales: the studies, sorted by name, and the scale of each.
        made: an empty folder for files that are written for the archive.
        renderer: for pages that have to be made.
        experiment: packed instead of studies.
    """

    root: Path
    scales: Mapping[str, str]
    limits: Limits
    made: Path
    renderer: RendererChoice = "auto"
    experiment: ExperimentFile | None = None

    @property
    def results(self) -> Path:
        """The folder with the runs."""
        results = self.root / "results"
        return paths.experiments(results) if self.experiment else results

    @property
    def stem(self) -> str:
        """The beginning of the archive's name."""
        if self.experiment:
            return f"{self.experiment.name}-{EXPERIMENT}"
        return "-".join([*self.scales, *sorted(set(self.scales.values()), reverse=True)])

    @cached_property
    def commands(self) -> list[str]:
        """The commands that make the results."""
        if self.experiment:
            place = Path(_own(self.experiment, self.experiment.path)).parent
            return [f"./reproduce run {shlex.quote(f'../{place}')}"]
        by_scale: dict[str, list[str]] = {}
        for study, scale in self.scales.items():
            by_scale.setdefault(scale, []).append(study)
        return [f"./reproduce {scale} {' '.join(names)}" for scale, names in by_scale.items()]

    @property
    def command(self) -> str:
        """The commands that make the results in this checkout, in one line."""
        if self.experiment:
            return f"./reproduce run {shlex.quote(str(self.experiment.path.parent))}"
        return " && ".join(self.commands)

    def write(self, name: str, text: str) -> Member:
        """Write a file for the archive."""
        path = self.made / Path(name).name
        path.write_text(text, encoding="utf-8")
        return Member(name, path)


@dataclass(frozen=True)
class Contents:
    """The members of an archive, and the rows of its table ``studies``.

    Attributes:
        inputs: names of the members with parameters, and with published values.
    """

    members: Sequence[Member]
    studies: Sequence[Mapping[str, str]]
    inputs: Sequence[str]


def collect(request: Request) -> Contents:
    """Collect the members of an archive, except the lists of members.

    Raises:
        ResultError: if something is missing or damaged, or results are of another scale.
        ReportError: if a page has a link to a page that is missing.
        DiskFullError: if the file system is full.
    """
    chosen = _chosen(request)
    with opened_results(chosen.database, request.command) as connection:
        studies, tables = studies_in(connection), tables_in(connection)
        files = [file for table in tables for file in export(connection, table, request.made)]
        store = FinishedRuns(request.results)
        facts = {run: store.facts(*run) for run in runs_in(connection)}
    large, left_out = _large(request, chosen, facts)
    lines = [f"{json.dumps(it, sort_keys=True)}\n" for it in facts.values()]
    file = request.experiment
    own = [*(_experiment(request, file, facts.values()) if file else _published(request))]
    members = [
        *(Member(f"data/{file.name}", file) for file in files),
        request.write(RUN_FACTS, "".join(lines)),
        *_pages(request, chosen.pages),
        *_project(request),
        *(own if file else ()),
        Member(PROVENANCE, chosen.provenance),
        *large,
    ]
    text = readme_text(studies, tables, left_out, request.commands, file is not None)
    listed = [request.write(README, text), *sorted(members, key=lambda member: member.name)]
    return Contents(listed, studies, [member.name for member in own])


def _chosen(request: Request) -> ArchiveResults:
    if not request.experiment:
        return prepare(request.root, request.scales, request.command, request.renderer)
    database = paths.experiment_database(request.root / "results", request.experiment.key)
    require_whole(database)
    page = database.with_name("index.html")
    return ArchiveResults(database, description_path(database), (page,))


def _published(request: Request) -> Iterator[Member]:
    """Yield the files with parameters and published values of all studies."""
    for study in request.scales:
        names = [f"config/{study}.yaml"]
        names += [f"data/published/{name}" for name in published_names(study)]
        for path in (request.root / name for name in names):
            if path.is_file():
                yield Member(f"{CONFIGURATION}/{path.relative_to(request.root).as_posix()}", path)


def _own(file: ExperimentFile, path: Path) -> str:
    """Return the name of an experiment's file in the archive, relative as in its own folder."""
    folders = [path.parent for path in _files_of(file)]
    return f"{OWN}/{os.path.relpath(path, os.path.commonpath(folders))}"


def _files_of(file: ExperimentFile) -> dict[Path, str]:
    """Return the experiment's file, its scripts and their inputs, and the programs of its metrics.

    Each file has its digest from the identity of a run or the metadata of the results.
    """
    experiment = file.experiment
    programs = [*experiment.sql.values(), *(shlex.split(it)[0] for it in experiment.awk.values())]
    found = dict.fromkeys((file.path.parent / name for name in programs), "")
    if file.document.is_file():
        found[file.document] = ""
    for inputs in _inputs_of(file):
        base = inputs.script.parent
        found |= {base / name: digest for name, digest in inputs.digests.items()}
    return {Path(os.path.normpath(path)): it for path, it in found.items()} | {
        file.path: file.yaml.sha256
    }


def _inputs_of(file: ExperimentFile) -> list[Inputs]:
    return [find_inputs(file, script) for script in file.experiment.all_scripts]


def _experiment(
    request: Request, file: ExperimentFile, facts: Iterable[Mapping[str, Any]]
) -> Iterator[Member]:
    """Yield the files of an experiment.

    Raises:
        ResultError: if a script, or a file that it reads, has changed since it was run.
    """
    remedy = f"Run {request.command}"
    known = [inputs.digests for inputs in _inputs_of(file)]
    if any(run["identity"]["inputs"] not in known for run in facts):
        raise ResultError(
            f"{file.path}: its script has changed since the results were made", remedy
        )
    for path, digest in _files_of(file).items():
        yield Member(_own(file, path), path, digest, remedy)


def _large(
    request: Request, chosen: ArchiveResults, facts: Mapping[tuple[str, str], Mapping[str, Any]]
) -> tuple[list[Member], list[LeftOut]]:
    """Return the database and the runs to pack, and which of them are left out as too large."""
    digest = digest_said(read_description(chosen.provenance))
    database = Member(DATABASE, chosen.database, digest, REMEDY)
    members: list[Member] = []
    left_out: list[LeftOut] = []
    for name, group, limit_bytes in (
        (DATABASE, [database], request.limits.database_bytes),
        ("runs", list(_runs(request.results, facts)), request.limits.runs_bytes),
    ):
        size_bytes = sum(member.path.stat().st_size for member in group)
        if size_bytes <= limit_bytes:
            members += group
        else:
            left_out.append(LeftOut(name, size_bytes, limit_bytes))
    return members, left_out


def _runs(results: Path, facts: Mapping[tuple[str, str], Mapping[str, Any]]) -> Iterator[Member]:
    store = FinishedRuns(results)
    for run, entry in facts.items():
        folder = store.folder(*run)
        remedy = f"Delete {folder} to run it again."
        digests = {f"{name}.parquet": table["sha256"] for name, table in entry["tables"].items()}
        others = {path.name: "" for path in sorted(folder.glob("*.zip"))}
        for name, digest in {FACTS: "", **digests, **others}.items():
            path = folder / name
            if not path.is_file():
                raise ResultError(f"{path}: no such file", remedy)
            yield Member(path.relative_to(results).as_posix(), path, digest, remedy)


def _pages(request: Request, of_all: Sequence[Path]) -> Iterator[Member]:
    """Yield the pages of all studies, of each chosen study, and those not about a single study.

    Tables beside the page of a study are included.
    """
    if request.experiment:
        (page,) = of_all
        if not page_is_whole(page):
            raise ResultError(f"{page} is missing or damaged", REMEDY)
        yield Member(page.name, page)
        return
    folder = request.results / "reports"
    apart = {*known(), *(page.stem for page in of_all)}
    others = [page for page in sorted(folder.glob("*.html")) if page.stem not in apart]
    pages = [*of_all, *(folder / f"{study}.html" for study in request.scales)]
    studies = filter(spreadsheet_of, request.scales)
    sheets = {paths.spreadsheet(request.results, study): study for study in studies}
    for path in (*pages, *sheets):
        if not path.is_file():
            raise ResultError(f"{path}: no such file", f"{request.command} makes it.")
        study = sheets.get(path)
        if not (spreadsheet_is_whole(request.results, study) if study else page_is_whole(path)):
            raise ResultError(f"{path} is damaged", REMEDY)
    check_links_between([*pages, *others], left_out=[f"{study}.html" for study in known()])
    yield from (Member(path.name, path) for path in (*pages, *others, *sheets))


def _project(request: Request) -> Iterator[Member]:
    """Yield the files of the checkout, without caches and other files that programs leave."""
    for study in request.scales:
        for name in (f"config/{study}.yaml", f"data/published/{study}.csv"):
            if not (request.root / name).is_file():
                raise ResultError(f"{request.root / name}: no such file, but archives contain it")
    tops = [top for pattern in _PROJECT for top in sorted(request.root.glob(pattern))]
    for path in (file for top in tops for file in (top, *sorted(top.rglob("*")))):
        inside = path.relative_to(request.root)
        left_behind = any(part.startswith((".", "__pycache__")) for part in inside.parts)
        # Compiled modules differ between machines.
        if path.is_file() and not left_behind and inside.suffix != ".so":
            yield Member(f"{CONFIGURATION}/{inside.as_posix()}", path)
