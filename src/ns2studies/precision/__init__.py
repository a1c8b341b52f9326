"""Replication until precise: how many seeds a scenario needs, found from what was measured."""
