"""Which runs, databases and pages are wanted, which of them are missing, and what they cost."""
