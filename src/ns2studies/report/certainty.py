"""How certain a number in a text is: its interval, and of how many runs it is."""

from nstrace.pages.markup import number


def certainty(
    low: float | None,
    high: float | None,
    runs: int,
    digits: int,
    of: tuple[str, str] = ("one run", "runs"),
) -> str:
    """``95% interval 2.4 to 3.6, 5 runs``; without an interval the runs alone.

    Args:
        of: what a single one is called, and what several are.
    """
    one, several = of
    words = one if runs == 1 else f"{runs:,} {several}"
    if low is None or high is None:
        return words
    return f"95% interval {number(low, digits)} to {number(high, digits)}, {words}"
