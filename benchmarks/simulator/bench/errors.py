"""The error a user of the benchmark can act on."""


class BenchmarkError(Exception):
    """The benchmark can't be run, or what it found can't be right."""
