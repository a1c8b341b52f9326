"""Measures: named SQL files that turn runs into metrics and series."""
