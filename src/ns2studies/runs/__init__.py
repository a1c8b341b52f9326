"""Runs: one scenario with one seed through ns-2 and the trace ingest, into the store."""
