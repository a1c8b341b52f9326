-- The number of seeds that both sets have.
SELECT count(DISTINCT seed) FROM set_a.metrics SEMI JOIN set_b.metrics USING (seed)
