"""Titles that say what a chart shows."""

from collections.abc import Callable

import pytest

from ns2studies.report.charts.findings import (
    extremes,
    grouped,
    ranked,
    short,
    slowest,
    values_in_words,
)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"Reno": 21.309, "SACK": 19.242, "NewReno": 19.352},
            "SACK 19.2, NewReno 19.4, Reno 21.3 s",
        ),
        ({"Reno": 19.13, "SACK": 19.1301}, "all 19.1 s"),
        ({"Reno": 19.13}, "19.1 s"),
        ({"0 to 8": 75.0, "2 to 6": -74.8}, "2 to 6: \N{MINUS SIGN}74.8, 0 to 8: 75 s"),
        ({}, "not measured"),
    ],
)
def test_ranked_lists_values_in_order(values: dict[str, float], words: str) -> None:
    assert ranked(values, "s") == words


def test_extremes_gives_ends_of_many_values() -> None:
    values = {"CEAS, Reno": 372.0, "CEAS, SACK": 309.3, "DVR, SACK": 2.54}
    assert extremes(values, "kb/s") == "from 2.54 (DVR, SACK) to 372 kb/s (CEAS, Reno)"
    assert extremes({"a": 0.0, "b": 0.0}, "kb/s") == "all 0 kb/s"


def test_extremes_names_all_values_at_end() -> None:
    """The highest of four equal lines is not one of them."""
    delays = dict.fromkeys(("New Reno", "Reno", "Sack", "Tahoe"), 0.20136) | {"Vegas": 0.14723}
    assert extremes(delays, "s") == "from 0.147 (Vegas) to 0.201 s (the other 4)"
    assert extremes({"a": 1.0, "b": 0.50, "c": 0.5001}, "s") == "from 0.5 (b and c) to 1 s (a)"
    assert extremes({"a": 1.0, "b, d": 0.5, "c": 0.5}, "").startswith("from 0.5 (2 of 3) to 1")


def test_overlapping_intervals_give_no_order() -> None:
    values = {"Reno": 29.2, "SACK": 31.5, "Vegas": 30.0}
    wide = {"Reno": (25.0, 33.0), "SACK": (28.0, 35.0), "Vegas": (29.0, 31.0)}
    for say in (extremes, values_in_words):
        assert say(values, "s", wide) == "all from 29.2 to 31.5 s, intervals overlap"
    apart = {**wide, "Reno": (29.0, 29.4), "SACK": (31.0, 32.0)}
    assert values_in_words(values, "s", apart) == "Reno 29.2, Vegas 30, SACK 31.5 s"
    # Without an interval, a title says elsewhere of how few runs it speaks.
    assert values_in_words(values, "s", {**wide, "SACK": (None, None)}).startswith("Reno")


def test_names_with_commas_are_parenthesized() -> None:
    assert (
        values_in_words({"PR, FIFO": 142.0, "PR, RED": 148.0}, "%")
        == "from 142 (PR, FIFO) to 148 % (PR, RED)"
    )


def test_extremes_names_what_all_values_begin_with() -> None:
    names = ("DVR, Reno", "DVR, SACK", "LSRP, Reno", "LSRP, SACK")
    values = {**dict.fromkeys(names, 3.0), "CEAS, Reno": 17.0, "CEAS, SACK": 16.0}
    assert extremes(values, "s") == "from 3 (DVR and LSRP) to 17 s (CEAS, Reno)"
    assert extremes({**values, "LSRP, SACK": 4.0}, "s").startswith("from 3 (3 of 6) to 17 s")


def test_extremes_without_values_is_not_measured() -> None:
    assert extremes({}, "kb/s") == "not measured"


@pytest.mark.parametrize("told_by", [ranked, extremes])
def test_wording_ignores_input_order(
    told_by: Callable[[dict[str, float], str], str],
) -> None:
    """Of equal values, either: Polars gives groups in any order, and a page has the same bytes."""
    values = {"Hybla, 25 ms": 9.0, "Hybla, 50 ms": 9.0, "NewReno": 2.0, "Reno": 2.0}
    other_way = dict(reversed(values.items()))
    assert told_by(values, "s") == told_by(other_way, "s")


def test_few_values_are_all_listed() -> None:
    values = {"a": 0.1, "b": 0.2, "c": 0.3}
    assert values_in_words(values, "") == "a 0.1, b 0.2, c 0.3"
    assert values_in_words(values | {"d": 0.4}, "") == "from 0.1 (a) to 0.4 (d)"


def test_grouped_joins_names_with_equal_values() -> None:
    assert grouped({"Reno": "1", "SACK": "63.5", "NewReno": "63.5"}) == (
        "Reno to 1, SACK and NewReno to 63.5"
    )
    assert grouped({"Reno": "1", "SACK": "1"}) == "all to 1"
    assert (
        grouped({"Reno": "1", "SACK": "1", "x": "1", "y": "2"}) == "Reno, SACK and x to 1, y to 2"
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({1: {"a": 2.0, "b": 1.0}, 2: {"a": 3.0, "b": 1.0}}, "slowest at every one: a"),
        ({1: {"a": 2.0, "b": 1.0}, 2: {"a": 1.0, "b": 3.0}}, "slowest: a, or b"),
        ({1: {"a": 2.0, "b": 1.0}, 2: {"a": 1.0, "b": 1.001}}, "slowest: a, or all alike"),
        (
            {1: {"a": 2.0, "b": 1.0, "c": 2.001}, 2: {"a": 1.0, "b": 1.0, "c": 1.0}},
            "slowest: a and c, or all alike",
        ),
        ({1: {"a": 1.0, "b": 1.001}}, "all alike"),
    ],
)
def test_slowest_names_slowest_variants(values: dict[float, dict[str, float]], words: str) -> None:
    assert slowest(values, 0.005) == words


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1234.5, "1234"),
        (63.5, "63.5"),
        (1.0, "1"),
        (0.07163, "0.0716"),
        (5.9e-6, "less than 0.001"),
        (-2.5, "\N{MINUS SIGN}2.5"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert short(value) == text
