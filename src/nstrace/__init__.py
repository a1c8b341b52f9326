"""Reads any ns-2 trace into typed columns, and measures it."""
