"""Names, parameters and tables of the page of study ``recovery``."""

import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.findings import listed
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Series
from nstrace.pages.tables import Column

STUDY = "recovery"

VARIANTS = {"reno": "Reno", "sack": "SACK", "newreno": "NewReno"}
"""The report's names of the variants by ours, in the order of its tables."""

SERIES = Series("variant", "Variant", list(VARIANTS.values()))

LOST = {
    "0": "no packet lost",
    "1": "one packet lost",
    "2": "two packets lost",
    "5": "five packets lost",
    "all": "all packets lost for half a second",
}

CHOICES = {
    "ns-timer": "ns' own timer",
    "segment-536": "segments of 536 bytes",
    "segment-1460": "segments of 1460 bytes",
    "no-framing": "no framing",
    "tick-0-01": "tick of 0.01 s (ns' default)",
    "tick-0-1": "tick of 0.1 s",
    "tick-0-2": "tick of 0.2 s",
    "tick-0-25": "tick of 0.25 s",
    "two-way-tcp": "two-way TCP (FullTcp)",
    "million-bytes": "3 000 000 bytes",
    "line-1-544": "line of 1.544 Mb/s",
    "one-connection": "file on the request's connection",
    "delayed-ack": "delayed acknowledgements",
    "one-connection-536": "file on the request's connection, delayed acknowledgements, 536 bytes",
    "slow-start": "losses in slow start, delayed acknowledgements",
    "window-8760": "window of 8760 bytes",
    "window-65535": "window of Table 1 (65\u202f535 bytes)",
    "round-trip-0-8": "round trip of 0.81 s",
}
"""Labels of the alternative assumptions, by their names in the configuration."""


def named(frame: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of variants by the report's names."""
    return frame.with_columns(pl.col("variant").replace_strict(VARIANTS))


@with_queries
def spread(study: StudyPage) -> Block:
    """Tabulate Table 2 beside our least and largest values over all choices of lost packets."""
    data = named(study.rows("spread"))
    columns = [
        Column("lost", "Packets lost", header=True),
        Column("variant", "Variant", header=True),
        Column("published", "Printed", "s", "number", 2),
        Column("ours", "Ours", "s", "number", 2),
        Column("low", "Least", "s", "number", 2),
        Column("middle", "Median", "s", "number", 2),
        Column("high", "Largest", "s", "number", 2),
        Column("choices", "Choices", "", "number"),
        Column("near", "Within 0.05 s of the printed value", "", "number"),
    ]
    caption = "Table 2 over all choices of which packets are lost"
    return study.table(data, columns, id="spread-table", caption=caption)


@with_queries
def differences(study: StudyPage) -> Block:
    """Tabulate the cost of the losses for each variant, and differences between the variants."""
    data = study.rows("differences")
    columns = [
        Column("lost", "Packets lost", header=True),
        Column("difference", "Difference", header=True),
        Column("printed", "Printed", "s", "number", 2),
        Column("ours", "Ours", "s", "number", 2),
        Column("apart", "Ours minus printed", "s", "number", 2),
    ]
    caption = "Cost of the losses, and differences between the variants"
    return study.table(data, columns, id="differences-table", caption=caption)


@with_queries
def retransmissions(study: StudyPage) -> Block:
    """Tabulate retransmissions, the least window and the time until it grows again."""
    data = named(study.rows("retransmissions"))
    columns = [
        Column("lost", "Packets lost", header=True),
        Column("variant", "Variant", header=True),
        Column("dropped", "Dropped", "packets", "number", 0),
        Column("again", "Retransmitted", "packets", "number", 0),
        Column("least", "Least window", "packets", "number", 1),
        Column("regrown_s", "Window grows again after", "s", "number", 3),
        Column("response_s", "Response time", "s", "number", 2),
    ]
    caption = "Recovery in numbers, packets from the middle of the file"
    return study.table(data, columns, id="retransmissions-table", caption=caption)


@with_queries
def outages(study: StudyPage) -> Block:
    """Tabulate response times, retransmissions and timeouts over the moments of an outage."""
    data = named(study.rows("outages"))
    columns = [
        Column("down", "Link down", "s", header=True),
        Column("variant", "Variant", header=True),
        Column("ours", "Configured moment", "s", "number", 2),
        Column("low", "Least", "s", "number", 2),
        Column("high", "Largest", "s", "number", 2),
        Column("fewest", "Fewest retransmitted", "packets", "number", 0),
        Column("most", "Most retransmitted", "packets", "number", 0),
        Column("moments", "Moments", "", "number"),
        Column("untouched", "without a loss", "", "number"),
        Column("timeouts", "with a fall to one segment", "", "number"),
    ]
    caption = "Response times and recovery over the moments at which the link goes down"
    return study.table(data, columns, id="outages-table", caption=caption)


@with_queries
def outage_choices(study: StudyPage) -> Block:
    """Tabulate Table 3 with other windows, round trips and timers."""
    data = named(study.rows("outage_choices"))
    columns = [
        Column("down", "Link down", "s", header=True),
        Column("variant", "Variant", header=True),
        Column("published", "Printed", "s", "number"),
        Column("ours", "Ours: 17\u202f520 bytes", "s", "number"),
        Column("ns_timer", "the same, ns' timer", "s", "number"),
        Column("small_window", "8\u202f760 bytes, ns' timer", "s", "number"),
        Column("printed_window", "65\u202f535 bytes", "s", "number"),
        Column("long_round_trip", "65\u202f535 bytes, round trip 0.81 s", "s", "number"),
    ]
    caption = "Table 3 with other windows and round trips: least and largest over the moments"
    return study.table(data, columns, id="outage-choices-table", caption=caption)


@with_queries
def alternatives(study: StudyPage) -> Block:
    """Tabulate Table 2 with alternatives, each with a delay that gives 19.13 s without loss."""
    data = study.rows("alternatives")
    data = data.with_columns(pl.col("choice").replace(CHOICES))
    cells = [
        Column(f"{variant}_{lost}", f"{name}, {lost} lost", "s", "number", 3)
        for lost in ("1", "2", "5", "all")
        for variant, name in VARIANTS.items()
    ]
    columns = [
        Column("choice", "Choice", header=True),
        Column("error_s", "Mean error of the 12 cells with loss", "s", "number", 3),
        Column("fitted", "Fitted quantities", "", "number"),
        Column("delay_ms", "One-way delay", "ms", "number", 1),
        Column("none", "No loss", "s", "number", 2),
        *cells,
        Column("ordered", "Order of the variants with 2 and 5 lost"),
    ]
    caption = (
        "Table 2 with other choices than the study's, each fitted to 19.13 s without loss: by how "
        "much each cell is above its printed value"
    )
    return study.table(data, columns, id="alternatives-table", caption=caption)


@with_queries
def winners(study: StudyPage) -> Block:
    """Tabulate the number of replications in which a variant has the largest mean window."""
    data = study.rows("winners")
    columns = [
        Column("load", "Load", header=True),
        Column("port", "Port", "", "number"),
        *(Column(name, words, "replications", "number") for name, words in VARIANTS.items()),
    ]
    caption = "In how many replications a variant has the largest mean window of a connection"
    return study.table(data, columns, id="winners-table", caption=caption)


# --- numbers for the text ---------------------------------------------------------------------


def order_in_words(study: StudyPage) -> str:
    """Describe with how many sets of lost packets the variants come in the printed order."""
    rows = study.rows("order_of_responses").to_dicts()
    found = [
        f"after {_LOST_IN_WORDS[row['lost']]} lost packets with {row['as_printed']} of "
        f"{row['choices']} sets of packets that were tried "
        f"({'that' if row['as_chosen'] else 'not that'} of Table 2 among them)"
        for row in rows
    ]
    return listed(found) if found else "nowhere, since it was not measured"


_LOST_IN_WORDS = {"2": "two", "5": "five"}


def range_of_differences(study: StudyPage) -> str:
    """Describe the least and the largest difference of the cells that differ, in s."""
    found = study.rows("range_of_differences").row(0)
    if None in found:
        return "nothing"
    return f"{found[0]:+.2f} to {found[1]:+.2f} s".replace("-", "\u2212")


def mean_error(study: StudyPage, item: str) -> str:
    """Return the mean error in s of a table's values that were not fitted, for the text."""
    return study.value("mean_error", item=item)


def largest_percent(study: StudyPage, item: str) -> str:
    """Return the largest error in percent of a table's values that were not fitted."""
    return study.value("largest_percent", item=item)


def round_trip_s(study: StudyPage) -> str:
    """Return the propagation delay of a round trip in the first network, in s."""
    return study.value("round_trip")


def two_way_difference(study: StudyPage) -> str:
    """Return the largest difference between response times of FullTcp and of one-way TCP, in s."""
    return study.value("two_way_difference")


def overlaps(study: StudyPage) -> str:
    """Describe in how many cases the intervals of all variants overlap, as half a sentence."""
    return study.value("overlaps")


def timeout_differences(study: StudyPage) -> str:
    """Describe how much later than printed Reno's downloads with a timeout end, in s."""
    return study.value("timeout_differences")


def place_late(study: StudyPage) -> str:
    """Return the largest effect of the place of the losses from the 150th packet on, in s."""
    return str(study.rows("places")["late"].item())


def place_early(study: StudyPage) -> str:
    """Return the largest extra cost of a loss before the 150th packet, in s."""
    return str(study.rows("places")["early"].item())
