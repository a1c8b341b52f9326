"""The simulator: download, verify, patch, build and test ns-2.35."""
