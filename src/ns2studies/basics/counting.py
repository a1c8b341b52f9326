"""Numbers of things, for people."""


def counted(number: int, thing: str) -> str:
    """``1 run``, or ``2,813 runs``.

    Args:
        thing: a word whose plural ends in s.
    """
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"
