"""What the page of study ceas makes of its tables before it draws them."""

import polars as pl
import pytest

from reports.ceas.figures import without_link
from reports.ceas.shares import Outage

SHARES = pl.DataFrame(
    [
        *((time_s, 4, neighbour, share) for time_s in (1.0, 5.0, 9.0)
          for neighbour, share in ((3, 0.0), (5, 1.0))),
        *((time_s, 5, neighbour, share) for time_s in (1.0, 5.0, 9.0)
          for neighbour, share in ((4, 0.2), (8, 0.6), (9, 0.2))),
    ],
    schema=["time_s", "node", "neighbour", "share"],
    orient="row",
)  # fmt: skip


def share(frame: pl.DataFrame, time_s: float, node: int, neighbour: int) -> float:
    chosen = frame.filter(time_s=time_s, node=node, neighbour=neighbour)
    return float(chosen["share"].item())


def test_without_link_rescales_other_shares() -> None:
    found = without_link(SHARES, Outage((4, 5), 4.0, 9.0))
    assert share(found, 5.0, 5, 4) == 0
    assert share(found, 5.0, 5, 8) == pytest.approx(0.75)
    assert share(found, 5.0, 5, 9) == pytest.approx(0.25)


def test_without_link_splits_equally_if_none_is_left() -> None:
    found = without_link(SHARES, Outage((4, 5), 4.0, 9.0))
    assert share(found, 5.0, 4, 5) == 0
    assert share(found, 5.0, 4, 3) == 1


@pytest.mark.parametrize("time_s", [1.0, 9.0])
def test_without_link_keeps_shares_outside_outage(time_s: float) -> None:
    found = without_link(SHARES, Outage((4, 5), 4.0, 9.0))
    left = found.filter(pl.col("time_s") == time_s).sort("node", "neighbour")
    assert left.equals(SHARES.filter(pl.col("time_s") == time_s).sort("node", "neighbour"))
