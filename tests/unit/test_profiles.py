"""Profiles, and what is said of a cluster's jobs."""

from pathlib import Path

import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.workflow.profiles import PROFILES, Profile, load_profile


def written(folder: Path, old: str, new: str) -> str:
    """The path of a site's own profile."""
    text = (PROFILES / "slurm" / "config.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "config.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return str(folder)


def test_profiles_say_where_jobs_run() -> None:
    assert load_profile() == load_profile("default") == Profile(None, None, None)
    assert load_profile("slurm") == Profile(PROFILES / "slurm", 100, 300.0)


def test_a_site_has_a_profile_of_its_own(tmp_path: Path) -> None:
    assert (
        load_profile(
            written(tmp_path, "# config: [batch_minutes=5] ", "config: [batch_minutes=2.5] ")
        ).batch_cpu_s
        == 150
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "jobs: 100 ",
            "jobs: many ",
            "line 5: jobs: expected a whole number above 0, found",
        ),
        ("jobs: 100 ", "jobs: 0.5 ", "jobs: expected a whole number above 0, found 0.5"),
        ("jobs: 100 ", "jobs: .inf ", "jobs: expected a whole number above 0, found inf"),
        ("jobs: 100 ", "jobs: .nan ", "jobs: expected a whole number above 0, found nan"),
        ("jobs: 100 ", "jobs: true ", "jobs: expected a whole number above 0, found True"),
        *(
            ("# config: [batch_minutes=5] ", f"config: [batch_minutes={value}] ", "above 0, found")
            for value in ("nan", "inf", "1e999", "-1")
        ),
        (
            "# config: [batch_minutes=5] ",
            "config: [batch_minutes=0] ",
            "line 6: config.0: expected",
        ),
        ("# config: [batch_minutes=5] ", "config: [batch_minutes=a] ", "above 0, found 'a'"),
        (
            "executor: slurm",
            "executor: pbs",
            "line 4: executor: Snakemake's executor 'pbs'",
        ),
        ("executor: slurm", "executor: ../x", "expected the name of an executor"),
    ],
)
def test_a_wrong_profile_is_named(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_profile(written(tmp_path, old, new))
    assert str(tmp_path / "config.yaml") in str(caught.value)
    assert expected in str(caught.value)
