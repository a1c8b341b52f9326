"""Configuration: what is refused, and what the message says."""

import os
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import load_study, schemas
from ns2studies.config.scenario_parts import TopologyParameters, topology_parameters
from ns2studies.config.study import ScenarioSet
from ns2studies.config.topology import read_topology
from ns2studies.config.yaml_file import read_yaml
from ns2studies.workflow.profiles import load_profile

CONFIG = paths.CONFIG / "mpls.yaml"


def edited(tmp_path: Path, old: str, new: str) -> Path:
    """The study's configuration with one place changed."""
    text = CONFIG.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path = tmp_path / "mpls.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_study("mpls", "quick", path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("delay_s: 0.005", "delay_ms: 5", ["network.delay_ms", "unknown key", "delay_s?"]),
        ("  losses-replayed:", "  losses-replyed:", ["unknown key", "mean losses-replayed?"]),
        ("delay_s: 0.005", "delay_s: 5ms", ["network.delay_s", "number", "'5ms'", "seconds"]),
        ("delay_s: 0.005", "delay_s: -0.005", ["network.delay_s", "greater", "-0.005"]),
        ("delay_s: 0.005", "delay_s: .inf", ["network.delay_s", "finite"]),
        ("delay_s: 0.005", "delay_s: 1e300", ["network.delay_s", "less", "1e+300"]),
        ("bandwidth_bps: 1_000_000", "bandwidth_bps: 1e-320", ["bandwidth_bps", "greater"]),
        ("bandwidth_bps: 1_000_000", "bandwidth_bps: 1e30", ["bandwidth_bps", "less", "1e+30"]),
        ("clock_tick_s: 0.001 ", "clock_tick_s: 1e-300 ", ["clock_tick_s", "greater"]),
        ("delay_s: 0.005", 'delay_s: "0.005"', ["network.delay_s", "number"]),
        ("queue_limit_packets: 50", "queue_limit_packets: 50.5", ["queue_limit_packets", "50.5"]),
        ("queue_limit_packets: 50", "queue_limit_packets: true", ["queue_limit_packets"]),
        ("  packet_bytes: 1460 ", "  packet_bytes: 0 ", ["tcp.packet_bytes", "greater"]),
        ("stop_s: 98.0", "stop_s: 0.5", ["traffic.start_s: ", "traffic.start_s < traffic.stop_s"]),
        ("sack_stop_rule: earlier", "sack_stop_rule: later", ["sack_stop_rule", "'earlier'"]),
        (
            "flows: [1, 2, 4, 8]\n    forwarding: [ip,", "flows: [1, 3]\n    forwarding: [ip,",
            ["scenario_sets.variants.flows.1", "3"],
        ),
        (
            "quick_choices: [senders-alike]", "quick_choices: [no]",
            ["scenario_sets.choices-senders", "no choice 'no'"],
        ),
        ("    of: losses", "    of: looses", [
            "scenario_sets.choices-losses.of: there is no scenario set 'looses'", "losses?"]),
        ("timer-once: {variant: newreno}\n      w", "timer-once: {varaint: newreno}\n      w", [
            "scenario_sets.choices.only.timer-once.varaint: unknown axis", "mean variant?"]),
        ("timer-once: {variant: newreno}\n      w", "time-once: {variant: newreno}\n      w", [
            "only: there is no choice 'time-once'", "scenario_sets.choices"]),
        ("cpu_s: 0.20", "cpu_s: 1e308", ["cost", "cpu_s", "less than or equal"]),
        ("flows: 8}", "flow: 8}", ["overrides.0.where.flow", "unknown axis", "flows?"]),
        ("flows.0.clock_tick_s: 0.01", "flows.9.clock_tick_s: 0.01", ["has no parameter '9'"]),
        ("flows.0.clock_tick_s: 0.01", "flows.0.clock_tik_s: 0.01", ["clock_tick_s?"]),
        ("flows.0.clock_tick_s: 0.01", "flows.0.clock_tick_s: -1", ["flows.0.clock_tick_s", "-1"]),
        ("flows.0.clock_tick_s: 0.01", "flows.0.clock_tick_s: fast", [
            "overrides.0.change.flows.0.clock_tick_s: scenario ", "'fast'"]),
        ("title: ", 'title: "\\e[31m" #', ["title: it has the unprintable character U+001B"]),
        ("title: ", 'title: "a \\u202e b" #', ["title: it has the unprintable character U+202E"]),
        ("[mpls-13]", "[../secret]", ["topologies.0", "pattern"]),
        ("[mpls-13]", "[mpls-31]", ["topologies.0", "mpls-31.yaml: no such file", "mean mpls-13?"]),
        ("[mpls-13]", "[nowhere]", ["nowhere.yaml", "no such file"]),
    ],
)  # fmt: skip
def test_bad_value_is_refused_with_its_key(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    message = refusal(edited(tmp_path, old, new))
    for word in words:
        assert word in message


def test_deterministic_set_takes_no_precision_rule() -> None:
    """It ended in Python's words on what can be hashed."""
    rule = {"at_least": 5, "batch": 3, "at_most": 20}
    until = {"relative_half_width": 0.05, "metrics": {"unique_throughput": ["flow1"]}}
    given = {"random": False, "replications": {"quick": 1, "full": {**rule, "until": until}}}
    with pytest.raises(ValidationError, match=r"without random numbers .* are all equal"):
        ScenarioSet.model_validate(given)


def test_error_in_several_keys_has_line(tmp_path: Path) -> None:
    path = edited(tmp_path, "stop_s: 98.0", "stop_s: 0.5")
    assert f"{path}, line {line_of(path, '  start_s: ')}: traffic.start_s: expected" in refusal(
        path
    )


def test_override_may_match_several_sets() -> None:
    first = {
        entry.point.scenario_set: entry.parameters["flows"][0]["clock_tick_s"]
        for entry in load_study("mpls", "full").scenarios
        if entry.point.values.get("flows") == 8
        and entry.point.values.get("choice") != "clock-of-10-ms"
    }
    assert first == {"variants": 0.01, "choices": 0.01, "choices-senders": 0.001}


def test_override_without_scenario_gives_remark(tmp_path: Path) -> None:
    path = edited(tmp_path, "flows: 8}", "flows: 16}")
    (remark,) = load_study("mpls", "quick", path).remarks
    assert f"line {line_of(path, 'flows: 16')}: overrides.0.where: no scenario" in remark
    assert load_study("mpls", "quick").remarks == ()


def test_unused_alternative_gives_remark(tmp_path: Path) -> None:
    path = edited(tmp_path, "{application: cbr}", "{application: voice}")
    (remark,) = load_study("mpls", "quick", path).remarks
    assert "choices.only.writes-of-1460-bytes: no scenario of this set matches" in remark


def test_override_with_wrong_value_names_its_line(tmp_path: Path) -> None:
    path = edited(tmp_path, "flows.0.clock_tick_s: 0.01", "flows.0.clock_tick_s: fast")
    line = line_of(path, "clock_tick_s: fast")
    assert f"{path}, line {line}: overrides.0.change.flows.0.clock_tick_s: " in refusal(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("topology.links.0.to: 0", "link 0-0 is a loop"),
        ("topology.links.0.to: 13", "link 0-13 names a node that does not exist"),
        ("topology.nodes: 14", "no links lead from node 0 to node 13"),
    ],
)
def test_override_that_breaks_network_is_named(tmp_path: Path, change: str, words: str) -> None:
    """ns would have said so, one run after the other."""
    path = edited(tmp_path, "flows.0.clock_tick_s: 0.01", change)
    key = change.partition(":")[0]
    said = refusal(path)
    assert f"line {line_of(path, change)}: overrides.0.change.{key}: scenario " in said
    assert f": topology: {words}" in said


@pytest.mark.parametrize("key", ["flows.0.source", "flows.0.destination", "tracing.links.0.to"])
def test_unknown_node_is_refused(tmp_path: Path, key: str) -> None:
    """ns would have said so, one run after the other."""
    path = edited(tmp_path, "flows.0.clock_tick_s: 0.01", f"{key}: 13")
    said = refusal(path)
    assert f"line {line_of(path, f'{key}: 13')}: overrides.0.change.{key}: scenario " in said
    assert f": {key} is node 13, and the nodes are 0 to 12" in said
    load_study("mpls", "quick", edited(tmp_path, "flows.0.clock_tick_s: 0.01", f"{key}: 12"))


def test_event_after_end_is_refused(tmp_path: Path) -> None:
    """A link that goes down after the end never does: the study ran, and told of no outage."""
    text = (paths.CONFIG / "recovery.yaml").read_text(encoding="utf-8")
    path = tmp_path / "recovery.yaml"
    path.write_text(text.replace("  down_s: 12.0", "  down_s: 12000"), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_study("recovery", "quick", path)
    place = r"recovery\.yaml: scenario outages/\S+: outages\.0\.down_s is 12\d+ s"
    assert re.search(f"{place}, and the run ends at 600 s$", caught.value.message)


def test_missing_topology_is_refused_with_its_line(tmp_path: Path) -> None:
    text = (paths.CONFIG / "recovery.yaml").read_text(encoding="utf-8")
    path = tmp_path / "recovery.yaml"
    path.write_text(text.replace("[recovery-discarder, ", "[", 1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    with pytest.raises(ConfigError) as caught:
        load_study("recovery", "quick", path)
    line = line_of(path, "topologies:")
    assert f"{path}, line {line}: topologies: recovery-discarder is missing" in str(caught.value)


def test_message_names_line(tmp_path: Path) -> None:
    path = edited(tmp_path, "delay_s: 0.005", "dealy_s: 0.005")
    message = refusal(path)
    assert f"{path}, line {line_of(path, 'dealy_s')}: network.dealy_s: unknown key" in message


def test_repeated_key_is_refused(tmp_path: Path) -> None:
    path = edited(tmp_path, "  delay_s: 0.005", "  delay_s: 0.005\n  delay_s: 0.006")
    message = refusal(path)
    assert f"line {line_of(path, '0.006')}" in message
    assert "twice" in message


def test_missing_key_is_named(tmp_path: Path) -> None:
    message = refusal(edited(tmp_path, "  delay_s: 0.005 ", "  # "))
    assert "network.delay_s: this key is missing" in message


@pytest.mark.parametrize("text", ["", "- a list", "just text", "a: [1", "a: !!python/name:os x"])
def test_configuration_must_be_map_of_plain_data(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mpls.yaml"
    path.write_text(text, encoding="utf-8")
    assert str(path) in refusal(path)


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "large", "dead link"])
def test_configuration_must_be_plain_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "mpls.yaml"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "large":
            path.write_text("a: " + "x" * 20_000_000)
        case _:
            path.symlink_to(tmp_path / "nowhere")
    words = {"large": "larger than 1,000,000 bytes", "dead link": "no such file"}
    assert f"{path}: {words.get(kind, 'not a plain file')}" in refusal(path)


def test_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mpls.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in refusal(path)
    path.write_bytes("title: a\nsource: é\n".encode("latin-1"))
    assert f"{path}, line 2: not UTF-8 text" in refusal(path)


def test_unknown_study_names_nearest() -> None:
    with pytest.raises(ConfigError, match="Did you mean mpls"):
        load_study("mlps", "quick")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{id: 12,", "{id: 13,", r"line \d+: nodes\.12\.id: .*0, 1, 2"),
        ("{from: 8, to: 9,", "{from: 8, to: 99,", r"line \d+: links\.\d+: link 8-99 names a node"),
        (
            "{from: 8, to: 9,",
            "{from: 2, to: 0,",
            r"line \d+: links\.\d+: link 2-0 is listed twice",
        ),
        ("{from: 8, to: 9,", "{from: 8, to: 8,", r"line \d+: links\.\d+: link 8-8 is a loop"),
        (
            "{from: 10, to: 12,",
            "{from: 10, to: 2,",
            r"line \d+: nodes\.12: no links lead from node 0 to",
        ),
        ("role: edge, x: 1", "role: core, x: 1", "role"),
    ],
)
def test_bad_topology_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (paths.DATA / "topologies" / "mpls-13.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "topology.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError, match=words):
        read_topology(path)


def test_link_values_override_each_link(tmp_path: Path) -> None:
    path = tmp_path / "topology.yaml"
    nodes = [f"{{id: {n}, name: n, role: host, x: {n}, y: 0}}" for n in range(3)]
    path.write_text(
        f"title: t\nnodes: [{', '.join(nodes)}]\n"
        "each_link: {bandwidth_bps: 1_000_000, queue_limit_packets: 60}\n"
        "links:\n  - {from: 0, to: 1, why: w}\n"
        "  - {from: 1, to: 2, bandwidth_bps: 10_000_000, delay_s: 0.01, why: w}\n",
        encoding="utf-8",
    )
    parameters = TopologyParameters.model_validate(topology_parameters(read_topology(path)))
    first, second = parameters.links
    assert (first.bandwidth_bps, first.delay_s, first.queue_limit_packets) == (1e6, None, 60)
    assert (second.bandwidth_bps, second.delay_s, second.queue_limit_packets) == (1e7, 0.01, 60)


def test_line_of_list_entry(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a:\n  - b: 1\n  - b: 2\n", encoding="utf-8")
    assert read_yaml(path).line_of(["a", 1, "b"]) == 3


def test_committed_schemas_are_those_of_models() -> None:
    folder = paths.CONFIG / "schema"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert committed == dict(schemas()), "run ./reproduce schema and commit what it wrote"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_000", 1000), ("1e6", 1e6), ("5e-3", 0.005), (".5", 0.5), ("-3", -3), ("+4", 4),
        ("0x1F", 31), ("0o17", 15), ("010", 10), ("1_0.5", 10.5), ("true", True), ("False", False),
        ("~", None), ("", None), ("on", "on"), ("yes", "yes"), ("'1'", "1"), ("12:30", "12:30"),
        ("2001-01-01", "2001-01-01"), ("[a, {b: 1}]", ["a", {"b": 1}]),
    ],
)  # fmt: skip
def test_values_follow_yaml_1_2(tmp_path: Path, text: str, value: object) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"key: {text}\n")
    found = read_yaml(path).value["key"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\na: 2\n", 2, "a key is listed twice"),
        ("a: 1\nb: !x 3\n", 2, "!x is not plain data"),
        ("a: !!python/name:os.system\n", 1, "is not plain data"),
        ("a: [1,\n", 2, "did not find"),
        ("a: *b\n", 1, "undefined alias"),
        ("é: 1\nb: \0\n", 2, "character #x0000: control characters are not allowed"),
        ("a: !!int x\n", 1, "'x' is no value of type int"),
        ("a: " + 5000 * "9", 1, "is no value of type int"),
        ("a: 0x" + 5000 * "f", 1, "is no value of type int"),
        ("? 0x" + 5000 * "f" + "\n: 1\n", 1, "is no value of type int"),
        ("[" * 100_000, 1, "more than 50 levels of nesting"),
        ("a: &x [*x]\n", 1, "more than 50 levels of nesting, or an alias within itself"),
        ("b: 1\na: &x {b: *x}\n", 2, "an alias within itself"),
        ("".join(f"- &a{n} [{f'*a{n - 1}' if n else 1}]\n" for n in range(2000)), 1, "nesting"),
        (
            "".join(
                f"- &a{n} [{', '.join([f'*a{n - 1}' if n else '1'] * 10)}]\n" for n in range(9)
            ),
            1,
            "more than 100000 values",
        ),
    ],
)
def test_yaml_beyond_plain_data_is_refused(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=rf"a\.yaml, line {line}: .*{re.escape(words)}"):
        read_yaml(path)


@pytest.mark.parametrize("text", ["a: 1\n\tb: 2\n", "a:\n\t- 1\n"])
def test_tab_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"a\.yaml, line 2: ") as error:
        read_yaml(path)
    assert "There is a tab" in error.value.hint


def test_override_with_nan_is_refused_once(tmp_path: Path) -> None:
    said = refusal(edited(tmp_path, "flows.0.clock_tick_s: 0.01", "flows.0.clock_tick_s: .nan"))
    assert len(said.splitlines()) == 1
    assert "overrides.0.change.flows.0.clock_tick_s: Input should be a finite number" in said


def test_workflows_own_configuration_is_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "CONFIG", tmp_path)
    (tmp_path / "config.yaml").write_text("- scale\n")
    with pytest.raises(ConfigError, match=r"config\.yaml: expected keys and values"):
        load_profile()
