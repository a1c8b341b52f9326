"""Sums over the packet lines, which must not depend on the reader."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc


@dataclass(frozen=True)
class Totals:
    """Exact sums over all packet lines.

    Attributes:
        rows: packet lines.
        size_bytes: sum of the packets' sizes.
        uid: sum of the packets' numbers.
        time_us: sum of the times in microseconds. ns writes times of packets in whole
            microseconds, so the sum over doubles, once rounded, is exact too.
    """

    rows: int
    size_bytes: int
    uid: int
    time_us: int


def totals(
    batches: Iterable[pa.RecordBatch], *, size: str, uid: str, time: str, ticks_per_second: int = 1
) -> Totals:
    """Sum over ``batches``, holding one of them in memory at a time.

    Args:
        batches: at most about 100,000 rows each, so that no sum over doubles loses a digit.
        size: name of the column with the packet's size.
        uid: name of the column with the packet's number.
        time: name of the column with the time.
        ticks_per_second: unit of the time.
    """
    rows = sizes = uids = 0
    times: list[float | int] = []
    for batch in batches:
        rows += batch.num_rows
        sizes += pc.sum(batch.column(size)).as_py() or 0
        uids += pc.sum(batch.column(uid)).as_py() or 0
        times.append(pc.sum(batch.column(time)).as_py() or 0)
    if ticks_per_second == 1:
        return Totals(rows, sizes, uids, round(math.fsum(times) * 1e6))
    return Totals(rows, sizes, uids, int(sum(times)) * 1_000_000 // ticks_per_second)
