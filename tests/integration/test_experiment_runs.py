"""Scripts as people have them, each run as it is for several seeds."""

import zipfile
from pathlib import Path

import pytest
from driven_scripts import Driven, contents, written

from ns2studies.basics.errors import ResultError, SimulationError
from ns2studies.experiments.chance import one_run_is_enough, why_equal
from ns2studies.experiments.own_metrics import printed_text, restore_files
from ns2studies.experiments.runs import runs_of, uses_seed
from ns2studies.simulator.build import Simulator
from nstrace.schemas import SCHEMAS

ALL = "trace: all\nseeds: 3"
AODV = "constants: {val(rp): AODV}\nseeds: 3"
DSDV = "constants: {val(rp): DSDV}\nseeds: 3"
ARGUMENTS = "arguments: [200k, '{seed}']\nseeds: 3"

RANDOM = [
    ("wired", "seeds: 3", {"out.tr": "packets"}),
    ("wireless", AODV, {"simple.tr": "wireless", "simple.nam": "nam"}),
    ("wireless", DSDV, {"simple.tr": "wireless", "simple.nam": "nam"}),
    ("satellite", "seeds: 3", {"sat.out": "packets"}),
    ("arguments", ARGUMENTS, {"out-200k.tr": "packets"}),
    ("options", "seeds: 3", {"out.tr": "packets"}),
    ("new_rng", "seeds: 3", {"out.tr": "packets"}),
    ("nam_only", "seeds: 3", {"anim.nam": "packets"}),
    ("prints", "seeds: 3", {}),
    ("runs_out", "seeds: 3", {"out.tr": "packets"}),
    ("no_trace_all", ALL, {"trace-all.tr": "packets"}),
    ("seeds_by_clock", "seeds: 3", {"out.tr": "packets"}),
    ("counts_itself", "seeds: 3", {"out.tr": "packets"}),
    ("appends", "constants: {rate: 150k}\nseeds: 3", {"out.tr": "packets", "old.tr": "series"}),
    ("mixed", "seeds: 3", {"mixed.tr": "packets"}),
    ("lan", "seeds: 3", {"lan.tr": "packets"}),
    ("makes_scenario", "seeds: 3", {"out.tr": "packets"}),
    ("failing_link", "seeds: 3", {"routes.tr": "packets"}),
    ("seeds_itself", "seeds: 3\nseed: substream", {"out.tr": "packets"}),
    ("seeds_itself", "seeds: 3\nseed: seed", {"out.tr": "packets"}),
    (
        "several_traces",
        "seeds: 3",
        {
            "results/all.txt": "packets",
            "results/queue.tr": "packets",
            "results/window": "variables",
            "results/own.xg": "series",
            "results/out.nam": "packets",
        },
    ),
]


@pytest.mark.parametrize(("name", "text", "traces"), RANDOM)
def test_script_gives_run_per_seed(
    tmp_path: Path, ns: Simulator, name: str, text: str, traces: dict[str, str]
) -> None:
    driven = Driven(tmp_path, ns, name, text)
    before = contents(driven.home)
    runs = driven.make_all()
    assert contents(driven.home) == before
    assert len({facts["fingerprint"] for facts in runs}) == 3
    assert why_equal(runs, uses_seed(driven.file)) == ""
    for run, facts in zip(driven.runs, runs, strict=True):
        found = {name: file["rows"] for name, file in written(facts).items() if file["rows"]}
        assert {name: max(rows, key=lambda it: rows[it]) for name, rows in found.items()} == traces
        assert driven.store.is_whole(run.study, run.run_id)
        driven.store.check_contents(run.study, run.run_id)
        main = next(iter(found), None)
        if main:
            assert (driven.tables(run) / f"{traces[main]}.parquet").is_file()
    again = driven.make(driven.runs[1])
    assert again["fingerprint"] == runs[1]["fingerprint"]


@pytest.mark.parametrize(
    "name",
    [
        *("wired", "satellite", "new_rng", "nam_only", "runs_out", "options", "no_chance"),
        "counts_itself",
    ],
)
def test_first_seed_equals_plain_run_of_script(tmp_path: Path, ns: Simulator, name: str) -> None:
    driven = Driven(tmp_path, ns, name)
    before = contents(driven.home)
    facts = driven.make(driven.runs[0])
    plain = tmp_path / "plain"
    assert driven.by_itself(plain) == printed_text(driven.tables(driven.runs[0]))
    made = contents(plain)
    expected = {name: digest for name, digest in made.items() if before.get(name) != digest}
    assert {name: file["sha256"] for name, file in written(facts).items()} == expected


def test_trace_that_is_closed_early_ends_there(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "closes_early", "")
    facts = driven.make(driven.runs[0])
    times = [float(line.split()[1]) for line in trace_of(driven, facts, tmp_path).splitlines()]
    assert facts["simulated_s"] == 0.8
    assert 0.49 < max(times) <= 0.5


def test_written_files_come_back_byte_for_byte(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "several_traces")
    facts = driven.make(driven.runs[0])
    restored = tmp_path / "restored"
    restored.mkdir()
    restore_files(driven.tables(driven.runs[0]), facts, restored, list(written(facts)))
    digests = {name: file["sha256"] for name, file in written(facts).items()}
    assert contents(restored) == digests
    assert set(digests) > {"results/report.txt", "results/queue.tr"}


def test_tables_come_from_main_trace(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "several_traces")
    facts = driven.make(driven.runs[0])
    main, *_ = facts["files"]
    assert (main["name"], main["role"]) == ("results/all.txt", "trace-all")
    tables = {name for name in facts["tables"] if name in SCHEMAS}
    assert tables >= {"packets", "variables", "series"}
    assert "traces/results/queue.tr/packets" in facts["tables"]


def test_parameters_override_any_assignment(tmp_path: Path, ns: Simulator) -> None:
    names = ["plain", "arr(x)", "arr(y)", "words", "space::inside", "gone", "list(a)"]
    values = ", ".join(f"{name}: [W{index}]" for index, name in enumerate(names))
    text = f"parameters: {{{values}, counter: [70], unknwn: [1]}}"
    driven = Driven(tmp_path, ns, "forces", text)
    facts = driven.make(driven.runs[0])
    assert printed_text(driven.tables(driven.runs[0])) == (
        "plain=W0 arr=W1,W2 counter=70 words=W3\ninside=W4 gone=W5 list=W6\n"
    )
    assert facts["remarks"][0].startswith("unknwn is never read by forces.tcl.")


@pytest.mark.parametrize("value", ["[exit 3]", "$plain; exit 3", "{", 'a "b" \\', "ä ; # x"])
def test_values_are_never_evaluated(tmp_path: Path, ns: Simulator, value: str) -> None:
    quoted = value.replace("'", "''")
    text = f"parameters: {{plain: ['{quoted}'], arr(x): ['{quoted}']}}\narguments: ['{quoted}']"
    driven = Driven(tmp_path, ns, "forces", text)
    driven.make(driven.runs[0])
    assert printed_text(driven.tables(driven.runs[0])).startswith(f"plain={value} arr={value},9 ")


def test_misspelt_parameter_names_nearest(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "wired", "parameters: {val(rat): [1], val(rate): [0.5]}")
    facts = driven.make(driven.runs[0])
    assert facts["remarks"] == ["val(rat) is never read by wired.tcl. Did you mean val(rate)?"]


def test_arguments_are_not_reported_as_unread(tmp_path: Path, ns: Simulator) -> None:
    text = "parameters: {speed: [200k, 400k]}\narguments: ['{speed}', '{seed}']"
    facts = Driven(tmp_path, ns, "arguments", text).make_all()
    assert [it["remarks"] for it in facts] == [[]] * len(facts)
    assert len({it["fingerprint"] for it in facts}) == len(facts)


def test_parameter_without_effect_is_reported(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "seeds_itself", "parameters: {again: [1, 2]}")
    helper = driven.home / "helper.tcl"
    helper.write_text(f"set again 5\n{helper.read_text(encoding='utf-8')}", encoding="utf-8")
    facts = driven.make(next(iter(runs_of(driven.file, ns.ns_sha256))))
    assert facts["remarks"] == [
        "again is set by seeds_itself.tcl but never read: it changes nothing."
    ]


def test_written_files_stay_in_run_directory(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "appends", "")
    before = contents(driven.home)
    facts = driven.make(driven.runs[0])
    assert contents(driven.home) == before
    assert not Path("/nowhere").exists()
    tables = driven.tables(driven.runs[0])
    with zipfile.ZipFile(tables / "files.zip") as kept:
        assert kept.read("history.txt") == b"first line\nanother run\n"
        assert kept.read("listed.txt") == b"over\n"
        assert kept.read("elsewhere/_nowhere_far.txt") == b"far away\n"
    assert facts["remarks"] == [
        "data7.txt is read, too: list it under files, so that an edit of it is noticed.",
        "/nowhere/far.txt was written to elsewhere/_nowhere_far.txt of the run.",
    ]


def test_listed_files_are_inputs_of_runs(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "appends", "files: [data*.txt]")
    assert "data7.txt" in driven.runs[0].inputs.files
    facts = driven.make(driven.runs[0])
    assert not any("data7.txt" in remark for remark in facts["remarks"])


def test_scenario_files_are_found(tmp_path: Path, ns: Simulator) -> None:
    text = "parameters: {opt(traffic): [traffic-1.txt, traffic-2.txt, traffic-3.txt]}"
    driven = Driven(tmp_path, ns, "scenario_files", text)
    assert {"helper.tcl", "traffic-3.txt"} < set(driven.runs[0].inputs.files)
    runs = driven.make_all()
    assert len({facts["fingerprint"] for facts in runs}) == 3
    assert all(one_run_is_enough(facts, uses_seed=False) for facts in runs)


def test_files_above_script_are_found(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "no_chance", "")
    script = driven.home / "no_chance.tcl"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("helper.tcl", "../lib/helper.tcl"), encoding="utf-8")
    (tmp_path / "lib").mkdir()
    (driven.home / "helper.tcl").rename(tmp_path / "lib" / "helper.tcl")
    run = next(iter(runs_of(driven.file, ns.ns_sha256)))
    assert "../lib/helper.tcl" in run.inputs.files
    facts = driven.make(run)
    assert next(iter(written(facts))) == "no_chance/out.tr"


def test_script_without_randomness_is_reported(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "no_chance")
    runs = driven.make_all()
    assert len({facts["fingerprint"] for facts in runs}) == 1
    assert one_run_is_enough(runs[0], uses_seed(driven.file))
    assert why_equal(runs[:1], uses_seed=False) == (
        "The script draws no random number: one run says all."
    )


def test_script_that_seeds_itself_is_reported(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "seeds_itself")
    runs = driven.make_all()
    assert not one_run_is_enough(runs[0], uses_seed(driven.file))
    assert why_equal(runs, uses_seed(driven.file)) == (
        "All seeds give the same: the script seeds itself at seeds_itself.tcl, line 5. "
        "Write `seed: VARIABLE` if that is a variable, or `seed: substream`."
    )


def test_own_metrics_need_no_run(tmp_path: Path, ns: Simulator) -> None:
    text = "awk: {pdr: pdr.awk out.tr}\nsql: {queued: queued.sql}"
    driven = Driven(tmp_path, ns, "no_chance", text)
    facts = driven.make(driven.runs[0])
    values = driven.values(driven.runs[0], facts)
    lines = [line.split() for line in trace_of(driven, facts, tmp_path).splitlines()]
    sent = sum(words[0] == "+" for words in lines)
    received = sum(words[0] == "r" for words in lines)
    assert values == {"pdr": pytest.approx(received / sent, abs=1e-4), "queued": sent}


def trace_of(driven: Driven, facts: dict[str, object], folder: Path) -> str:
    restore_files(driven.tables(driven.runs[0]), facts, folder, ["out.tr"])
    return (folder / "out.tr").read_text(encoding="utf-8")


def test_last_printed_number_counts(tmp_path: Path, ns: Simulator) -> None:
    text = "printed: {rate: 'Throughput: (\\S+)', time: 'At (\\S+) s'}"
    driven = Driven(tmp_path, ns, "prints", text)
    facts = driven.make(driven.runs[0])
    values = driven.values(driven.runs[0], facts)
    assert values["time"] == 1
    assert 90 < values["rate"] < 100


def test_printed_numbers_that_are_missing(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "prints", "printed:\n  rate: 'Rate: (\\S+)'")
    facts = driven.make(driven.runs[0])
    with pytest.raises(ResultError, match=r"line 3: printed\.rate: the script printed nothing"):
        driven.values(driven.runs[0], facts)


def test_viewers_are_not_started(tmp_path: Path, ns: Simulator) -> None:
    driven = Driven(tmp_path, ns, "wireless", "")
    facts = driven.make(driven.runs[0])
    assert facts["remarks"] == ["nam was not started (wireless.tcl, line 48)."]


SHORT = "limits: {wall_s: 4}"
SMALL = "limits: {output_mb: 3, memory_mb: 100}"

FAILING = [
    (
        "fails",
        "",
        r"fails: seed 1: .*/fails\.tcl, line 9: can't read \"average\": no such variable",
    ),
    ("fails", "", r" at 0\.25 s of simulated time \(\d+ events\)"),
    ("fails_early", "", r"fails_early\.tcl, line 4: invalid command name \"Agent/TCP/NoSuch\""),
    ("fails_early", "", r"This ns has no class Agent/TCP/NoSuch"),
    (
        "crashes",
        "constants: {x: 1}",
        r"crashes: x = 1, seed 1: crashes\.tcl: ns crashed \(SIGFPE\)",
    ),
    ("crashes", "", r"ns: .*, line 5: Link 1-0 has a bandwidth of 0"),
    ("arguments", "", r"The script expects arguments: .*; an experiment has \"arguments\""),
    ("never_ends", SHORT, r"ran for longer than 4\.0 s and was stopped at about \d+"),
    ("writes_a_lot", SMALL, r"wrote more than 3 MB and was stopped"),
    ("needs_memory", SMALL, r"needed more than 100 MB of memory and was stopped"),
]


@pytest.mark.parametrize(("name", "text", "message"), FAILING)
def test_failure_is_one_message(
    tmp_path: Path, ns: Simulator, name: str, text: str, message: str
) -> None:
    driven = Driven(tmp_path, ns, name, text)
    run = driven.runs[0]
    with pytest.raises(SimulationError, match=message):
        driven.make(run)
    assert not driven.store.has(run)
    assert (driven.store.failed / run.run_id / "ns.log").is_file()
