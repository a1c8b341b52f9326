"""Where values come from: what comments say, what is refused, and what pages show of it."""

import re
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.origins import WORDS, Origin, read_origins
from ns2studies.config.registry import load_study
from ns2studies.config.study import WITHOUT_ORIGIN
from ns2studies.config.study_files import config_path, known
from ns2studies.config.yaml_file import parse_yaml
from ns2studies.report.pages.definitions import configured, network, shown

PAGES = {
    name: "".join(
        path.read_text(encoding="utf-8")
        for path in (paths.REPORTS / f"{name}.qmd", *(paths.REPORTS / name).glob("tables.py"))
    )
    for name in known()
}


def origins(text: str, *free: str) -> dict[str, Origin]:
    return dict(read_origins(parse_yaml(Path("a.yaml"), text), free))


def refusal(text: str, *free: str) -> str:
    with pytest.raises(ConfigError) as caught:
        origins(text, *free)
    return str(caught.value)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("printed", Origin("printed")),
        ("printed (Table 3.1)", Origin("printed", "Table 3.1")),
        ("printed (Table 3.1): never reached", Origin("printed", "Table 3.1", "never reached")),
        ("ours: as (in 4.2) chosen", Origin("ours", "", "as (in 4.2) chosen")),
        ("inferred:  it's #1 of both ", Origin("inferred", "", "it's #1 of both")),
    ],
)
def test_parts_of_comment(comment: str, expected: Origin) -> None:
    assert origins(f"a: 1  # {comment}\n") == {"a": expected}


@pytest.mark.parametrize(
    "value", ['"a # b"', "'it''s # b'", "a#b", "[1, 2]", "{b: '#', c: [3]}", "1_000 ", "&x 1"]
)
def test_comment_begins_behind_value(value: str) -> None:
    assert origins(f"a: {value}  # ours: because\n")["a"] == Origin("ours", "", "because")


def test_indented_comment_continues_origin() -> None:
    text = "a:\n  b: 1  # ours: one\n        # two\n    # three\n  # about c\n  c: 2  # default\n"
    assert origins(text) == {
        "a.b": Origin("ours", "", "one two three"),
        "a.c": Origin("default"),
    }
    assert origins("a: 1  # ours: one\n# end\n") == {"a": Origin("ours", "", "one")}


def test_entries_inherit_origin_of_their_map() -> None:
    text = "a:  # printed (1)\n  b: 1\n  c: 2  # ours\n  d:\n    - {e: 3}\n    - {e: 4}  # fitted\n"
    found = origins(text)
    assert found["a.b"] == found["a.d.0.e"] == Origin("printed", "1")
    assert (found["a.c"], found["a.d.1.e"]) == (Origin("ours"), Origin("fitted"))


def test_comment_of_map_may_be_no_origin() -> None:
    assert origins("a:  # section 3.1\n  b: 1  # ours\n") == {"a.b": Origin("ours")}


def test_generated_file_needs_no_origins() -> None:
    assert origins('# of June\n{"a": 1, "b": {"c": 2}}\n') == {}


def test_keys_without_parameters_need_no_origin() -> None:
    assert origins("t: x  # as one likes\ns:\n  n: 1\n  m: 2  # ours\n", "t", "s") == {
        "s.m": Origin("ours")
    }


def test_value_without_origin_is_refused() -> None:
    message = refusal("a:\n  b: 1  # ours\n  c: 2\nd: {e: 1, f: 2}\n")
    assert message.splitlines()[:2] == [
        "a.yaml, line 3: a.c: no comment states the origin of this value",
        "a.yaml, line 4: d: no comment states the origin of this value",
    ]
    assert "# printed (Table 3.1)" in message


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("prnted (Table 1)", "'prnted' is no word for where a value comes from"),
        ("Printed", "'Printed' is no word for where a value comes from"),
        ("printed, Table 1", 'expected "printed", "printed (where)"'),
        ("printed (Table 1) twice", 'expected "printed", "printed (where)"'),
    ],
)
@pytest.mark.parametrize("above", ["", "  # ours"])
def test_unknown_origin_is_refused_below_known_one(comment: str, problem: str, above: str) -> None:
    message = refusal(f"a:{above}\n  b: 1  # {comment}\n")
    assert message.startswith(f"a.yaml, line 2: a.b: {problem}")
    assert f"found {comment!r}" in message
    assert all(word in message for word in WORDS)


def test_load_study_refuses_missing_origin(tmp_path: Path) -> None:
    text = config_path("mpls").read_text(encoding="utf-8")
    changed = re.sub(r"(min_rto_s: 0.2) .*", r"\1", text)
    path = tmp_path / "mpls.yaml"
    path.write_text(changed, encoding="utf-8")
    line = changed[: changed.index("min_rto_s")].count("\n") + 1
    with pytest.raises(ConfigError, match=rf"mpls.yaml, line {line}: tcp.min_rto_s: no comment"):
        load_study("mpls", "quick", path)


def test_origins_do_not_change_scenarios(tmp_path: Path) -> None:
    path = tmp_path / "mpls.yaml"
    text = config_path("mpls").read_text(encoding="utf-8")
    path.write_text(text.replace("# default", "# ours: another word"), encoding="utf-8")
    before, after = load_study("mpls", "quick"), load_study("mpls", "quick", path)
    assert before.origins != after.origins
    assert before.config.parameters() == after.config.parameters()
    assert [it.scenario_id for it in before.scenarios] == [it.scenario_id for it in after.scenarios]


@pytest.mark.parametrize("study", known())
@pytest.mark.parametrize("scale", ["quick", "full"])
def test_shown_parameters_have_origin_and_name(study: str, scale: str) -> None:
    values = load_study(study, "quick").config.parameters()
    described = configured(study, values)
    asked = re.findall(r'"(scenario_sets\.[\w.-]+)"', PAGES[study])
    parameters = [key for key in values if key not in WITHOUT_ORIGIN]
    rows = list(described.rows([*parameters, *asked], scale))
    for name in re.findall(r'networks=\["([\w-]+)"\]', PAGES[study]):
        rows += network(name).rows(["each_link"], scale)
    # A study that is just begun has few.
    assert len(rows) > min(10, len(config_path(study).read_text("utf-8").splitlines()) / 8)
    assert [row["key"] for row in rows if row["origin"] not in WORDS] == []
    assert [row["key"] for row in rows if not re.match(r"\S{2}|A ", row["name"])] == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "yes"), (0.5, "0.5"), (2.0, "2"), (1500, "1\u202f500"), ([1, "2 to 3"], "1, 2 to 3")],
)
def test_values_are_formatted_for_display(value: object, text: str) -> None:
    assert shown(value) == text
