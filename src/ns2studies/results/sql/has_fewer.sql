-- Has a world a place with fewer replications than there are?
SELECT count(last_seed) > 0 FROM places
