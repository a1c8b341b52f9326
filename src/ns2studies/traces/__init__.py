"""Trace ingest: ns-2's text traces to typed Parquet tables."""
