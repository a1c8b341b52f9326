"""Experiments: a grid of parameters for an ns script that is used as it is."""
