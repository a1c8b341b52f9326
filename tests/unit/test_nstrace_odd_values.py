"""Results of one name, values beyond measure, words that a terminal obeys, lines of odd shape."""

import json
from pathlib import Path

import pytest
from nstrace_cli import call, failure, output

from nstrace.harmless import harmless

ONE = """\
+ 0.1 0 1 cbr 500 ------- 1 0.0 1.0 0 0
- 0.1 0 1 cbr 500 ------- 1 0.0 1.0 0 0
r 0.2 0 1 cbr 500 ------- 1 0.0 1.0 0 0
"""
JOIN = """
SELECT a.uid, a.time_ns, b.time_ns, b.time_ns - a.time_ns AS took
FROM packets AS a JOIN packets AS b USING (uid) WHERE a.event = '+' AND b.event = 'r'"""


def written(folder: Path, text: str) -> Path:
    path = folder / "odd.tr"
    path.write_text(text)
    return path


def test_columns_of_one_name_keep_their_values(tmp_path: Path) -> None:
    """The second one's stood in the first one's place, and the rest one place to the left."""
    trace = written(tmp_path, ONE)
    rows = "uid,time_ns,time_ns,took\n0,100000000,200000000,100000000\n"
    assert output("sql", "--format", "csv", JOIN, trace) == rows
    assert json.loads(output("sql", "--format", "json", JOIN, trace)) == {
        "uid": 0, "time_ns": 100000000, "time_ns_1": 200000000, "took": 100000000
    }  # fmt: skip
    table = output("sql", "--format", "table", JOIN, trace)
    assert [word for word in table.split() if word.isdigit()] == rows.split("\n")[1].split(",")
    twice = output("sql", "--format", "csv", "SELECT true AS a, [1] AS a", trace)
    assert twice == "a,a\ntrue,[1]\n"


@pytest.mark.parametrize("kind", ["TABLE", "TEMP TABLE", "VIEW"])
def test_sql_continues_after_statement_without_rows(tmp_path: Path, kind: str) -> None:
    query = f"CREATE {kind} x AS FROM packets; SELECT count(*) AS n FROM x"
    done = call("sql", query, written(tmp_path, ONE))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"n\n3\n", b"")


@pytest.mark.parametrize(
    "text",
    [
        "+ -9e9 0 1 cbr 500 ------- 1 0.0 1.0 0 0\nr 9e9 0 1 cbr 500 ------- 1 0.0 1.0 0 0\n",
        "0.0 0 0 1 0 cwnd_ 1e308\n0.1 0 0 1 0 cwnd_ -1e308\n0.2 0 0 1 0 cwnd_ 1e308\n",
    ],
)
def test_number_too_large_is_reported(tmp_path: Path, text: str) -> None:
    trace = written(tmp_path, text)
    message = failure("metrics", trace)
    assert message.startswith(f"nstrace: {trace}: a number is too large to compute with: ")
    assert message.count("\n") == 1


def test_terminal_control_characters_are_escaped(tmp_path: Path) -> None:
    trace = written(tmp_path, ONE.replace("cbr", "a\033]0;pwn\007b"))
    for words in (("sql", "--format", "table", "SELECT type FROM packets"), ("summary",)):
        shown = output(*words, trace)
        assert r"a\x1b]0;pwn\x07b" in shown
        assert "\033" not in shown
    # Programs get what stands there.
    assert "\033" in output("sql", "--format", "csv", "SELECT type FROM packets", trace)
    assert harmless("ä\tb\nc\x9b") == "ä\tb\nc\\x9b"


def test_head_accepts_more_rows_than_exist(tmp_path: Path) -> None:
    assert output("head", "-n", str(1 << 63), written(tmp_path, ONE)).count("\n") == 5


def test_repeated_options_and_inputs_are_refused(tmp_path: Path) -> None:
    trace = written(tmp_path, ONE)
    widths = [f"--bandwidth=0-1={rate}" for rate in ("1e6", "2e6")]
    assert "0-1 is given twice" in failure("metrics", *widths, trace)
    for command in ("summary", "validate"):
        message = failure(command, "-", "-", given=ONE.encode())
        assert message == "nstrace: -: standard input can be read only once\n"


NEW = (
    "{event} -t {time} -Hs {node} -Hd -2 -Ni {node} -Nx 5.00 -Ny 2.00 -Nz 0.00 -Ne {energy} "
    "-Nl AGT -Nw --- -Ma 0 -Md 0 -Ms 0 -Mt 0 -Is 0.0 -Id 1.0 -It cbr -Il 512 -If 0 -Ii 0 -Iv 32 "
    "-Pn cbr -Pi 0 -Pf 0 -Po 0 \n"
)


@pytest.mark.parametrize("energy", ["-1.000000", "-nan"])
def test_non_numeric_wireless_field_is_noted(tmp_path: Path, energy: str) -> None:
    """Such a line is one of nam by its shape; that agents were not traced was said of it."""
    sent = NEW.format(event="s", time="1.000000000", node=0, energy=energy)
    trace = written(tmp_path, sent + NEW.format(event="r", time="1.1", node=1, energy="-nan"))
    shown = output("summary", trace)
    count, first = (1, 2) if energy == "-1.000000" else (2, 1)
    assert f"such as -Ne -nan ({count}, the first at line {first}), are not part of" in shown
    assert "not traced" not in shown


def test_old_wireless_line_variant_is_noted(tmp_path: Path) -> None:
    """As ns before 2.34 wrote it; addresses of several levels were said to be the cause."""
    rest = "[0 0 0 0] [energy 99.990000] ------- [0:0 1:0 32 0] [0] 0 0\n"
    trace = written(tmp_path, f"s 1.000000000 _0_ AGT  --- 0 cbr 512 {rest}")
    shown = output("summary", trace)
    assert "with [energy 99.9] alone (1, the first at line 1), are not part of any flow" in shown
    assert "hierarchical" not in shown


def test_size_of_data_is_that_of_its_first_copy(tmp_path: Path) -> None:
    """A smaller copy, as a FullTcp agent may send it, took from the throughput what had arrived."""
    packets = ((1, 0, 1040, 1), (1.1, 1000, 1040, 2), (1.2, 0, 540, 3), (1.3, 2000, 1040, 4))
    lines = "".join(
        f"{event} {time} 0 1 tcp {size} ------- 2 0.0 1.0 {number} {uid}\n"
        for start, number, size, uid in packets
        for event, time in (("+", start), ("-", start), ("r", round(start + 0.02, 2)))
    )
    trace = written(tmp_path, lines)
    found = output("metrics", "--metric", "unique_throughput", "--format", "json", trace)
    assert json.loads(found)["value"] == pytest.approx(3 * 1040 * 8 / 0.32)
