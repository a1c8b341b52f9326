-- What was run, as keys and values.
SELECT key, value FROM experiment
