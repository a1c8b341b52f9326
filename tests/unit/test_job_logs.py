"""What a job's log says of why it failed."""

from pathlib import Path

import pytest

from ns2studies.workflow.job_logs import errors_in, failure_of

TRACEBACK = """\
Traceback (most recent call last):
  File "x.py", line 1, in <module>
    connection.execute(query)
{}
"""


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("KeyError: 'a'", "KeyError: 'a'"),
        (
            'duckdb.BinderException: Binder Error: no column "x"\n\nLINE 1: SELECT x\n        ^',
            'duckdb.BinderException: Binder Error: no column "x"',
        ),
        ("Killed", "Killed"),
    ],
)
def test_traceback_is_reduced_to_its_exception(tmp_path: Path, end: str, said: str) -> None:
    log = tmp_path / "job.log"
    log.write_text(TRACEBACK.format(end))
    assert errors_in(log) == [f"a job stopped unexpectedly ({said}); see {log}"]


def test_errors_in_returns_whole_messages(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    log.write_text("progress: 1 2 runs\n\nerror: one\n  more of it\nerror: another\n")
    assert errors_in(log) == ["one\n  more of it", "another"]
    assert errors_in(tmp_path / "none.log") == []


REFUSED = """\
SLURM sbatch failed. The error message was 'sbatch: error: invalid partition'.
    sbatch call:
        sbatch --parsable
For further error details see the cluster/cloud log and the log files of the involved rule(s).\
"""


def test_failure_of_says_why_cluster_refused_job(tmp_path: Path) -> None:
    said = failure_of("simulate", REFUSED, [tmp_path / "none.log"])
    assert said == (
        "a job of the rule simulate failed: SLURM sbatch failed. "
        "The error message was 'sbatch: error: invalid partition'"
    )


def test_failure_of_names_log_of_cluster(tmp_path: Path) -> None:
    (tmp_path / "job.log").touch()
    cluster = tmp_path / "1.log"
    cluster.write_text("slurmstepd: error: cancelled\n")
    said = failure_of("measure", None, [tmp_path / "job.log", cluster])
    assert said == f"a job of the rule measure ended without a message; see {cluster}"


def test_failure_of_suspects_memory_without_message(tmp_path: Path) -> None:
    (tmp_path / "job.log").touch()
    said = failure_of("study_page", None, [tmp_path / "job.log"])
    assert said == (
        "a job of the rule study_page ended without a message; "
        "maybe there was no memory left: see `ulimit -v`, and the kernel's log"
    )
