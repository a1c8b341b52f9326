"""The simulator: ns-2.35 fetched, verified, patched, built and tested."""
