"""Metrics: SQL files over the tables of runs, and the files with their values."""
