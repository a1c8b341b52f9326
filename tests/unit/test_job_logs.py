"""What a job's log says of why it failed."""

from pathlib import Path

import pytest

from ns2studies.workflow.job_logs import errors_in

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
def test_a_traceback_is_told_by_what_was_raised(tmp_path: Path, end: str, said: str) -> None:
    log = tmp_path / "job.log"
    log.write_text(TRACEBACK.format(end))
    assert errors_in(log) == [f"a job stopped unexpectedly ({said}); see {log}"]


def test_messages_are_told_whole(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    log.write_text("progress: 1 2 runs\n\nerror: one\n  more of it\nerror: another\n")
    assert errors_in(log) == ["one\n  more of it", "another"]
    assert errors_in(tmp_path / "none.log") == []
