"""The benchmark of the simulator: cases, measurements, and reports."""
