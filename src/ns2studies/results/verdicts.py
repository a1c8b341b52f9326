"""Verdicts on printed values, taken together."""

from typing import Final

AGREEING: Final = ("equal", "equal when replayed", "within prediction interval")
"""Verdicts of printed values that our results bear out."""

DIFFERENT: Final = ("differs", "outside prediction interval")
"""Verdicts of printed values that our results contradict."""
