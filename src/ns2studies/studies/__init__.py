"""The studies: for each, what its configuration may say and what a scenario consists of."""
