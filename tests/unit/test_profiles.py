"""Profiles, and what is said of a cluster's jobs."""

from pathlib import Path

import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.workflow.profiles import PROFILES, Profile, load_profile

MINUTES = "# config: {batch_minutes: 5} "


def written(folder: Path, old: str, new: str) -> str:
    """The path of a site's own profile."""
    text = (PROFILES / "slurm" / "config.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "config.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return str(folder)


def test_load_profile_reads_default_and_slurm() -> None:
    assert load_profile() == load_profile("default") == Profile(None, None, None)
    assert load_profile("slurm") == Profile(PROFILES / "slurm", 100, 300.0)


def test_site_has_profile_of_its_own(tmp_path: Path) -> None:
    profile = load_profile(written(tmp_path, MINUTES, "config: {batch_minutes: 2.5} "))
    assert profile.batch_cpu_s == 150


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "jobs: 100 ",
            "jobs: many ",
            "line 5: jobs: Input should be a valid integer",
        ),
        ("jobs: 100 ", "jobs: 0 ", "jobs: Input should be greater than or equal to 1, found 0"),
        ("jobs: 100 ", "jobs: 0.5 ", "jobs: Input should be a valid integer"),
        ("jobs: 100 ", "jobs: .inf ", "jobs: Input should be"),
        ("jobs: 100 ", "jobs: .nan ", "jobs: Input should be"),
        ("jobs: 100 ", "jobs: true ", "jobs: Input should be a valid integer, found True"),
        ("jobs: 100 ", "# ", "jobs: this key is missing"),
        *(
            (MINUTES, f"config: {{batch_minutes: {value}}} ", "line 6: config.batch_minutes: Input")
            for value in (".nan", ".inf", "1e999", "-1", "0", "a")
        ),
        (MINUTES, "config: [batch_minutes=5] ", "line 6: config: "),
        ("executor: slurm", "executor: pbs", "line 4: executor: Snakemake's executor 'pbs'"),
        ("executor: slurm", "executor: ../x", "executor: String should match pattern"),
    ],
)
def test_wrong_profile_is_named(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_profile(written(tmp_path, old, new))
    assert str(tmp_path / "config.yaml") in str(caught.value)
    assert expected in str(caught.value)
