-- How many seeds both sets have runs of.
SELECT count(DISTINCT seed) FROM set_a.metrics SEMI JOIN set_b.metrics USING (seed)
