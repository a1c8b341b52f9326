"""Helpers for all other packages: paths, errors, digests, processes and small tools."""
