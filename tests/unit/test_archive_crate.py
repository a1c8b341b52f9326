"""What archives say as RO-Crates, judged by the validator of the RO-Crate community."""

import json
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import rocrate
from archive_checkout import make_checkout
from requests_cache import CachedRequest, CachedResponse, CachedSession
from rocrate_validator.models import Severity, ValidationSettings
from rocrate_validator.services import validate

from ns2studies.archive.crate import METADATA
from ns2studies.archive.packing import pack
from ns2studies.basics.digests import digest_bytes

BIOSCHEMAS = "https://bioschemas.org"
RUN_TERMS = "https://w3id.org/ro/terms/workflow-run"


def contexts() -> dict[str, dict[str, str]]:
    """What the contexts of archives define, by address.

    The library brings that of RO-Crate 1.3, which maps the terms of workflows otherwise than that
    of 1.1, and knows ``sha256``.
    """
    newest = Path(rocrate.__file__).with_name("data") / "ro-crate.jsonld"
    terms = json.loads(newest.read_text())["@context"]
    terms |= {name: f"{BIOSCHEMAS}/{name}" for name in ("ComputationalWorkflow", "FormalParameter")}
    terms |= {name: f"{BIOSCHEMAS}/ComputationalWorkflow#{name}" for name in ("input", "output")}
    del terms["sha256"]
    return {
        "https://w3id.org/ro/crate/1.1/context": terms,
        f"{RUN_TERMS}/context": {"sha256": f"{RUN_TERMS}#sha256"},
    }


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive; the validator can't read one below a folder with a blank in its name."""
    return pack(make_checkout(tmp_path_factory.mktemp("root")), {"mpls": "quick"})


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the validator finds the contexts without a network."""
    path = tmp_path_factory.mktemp("cache") / "contexts"
    with CachedSession(str(path), backend="sqlite") as session:
        for address, terms in contexts().items():
            response = CachedResponse(
                content=json.dumps({"@context": terms}).encode(),
                headers={"Content-Type": "application/ld+json"},
                request=CachedRequest(method="GET", url=address),
                status_code=200,
                url=address,
            )
            session.cache.save_response(response)
    return path


def issues(archive: Path, cache: Path) -> list[str]:
    """What archives must be by the profile, and those that it extends, and are not."""
    settings = ValidationSettings(
        rocrate_uri=str(archive),
        profile_identifier="workflow-run-crate-0.5",
        requirement_severity=Severity.REQUIRED,
        offline=True,
        cache_path=cache,
    )
    return [it.message for it in validate(settings).get_issues()]


def test_archive_is_workflow_run_crate(archive: Path, cache: Path) -> None:
    assert issues(archive, cache) == []


def test_validator_notices_what_is_missing(archive: Path, cache: Path, tmp_path: Path) -> None:
    """It has found the contexts, and so knows what it looks at."""
    with zipfile.ZipFile(archive) as members:
        members.extractall(tmp_path)
    metadata = entities(archive)
    del metadata["#run"]["instrument"]
    graph = {"@context": list(contexts()), "@graph": [*metadata.values()]}
    (tmp_path / METADATA).write_text(json.dumps(graph))
    (tmp_path / "mpls.html").unlink()
    found = " ".join(issues(tmp_path, cache))
    assert "MUST have an instrument" in found
    assert "mpls.html" in found


def entities(archive: Path) -> dict[str, dict[str, Any]]:
    with zipfile.ZipFile(archive) as members:
        return {it["@id"]: it for it in json.loads(members.read(METADATA))["@graph"]}


def test_crate_describes_run(archive: Path) -> None:
    crate = entities(archive)
    run, workflow = crate["#run"], crate["configuration/Snakefile"]
    assert run["instrument"] == {"@id": workflow["@id"]}
    assert run["endTime"] == crate["./"]["datePublished"] == "2026-01-02T03:04:05+00:00"
    assert run["description"] == "./reproduce quick mpls"
    inputs = ["configuration/config/mpls.yaml", "configuration/data/published/mpls.csv"]
    assert [it["@id"] for it in run["object"]] == inputs
    results = {it["@id"] for it in run["result"]}
    assert {"mpls.html", "index.html", "data/results.duckdb", "data/runs.csv"} <= results
    assert not {*inputs, "README.txt", "provenance.json", "SHA256SUMS"} & results
    software = [crate[it["@id"]] for it in workflow["softwareRequirements"]]
    versions = {it["name"]: it["softwareVersion"] for it in software}
    assert versions == {"duckdb": "1.4", "snakemake": "9.1", "ns-2": "ns-2.35"}


def test_crate_lists_each_file(archive: Path) -> None:
    crate = entities(archive)
    with zipfile.ZipFile(archive) as members:
        for info in members.infolist():
            if info.filename != METADATA:
                file = crate[quote(info.filename)]
                assert file["sha256"] == digest_bytes(members.read(info))
                assert file["contentSize"] == str(info.file_size)
    assert crate["data/runs.csv"]["encodingFormat"] == "text/csv"
