"""Metrics: SQL files over the tables of runs, and the files of measures that they give."""
