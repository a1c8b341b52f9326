"""Fault injection: deliberate damage to results and inputs, and its outcome."""
