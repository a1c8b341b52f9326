"""Experiments: a grid of parameters for an existing ns script."""
