"""The error that a user of the benchmark can act on."""


class BenchmarkError(Exception):
    """The benchmark can't be run, or its results are inconsistent."""
