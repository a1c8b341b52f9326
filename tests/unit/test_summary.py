"""What a command ends with, on made-up results."""

import io
import re
from itertools import takewhile
from pathlib import Path

import pytest
from made_up_reference import MadeRun, MadeStudy
from rich.console import Console

from ns2studies.basics.sql import connect
from ns2studies.cli import summary
from ns2studies.cli.summary import claims_in_words
from ns2studies.database.metadata import describe, opened
from ns2studies.database.reference import add_reference, write_reference
from ns2studies.evaluation import outcomes as counted
from ns2studies.evaluation import verdicts
from ns2studies.evaluation.outcomes import ClaimCounts, Outcomes, PrintedCounts

PRINTED = {
    "alpha": [
        ("Table 1", 1.0, "identical"),
        ("Table 1", 2.0, "consistent"),
        ("Table 1", 3.0, "misprint"),
        ("Table 2", 4.0, "identical with the author's seed"),
        ("Table 2", 5.0, "off"),
        ("Table 2", 6.0, "off"),
        ("Table 2", 7.0, "not measured"),
        ("Table 2", None, "withheld"),
    ],
    "beta": [],
    "gamma": [("Table 1", 1.0, "identical")],
}
CLAIMS = {
    "alpha": ["refuted"] * 2 + ["confirmed"] * 3 + ["undecided"],
    "beta": ["partly", "refuted", "confirmed", "not measured"],
    "gamma": [],
}

OUTCOMES = ("claims", "comparison")
"""Tables that the reference has, too."""

WOULD_DECIDE = "about 12 more runs of each scenario of the set failure"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Three studies, the last at full scale; the scenarios of the first run until precise.

    The last one alone has runs, and a reference, which they equal.
    """
    gamma = MadeStudy([MadeRun("set/one")], "gamma", [], [])
    write_reference(gamma.database(tmp_path), "gamma", tmp_path)
    with connect(tmp_path / "results.duckdb") as connection:
        gamma.fill(connection)
        add_reference(connection, "gamma", tmp_path)
        for table in ("studies", *OUTCOMES, *(f"reference_{name}" for name in OUTCOMES)):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        connection.execute("CREATE TABLE studies (study TEXT, scale TEXT)")
        connection.execute(
            "CREATE TABLE claims (study TEXT, claim TEXT, verdict TEXT, more_runs INTEGER, "
            "would_decide TEXT)"
        )
        connection.execute("CREATE TABLE claim_needs (study TEXT, claim TEXT, scenario_set TEXT)")
        connection.execute(
            "CREATE TABLE reasons "
            '(study TEXT, claim TEXT, item TEXT, row TEXT, "column" TEXT, reason TEXT)'
        )
        connection.execute("INSERT INTO reasons (study, claim, reason) VALUES ('alpha', 'a', 'b')")
        connection.execute("CREATE TABLE precision (study TEXT, scenario TEXT, reached BOOLEAN)")
        connection.execute(
            "CREATE TABLE comparison "
            "(study TEXT, item TEXT, position INTEGER, published DOUBLE, verdict TEXT)"
        )
        for table in OUTCOMES:
            connection.execute(f"CREATE TABLE reference_{table} AS FROM {table}")
        for study, cells in PRINTED.items():
            scale = "full" if study == "gamma" else "quick"
            connection.execute("INSERT INTO studies VALUES (?, ?)", [study, scale])
            for place, (item, published, verdict) in enumerate(cells):
                row = [study, item, place, published, verdict]
                connection.execute("INSERT INTO comparison VALUES (?, ?, ?, ?, ?)", row)
            for number, verdict in enumerate(CLAIMS[study]):
                more = (12, WOULD_DECIDE) if verdict == "undecided" else (None, None)
                claim = [study, f"{number}-claim", verdict, *more]
                connection.execute("INSERT INTO claims VALUES (?, ?, ?, ?, ?)", claim)
        connection.execute("INSERT INTO claim_needs VALUES ('alpha', '5-claim', 'a')")
        connection.execute(
            "INSERT INTO precision VALUES "
            "('alpha', 'a', true), ('alpha', 'a', false), ('alpha', 'b', true)"
        )
    describe(tmp_path / "provenance.json", tmp_path / "results.duckdb", {})
    return tmp_path


def screen(results: Path, *studies: str) -> list[str]:
    """The lines that are shown on a terminal of 80 columns."""
    text = io.StringIO()
    console = Console(file=text, width=80, highlight=False, soft_wrap=True)
    with opened(results / "results.duckdb") as connection:
        summary.show(console, connection, results, studies)
    return text.getvalue().splitlines()


def row(lines: list[str], name: str) -> str:
    """The line of a table that starts with a name, with single blanks."""
    (found,) = [line for line in lines if line.strip().startswith(f"{name} ")]
    return " ".join(found.split())


def said_of(lines: list[str], study: str) -> tuple[str, str]:
    """What the table of all studies says of one: its values, and its claims."""
    values, claims = lines[1].index("values"), lines[1].index("claims")
    at = next(number for number, line in enumerate(lines) if line.split()[:1] == [study])
    rows = [lines[at]]
    rows += takewhile(lambda line: line.strip() and not line[:values].strip(), lines[at + 1 :])
    of_values, of_claims = ([line[values:claims] for line in rows], [it[claims:] for it in rows])
    return " ".join(" ".join(of_values).split()), " ".join(" ".join(of_claims).split())


def test_our_own_questions_are_counted_apart(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {"alpha": ["0-claim", "5-claim"]}
    monkeypatch.setattr(counted, "own_questions", lambda study: ours.get(study, []))
    lines = screen(results, "alpha", "beta", "gamma")
    assert said_of(lines, "alpha")[1] == "3 confirmed, 1 refuted"
    said = "Our own questions beside the claims of alpha: 1 refuted, 1 undecided."
    assert said in lines


def test_many_studies_have_row_each(results: Path) -> None:
    lines = screen(results, "alpha", "beta", "gamma")
    assert said_of(lines, "alpha") == (
        "3 of 7, 1 misprinted, 2 off, 1 not measured, 1 not known",
        "3 confirmed, 2 refuted, 1 undecided",
    )
    assert said_of(lines, "beta") == (
        "none printed",
        "1 confirmed, 1 partly, 1 refuted, 1 not measured",
    )
    assert said_of(lines, "gamma") == ("1 of 1", "")
    assert not any("Table" in line for line in lines)


@pytest.fixture
def kept(results: Path) -> Path:
    """The same, where the first two studies have been run at full scale elsewhere."""
    with connect(results / "results.duckdb") as connection:
        insert = "INSERT INTO reference_claims (study, claim, verdict) VALUES"
        for verdict in ["confirmed"] * 4 + ["partly"] * 2:
            connection.execute(f"{insert} ('alpha', 'a', ?)", [verdict])
        connection.execute(f"{insert} ('beta', 'a', 'confirmed')")
        connection.execute(
            "INSERT INTO reference_comparison VALUES ('alpha', 'Table 1', 1, 1.0, 'identical')"
        )
    describe(results / "provenance.json", results / "results.duckdb", {})
    return results


def test_summary_shows_reference_beside_quick_results(kept: Path) -> None:
    lines = screen(kept, "alpha", "beta", "gamma")
    assert "at full scale (the reference)" in lines[0]
    assert said_of(lines, "alpha") == ("1 of 1", "4 confirmed, 2 partly")
    assert said_of(lines, "beta") == ("none printed", "1 confirmed")
    assert said_of(lines, "gamma") == ("1 of 1", "")
    assert any(line.strip() == "(these runs)" for line in lines), "gamma is of full scale"
    assert "At full scale (the reference): 4 confirmed, 2 partly." in screen(kept, "alpha")
    assert not any("full scale" in line for line in screen(kept, "gamma")[:3])


def test_summary_fits_80_columns(results: Path) -> None:
    table = screen(results, "alpha", "beta", "gamma")[:12]
    assert all(len(line) <= 80 and "…" not in line for line in table)


def test_all_studies_table_fits_80_columns() -> None:
    every = Outcomes(
        {"recovery": PrintedCounts(*[530] * len(PrintedCounts._fields))},
        {"recovery": ClaimCounts(*[30] * len(ClaimCounts._fields))},
        {},
    )
    text = io.StringIO()
    table = summary._all_studies(["recovery"], every, every, [])
    Console(file=text, width=80, highlight=False).print(table)
    assert "…" not in text.getvalue()
    assert all(len(line) <= 80 for line in text.getvalue().splitlines())
    assert len(re.findall("530 of 530", text.getvalue())) == 1, "the reference has the same"


def test_every_verdict_is_shown(results: Path) -> None:
    """Two claims that contradict each other were in no column, and in no sentence."""
    with connect(results / "results.duckdb") as connection:
        for place, verdict in enumerate(verdicts.CLAIMS):
            claim = ["gamma", f"{place}-claim", verdict]
            connection.execute("INSERT INTO claims (study, claim, verdict) VALUES (?, ?, ?)", claim)
        for place, verdict in enumerate(verdicts.CELLS, start=10):
            printed = None if verdict == "withheld" else 1.0
            cell = ["gamma", "Table 9", place, printed, verdict]
            connection.execute("INSERT INTO comparison VALUES (?, ?, ?, ?, ?)", cell)
    describe(results / "provenance.json", results / "results.duckdb", {})
    lines = screen(results, "alpha", "beta", "gamma")
    of_claims = " ".join(said_of(lines, "gamma")[1].split())
    assert sum(map(int, re.findall(r"\b\d+\b", of_claims))) == len(verdicts.CLAIMS)
    assert all(len(line) <= 80 and "…" not in line for line in lines[:12])
    alone = screen(results, "gamma")
    (said,) = [line for line in alone if line.startswith("Claims of the text: ")]
    assert sum(map(int, re.findall(r"\b\d+\b", said))) == len(verdicts.CLAIMS)
    # Three verdicts count as reproduced, and two are of our choice; each other one has a column.
    reproduced, _, known, misprints, close, off, chosen, *rest = row(alone, "Table 9").split()[2:]
    assert [reproduced, known] == ["3", str(len(verdicts.CELLS) - 1)]
    assert [misprints, close, off, chosen, *rest] == ["1", "1", "1", "2", *["1"] * len(rest)]
    assert 3 + 1 + 1 + 1 + 2 + len(rest) == len(verdicts.CELLS)


def test_studies_that_were_not_asked_for_do_not_count(results: Path) -> None:
    lines = screen(results, "alpha", "beta")
    assert said_of(lines, "alpha")[0].startswith("3 of 7")
    assert "gamma" not in "\n".join(lines)


def test_summary_says_what_would_decide_claims(results: Path) -> None:
    lines = screen(results, "alpha")
    assert f"  {WOULD_DECIDE}: 5-claim" in lines
    assert "         ./reproduce decide alpha adds runs until claims are decided" in lines
    assert "With these runs alone 1 claim is undecided." in screen(results, "alpha", "beta")
    assert not any("reproduce decide" in line for line in screen(results, "beta"))
    assert not any("What would decide" in line for line in screen(results, "beta"))


def test_unexplained_differences_are_named(results: Path) -> None:
    assert not any("without a given reason" in line for line in screen(results, "alpha"))
    with connect(results / "results.duckdb") as connection:
        connection.execute(
            "INSERT INTO reasons VALUES ('alpha', NULL, 'Table 1', 'a', 'b', NULL), "
            "('alpha', '02-second', NULL, NULL, NULL, NULL)"
        )
    describe(results / "provenance.json", results / "results.duckdb", {})
    (line,) = [line for line in screen(results, "alpha") if "without a given reason" in line]
    assert "alpha: 02-second and 1 more (a reason is an SQL file" in line
    assert not any("without a given reason" in line for line in screen(results, "beta"))


def test_one_study_has_row_for_each_table(results: Path) -> None:
    lines = screen(results, "alpha")
    assert row(lines, "Table 1") == "Table 1 2 of 3 1"
    assert row(lines, "Table 2") == "Table 2 1 of 4 2 1 1"
    assert row(lines, "all") == "all 3 of 7 1 2 1 1"
    headings = [" ".join(line.split()) for line in lines[2:4]]
    assert headings == [
        "not not",
        "published in reproduced misprinted off measured known",
    ]
    assert "Claims of the text: 3 confirmed, 2 refuted, 1 undecided." in lines
    assert "Replications: 1 of 2 scenarios are as precise as requested." in lines


def test_empty_columns_are_left_out(results: Path) -> None:
    assert " ".join(screen(results, "gamma")[2].split()) == "published in reproduced"


def test_study_without_published_values_says_so(results: Path) -> None:
    assert screen(results, "beta")[:2] == [
        "beta: the text has no values",
        "Claims of the text: 1 confirmed, 1 partly, 1 refuted, 1 not measured.",
    ]


def test_runs_are_compared_with_reference(results: Path) -> None:
    lines = screen(results, "alpha", "gamma")
    place = lines.index("1 of 1 runs equal the reference, row by row.")
    assert lines[place + 1] == "No reference yet (not yet run at full scale): alpha."
    assert "No reference yet" not in "\n".join(screen(results, "gamma"))


def test_confirmed_claims_come_first() -> None:
    assert claims_in_words(ClaimCounts(13, 0, 4)) == "13 confirmed, 4 refuted"
    assert claims_in_words(ClaimCounts(1, 2, 1, 2, 1, 3, 2, 1)) == (
        "1 confirmed, 2 partly, 1 refuted, 2 contradicting each other, 1 fitted, 3 undecided, "
        "2 not tested as printed, 1 not measured"
    )


def test_summary_ends_with_index_and_next_steps(results: Path) -> None:
    pages = results / "reports"
    assert screen(results, "alpha")[-6:] == [
        "",
        f"Reports: {pages}/index.html",
        f"         {pages}/alpha.html",
        "Next:    open it in a browser, or query the results: ./reproduce sql",
        "         ./reproduce full alpha takes longer and gives narrower intervals",
        "         ./reproduce decide alpha adds runs until claims are decided",
    ]
    several = screen(results, "alpha", "beta", "gamma")[-4:]
    assert several[0] == f"Reports: {pages}/index.html"
    assert "./reproduce full STUDY" in several[2]


def test_full_scale_results_do_not_suggest_full_scale(results: Path) -> None:
    assert "full" not in screen(results, "gamma")[-1]
