"""Metrics of ns-2 traces: an SQL file each, computed by DuckDB."""
