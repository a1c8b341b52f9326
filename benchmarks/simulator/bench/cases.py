"""The cases measured; add others to :data:`CASES` or :data:`LONG_CASES`."""

from dataclasses import dataclass
from typing import Final, Literal

SCHEDULERS: Final = ("Calendar", "Heap", "List", "Splay", "Map")
"""The schedulers of ns; the first is its default."""

Base = Literal["stock", "untraced"]
"""The base of a comparison: the stock binary on the same case, or our own untraced run."""


@dataclass(frozen=True)
class Case:
    """One way to run the scenario.

    Attributes:
        name: its name in tables.
        trace: the argument TRACE of scenario.tcl.
        scheduler: one of :data:`SCHEDULERS`.
        base: the run whose CPU time the case's is divided by.
        aim: the largest ratio that meets the target; None without a target.
        share: simulated time, as a fraction of that of the other cases.
    """

    name: str
    trace: str
    scheduler: str = SCHEDULERS[0]
    base: Base = "stock"
    aim: float | None = None
    share: float = 1.0


UNTRACED: Final = Case("no trace", "none", aim=0.50)

CASES: Final = (
    UNTRACED,
    Case("one link traced", "link", aim=0.20),
    Case("trace-all", "all", aim=0.15),
    Case("trace-all, namtrace-all", "nam", share=1 / 3),
    Case("trace-all as records", "records", base="untraced", aim=1.3),
    Case("flow bins", "bins", base="untraced", aim=1.5),
    Case("flow bins with cwnd", "bins-cwnd", base="untraced", aim=1.5),
    Case("flow bins, and each cwnd as records", "bins-exact", base="untraced", aim=1.5),
    *(Case(f"trace-all, {name}", "all", name, share=1 / 6) for name in SCHEDULERS),
)

LONG_CASES: Final = (
    Case("flow bins with cwnd, long", "bins-cwnd", base="untraced", aim=1.5, share=1750 / 60),
)
"""Cases as long as the longest runs of a study; each takes a minute of CPU time per round."""
