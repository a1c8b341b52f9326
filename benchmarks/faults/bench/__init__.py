"""Faults done to results on purpose, and what comes of them."""
