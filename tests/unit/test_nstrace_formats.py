"""Every format that ns writes becomes typed rows; the golden traces say which."""

import re
from collections import Counter
from pathlib import Path

import golden_traces
import pytest

import nstrace
from nstrace import TraceError
from nstrace.names import LINES, REJECTS
from nstrace.scanning import BLOCK_BYTES

TRACES = pytest.mark.parametrize("trace", golden_traces.TRACES, ids=lambda path: path.name)


def test_golden_files_are_traces_with_expectations() -> None:
    others = {"README.md", ".gitattributes", "ns"}
    files = {path.name for path in golden_traces.FOLDER.iterdir()} - others
    traces = {path.name for path in golden_traces.TRACES}
    assert files == traces | {f"{name}.toml" for name in traces}
    assert len(traces) > 40


@TRACES
def test_each_line_is_row_of_table_it_belongs_to(trace: Path) -> None:
    wanted, found = golden_traces.expected(trace), golden_traces.read(trace)
    assert found.lines == wanted["lines"]
    assert found.counts() == wanted["rows"]
    assert Counter(found.kept.values()) == wanted["kept"]
    assert found.ends == wanted.get("line_ends", [])


@TRACES
def test_every_line_is_in_exactly_one_table(trace: Path) -> None:
    found = golden_traces.read(trace)
    numbers = [*found.rows, *(row["line"] for row in found.rejects)]
    assert sorted(numbers) == list(range(1, found.lines + 1))
    text = trace.read_bytes()
    assert found.lines == text.count(b"\n") + (text[-1:] not in (b"", b"\n"))


@TRACES
def test_golden_lines_have_expected_values(trace: Path) -> None:
    wanted, found = golden_traces.expected(trace), golden_traces.read(trace)
    texts = trace.read_bytes().split(b"\n")
    for line in wanted.get("line", []):
        number = line["number"]
        assert texts[number - 1].removesuffix(b"\r").decode() == line["text"]
        table, values = found.rows[number]
        assert table == line["table"], line["text"]
        # -0.0 is not 0.0 here.
        assert {key: repr(value) for key, value in values.items()} == {
            key: repr(value) for key, value in line["values"].items()
        }, line["text"]
        assert found.kept.get(number) == line.get("kept"), line["text"]


@TRACES
def test_rejects_say_where_and_why(trace: Path) -> None:
    wanted, found = golden_traces.expected(trace), golden_traces.read(trace)
    rejects = {row["line"]: row for row in found.rejects}
    text = trace.read_bytes()
    for reject in wanted.get("reject", []):
        assert rejects[reject["line"]] == reject
    for row in found.rejects:
        whole = text[row["byte"] :].split(b"\n")[0].removesuffix(b"\r")
        assert text[: row["byte"]].count(b"\n") == row["line"] - 1
        assert text[: row["byte"]][-1:] in (b"", b"\n")
        if row["line"] not in found.kept:
            assert whole.decode() == row["text"]
        else:
            plain = bytes(byte if 0 < byte < 128 else ord("?") for byte in whole)
            assert plain.decode() == row["text"]


@TRACES
def test_strict_reading_stops_at_first_reject(trace: Path, tmp_path: Path) -> None:
    found = golden_traces.read(trace)
    target = tmp_path / "a.parquet"
    if not found.rejects:
        assert nstrace.convert(trace, target, strict=True).lines == found.lines
        return
    first = found.rejects[0]
    with pytest.raises(TraceError) as failed:
        nstrace.convert(trace, target, strict=True)
    where = f"{trace}, line {first['line']}: {first['reason']}: "
    assert str(failed.value) == f"{where}{first['text'][:120]!r}"
    assert list(tmp_path.iterdir()) == []


def test_strict_scan_yields_blocks_before_bad_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nstrace.scanning.BLOCK_BYTES", 100)
    trace = tmp_path / "a.tr"
    packet = "+ 0.1 0 2 tcp 1040 ------- 1 0.0 3.1 225 610\n"
    trace.write_text(f"{packet * 3}nothing\n")
    blocks = nstrace.scan(trace, strict=True)
    assert next(blocks).lines == 2
    with pytest.raises(TraceError, match=r"a\.tr, line 4: no known kind of line: 'nothing'"):
        next(blocks)


def test_every_form_occurs_in_golden_trace() -> None:
    """Whoever adds a form adds a line of it."""
    met = {form for trace in golden_traces.TRACES for form in golden_traces.expected(trace)["rows"]}
    source = (Path(nstrace.__file__).parent / "native" / "forms.cpp").read_text()
    forms = re.findall(r'\{"(\w+)",\s*table::(\w+),', source)
    assert len(forms) > 70
    assert met == {f"{table}.{form}" for form, table in forms} | {REJECTS}
    assert {form.partition(".")[0] for form in met} == set(LINES)


def test_line_of_more_than_block(tmp_path: Path) -> None:
    trace = tmp_path / "long.tr"
    trace.write_bytes(
        b"+ 0.1 0 2 tcp 1040 ------- 1 0.0 3.1 225 610\n" + b"x" * (BLOCK_BYTES + 1) + b"\n"
    )
    with pytest.raises(TraceError) as failed:
        nstrace.convert(trace, tmp_path / "a.parquet")
    assert f"byte 45: a line of more than {BLOCK_BYTES >> 20} MiB" in str(failed.value)
    assert [path.name for path in tmp_path.iterdir()] == ["long.tr"]


def test_long_line_within_block(tmp_path: Path) -> None:
    trace, length = tmp_path / "long.tr", BLOCK_BYTES - 100
    text = b"v 0.1 eval {set sim_annotation {" + b"x" * length + b"}}\n"
    trace.write_bytes(text)
    found = golden_traces.read(trace)
    assert len(found.rows[1][1]["text"]) == length
    assert golden_traces.stored_and_exported(trace, tmp_path / "a.parquet") == text


DOCUMENT = Path(__file__).parents[2] / "docs" / "formats.md"
EXAMPLES = re.findall(r"```(\w+(?:\.\w+)?)\n(.*?)\n```", DOCUMENT.read_text(), re.DOTALL)


def _forms(variant: bool) -> set[str]:
    source = (Path(nstrace.__file__).parent / "native" / "forms.cpp").read_text()
    forms = re.findall(r'\{"(\w+)",\s*table::(\w+),[^{}]*?(, true)?\},', source)
    return {f"{table}.{form}" for form, table, marked in forms if bool(marked) == variant}


def test_document_has_example_of_each_form() -> None:
    assert {kind for kind, _ in EXAMPLES} == _forms(variant=False) | {REJECTS}


def test_each_example_is_read_as_document_says(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text("".join(f"{line}\n" for _, line in EXAMPLES))
    found = {}
    tables = nstrace.read(trace).tables
    for table in set(tables) & set(LINES):
        for row in tables[table].to_pylist():
            found[row["line"]] = f"{table}.{row['form']}" if "form" in row else table
    variants = _forms(variant=True)
    for number, (kind, line) in enumerate(EXAMPLES, start=1):
        read = found[number]
        assert read == kind or (read in variants and read.startswith(f"{kind}_")), line
