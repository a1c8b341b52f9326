"""Results: estimates, comparison with the published values, claims, and the database."""
